package consensus

import (
	"slices"

	"concord/core/advise"
	"concord/core/crowd"
)

// looking is about how many pairs of labels copies are looked for in, some 50 ms: of more, every
// second task is left out, or more (advise.Looks).
const looking = 1 << 20

// look looks for workers who answer alike, and starts the panel anew with one voice for each group if there are any.
func (p *panel) look() (again bool, err error) {
	p.looked = true
	// Of one class all say the same. Where matrices are not held, of so few tasks could be looked at that hardly two workers share any.
	if p.data.Classes < 2 || !crowd.Holds(p.data.Workers, p.data.Classes) {
		return false, nil
	}
	d := p.data
	if p.from != nil {
		if d, err = p.from.Sample(looking); err != nil {
			return false, err
		}
	}
	d = sample(d)
	var q []float64
	if d == p.data {
		p.fill()
		q = p.room
	} else {
		q = make([]float64, d.Tasks*d.Classes)
		panel := p.Panel()
		for _, m := range panel {
			for n, x := range m.Tell(d) {
				q[n] += x / float64(len(panel))
			}
		}
	}
	alike, err := advise.Copies(d, q, p.settings.Pause)
	if err != nil || len(alike) == 0 {
		return false, err
	}
	p.filled = false
	p.merged, p.group = alike, slices.Repeat([]int32{-1}, d.Workers)
	for _, g := range alike {
		for _, j := range g.Workers {
			p.group[j] = g.Workers[0]
		}
	}
	if p.from != nil {
		return true, p.merge()
	}
	return true, p.begin(merged(p.data, p.group))
}

// sample returns d, or one of every so many tasks of it.
func sample(d *crowd.Dataset) *crowd.Dataset {
	every := advise.Every(&d.Labels, d.Classes, looking)
	if every == 1 {
		return d
	}
	part := &crowd.Dataset{Labels: d.Labels}
	l := &part.Labels
	l.Tasks, l.Start = 0, make([]int32, 1, d.Tasks/every+2)
	l.Worker, l.Class = make([]int32, 0, d.Len()/every), make([]uint16, 0, d.Len()/every)
	for i := range d.Tasks {
		if !advise.Looks(i, every) {
			continue
		}
		from, to := d.Of(i)
		l.Worker, l.Class = append(l.Worker, d.Worker[from:to]...), append(l.Class, d.Class[from:to]...)
		l.Start = append(l.Start, int32(len(l.Worker)))
		if d.Gold != nil {
			part.Gold = append(part.Gold, d.Gold[i])
		}
		l.Tasks++
	}
	return part
}

// merged returns d with one worker, its first, in place of each group (−1: the worker is in none), who gives a task the label
// that most of them give, or each of several that are as frequent.
func merged(d *crowd.Dataset, group []int32) *crowd.Dataset {
	out := *d
	l := &out.Labels
	l.Start, l.Worker, l.Class = make([]int32, 1, d.Tasks+1), make([]int32, 0, d.Len()), make([]uint16, 0, d.Len())
	votes := make([]int, d.Classes)
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			g := group[d.Worker[n]]
			if g < 0 {
				l.Worker, l.Class = append(l.Worker, d.Worker[n]), append(l.Class, d.Class[n])
				continue
			}
			clear(votes)
			most, first := 0, true
			for m := from; m < to; m++ {
				if group[d.Worker[m]] == g {
					votes[d.Class[m]]++
					most, first = max(most, votes[d.Class[m]]), first && m >= n
				}
			}
			for c, v := range votes {
				if v == most && first {
					l.Worker, l.Class = append(l.Worker, g), append(l.Class, uint16(c))
				}
			}
		}
		l.Start = append(l.Start, int32(len(l.Worker)))
	}
	return &out
}

package consensus

import (
	"slices"

	"concord/core/advise"
	"concord/core/crowd"
)

// looking is about how many pairs of labels copies are looked for in, some 50 ms: of more, every
// second task is left out, or more.
const looking = 1 << 20

// look looks for workers who answer alike, and starts the panel anew with one voice for each group if there are any.
func (p *panel) look() (again bool, err error) {
	p.looked = true
	if p.data.Classes < 2 { // all agree
		return false, nil
	}
	d := sample(p.data)
	q := make([]float64, d.Tasks*d.Classes)
	panel := p.Panel()
	for _, m := range panel {
		for n, x := range m.Tell(d) {
			q[n] += x / float64(len(panel))
		}
	}
	alike, err := advise.Copies(d, q, p.settings.Pause)
	if err != nil || len(alike) == 0 {
		return false, err
	}
	p.merged, p.group = alike, slices.Repeat([]int32{-1}, d.Workers)
	for _, g := range alike {
		for _, j := range g.Workers {
			p.group[j] = g.Workers[0]
		}
	}
	return true, p.begin(merged(p.data, p.group))
}

// sample returns d, or every so many tasks of it.
func sample(d *crowd.Dataset) *crowd.Dataset {
	pairs := 0
	for i := range d.Tasks {
		from, to := d.Of(i)
		pairs += (to - from) * (to - from + d.Classes)
	}
	every := pairs/looking + 1
	if every == 1 {
		return d
	}
	var task, worker, class []int32
	part := &crowd.Dataset{}
	tasks := 0
	for i := 0; i < d.Tasks; i += every {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			task, worker, class = append(task, int32(tasks)), append(worker, d.Worker[n]), append(class, int32(d.Class[n]))
		}
		if d.Gold != nil {
			part.Gold = append(part.Gold, d.Gold[i])
		}
		tasks++
	}
	part.Labels = crowd.NewLabels(tasks, d.Workers, d.Classes, task, worker, class)
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

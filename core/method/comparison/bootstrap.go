package comparison

import (
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/yield"
)

var _ fit.Bootstrapper = (*fitted)(nil)

// Bootstrap implements fit.Bootstrapper. Each draw has as many workers as there are, each drawn from all of them; where nobody knows whose
// votes are whose, as many votes. Priors are drawn as well: their means are as far from zero as scores are, so that scores of few votes are
// as uncertain as they are (Newton & Raftery 1994). Fits begin where this one stands.
func (f *fitted) Bootstrap(draws int, seed uint64, pause func() error) (*crowd.Intervals, error) {
	d := f.d
	if d.Anonymous {
		alone := *d
		alone.Worker, alone.Workers = make([]int32, len(d.Worker)), d.Len()
		for n := range alone.Len() {
			alone.Worker[n+int(d.Start[0])] = int32(n)
		}
		d = &alone
	}
	m := *f.m
	m.work = yield.New(pause)
	if !m.differ() {
		m.votes = count(d, true, m.how, f.style, m.work)
	}
	all := *m.votes
	m.votes = &all
	weight := all.weight
	all.weight, m.copies, m.toward = make([]float64, len(weight)), make([]float64, all.workers), make([]float64, m.items+1)
	m.begin()
	voted := make([]int32, 0, all.workers)
	seen := make([]bool, all.workers)
	for _, w := range all.worker {
		if !seen[w] {
			seen[w] = true
			voted = append(voted, w)
		}
	}
	group, _ := d.Meeting()
	random := rand.New(rand.NewPCG(seed, 0))
	scores := make([]float64, 0, m.items*draws)
	out := &crowd.Intervals{}
	out.RankLow, out.RankHigh = within(group, draws, m.work, func(score []float64) {
		clear(m.copies)
		for range voted {
			m.copies[voted[random.IntN(len(voted))]]++
		}
		for n, w := range all.worker {
			all.weight[n] = weight[n] * m.copies[w]
		}
		m.weigh()
		for at := range m.toward {
			m.toward[at] = 0
			if p := m.precision(at); p > 0 {
				m.toward[at] = random.NormFloat64() / math.Sqrt(p)
			}
		}
		again := climb(&m, slices.Clone(f.x), m.work)
		for range 4 {
			if step := again.iterate(); step.Done || step.Change < .01 {
				break
			}
		}
		copy(score, again.x[:m.items])
		centre(score, group)
		refit := fitted{newton: again, m: &m}
		for i, unit := 0, refit.typical(); i < len(score); i++ {
			score[i] *= unit
		}
		scores = append(scores, score...)
	})
	if err := m.work.Err(); err != nil {
		return nil, err
	}
	out.Low, out.High = percentiles(scores, m.items)
	return out, nil
}

// percentiles returns between which values the middle 95 % of the draws of each item are.
func percentiles(draws []float64, items int) (low, high []float64) {
	low, high = make([]float64, items), make([]float64, items)
	own := make([]float64, len(draws)/max(items, 1))
	for i := range items {
		for n := range own {
			own[n] = draws[n*items+i]
		}
		slices.Sort(own)
		low[i], high[i] = own[len(own)/40-1], own[len(own)-len(own)/40]
	}
	return low, high
}

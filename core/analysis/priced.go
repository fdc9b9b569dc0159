package analysis

import (
	"concord/core/job"
	"concord/core/result"
	"concord/core/session"
	"concord/core/wire"
)

// Priced sums up what the labels of a result cost, or returns nil if there are no costs.
func (r *Result) Priced() *result.Priced {
	p := r.Answers.Priced
	if p == nil || len(p.Cost) == 0 {
		return nil
	}
	sum := &result.Priced{}
	for i, least := range p.Cost {
		sum.Least += least
		sum.Said += p.Said[i]
		if p.Least[i] != r.Answers.Label[i] {
			sum.Differ++
		}
	}
	n := float64(len(p.Cost))
	sum.Least, sum.Said = sum.Least/n, sum.Said/n
	return sum
}

// price computes what the labels of a result cost; nil: nothing.
func (r *Result) price(c *job.Job, x *session.Costs) error {
	r.costs = x
	delete(r.beside, wire.RoleCosts)
	if x == nil {
		return r.Answers.Price(nil, c.Turn)
	}
	if err := r.Session.CheckFresh(wire.RoleCosts); err != nil {
		return err
	}
	r.beside[wire.RoleCosts] = x.Source.Name()
	return r.Answers.Price(x.Costs, c.Turn)
}

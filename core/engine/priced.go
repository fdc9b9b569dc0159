package engine

import (
	"concord/core/job"
	"concord/core/session"
	"concord/core/wire"
)

// priced sums up what the labels of a result cost, nil where they have no costs.
func (r *result) priced() *wire.Priced {
	p := r.answers.Priced
	if p == nil || len(p.Cost) == 0 {
		return nil
	}
	sum := &wire.Priced{}
	for i, least := range p.Cost {
		sum.Least += least
		sum.Said += p.Said[i]
		if p.Least[i] != r.answers.Label[i] {
			sum.Differ++
		}
	}
	n := float64(len(p.Cost))
	sum.Least, sum.Said = sum.Least/n, sum.Said/n
	return sum
}

// price computes what the labels of a result cost; nil: nothing.
func (r *result) price(c *job.Job, x *session.Costs) error {
	r.costs = x
	delete(r.beside, wire.RoleCosts)
	if x == nil {
		return r.answers.Price(nil, c.Turn)
	}
	if err := r.session.Fresh(wire.RoleCosts); err != nil {
		return err
	}
	r.beside[wire.RoleCosts] = x.Source.Name()
	return r.answers.Price(x.Costs, c.Turn)
}

package export

import (
	"math"

	"concord/core/api"
	"concord/core/crowd"
)

// Priced is what the labels of a result cost, where wrong labels have costs.
type Priced struct {
	Costs     *crowd.Costs
	Least     []int32   // of each task, the label of least expected cost
	Cost      []float64 // of each task, the expected cost of that label
	Said      []float64 // of each task, the expected cost of the most probable label
	Random    []float64 // of each worker, the share of cost saved against a spammer who guesses (crowd.Costs.Saved); NaN: unknown
	Strategic []float64 // of each worker, that against a spammer who always gives the cheapest label; NaN: unknown
}

// Price computes what the labels cost; nil takes the costs away, and where nothing shows how right
// labels are there are none. pause is called from time to time; its error is returned and leaves the answers as they were.
func (a *Answers) Price(costs *crowd.Costs, pause func() error) error {
	if costs == nil || a.Label == nil || !a.Cut.Info().Can(api.RoleCosts) || a.Silent() {
		a.Priced = nil
		return nil
	}
	p := &Priced{Costs: costs, Least: make([]int32, a.Len()), Cost: make([]float64, a.Len()), Said: make([]float64, a.Len())}
	shares, q := make([]float64, a.Data.Classes), make([]float64, a.Data.Classes)
	every := max(1, block/(costs.Classes*costs.Classes))
	for i := range p.Least {
		if i%every == 0 {
			if err := pause(); err != nil {
				return err
			}
		}
		q = a.Calibrated(i, q)
		best, cost := costs.Least(q)
		p.Least[i], p.Cost[i], p.Said[i] = int32(best), cost, costs.Say(q, int(a.Label[i]))
		for k, x := range a.Posterior(i) {
			shares[k] += x / float64(a.Len())
		}
	}
	if a.Result.Prior != nil {
		shares = a.Result.Prior
	}
	if err := a.save(p, shares, pause); err != nil {
		return err
	}
	a.Priced = p
	return nil
}

// save computes what each worker saves.
func (a *Answers) save(p *Priced, shares []float64, pause func() error) error {
	k, m := a.Data.Classes, a.Data.Workers
	p.Random, p.Strategic = make([]float64, m), make([]float64, m)
	matrix := make([]float64, k*k)
	for j, counts := range a.counts(block) {
		if err := pause(); err != nil {
			return err
		}
		a.says(j, counts, matrix)
		var ok bool
		if p.Random[j], p.Strategic[j], ok = p.Costs.Saved(shares, matrix); !ok || a.Given[j] == 0 {
			p.Random[j], p.Strategic[j] = math.NaN(), math.NaN()
		}
	}
	return nil
}

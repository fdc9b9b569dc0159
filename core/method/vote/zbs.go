package vote

import (
	"cmp"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
)

// ZeroBasedSkill (ZBS) is Wawa repeated: a worker's skill v_j moves towards the share a_j of the
// worker's labels that agree with the skill-weighted vote,
//
//	v_j ← v_j + ρ (a_j − v_j),
//
// a gradient step on ½ Σ_j (a_j − v_j)², until the skills settle. The rate ρ is halved now and then
// so that oscillating votes come to rest.
//
// Source: crowd-kit (Ustalov et al. 2024), with its defaults. It always makes 100 steps; here the
// fit's own stopping rule holds.
type ZeroBasedSkill struct {
	Rate  float64 // ρ at the start, in (0, 1]; 0: 1
	Halve int     // steps until ρ is halved; 0: 20

	weighted
	lowest bool
}

var _ fit.Method = ZeroBasedSkill{}

// WithDefaults replaces zero fields by their defaults.
func (m ZeroBasedSkill) WithDefaults() ZeroBasedSkill {
	m.Rate, m.Halve = cmp.Or(m.Rate, 1), cmp.Or(m.Halve, 20)
	return m
}

// Start implements fit.Method.
func (m ZeroBasedSkill) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	m = m.WithDefaults()
	b := newBallot(d, s, m.lowest, 0)
	b.begin(s.Common, 1/float64(d.Classes))
	return &zbs{ballot: b, m: m, rate: m.Rate}, b.work.Err()
}

type zbs struct {
	*ballot
	m     ZeroBasedSkill
	rate  float64
	steps int
}

func (z *zbs) Step() (fit.Step, error) {
	if z.steps++; z.steps%z.m.Halve == 0 {
		z.rate /= 2
	}
	change := 0.0
	for j, a := range z.agreement() {
		if z.given[j] > 0 {
			move := z.rate * (a - z.weight[j])
			z.weight[j] += move
			change = max(change, math.Abs(move))
		}
	}
	flips := z.vote()
	// At the full rate the skills are what the votes before say, so they rest when these do.
	return fit.Step{Objective: math.NaN(), Change: change, Flips: flips, Done: flips == 0 && z.rate == 1}, z.failed()
}

func (z *zbs) Estimate() *crowd.Estimate {
	return z.with(column("skill", "Skill", z.weight))
}

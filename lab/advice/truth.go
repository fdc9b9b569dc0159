package main

import (
	"concord/core/advise"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
	"concord/lab/dataset"
)

// known is the truth as a method: it answers with the known classes.
type known struct{}

func (known) Uses(has crowd.Parts) (crowd.Parts, error) { return crowd.Parts{Gold: has.Gold}, nil }

func (known) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) { return knownFit{d}, nil }

type knownFit struct{ d *crowd.Dataset }

func (knownFit) Step() (fit.Step, error) { return fit.Step{Done: true}, nil }

func (f knownFit) Estimate() *crowd.Estimate { return &crowd.Estimate{Posterior: crowd.Shares(f.d)} }

// scoreOfTruth returns the scores of the truth itself on the sample that methods are judged on, by tasks and by labels; ok is
// false unless it is known for every labelled task.
func scoreOfTruth(s *dataset.Set) (tasks, labels float64, ok bool) {
	for i, k := range s.Truth {
		if k == crowd.Unknown && s.Data.Start[i] < s.Data.Start[i+1] {
			return 0, 0, false
		}
	}
	told := *s.Data
	told.Gold = s.Truth
	d, err := advise.Sample(&told, advise.Enough(&told), seed, nil)
	if err != nil {
		return 0, 0, false
	}
	score := func(h metric.HeldOut) float64 {
		v := metric.Validate(d, known{}, h, fit.Settings{Seed: seed})
		for range v.Steps() {
		}
		r, err := v.Result()
		if err != nil {
			return 0
		}
		return r.Mean.Value
	}
	return score(metric.HeldOut{WholeTasks: true, Seed: seed}), score(metric.HeldOut{Seed: seed}), true
}

package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
	"concord/lab/reproduce/cpu"
)

// outcome is the result of one fit.
type outcome struct {
	*fit.Result
	steps    int
	accuracy float64 // ties broken by the seed
	expected float64 // ties broken at random
}

// run fits a method of the catalog, and stops by the papers' rule.
func run(d *crowd.Dataset, truth []int32, name string, values catalog.Values, s fit.Settings) (*outcome, error) {
	m, err := named(name, values)
	if err != nil {
		return nil, err
	}
	s.Stop = fit.Paper
	r, err := fit.Run(d, m, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return judged(d, truth, r, s.Seed), nil
}

// named is a method of the catalog.
func named(name string, values catalog.Values) (fit.Method, error) {
	entry, err := catalog.Find(name)
	if err != nil {
		return nil, err
	}
	m, _, err := entry.Method(values)
	return m, err
}

func judged(d *crowd.Dataset, truth []int32, r *fit.Result, seed uint64) *outcome {
	score := metric.Accuracy(r.Posterior, truth, d.Classes, seed)
	return &outcome{Result: r, steps: len(r.Trace), accuracy: score.Accuracy, expected: score.Expected}
}

// rival is one of several methods that are timed.
type rival struct {
	name   string
	values catalog.Values
}

func rivals(names ...string) (all []rival) {
	for _, name := range names {
		all = append(all, rival{name: name})
	}
	return all
}

// timed fits methods to the same data, in turns, by the papers' rule, and returns the processor seconds of each, by rounds: of the
// fit alone.
func timed(d *crowd.Dataset, truth []int32, all []rival, s fit.Settings, rounds int) ([][]float64, []*outcome, error) {
	s.Stop = fit.Paper
	results, ways := make([]*fit.Result, len(all)), make([]func() error, len(all))
	for i, r := range all {
		m, err := named(r.name, r.values)
		if err != nil {
			return nil, nil, err
		}
		ways[i] = func() (err error) {
			if results[i], err = fit.Run(d, m, s); err != nil {
				return fmt.Errorf("%s: %w", r.name, err)
			}
			return nil
		}
	}
	took, err := cpu.Alternately(rounds, ways...)
	if err != nil {
		return nil, nil, err
	}
	outcomes := make([]*outcome, len(all))
	for i, r := range results {
		outcomes[i] = judged(d, truth, r, s.Seed)
	}
	return took, outcomes, nil
}

// plusMinus is a mean and its 95 % interval over runs (Student's t).
func plusMinus(x []float64, digits int) string {
	m, half := spread(x)
	if len(x) < 2 || half < 0.5*math.Pow10(-digits) {
		return fmt.Sprintf("%.*f", digits, m)
	}
	return fmt.Sprintf("%.*f ± %.*f", digits, m, digits, half)
}

// percents is the same of shares, in %.
func percents(x []float64) string {
	x = slices.Clone(x)
	for n := range x {
		x[n] *= 100
	}
	return plusMinus(x, 2)
}

func mean(x []float64) float64 {
	var s float64
	for _, v := range x {
		s += v
	}
	return s / float64(len(x))
}

// deviation returns the standard deviation over repeats.
func deviation(x []float64) float64 {
	m, s := mean(x), 0.0
	for _, v := range x {
		s += (v - m) * (v - m)
	}
	return math.Sqrt(s / math.Max(float64(len(x)-1), 1))
}

// parallel runs n jobs on all processors, in their order, so that what is there when it is stopped
// are the first. It returns all errors.
func parallel(n int, job func(i int) error) error {
	errs := make([]error, n)
	var wait sync.WaitGroup
	var next atomic.Int64
	for range min(n, runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				errs[i] = job(i)
			}
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}

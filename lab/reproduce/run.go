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
)

// outcome is the result of one fit.
type outcome struct {
	*fit.Result
	steps    int
	accuracy float64 // ties broken by the seed
	expected float64 // ties broken at random
}

// run fits a method of the catalog, and stops by the papers' rule.
func run(d *crowd.Dataset, truth []int32, method string, values catalog.Values, s fit.Settings) (*outcome, error) {
	entry, err := catalog.Find(method)
	if err != nil {
		return nil, err
	}
	m, _, err := entry.Method(values)
	if err != nil {
		return nil, err
	}
	s.Stop = fit.Paper
	o := &outcome{}
	if o.Result, err = fit.Run(d, m, s); err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	o.steps = len(o.Trace)
	score := metric.Accuracy(o.Posterior, truth, d.Classes, s.Seed)
	o.accuracy, o.expected = score.Accuracy, score.Expected
	return o, nil
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

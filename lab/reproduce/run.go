package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
)

// outcome is the result of one fit.
type outcome struct {
	*fit.Result
	steps    int
	seconds  float64
	accuracy float64 // ties broken by the seed
	expected float64 // ties broken at random
}

// run fits a method of the catalog. The time is the shortest of several fits, to exclude
// other load.
func run(d *crowd.Dataset, truth []int32, method string, values catalog.Values, s fit.Settings, repeats int) (*outcome, error) {
	entry, err := catalog.Find(method)
	if err != nil {
		return nil, err
	}
	m, _, err := entry.Method(values)
	if err != nil {
		return nil, err
	}
	s.Stop = fit.Paper // the steps and times of the papers' rule
	o := &outcome{seconds: math.Inf(1)}
	for range max(repeats, 1) {
		start := time.Now()
		if o.Result, err = fit.Run(d, m, s); err != nil {
			return nil, fmt.Errorf("%s: %w", method, err)
		}
		o.seconds = min(o.seconds, time.Since(start).Seconds())
	}
	o.steps = len(o.Trace)
	score := metric.Accuracy(o.Posterior, truth, d.Classes, s.Seed)
	o.accuracy, o.expected = score.Accuracy, score.Expected
	return o, nil
}

// negativeLogLikelihood is −Σ_i log Σ_k p_k Π_j π_j[k][y_ij] at the parameters
// of the estimate, which is what the paper's Table 2 shows for FDS too. A class
// that no worker's matrix allows counts nothing for its task.
func negativeLogLikelihood(d *crowd.Dataset, e *crowd.Estimate) float64 {
	k := d.Classes
	var sum float64
	score := make([]float64, k)
	for i := range d.Tasks {
		from, to := d.Of(i)
		for t := range score {
			score[t] = math.Log(e.Prior[t])
			for n := from; n < to; n++ {
				score[t] += math.Log(e.Confusion[int(d.Worker[n])*k*k+t*k+int(d.Class[n])])
			}
		}
		top := slices.Max(score)
		if math.IsInf(top, -1) {
			continue
		}
		var s float64
		for _, v := range score {
			s += math.Exp(v - top)
		}
		sum += top + math.Log(s)
	}
	return -sum
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

func median(x []float64) float64 {
	x = slices.Clone(x)
	slices.Sort(x)
	n := len(x)
	return (x[(n-1)/2] + x[n/2]) / 2
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

// better is by how much the second is right more often than the first, in %, with a 95 % interval
// over tasks that takes each k together.
func better(truth, first, second []int32, k int) string {
	var more, square, known float64
	for from := 0; from < len(truth); from += k {
		var d float64
		for i := from; i < from+k; i++ {
			if truth[i] == crowd.Unknown {
				continue
			}
			known++
			if second[i] == truth[i] {
				d++
			}
			if first[i] == truth[i] {
				d--
			}
		}
		more, square = more+d, square+d*d
	}
	return fmt.Sprintf("%.2f ± %.2f", 100*more/known, 196*math.Sqrt(square)/known)
}

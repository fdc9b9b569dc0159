package main

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
	"concord/lab/reproduce/cpu"
	"concord/lab/reproduce/texts"

	"gonum.org/v1/gonum/stat/distuv"
)

// The figures of one fit to texts, as a section's ledger keeps them.
const (
	boundFigure   = iota
	testFigure    // accuracy, or R², on texts it has not seen
	trainFigure   // on those it learned from
	secondsFigure // of the processor, up to there
	wholeFigure   // the bound of all texts, where boundFigure is an estimate
	squareFigure  // of numbers: the squared correlation with the test texts'
	shiftFigure   // and how far above them the mean prediction lies
)

func textColumns() (keys, figures []string) {
	return []string{"experiment", "run", "method", "step"}, []string{"bound", "test", "training", "CPU seconds", "bound of all", "r2", "shift"}
}

// shelf is a method with settings, as a row of a table.
type shelf struct {
	title  string
	method string // of the catalog
	values catalog.Values
	at     []int // steps after which it is scored; the last ends the fit
}

// name is the shelf's in the ledger.
func (s shelf) name() string { return s.method + " " + settings(s.values) }

// course fits a method to texts, where the ledger does not have it yet, and
// returns its figures after each of the steps asked for.
func (l *ledger) course(experiment string, run int, s shelf, of func(run int) (*texts.Library, error)) ([][]float64, error) {
	var c *course
	var all [][]float64
	for _, step := range s.at {
		f, err := l.once(func() ([]float64, error) {
			if c == nil {
				own, err := of(run)
				if err != nil {
					return nil, err
				}
				if c, err = begin(own, s, uint64(run+1)); err != nil {
					return nil, err
				}
				c.bounds = experiment == "bound"
			}
			return c.on(step)
		}, experiment, run+1, s.name(), step)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// course is a fit to texts on its way.
type course struct {
	own     *texts.Library
	session *fit.Session
	mini    bool // its bound is estimated from a mini-batch
	bounds  bool // that of all texts is wanted too
	made    int  // steps
	seconds float64
}

func begin(own *texts.Library, s shelf, seed uint64) (*course, error) {
	runtime.LockOSThread() // cpu.Seconds is a thread's
	m, err := named(s.method, s.values)
	if err != nil {
		return nil, err
	}
	c, from := &course{own: own, mini: s.values["batch"] != ""}, cpu.Seconds()
	c.session, err = fit.Start(own.Data, m, fit.Settings{Seed: seed, MaxSteps: s.at[len(s.at)-1], Tolerance: -1})
	c.seconds = cpu.Seconds() - from
	return c, err
}

// on makes all the steps up to one, and scores what is believed then. The bound
// of mini-batches is the mean since the last time.
func (c *course) on(step int) ([]float64, error) {
	var bound []float64
	from := cpu.Seconds()
	for s := range c.session.Steps() {
		bound = append(bound, s.Objective)
		if c.made++; c.made == step {
			break
		}
	}
	if !c.mini && len(bound) > 1 {
		bound = bound[len(bound)-1:]
	}
	result, err := c.session.Result()
	c.seconds += cpu.Seconds() - from
	if err != nil {
		return nil, err
	}
	guess := &crowd.Estimate{}
	if f, ok := c.session.Fit().(fit.Predictor); ok {
		if guess, err = f.Predict(c.own.Test); err != nil {
			return nil, err
		}
	}
	whole := math.NaN()
	if len(bound) > 0 {
		whole = bound[len(bound)-1]
	}
	if b, ok := c.session.Fit().(interface{ Bound() float64 }); ok && c.bounds {
		whole = b.Bound()
	}
	return figures(c.own, mean(bound), c.seconds, whole, guess, result.Estimate), nil
}

// figures are a run's: accuracy or R² on the test texts, which a method may not predict, and on the others.
func figures(l *texts.Library, bound, seconds, whole float64, test, train *crowd.Estimate) []float64 {
	f := []float64{bound, math.NaN(), 0, seconds, whole, math.NaN(), math.NaN()}
	if !l.Data.Numeric() {
		f[testFigure] = metric.Accuracy(test.Posterior, l.Want, l.Data.Classes, 1).Accuracy
		f[trainFigure] = metric.Accuracy(train.Posterior, l.Truth, l.Data.Classes, 1).Accuracy
		return f
	}
	f[trainFigure] = metric.CompareNumbers(train.Value, l.Number, 1).R2.Value
	if test.Value != nil {
		r := correlation(test.Value, l.Wanted)
		f[testFigure], f[squareFigure] = metric.CompareNumbers(test.Value, l.Wanted, 1).R2.Value, r*r
		f[shiftFigure] = mean(test.Value) - mean(l.Wanted)
	}
	return f
}

// remember returns what f returned, without calling it for the same run again.
func remember(f func(run int) (*texts.Library, error)) func(run int) (*texts.Library, error) {
	var lock sync.Mutex
	known := map[int]*texts.Library{}
	return func(run int) (*texts.Library, error) {
		lock.Lock()
		defer lock.Unlock()
		if l, ok := known[run]; ok {
			return l, nil
		}
		l, err := f(run)
		if err == nil {
			known[run] = l
		}
		return l, err
	}
}

func settings(v catalog.Values) string {
	var set []string
	for k, v := range v {
		set = append(set, k+"="+v)
	}
	slices.Sort(set)
	return strings.Join(set, " ")
}

func column(rows [][]float64, c int) []float64 {
	out := make([]float64, len(rows))
	for n, row := range rows {
		out[n] = row[c]
	}
	return out
}

// minus returns a − b, run by run, of the runs that both have.
func minus(a, b []float64) []float64 {
	out := make([]float64, min(len(a), len(b)))
	for n := range out {
		out[n] = a[n] - b[n]
	}
	return out
}

// studentT is the 97.5 % quantile of Student's t.
func studentT(freedom int) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: float64(freedom)}.Quantile(0.975)
}

// interval is the mean and the 95 % interval of it over runs (Student's t).
func interval(x []float64) string {
	m, half := spread(x)
	switch {
	case math.IsNaN(m):
		return "–"
	case len(x) < 2 || half < 5e-7: // one run, or a method that draws no lots
		return fmt.Sprintf("%.3f", m)
	}
	return fmt.Sprintf("%.3f ± %.3f", m, half)
}

// spread returns the mean and half the width of its 95 % interval, infinite for one run.
func spread(x []float64) (m, half float64) {
	m = mean(x)
	if len(x) < 2 {
		return m, math.Inf(1)
	}
	return m, studentT(len(x)-1) * deviation(x) / math.Sqrt(float64(len(x)))
}

// list joins names as in a sentence.
func list(names []string) string {
	switch n := len(names); n {
	case 0:
		return "none"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// runs is how often an experiment is repeated.
func (p *page) runs(usual int) int {
	if p.repeats > 0 {
		return p.repeats
	}
	return usual
}

package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
	"concord/lab/processor"
)

// The figures of one fit to texts, as a section's ledger keeps them.
const (
	boundFigure   = iota
	testFigure    // accuracy, or R², on texts it has not seen
	trainFigure   // on those it learned from
	secondsFigure // of the processor, up to there
)

func textColumns() (keys, figures []string) {
	return []string{"experiment", "run", "method", "step"}, []string{"bound", "test", "training", "CPU seconds"}
}

// shelf is a method with settings, as a row of a table.
type shelf struct {
	name, title string // name: in the ledger
	method      string // of the catalog
	values      catalog.Values
	at          []int // steps after which it is scored; the last ends the fit
}

// course fits a method to texts, where the ledger does not have it yet, and
// returns its figures after each of the steps asked for.
func (l *ledger) course(experiment string, run int, s shelf, of func(run int) (*library, error)) ([][]float64, error) {
	var c *course
	var all [][]float64
	for _, step := range s.at {
		f, err := l.once(func() ([]float64, error) {
			if c == nil {
				texts, err := of(run)
				if err != nil {
					return nil, err
				}
				if c, err = begin(texts, s, uint64(run+1)); err != nil {
					return nil, err
				}
			}
			return c.on(step)
		}, experiment, run+1, s.name, step)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// course is a fit to texts on its way.
type course struct {
	texts   *library
	session *fit.Session
	mini    bool // its bound is estimated from a mini-batch
	made    int  // steps
	seconds float64
}

func begin(texts *library, s shelf, seed uint64) (*course, error) {
	entry, err := catalog.Find(s.method)
	if err != nil {
		return nil, err
	}
	m, _, err := entry.Method(s.values)
	if err != nil {
		return nil, err
	}
	c, from := &course{texts: texts, mini: s.values["batch"] != ""}, processor.Seconds()
	c.session, err = fit.Start(texts.Data, m, fit.Settings{Seed: seed, MaxSteps: s.at[len(s.at)-1], Tolerance: -1})
	c.seconds = processor.Seconds() - from
	return c, err
}

// on makes all the steps up to one, and scores what is believed then. The bound
// of mini-batches is the mean since the last time.
func (c *course) on(step int) ([]float64, error) {
	var bound []float64
	from := processor.Seconds()
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
	c.seconds += processor.Seconds() - from
	if err != nil {
		return nil, err
	}
	guess, err := c.session.Fit().(fit.Predictor).Predict(c.texts.test)
	if err != nil {
		return nil, err
	}
	test, train := c.texts.score(guess, result.Estimate)
	return []float64{mean(bound), test, train, c.seconds}, nil
}

// score returns the accuracy or R² on the test texts and on the others.
func (l *library) score(test, train *crowd.Estimate) (float64, float64) {
	if l.Data.Numeric() {
		return metric.CompareNumbers(test.Value, l.wanted, 1).R2.Value, metric.CompareNumbers(train.Value, l.number, 1).R2.Value
	}
	return metric.Accuracy(test.Posterior, l.want, l.Data.Classes, 1).Accuracy,
		metric.Accuracy(train.Posterior, l.truth, l.Data.Classes, 1).Accuracy
}

// remember returns what f returned, without calling it for the same run again.
func remember(f func(run int) (*library, error)) func(run int) (*library, error) {
	known := map[int]*library{}
	return func(run int) (*library, error) {
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

// compare fits each method so often, and writes a table: the mean of each and
// its 95 % interval, and that of what the first is ahead of it, run by run.
func (p *page) compare(book *ledger, experiment string, runs int, shelves []shelf, of func(run int) (*library, error)) ([][]float64,
	error) {
	tests := make([][]float64, len(shelves))
	rows := [][]string{{"method", "settings", "steps", "test texts", "the first is ahead by", "training texts", "CPU seconds a fit"}}
	all := make([][][]float64, len(shelves))
	for run := range runs {
		for n, s := range shelves {
			course, err := book.course(experiment, run, s, of)
			if err != nil {
				return nil, err
			}
			all[n] = append(all[n], course[len(course)-1])
		}
	}
	for n, s := range shelves {
		tests[n] = column(all[n], testFigure)
		ahead := "–"
		if n > 0 {
			ahead = interval(minus(tests[0], tests[n]))
		}
		rows = append(rows, []string{s.title, settings(s.values), fmt.Sprint(s.at[len(s.at)-1]), interval(tests[n]), ahead,
			interval(column(all[n], trainFigure)), fmt.Sprintf("%.1f", mean(column(all[n], secondsFigure)))})
	}
	p.table(rows)
	return tests, nil
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

// interval is the mean and the 95 % interval of it over runs (Student's t).
func interval(x []float64) string {
	m := mean(x)
	if len(x) < 2 {
		return fmt.Sprintf("%.3f", m)
	}
	var v float64
	for _, y := range x {
		v += (y - m) * (y - m) / float64(len(x)-1)
	}
	t := []float64{12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26}[min(len(x)-2, 8)]
	return fmt.Sprintf("%.3f ± %.3f", m, t*math.Sqrt(v/float64(len(x))))
}

// runs is how often an experiment is repeated.
func (p *page) runs(usual int) int {
	if p.repeats > 0 {
		return p.repeats
	}
	return usual
}

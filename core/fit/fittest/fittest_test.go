package fittest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// good is a method that obeys every law: each step moves the vote shares of the
// labels a little towards certainty.
type good struct{ bad string }

func (g *good) Uses(has crowd.Parts) (crowd.Parts, error) {
	if has.Numeric {
		return crowd.Parts{}, errors.New("it needs classes")
	}
	return crowd.Parts{Gold: has.Gold && g.bad != "blind"}, nil
}

func (g *good) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := &goodFit{bad: g.bad, d: d, s: s, q: crowd.Shares(d)}
	switch {
	case g.bad == "panic" && d.Len() == 0:
		panic("no labels")
	case g.bad == "harmony" && d.Len() > 0 && unanimously(d):
		return nil, errors.New("nobody disagrees")
	case g.bad == "gaps" && d.Len() > 0 && unlabelled(d):
		return nil, errors.New("a task has no labels")
	case g.bad == "write":
		d.Class[0] ^= 1
	case g.bad == "shared":
		f.q = global
		copy(f.q, crowd.Shares(d))
	}
	return f, nil
}

// StartRemote is Start: a source in memory hands over its labels.
func (g *good) StartRemote(from fit.Source, s fit.Settings) (fit.Fit, error) {
	d, err := from.Sample(from.Shape().Labels)
	if err != nil {
		return nil, err
	}
	return g.Start(d, s)
}

func (f *goodFit) Teller() func(*crowd.Dataset) []float64 {
	return func(*crowd.Dataset) []float64 {
		q := f.Estimate().Posterior
		if f.bad == "afar" {
			q[0] /= 2
		}
		return q
	}
}

func unanimously(d *crowd.Dataset) bool {
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from + 1; n < to; n++ {
			if d.Class[n] != d.Class[from] {
				return false
			}
		}
	}
	return true
}

func unlabelled(d *crowd.Dataset) bool {
	for i := range d.Tasks {
		if from, to := d.Of(i); from == to {
			return true
		}
	}
	return false
}

func (g *good) Resume(d *crowd.Dataset, from *crowd.Estimate, s fit.Settings) (fit.Fit, error) {
	f := &goodFit{bad: g.bad, d: d, s: s, q: append([]float64(nil), from.Posterior...)}
	if g.bad == "cold" {
		for n := range f.q {
			f.q[n] = 1 / float64(d.Classes)
		}
	}
	return f, nil
}

var global = make([]float64, 60*3)

type goodFit struct {
	bad   string
	d     *crowd.Dataset
	s     fit.Settings
	q     []float64
	steps int
}

func (f *goodFit) Step() (fit.Step, error) {
	k := f.d.Classes
	var objective float64
	for i := range f.d.Tasks {
		row := f.q[i*k : (i+1)*k]
		var sum float64
		for c := range row {
			row[c] *= row[c]
			sum += row[c]
		}
		for c := range row {
			row[c] /= sum
			objective += row[c] * row[c]
		}
	}
	change := float64(f.d.Tasks) - objective
	f.steps++
	if f.bad == "fall" && f.steps == 30 {
		objective -= .01
	}
	return fit.Step{Objective: objective, Change: math.Abs(change), Flips: -1}, nil
}

func (f *goodFit) Estimate() *crowd.Estimate {
	q := append([]float64(nil), f.q...)
	if len(q) == 0 {
		return &crowd.Estimate{Posterior: q}
	}
	k := f.d.Classes
	// Half of each task's probability goes elsewhere, by what is not to decide it.
	spoil := func(wrong func(i int) int) {
		for i := range f.d.Tasks {
			for c := range k {
				q[i*k+c] /= 2
			}
			q[i*k+wrong(i)%k] += .5
		}
	}
	switch f.bad {
	case "sum":
		q[0] += .1
	case "nan":
		q[1] = math.NaN()
	case "dice":
		spoil(func(int) int { return rand.IntN(k) })
	case "index":
		spoil(func(i int) int { return i })
	case "worker":
		spoil(func(i int) int { return int(f.d.Worker[f.d.Labels.Start[i]]) })
	case "order":
		spoil(func(i int) int { return int(f.d.Class[f.d.Labels.Start[i]]) })
	case "first":
		spoil(func(int) int { return 0 })
	case "parts":
		spoil(func(int) int { return f.s.Parts })
	case "doubt":
		for n := range q {
			q[n] = .5*q[n] + .5/float64(k)
		}
	case "certain":
		for i := range f.d.Tasks {
			clear(q[i*k : (i+1)*k])
			q[i*k] = 1
		}
	case "gap": // what comes after a task without labels is not looked at
		for i, gap := 0, false; i < f.d.Tasks; i++ {
			if from, to := f.d.Of(i); from == to {
				gap = true
			}
			for c := range k {
				if gap {
					q[i*k+c] = 1 / float64(k)
				}
			}
		}
	case "peek": // asking changes what comes
		f.q[0], f.q[1] = f.q[1], f.q[0]
	case "gold":
		if f.d.Gold != nil {
			spoil(func(int) int { return 1 })
		}
	}
	e := &crowd.Estimate{Posterior: q}
	if f.bad == "product" || f.bad == "certain" { // guesses all, and yet it is not as sure of all tasks as of none
		e.Confusion = make([]float64, f.d.Workers*k*k)
		for n := range e.Confusion {
			e.Confusion[n] = 1 / float64(k)
		}
	}
	return e
}

// record is a tester that keeps what a law complains of.
type record struct{ errors []string }

func (*record) Helper()             {}
func (*record) Logf(string, ...any) {}
func (r *record) Errorf(f string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(f, args...))
}
func (r *record) Fatalf(f string, args ...any) { r.Errorf(f, args...); panic(over{}) }
func (r *record) Skipf(string, ...any)         { panic(over{}) }

type over struct{}

func try(l law, b *bench) (r *record) {
	r = &record{}
	defer func() {
		if x := recover(); x != nil {
			if _, ok := x.(over); !ok {
				panic(x)
			}
		}
	}()
	l.test(r, b)
	return r
}

func TestLawsHold(t *testing.T) {
	Run(t, Subject{Name: "good", New: func() fit.Method { return &good{} }, Rises: true})
}

// Each law is broken by a method made to break it.
func TestLawsBreak(t *testing.T) {
	breakers := map[string][]string{
		"rows sum to one and all is finite":                           {"sum", "nan"},
		"the objective never falls":                                   {"fall"},
		"the weights of the votes add up to the posterior":            {"product", "sum", "certain"},
		"the same seed gives the same bits":                           {"dice"},
		"the input is untouched":                                      {"write"},
		"permuting tasks permutes the answer":                         {"index", "gap"},
		"permuting workers changes nothing else":                      {"worker"},
		"permuting rows permutes the answer":                          {"index", "worker", "order"},
		"permuting a task's labels changes nothing":                   {"order"},
		"renaming classes renames the answer":                         {"first"},
		"the number of goroutines changes nothing":                    {"parts"},
		"poor data are fitted or refused":                             {"panic", "nan", "gaps"},
		"unanimous labels give certainty":                             {"doubt", "harmony"},
		"stopping early is valid and going on loses nothing":          {"peek"},
		"known truth is respected":                                    {"gold", "blind"},
		"two sessions at once are independent":                        {"shared"},
		"a warm start goes on from where it was":                      {"cold"},
		"labels that stay elsewhere give the same answer":             {"afar"},
		"anonymous labels are refused, or workers make no difference": {"worker"},
	}
	for _, l := range laws {
		if len(breakers[l.name]) == 0 {
			t.Errorf("nothing breaks the law %q", l.name)
		}
		for _, bad := range breakers[l.name] {
			b, ok := newBench(Subject{Name: bad, New: func() fit.Method { return &good{bad} }, Rises: true, Product: true})
			if !ok {
				t.Fatal("no world suits")
			}
			if r := try(l, b); len(r.errors) == 0 {
				t.Errorf("the law %q is not broken by %q", l.name, bad)
			} else {
				t.Logf("%s: %s", l.name, r.errors[0])
			}
		}
	}
}

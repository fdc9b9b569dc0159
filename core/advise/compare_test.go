package advise_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"concord/core/advise"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/core/method/vote"
	"concord/core/simulate"
)

// never can't run on any data.
type never struct{ vote.Majority }

func (never) Uses(crowd.Parts) (crowd.Parts, error) { return crowd.Parts{}, errors.New("it can't") }

func candidates() []advise.Candidate {
	return []advise.Candidate{{Name: "majority", Method: vote.Majority{}}, {Name: "never", Method: never{}},
		{Name: "ds", Method: &dawidskene.DS{}}}
}

func compare(d *crowd.Dataset, c []advise.Candidate) *advise.Advice {
	comparison := advise.Compare(d, c, 1, fit.Settings{Seed: 1})
	for range comparison.Steps() {
	}
	return comparison.Advice()
}

func title(n int) string { return []string{"the majority vote", "never", "Dawid–Skene"}[n] }

// liars is a crowd whom only a model of workers understands.
func liars() *crowd.Dataset {
	return simulate.DawidSkene{Tasks: 200, Workers: 7, Classes: 2,
		Confusion: simulate.Crew(simulate.Coin(2, .95), simulate.Coin(2, .9), simulate.Coin(2, .9), simulate.Coin(2, .85),
			simulate.Inverted(2, .8), simulate.Guess(2), simulate.Always(2, 1))}.Draw(1).Data
}

func TestCompareRecommendsWhatPredicts(t *testing.T) {
	a := compare(liars(), candidates())
	if a.Best != 2 || len(a.Short) != 1 || len(a.Near) != 0 || a.Scored[1].Err == nil {
		t.Fatalf("got %+v", a)
	}
	if b := a.Scored[0].Behind; b.Value < 2*b.SE || b.SE <= 0 {
		t.Errorf("the majority vote is behind by %g ± %g", b.Value, b.SE)
	}
	if s := a.Sentence(title); !strings.Contains(s, "Use Dawid–Skene") || !strings.Contains(s, "clearly better than every other method") {
		t.Errorf("got %q", s)
	}
}

// A default is recommended whatever predicts better, which is named; but not one that failed.
func TestCompareRecommendsTheDefault(t *testing.T) {
	c := candidates()
	c[0].Default = true
	a := compare(liars(), c)
	if s := a.Sentence(title); a.Best != 0 || a.Ahead != 2 || !strings.HasPrefix(s, "Use the majority vote, the default") ||
		!strings.Contains(s, "Dawid–Skene predicts hidden labels best") {
		t.Errorf("got %d, ahead %d: %s", a.Best, a.Ahead, s)
	}
	c[0].Default, c[1].Default = false, true
	if a := compare(liars(), c); a.Best != 2 || a.Ahead != 2 {
		t.Errorf("a default that can't run: got %d, ahead %d", a.Best, a.Ahead)
	}
}

func TestCompareSaysWhenItCannotTell(t *testing.T) {
	few := simulate.DawidSkene{Tasks: 12, Workers: 4, Classes: 2}.Draw(1)
	if s := compare(few.Data, candidates()).Sentence(title); !strings.Contains(s, "hardly tell the methods apart") {
		t.Errorf("got %q", s)
	}
	if a := compare(few.Data, candidates()[1:2]); a.Best != -1 || !strings.Contains(a.Sentence(title), "No method") {
		t.Errorf("got %+v", a)
	}
	if s := compare(few.Data, candidates()[:1]).Sentence(title); !strings.Contains(s, "nothing to compare") {
		t.Errorf("got %q", s)
	}
}

// swapped is a method that finds the right groups and calls them by the wrong
// names: its predictions are as good as can be, and its answers all wrong.
type swapped struct{ *dawidskene.DS }

func (s swapped) Start(d *crowd.Dataset, o fit.Settings) (fit.Fit, error) {
	f, err := s.DS.Start(d, o)
	return swappedFit{f}, err
}

type swappedFit struct{ fit.Fit }

func (f swappedFit) Estimate() *crowd.Estimate {
	e := f.Fit.Estimate()
	for n := 0; n < len(e.Posterior); n += 2 {
		e.Posterior[n], e.Posterior[n+1] = e.Posterior[n+1], e.Posterior[n]
	}
	return e
}

func TestCompareSetsAsideMethodsThatHaveLostAClass(t *testing.T) {
	a := compare(liars(), []advise.Candidate{{Name: "swapped", Method: swapped{&dawidskene.DS{}}},
		{Name: "majority", Method: vote.Majority{}}})
	if a.Best != 1 || a.Scored[0].Lost < 0 || a.Scored[0].Tasks.Mean.Value < a.Scored[1].Tasks.Mean.Value {
		t.Errorf("got best %d, lost class %d, scores %.4f and %.4f", a.Best, a.Scored[0].Lost, a.Scored[0].Tasks.Mean.Value,
			a.Scored[1].Tasks.Mean.Value)
	}
}

func TestCompareGoesOnWhereItWasBrokenOff(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 60, Workers: 5, Classes: 2}.Draw(3)
	want := compare(w.Data, candidates())
	c := advise.Compare(w.Data, candidates(), 1, fit.Settings{Seed: 1})
	for more := true; more; {
		more = false
		for range c.Steps() {
			more = true
			break
		}
	}
	if got := c.Advice(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func ExampleAdvice_Sentence() {
	w := simulate.DawidSkene{Tasks: 100, Workers: 5, Classes: 2,
		Confusion: simulate.Crew(simulate.Coin(2, .9), simulate.Coin(2, .9), simulate.Coin(2, .85), simulate.Always(2, 1),
			simulate.Always(2, 1))}.Draw(1)
	fmt.Println(compare(w.Data, candidates()).Sentence(title))
	// Output:
	// Use Dawid–Skene: it predicts the labels of hidden tasks clearly better than every other method (by more than two standard errors).
}

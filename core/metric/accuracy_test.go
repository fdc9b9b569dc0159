package metric

import (
	"math"
	"testing"

	"concord/core/crowd"
	"concord/internal/shared"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.10g, want %.10g", what, got, want)
	}
}

func TestAccuracyCountsTiesBySeedAndInExpectation(t *testing.T) {
	// Task 0 right, task 1 wrong, task 2 tied with the truth among three,
	// task 3 tied without it, task 4 unknown.
	posterior := []float64{
		.6, .4, 0,
		.6, .4, 0,
		1. / 3, 1. / 3, 1. / 3,
		.5, 0, .5,
		1, 0, 0,
	}
	truth := []int32{0, 1, 2, 1, crowd.Unknown}
	seen := map[int]bool{}
	for seed := range uint64(20) {
		s := Accuracy(posterior, truth, 3, seed)
		if s.Evaluated != 4 || s.Tied != 2 {
			t.Fatalf("seed %d: got %d evaluated, %d tied, want 4 and 2", seed, s.Evaluated, s.Tied)
		}
		near(t, "expected accuracy", s.Expected, (1+1./3)/4, 1e-15)
		seen[s.Wrong] = true
	}
	if !seen[2] || !seen[3] {
		t.Errorf("over 20 seeds the wrong answers were %v, want both 2 and 3 to occur", seen)
	}
}

func TestAccuracyOfMajorityVoteIsThatOfTheSpectralPaper(t *testing.T) {
	// Zhang et al. 2014, Table 2, row MV: a tie of t labels counts 1/t.
	for name, want := range map[string]float64{"bluebird": 24.07, "rte": 10.31, "trec2011": 34.86, "web": 26.93} {
		set := shared.Load(t, name, "labels.csv")
		s := Accuracy(crowd.Shares(set.Data), set.Truth, set.Data.Classes, 1)
		near(t, name+": error in %", 100*(1-s.Expected), want, 0.00501)
	}
}

func TestAccuracyWithoutTruthSaysWhy(t *testing.T) {
	s := Accuracy([]float64{1, 0}, []int32{crowd.Unknown}, 2, 0)
	if s.Figure().Defined() || s.Expected != 0 || s.Error() != 0 {
		t.Errorf("got %+v, want a reason and no value", s)
	}
}

func TestWilson(t *testing.T) {
	// Wilson's interval for 8 of 10 is .4902–.9433 (Newcombe 1998, method 3);
	// for 0 of 10 it is 0–.2775.
	f := Wilson(8, 10)
	near(t, "low", f.Low, .4902, 5e-5)
	near(t, "high", f.High, .9433, 5e-5)
	f = Wilson(0, 10)
	near(t, "low of none", f.Low, 0, 1e-15)
	near(t, "high of none", f.High, .2775, 5e-5)
	if f := Wilson(10, 10); f.High != 1 || f.Low >= 1 {
		t.Errorf("all of 10: got %v, want an interval that ends at 1", f)
	}
	if Wilson(0, 0).Defined() {
		t.Error("a share of nothing has a value")
	}
}

func TestQuantile(t *testing.T) {
	x := []float64{1, 2, 3, 4}
	near(t, "median", quantile(x, .5), 2.5, 0)
	near(t, "first quarter", quantile(x, .25), 1.75, 0)
	near(t, "top", quantile(x, 1), 4, 0)
}

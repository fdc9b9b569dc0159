package workers_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/metric"
	"concord/lab/reproduce/workers"
)

// Four tasks with truth 0 0 1 1. Worker 0 labels all and is wrong about task 3; worker 1 labels tasks 0 and 2, with 1.
func labels() (*crowd.Labels, []int32) {
	d := crowd.NewLabels(4, 2, 2, []int32{0, 1, 2, 3, 0, 2}, []int32{0, 0, 0, 0, 1, 1}, []int32{0, 0, 1, 0, 1, 1})
	return &d, []int32{0, 0, 1, 1}
}

func TestConfusions(t *testing.T) {
	c := workers.Confusions(labels())
	if want := []float64{1, 0, .5, .5, 0, 1, 0, 1}; !slices.Equal(c.Cell, want) {
		t.Errorf("got matrices %v, want %v", c.Cell, want)
	}
	if got := []float64{c.Accuracy(0), c.Accuracy(1)}; !slices.Equal(got, []float64{.75, .5}) {
		t.Errorf("got accuracies %v, want .75 .5", got)
	}
	if got := c.Busiest(1); !slices.Equal(got, []int{0}) {
		t.Errorf("got %v as the busiest, want worker 0", got)
	}
	// Class 0 got two labels 0 and one 1, class 1 one label 0 and two 1.
	whole := c.Whole()
	for at, want := range []float64{2. / 3, 1. / 3, 1. / 3, 2. / 3} {
		if math.Abs(whole[at]-want) > 1e-12 || whole[at] != whole[4+at] {
			t.Errorf("got the crowd's matrix %v, want ⅔ ⅓ ⅓ ⅔ for both workers", whole)
		}
	}
	if got := c.Off(c.Cell, 0); got != 0 {
		t.Errorf("got %v off the truth itself, want 0", got)
	}
	// Worker 0: a third of the two labels of class 0, a sixth of those of class 1.
	if got := c.Off(whole, 0); math.Abs(got-.25) > 1e-12 {
		t.Errorf("got %v off, want .25", got)
	}
}

// Tasks 0 ties between the classes a and b; the vote is wrong about task 3.
func TestSummarise(t *testing.T) {
	d, truth := labels()
	s := workers.Summarise(d, truth, func(k int) string { return "ab"[k : k+1] })
	if s.Answers != 1.5 || s.AnswersSpread != .5 || s.Accuracy != .625 || s.AccuracySpread != .125 {
		t.Errorf("got %+v, want 1.5 ± .5 labels and accuracies .625 ± .125", s)
	}
	if s.Majority != .625 || s.Lowest != .75 {
		t.Errorf("got a majority vote of %v and %v, want .625 and .75", s.Majority, s.Lowest)
	}
	if s := workers.Summarise(d, truth, func(k int) string { return "ba"[k : k+1] }); s.Lowest != .5 {
		t.Errorf("got %v where the tie goes to class 1, want .5", s.Lowest)
	}
}

func TestDrawingsAreXML(t *testing.T) {
	boxes := []api.Box{metric.Box("a & b", api.BoxCounts, []float64{1, 2, 9}), metric.Box("one", api.BoxBiases, []float64{-1})}
	for _, svg := range []string{
		workers.DrawBoxes(boxes),
		workers.DrawPairs([]workers.Pair{{Name: "<w1>", True: []float64{1, 0, 0, 1}, Estimated: []float64{.5, .5, .5, .5}}}, 2),
	} {
		in := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := in.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v in %s", err, svg)
			}
		}
		if strings.Contains(svg, "NaN") {
			t.Errorf("NaN in %s", svg)
		}
	}
}

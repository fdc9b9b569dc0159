package population_test

import (
	"math"
	"testing"

	"concord/core/population"
)

// Nine careful workers of 100 labels a class, one who guesses, one with a single label and one without any.
func history() (counts []float64) {
	for range 9 {
		counts = append(counts, 90, 10, 10, 90)
	}
	return append(counts, 50, 50, 50, 50, 0, 1, 0, 0, 0, 0, 0, 0)
}

// What was counted stays, and a worker of whom little is known is taken for what others are, less surely than those are.
func TestPrior(t *testing.T) {
	counts := history()
	p, err := population.Prior(counts, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	accuracy := func(j, k int) (share, of float64) {
		row := p[j*4+k*2:][:2]
		return row[k] / (row[0] + row[1]), row[0] + row[1]
	}
	for n, x := range counts {
		if p[n] < x {
			t.Errorf("entry %d: got %v, want %v at least", n, p[n], x)
		}
	}
	for _, c := range []struct {
		name        string
		worker      int
		low, high   float64
		least, most float64 // labels
	}{
		{"careful", 0, .88, .91, 100, 210}, {"guesser", 9, .49, .6, 100, 210}, {"one label", 10, .3, .85, .5, 100},
		{"none", 11, .7, .95, .5, 100},
	} {
		for k := range 2 {
			if c.name == "one label" && k == 1 {
				continue // of which nothing is known either
			}
			if share, of := accuracy(c.worker, k); share < c.low || share > c.high || of < c.least || of > c.most {
				t.Errorf("%s, class %d: got accuracy %.3f of %.1f labels, want %v to %v of %v to %v", c.name, k, share, of, c.low, c.high, c.least,
					c.most)
			}
		}
	}
}

// Nothing counted, a single class and a crowd at chance have finite, positive priors; those at chance stay there.
func TestPriorOfLittle(t *testing.T) {
	for name, c := range map[string]struct {
		counts  []float64
		classes int
	}{
		"nothing": {make([]float64, 12), 2}, "one class": {[]float64{3, 0, 1}, 1}, "no workers": {nil, 3},
		"chance": {[]float64{50, 50, 50, 50, 20, 20, 20, 20}, 2}, "huge": {[]float64{1e12, 0, 1e12, 0}, 2},
	} {
		p, err := population.Prior(c.counts, c.classes, nil)
		if err != nil || len(p) != len(c.counts) {
			t.Fatalf("%s: got %d entries, %v", name, len(p), err)
		}
		for n, x := range p {
			if !(x > 0) || math.IsInf(x, 1) {
				t.Errorf("%s: entry %d is %v", name, n, x)
			}
			if name == "chance" {
				if row := p[n&^1:][:2]; math.Abs(row[0]/(row[0]+row[1])-.5) > .05 {
					t.Errorf("%s: got the row %v, want about one half", name, row)
				}
			}
		}
	}
}

// Accuracies alone say little of each class: a row is worth five labels at most, fewer of a worker of whom less is known.
func TestOfAccuracies(t *testing.T) {
	const k = 3
	p := population.OfAccuracies([]float64{900, 880, 910, 895, 340, 2, 0}, []float64{1000, 1000, 1000, 1000, 1000, 2, 0}, k)
	if len(p) != 7*k*k {
		t.Fatalf("got %d entries", len(p))
	}
	for _, c := range []struct{ worker, low, high, least, most float64 }{
		{0, .88, .92, 4.5, 5}, {4, .33, .38, 4.5, 5}, {5, .7, .97, 1, 4.5}, {6, .6, .95, 1, 4.5},
	} {
		for row := range k {
			x := p[int(c.worker)*k*k+row*k:][:k]
			of := x[0] + x[1] + x[2]
			if share := x[row] / of; share < c.low || share > c.high || of < c.least || of > c.most {
				t.Errorf("worker %v, class %d: got accuracy %.3f of %.2f labels, want %v to %v of %v to %v", c.worker, row, share, of, c.low,
					c.high, c.least, c.most)
			}
			if a, b := x[(row+1)%k], x[(row+2)%k]; math.Abs(a-b) > 1e-12 {
				t.Errorf("worker %v, class %d: got mistakes %v and %v, want them spread evenly", c.worker, row, a, b)
			}
		}
	}
}

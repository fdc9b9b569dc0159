package topic

import (
	"math"
	"testing"

	"concord/core/fit"
	"concord/core/prob"
	"concord/internal/race"
	"concord/internal/shared"
)

// score fits a method for so many steps, whose bound may not fall, and returns R²
// of the numbers of the texts it learned from and of the others.
func (x *text) score(t *testing.T, m fit.Method, steps int) (train, test float64, f fit.Fit) {
	t.Helper()
	f = start(t, x.data, m)
	last := math.Inf(-1)
	for n := range steps {
		s := step(t, f).Objective
		if s < last-1e-10*math.Abs(last) {
			t.Errorf("the bound falls from %.6f to %.6f in step %d", last, s, n+1)
		}
		last = s
	}
	guess, err := f.(fit.Predictor).Predict(x.test)
	if err != nil {
		t.Fatal(err)
	}
	return r2(f.Estimate().Value, x.truth), r2(guess.Value, x.want), f
}

// The paper's movie reviews. Its figures are pictures; the authors' program comes
// to a test R² of .336 with 20 topics, the mean to a truth R² of .830.
func TestMovieReviews(t *testing.T) {
	race.SkipMany(t)
	shared.Long(t)
	x := loadText(t, "moviereviews")
	p := Prior{Topics: 20, Alpha: 0.1}
	_, test, f := x.score(t, &Regressor{Prior: p, MeanBias: true}, 2)
	_, plain, _ := x.score(t, &SLDA{Prior: p}, 2)
	if test < 0.34 || test <= plain {
		t.Errorf("20 topics: test R² is %.4f, of sLDA on the mean %.4f; want 0.34 or more, and more than that", test, plain)
	}
	var a, b []float64 // of workers with 5 labels or more: of fewer, a bias is chance
	for j, n := range x.labels {
		if n >= 5 {
			a, b = append(a, x.bias[j]), append(b, f.(*regressor).Bias[j])
		}
	}
	if c := correlation(a, b); c < 0.9 {
		t.Errorf("estimated and true biases of %d workers correlate by %.3f, want 0.9 or more", len(a), c)
	}
	few := &Regressor{Prior: Prior{Topics: 5, Alpha: 1, Tau: 1}, Sigma2: 0.03, MeanBias: true}
	if _, test, _ = x.score(t, few, 1); test < 0.42 {
		t.Errorf("few topics of many words, one step: test R² is %.4f, want 0.42 or more", test)
	}
	if train, _, _ := x.score(t, few, 8); train < 0.93 {
		t.Errorf("few topics of many words: truth R² is %.4f, want 0.93 or more", train)
	}
}

// The paper's restaurant reviews. The mean of the answers has a truth R² of .798.
func TestWe8there(t *testing.T) {
	race.SkipMany(t)
	shared.Long(t)
	x := loadText(t, "we8there")
	p := Prior{Topics: 20, Alpha: 0.1}
	train, test, _ := x.score(t, &Regressor{Prior: p}, 8)
	_, plain, _ := x.score(t, &SLDA{Prior: p}, 8)
	if test < 0.30 || test <= plain {
		t.Errorf("test R² is %.4f, of sLDA on the mean %.4f; want 0.30 or more, and more than that", test, plain)
	}
	if train < 0.89 {
		t.Errorf("truth R² is %.4f, want 0.89 or more", train)
	}
}

func correlation(x, y []float64) float64 {
	a, b := prob.Mean(x), prob.Mean(y)
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - a) * (y[i] - b)
		xx += (x[i] - a) * (x[i] - a)
		yy += (y[i] - b) * (y[i] - b)
	}
	return xy / math.Sqrt(xx*yy)
}

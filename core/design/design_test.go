package design

import (
	"math"
	"testing"

	"concord/core/crowd"
)

// Ridge against the normal equations, solved by hand for two columns:
// rows (1,0) (0,1) (1,1) (0,0) with y = 1 2 3 0 and λ = 1. The means are ½ ½ and
// 1.5; the centred XᵀX is the identity, XᵀY = (1, 2); so w = (1, 2)/2.
func TestConjugateGradients(t *testing.T) {
	x := &Matrix{Columns: 2, start: []int{0, 1, 2, 4, 4}, column: []int32{0, 1, 0, 1}, value: []float64{1, 1, 1, 1}}
	x.Centre()
	w := make([]float64, 2)
	x.Ridge([]float64{1, 2, 3, 0}, 1, w, nil)
	if math.Abs(w[0]-0.5) > 1e-12 || math.Abs(w[1]-1) > 1e-12 {
		t.Errorf("got %v, want [0.5 1]", w)
	}
}

// Held-out rows are predicted from the rows of other folds alone: what they say themselves does not matter.
func TestSplitPredictsFromOtherFolds(t *testing.T) {
	const rows, columns = 40, 3
	f := &crowd.Features{Names: make([]string, columns)}
	var tasks []int
	y := make([]float64, rows)
	for i := range rows {
		tasks = append(tasks, i)
		for c := range columns {
			f.X = append(f.X, math.Sin(float64(7*i+3*c*c+1)))
		}
		y[i] = 2*f.Row(i)[0] - f.Row(i)[1]
	}
	x := Dense(f, tasks)
	x.Centre()
	s, got := x.Split(), make([]float64, rows)
	s.Predict(y, 1e-6, got, nil)
	for i, want := range y { // exactly linear
		if math.Abs(got[i]-want) > 1e-4 {
			t.Errorf("row %d: got %v, want %v", i, got[i], want)
		}
	}
	changed, then := append([]float64{}, y...), make([]float64, rows)
	for i, h := range s.Fold {
		if h == 0 {
			changed[i] = 1000
		}
	}
	s.Predict(changed, 1e-6, then, nil)
	for i, h := range s.Fold {
		if h == 0 && math.Abs(then[i]-y[i]) > 1e-4 {
			t.Errorf("row %d of the fold held out: got %v, want %v", i, then[i], y[i])
		}
	}
}

// Rows that are all alike fall into one fold, and nothing is left to predict them from but their mean.
func TestSplitOfRowsAllAlike(t *testing.T) {
	x := Dense(&crowd.Features{Names: []string{"a"}, X: []float64{2, 2, 2}}, []int{0, 1, 2})
	x.Centre()
	s, got := x.Split(), make([]float64, 3)
	y := []float64{1, 2, 6}
	s.Predict(y, s.Penalty(y, nil), got, nil)
	for i, v := range got {
		if v != 3 {
			t.Errorf("row %d: got %v, want 3", i, v)
		}
	}
}

package metric

import (
	"fmt"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/prob"
)

func TestPairsAreTheirTables(t *testing.T) {
	l := ragged(5, 80, 6, 3)
	rows, columns := []int{0, 2, 5}, []int{1, 2, 3, 4}
	for _, name := range []string{"ordinal", "linear", "quadratic", "1,.3,.1"} {
		weights := weighting(name, 3)
		pairs := Pairs(l, rows, columns, weights)
		for r, a := range rows {
			for c, b := range columns {
				if a == b { // a worker against itself is of repeats only: not asked for
					continue
				}
				got := pairs[r*len(columns)+c]
				table := Table(l, a, b)
				want := Compare(table, 3)
				near(t, fmt.Sprintf("κ of %d and %d, weights %s", a, b, name), *got.Weighted, weightedByDefinition(table, weights), 1e-12)
				near(t, fmt.Sprintf("κ of %d and %d", a, b), *got.Kappa, want.Cohen.Value, 1e-12)
				near(t, fmt.Sprintf("agreement of %d and %d", a, b), got.Same, want.Percent.Value, 1e-12)
				kappa := KappaOf(table, 3)
				near(t, fmt.Sprintf("κ of %d and %d with its interval", a, b), kappa.Value, want.Cohen.Value, 1e-12)
				near(t, fmt.Sprintf("the low end of κ of %d and %d", a, b), kappa.Low, want.Cohen.Low, 1e-9)
				near(t, fmt.Sprintf("the high end of κ of %d and %d", a, b), kappa.High, want.Cohen.High, 1e-9)
				if got.Tasks != want.Percent.N {
					t.Errorf("%d and %d: got %d tasks, want %d", a, b, got.Tasks, want.Percent.N)
				}
			}
		}
	}
	if f := KappaOf([]float64{5, 0, 0, 0}, 2); f.Defined() {
		t.Errorf("one class only: got %+v", f)
	}
	none := crowd.NewLabels(2, 2, 2, []int32{0, 1}, []int32{0, 1}, []int32{0, 1})
	if p := Pairs(&none, []int{0}, []int{1}, nil); p[0].Kappa != nil || p[0].Weighted != nil || p[0].Tasks != 0 {
		t.Errorf("two workers with nothing in common: got %+v", p[0])
	}
	some := crowd.NewLabels(2, 3, 2, []int32{0, 1, 1}, []int32{1, 0, 2}, []int32{0, 1, 0})
	if p := Pairs(&some, []int{0}, []int{1, 2}, []float64{1, 0}); p[0].Weighted != nil || p[1].Tasks != 1 || p[1].Kappa == nil ||
		*p[1].Weighted != *p[1].Kappa {
		t.Errorf("the second has a task in common: got %+v", p)
	}
	if p := Pairs(&some, []int{0}, []int{1, 2}, nil); p[1].Tasks != 1 || p[1].Kappa == nil || p[1].Weighted != nil {
		t.Errorf("without an order: got %+v", p)
	}
}

// weightedByDefinition is weighted κ of a table of counts (Cohen 1968).
func weightedByDefinition(table, weights []float64) float64 {
	k := len(weights)
	row, column := make([]float64, k), make([]float64, k)
	n := prob.Total(table)
	observed, chance := 0.0, 0.0
	for at, c := range table {
		row[at/k] += c / n
		column[at%k] += c / n
		observed += c / n * weights[abs(at/k-at%k)]
	}
	for x, p := range row {
		for y, q := range column {
			chance += p * q * weights[abs(x-y)]
		}
	}
	return (observed - chance) / (1 - chance)
}

func TestCompareTwoRaters(t *testing.T) {
	rounded(t, "Cohen (statsmodels, sklearn)", Compare([]float64{20, 5, 10, 15}, 2).Cohen, 0.4, 12)
	rounded(t, "Cohen (Wikipedia, first of the pair)", Compare([]float64{45, 15, 25, 15}, 2).Cohen, 0.1304348, 7)
	rounded(t, "Cohen (Wikipedia, second of the pair)", Compare([]float64{25, 35, 5, 35}, 2).Cohen, 0.2592593, 7)

	c := Compare([]float64{13, 0, 0, 0, 20, 7, 0, 4, 56}, 3) // irrCAC's cont3x3abstractors
	rounded(t, "Cohen", c.Cohen, 0.7964094, 7)
	rounded(t, "SE of Cohen (irrCAC)", api.Exactly(c.SE["Cohen"], 0), .05891, 5)
	rounded(t, "Scott (irrCAC)", c.Scott, 0.7962397, 7)
	rounded(t, "AC1 (irrCAC)", c.AC1, 0.8493305, 7)
	rounded(t, "SE of AC1 (irrCAC)", api.Exactly(c.SE["AC1"], 0), .04322, 5)
	rounded(t, "Brennan-Prediger (irrCAC)", c.BrennanPrediger, 0.835, 3)
	rounded(t, "α (irrCAC)", c.Alpha, 0.7972585, 7)
	rounded(t, "Bangdiwala's B (irrCAC)", c.Bangdiwala, 0.8059604, 7)
	rounded(t, "percent (irrCAC)", c.Percent, 0.89, 2)
}

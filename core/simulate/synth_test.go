package simulate

import (
	"encoding/csv"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/internal/shared"
)

func TestDrawIsAFunctionOfTheSeed(t *testing.T) {
	for name, draw := range map[string]func(uint64) *World{
		"Comparisons": Comparisons{Items: 6, Workers: 5, Votes: 60, Ties: .5}.Draw,
		"DawidSkene":  DawidSkene{Tasks: 30, Workers: 6, Classes: 3, PerTask: 4}.Draw,
		"GLAD":        GLAD{Tasks: 30, Workers: 6, Classes: 3, PerTask: 4}.Draw,
		"Misled":      Misled{Tasks: 30, Workers: 6, Classes: 3, PerTask: 4, Hard: .5, Wrong: .5, Lure: .5}.Draw,
		"Numbers":     Numbers{Tasks: 30, Workers: 6, PerTask: 4}.Draw,
	} {
		if !reflect.DeepEqual(draw(1), draw(1)) {
			t.Errorf("%s: the same seed drew two worlds", name)
		}
		if reflect.DeepEqual(draw(1).Data, draw(2).Data) {
			t.Errorf("%s: two seeds drew the same labels", name)
		}
	}
}

func TestTasksHaveDistinctWorkers(t *testing.T) {
	w := DawidSkene{Tasks: 200, Workers: 7, Classes: 2, PerTask: 5}.Draw(3)
	if p := w.Data.Parts(); p.Repeat || p.Labels != 1000 {
		t.Errorf("got %d labels, repeats %v, want 1000 without", p.Labels, p.Repeat)
	}
	if w := (DawidSkene{Tasks: 20, Workers: 7, Classes: 2}).Draw(3); w.Data.Len() != 140 {
		t.Errorf("with PerTask 0 got %d labels, want everyone's 140", w.Data.Len())
	}
}

// Frequencies of a large draw lie within five standard deviations of what the
// story says.
func TestLabelsFollowPriorAndConfusion(t *testing.T) {
	s := DawidSkene{Tasks: 40000, Workers: 4, Classes: 3, PerTask: 2, Prior: []float64{.5, .3, .2},
		Confusion: Crew(Coin(3, .8), Always(3, 1), Inverted(3, .7), Guess(3))}
	w := s.Draw(9)
	within := func(what string, count, n, p float64) {
		t.Helper()
		if sd := math.Sqrt(n * p * (1 - p)); math.Abs(count-n*p) > 5*sd {
			t.Errorf("%s: got %g of %g, want about %g", what, count, n, n*p)
		}
	}
	truths := make([]float64, 3)
	for _, k := range w.Truth {
		truths[k]++
	}
	for k, p := range s.Prior {
		within("class "+strconv.Itoa(k), truths[k], 40000, p)
	}
	sure := make([]float64, w.Data.Tasks*3)
	for i, k := range w.Truth {
		sure[i*3+int(k)] = 1
	}
	counts := crowd.Counts(&w.Data.Labels, sure)
	for row := range 4 * 3 {
		n := counts[row*3] + counts[row*3+1] + counts[row*3+2]
		for l := range 3 {
			within("worker and truth "+strconv.Itoa(row), counts[row*3+l], n, w.Confusion[row*3+l])
		}
	}
}

// A tenth of the tasks mislead: every second label there is wrong, and nine of ten of those are the same.
func TestMisled(t *testing.T) {
	w := Misled{Tasks: 4000, Workers: 5, Classes: 4, Hard: .1, Wrong: .5, Slips: .02, Lure: .9}.Draw(1)
	wrong, pairs, alike := 0.0, 0.0, 0.0
	for i, z := range w.Truth {
		from, to := w.Data.Of(i)
		for n := from; n < to; n++ {
			if int32(w.Data.Class[n]) == z {
				continue
			}
			wrong++
			for m := n + 1; m < to; m++ {
				if int32(w.Data.Class[m]) != z {
					pairs++
					if w.Data.Class[m] == w.Data.Class[n] {
						alike++
					}
				}
			}
		}
	}
	if got := wrong / float64(w.Data.Len()); math.Abs(got-.068) > .006 { // .1 × .5 + .9 × .02
		t.Errorf("got %.4f wrong, want .068", got)
	}
	if got := alike / pairs; math.Abs(got-.81) > .05 { // both the lure, hardly ever otherwise
		t.Errorf("got %.3f of the shared mistakes alike, want .81", got)
	}
}

func TestMatricesAreStochastic(t *testing.T) {
	drawn := DawidSkene{Tasks: 1, Workers: 20, Classes: 4}.Draw(1).Confusion
	for name, m := range map[string][]float64{
		"coin": Coin(4, .7), "always": Always(4, 2), "guess": Guess(4), "inverted": Inverted(4, .6),
		"ordinal": Ordinal(4, .6, 0), "strict": Ordinal(4, .6, -1), "drawn": drawn,
	} {
		for row := range len(m) / 4 {
			sum := 0.0
			for _, p := range m[row*4 : row*4+4] {
				if p < 0 {
					t.Errorf("%s: got probability %g", name, p)
				}
				sum += p
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("%s: row %d sums to %g", name, row, sum)
			}
		}
	}
	if m := Ordinal(4, .6, -1); m[2*4+1] != .6 || m[0] != .6 {
		t.Errorf("a strict worker: got %v, want the mode one class lower, the lowest staying", m)
	}
}

func TestGLADIsRightAsOftenAsItsStorySays(t *testing.T) {
	w := GLAD{Tasks: 2000, Workers: 20, Classes: 3, Ability: 1.5, Spread: .5}.Draw(5)
	want, got, variance := 0.0, 0.0, 0.0
	for i := range w.Data.Tasks {
		from, to := w.Data.Of(i)
		for n := from; n < to; n++ {
			p := 1 / (1 + math.Exp(-w.Ability[w.Data.Worker[n]]/w.Difficulty[i]))
			want, variance = want+p, variance+p*(1-p)
			if int32(w.Data.Class[n]) == w.Truth[i] {
				got++
			}
		}
	}
	if math.Abs(got-want) > 5*math.Sqrt(variance) {
		t.Errorf("got %g right labels, want about %g", got, want)
	}
}

func TestNumbersHaveTheirBiasAndPrecision(t *testing.T) {
	s := Numbers{Tasks: 20000, Workers: 3, Mean: 10, Spread: 2, Bias: []float64{0, 1, -2}, Precision: []float64{1, 4, .25}}
	w := s.Draw(1)
	sum, square := make([]float64, 3), make([]float64, 3)
	for i := range w.Data.Tasks {
		from, to := w.Data.Of(i)
		for n := from; n < to; n++ {
			e := w.Data.Value[n] - w.Value[i]
			sum[w.Data.Worker[n]] += e
			square[w.Data.Worker[n]] += e * e
		}
	}
	for j := range 3 {
		mean := sum[j] / 20000
		variance := square[j]/20000 - mean*mean
		sd := 1 / math.Sqrt(s.Precision[j])
		if math.Abs(mean-s.Bias[j]) > 5*sd/math.Sqrt(20000) {
			t.Errorf("worker %d: got bias %g, want %g", j, mean, s.Bias[j])
		}
		if math.Abs(variance*s.Precision[j]-1) > 5*math.Sqrt(2./20000) {
			t.Errorf("worker %d: got variance %g, want %g", j, variance, 1/s.Precision[j])
		}
	}
}

func rows(t *testing.T, text string) [][]string {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all[1:]
}

func TestSamples(t *testing.T) {
	names := map[string]bool{}
	for _, s := range Samples() {
		if names[s.Name] || s.Name == "" {
			t.Errorf("sample %q is a duplicate, or has no name", s.Name)
		}
		names[s.Name] = true
		tasks, workers := map[string]bool{}, map[string]bool{}
		labels, truth := textOf(t, s)
		if s.columns != nil {
			continue // see TestComparisons
		}
		for _, row := range rows(t, labels) {
			tasks[row[0]], workers[row[1]] = true, true
			if len(row) != 3+len(s.Beside) || row[2] == "" {
				t.Fatalf("%s: got row %q", s.Name, row)
			}
		}
		if len(tasks) < 40 || len(workers) < 4 {
			t.Errorf("%s: got %d tasks, %d workers", s.Name, len(tasks), len(workers))
		}
		if unknown := s.Name == "medical" || s.Beside != nil; s.Known == unknown || s.Known != (truth != "") {
			t.Errorf("%s: got truth %v, %.20q", s.Name, s.Known, truth)
		}
		if !s.Known {
			continue
		}
		for _, row := range rows(t, truth) {
			if !tasks[row[0]] {
				t.Errorf("%s: the truth is of %q, which nobody labelled", s.Name, row[0])
			}
		}
	}
	if len(names) < 5 {
		t.Errorf("got %d samples, want at least 5", len(names))
	}
}

func TestMedicalIsTable1(t *testing.T) {
	want := shared.Records(t, "data", "ds1979", "labels.csv")
	labels, _ := textOf(t, Samples()[2])
	got := rows(t, labels)
	if len(got) != len(want) {
		t.Fatalf("got %d labels, want %d", len(got), len(want))
	}
	count := func(rows [][]string, task, worker string) map[[3]string]int {
		m := map[[3]string]int{}
		for _, r := range rows {
			i, _ := strconv.Atoi(strings.TrimPrefix(r[0], task))
			m[[3]string{strconv.Itoa(i), strings.TrimPrefix(r[1], worker), r[2]}]++
		}
		return m
	}
	if !reflect.DeepEqual(count(got, "patient-", "observer-"), count(want, "", "")) {
		t.Error("the sample differs from ../shared/data/ds1979")
	}
}

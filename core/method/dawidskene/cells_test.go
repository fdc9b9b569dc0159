package dawidskene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/simulate"
	"concord/internal/race"
)

// named returns labels of many classes; at each task somebody names each.
func named(seed uint64) *crowd.Dataset {
	d := simulate.DawidSkene{Tasks: 60, Workers: 12, Classes: many, PerTask: 8, Low: .5, High: .9}.Draw(seed).Data
	task, worker, class := d.TaskOf(), append([]int32(nil), d.Worker...), make([]int32, 0, d.Len())
	for _, l := range d.Class {
		class = append(class, int32(l))
	}
	for i := range int32(d.Tasks) {
		for k := range int32(many) {
			task, worker, class = append(task, i), append(worker, 12+k/25), append(class, k)
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(d.Tasks, 16, many, task, worker, class)}
}

// Where somebody names every class at every task, the answer is that of whole matrices, which a history of nothing asks for. Cells
// that no label can fill share evenly what is left of their rows: matrices differ a little there.
func TestCellsAreEnough(t *testing.T) {
	race.SkipMany(t)
	for name, m := range map[string]fit.Method{"ds": &DS{}, "hds": &Hierarchical{}} {
		for seed := range uint64(2) {
			d := named(seed)
			if seed == 1 {
				d.Gold = make([]int32, d.Tasks)
				for i := range d.Gold {
					d.Gold[i] = crowd.Unknown
				}
				d.Gold[3] = 5
			}
			whole := *d
			whole.Confusion = &crowd.Confusion{Mode: crowd.Prior, Counts: make([]float64, d.Workers*many*many)}
			got, want := begin12(t, m, d), begin12(t, m, &whole)
			for n := range want.trace {
				a, b := got.trace[n], want.trace[n]
				if math.Abs(a.Objective-b.Objective) > 1e-9*math.Abs(b.Objective) || a.Flips != b.Flips {
					t.Errorf("%s, seed %d, step %d: got %+v, want %+v", name, seed, n+1, a, b)
				}
			}
			equal(t, fmt.Sprintf("%s, seed %d: posteriors", name, seed), got.Posterior, want.Posterior, 1e-9)
			equal(t, fmt.Sprintf("%s, seed %d: priors", name, seed), got.Prior, want.Prior, 1e-9)
			counts := crowd.Counts(&d.Labels, want.Posterior)
			for row := 0; row < len(counts); row += many {
				if prob.Total(counts[row:row+many]) < .01 { // of which nothing is known
					clear(got.Confusion[row : row+many])
					clear(want.Confusion[row : row+many])
				}
			}
			equal(t, fmt.Sprintf("%s, seed %d: matrices", name, seed), got.Confusion, want.Confusion, .01)
		}
	}
}

type begun struct {
	*crowd.Estimate
	trace []fit.Step
}

// begin12 makes the first twelve steps.
func begin12(t *testing.T, m fit.Method, d *crowd.Dataset) begun {
	t.Helper()
	f, err := m.Start(d, fit.Settings{Stop: fit.Settled, Seed: 1}.WithDefaults())
	if err != nil {
		t.Fatal(err)
	}
	var all begun
	for range 12 {
		all.trace = append(all.trace, advance(t, f))
	}
	all.Estimate = f.Estimate()
	return all
}

func equal(t *testing.T, what string, got, want []float64, within float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: got %d numbers, want %d", what, len(got), len(want))
	}
	for n, x := range want {
		if math.Abs(got[n]-x) > within {
			t.Errorf("%s: entry %d is %v, want %v", what, n, got[n], x)
			return
		}
	}
}

// Where matrices would not fit, cells do, and the workers are told apart: labels are better than votes.
func TestCellsOfAThousandClasses(t *testing.T) {
	race.SkipMany(t)
	const classes, workers, perTask = 1000, 400, 5
	src := rand.New(rand.NewPCG(1, 2))
	var task, worker, class []int32
	var truth []int32
	for i := range int32(4000) {
		truth = append(truth, int32(src.IntN(classes)))
		for n := range int32(perTask) {
			j := (i*7 + n*53) % workers
			l := truth[i]
			if j%2 == 0 && src.IntN(4) > 0 { // every second worker is right about once in four
				l = int32(src.IntN(classes))
			}
			task, worker, class = append(task, i), append(worker, j), append(class, l)
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(len(truth), workers, classes, task, worker, class)}
	r, err := fit.Run(d, &Hierarchical{}, fit.Settings{Seed: 1, MaxSteps: 10})
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for i, z := range truth {
		if best, _ := crowd.Best(r.Posterior[i*classes:(i+1)*classes], i, 1); int32(best) != z {
			wrong++
		}
	}
	if wrong > len(truth)/100 || r.Confusion != nil {
		t.Errorf("got %d of %d wrong, %d entries of matrices, want one in a hundred at most, and none", wrong, len(truth), len(r.Confusion))
	}
	if _, err := (&DS{Smoothing: 1}).Uses(d.Parts()); err == nil {
		t.Error("matrices of 400 workers and 1,000 classes are said to fit with smoothing, which fills all cells")
	}
}

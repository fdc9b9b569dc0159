package plain

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/core/method/vote"
	"concord/core/simulate"
	"concord/internal/shared"
	"concord/lab/dataset"
)

// Where nothing is tied all rules are Concord's own methods.
func TestSameSteps(t *testing.T) {
	for seed := range uint64(5) {
		d := simulate.DawidSkene{Tasks: 400, Workers: 21, Classes: 2, PerTask: 5}.Draw(seed).Data
		iwmv, err := fit.Run(d, vote.IWMV{}, fit.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		fds, err := fit.Run(d, &dawidskene.DS{Assign: dawidskene.Hard}, fit.Settings{Tolerance: -1, Stop: fit.Paper})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []Rule{{}, {Anew: true}} {
			if got, tied, _ := r.IWMV(d, seed); got != len(iwmv.Trace) || len(tied) > 0 {
				t.Errorf("IWMV, seed %d, %+v: got %d steps and ties %v, want %d", seed, r, got, tied, len(iwmv.Trace))
			}
			if got := r.FDS(d, seed); got != len(fds.Trace) {
				t.Errorf("FDS, seed %d, %+v: got %d steps, want %d", seed, r, got, len(fds.Trace))
			}
		}
	}
}

// A worker who contradicts himself on a task leaves it tied.
func TestTied(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(3, 3, 2, []int32{0, 0, 1, 1, 1, 2, 2, 2}, []int32{0, 0, 0, 1, 2, 0, 1, 2},
		[]int32{0, 1, 0, 0, 0, 1, 1, 1})}
	for _, r := range []Rule{{}, {Anew: true}, {Shares: true}} {
		if _, tied, weight := r.IWMV(d, 1); !slices.Equal(tied, []int{0}) || math.Abs(weight[0]-.5) > 1e-15 || weight[1] != 1 {
			t.Errorf("%+v: got %v tied, weights %v", r, tied, weight)
		}
	}
}

// The log-likelihoods are those of Concord's EM where every row has evidence.
func TestTextbook(t *testing.T) {
	d := simulate.DawidSkene{Tasks: 300, Workers: 9, Classes: 2, PerTask: 5}.Draw(7).Data
	for name, c := range map[string]struct {
		plain  func(*crowd.Dataset, float64) float64
		method *dawidskene.DS
	}{"ds": {DawidSkene, &dawidskene.DS{}}, "hybrid": {Hybrid, &dawidskene.DS{Assign: dawidskene.SoftThenHard}}} {
		r, err := fit.Run(d, c.method, fit.Settings{Stop: fit.Paper})
		if err != nil {
			t.Fatal(err)
		}
		want := -r.Trace[len(r.Trace)-1].Objective
		if got := c.plain(d, .5); math.Abs(got-want) > 1e-8*want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

// The figures printed by the Fast Dawid-Skene paper (Table 2), to the last digit, on the sets where nothing is random.
func TestPrintedLikelihoods(t *testing.T) {
	data := filepath.Join(shared.Dir(t), "data")
	for _, c := range []struct {
		name       string
		labels     int
		ds, hybrid float64
	}{{"bm", 5, 2094.76, 2100.32}, {"labelme", 3, 1655.94, 1660.06}, {"rte", 10, 3679.63, 3680.32}} {
		s, err := dataset.Load(data, c.name, "labels.csv")
		if err != nil {
			t.Fatal(err)
		}
		d, _ := s.Draw(c.labels, c.labels, 0)
		if got := DawidSkene(d, 0); math.Abs(got-c.ds) > .005 {
			t.Errorf("%s, DS: got %.3f, want %.2f", c.name, got, c.ds)
		}
		if got := Hybrid(d, 0); math.Abs(got-c.hybrid) > .005 {
			t.Errorf("%s, Hybrid: got %.3f, want %.2f", c.name, got, c.hybrid)
		}
	}
}

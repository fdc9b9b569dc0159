package vote

import (
	"math"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/shared"
)

// sets are the folders of shared/oracle with their data.
var sets = []struct{ oracle, data, file string }{
	{"bluebird", "bluebird", "labels.csv"},
	{"rte", "rte", "labels.csv"},
	{"dog", "dog", "labels_all.csv"},
	{"web", "web", "labels.csv"},
	{"trec", "trec2011", "labels.csv"},
}

// never lets a fit run to its own end, or to its step limit.
func never(steps int) fit.Settings { return fit.Settings{MaxSteps: steps, Tolerance: -1} }

func run(t *testing.T, d *crowd.Dataset, m fit.Method, s fit.Settings) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, m, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func extra(t *testing.T, r *fit.Result, name string) []float64 {
	t.Helper()
	for _, c := range r.Extra {
		if c.Name == name {
			return c.Values
		}
	}
	t.Fatalf("no column %q", name)
	return nil
}

// rows compares the columns of an expected-values file, by the name in its
// first column, with got: len(columns) values for each of names.
func rows(t *testing.T, names []string, got []float64, tolerance float64, columns []int, path ...string) {
	t.Helper()
	at := make(map[string]int)
	for i, n := range names {
		at[n] = i
	}
	worst, where := 0.0, ""
	records := shared.Records(t, path...)
	if len(records) != len(names) {
		t.Fatalf("%v has %d rows, want %d", path, len(records), len(names))
	}
	for _, r := range records {
		i, ok := at[r[0]]
		if !ok {
			t.Fatalf("%v names %q", path, r[0])
		}
		for c, column := range columns {
			if off := math.Abs(got[i*len(columns)+c] - shared.Float(t, r[column])); off > worst || math.IsNaN(off) {
				worst, where = off, r[0]
			}
		}
	}
	if !(worst <= tolerance) {
		t.Errorf("%v: %s is off by %g, want at most %g", path, where, worst, tolerance)
	}
}

func classes(n int) []int {
	c := make([]int, n)
	for k := range c {
		c[k] = k + 1
	}
	return c
}

// crowd-kit writes twelve digits.
const printed = 1e-11

func TestWawaOracle(t *testing.T) {
	for _, set := range sets {
		s := shared.Load(t, set.data, set.file)
		r := run(t, s.Data, Wawa{lowest: true}, fit.Settings{})
		rows(t, s.Workers, extra(t, r, "weight"), printed, []int{1}, "oracle", set.oracle, "ck_wawa_skills.csv")
		rows(t, s.Tasks, r.Posterior, printed, classes(len(s.Classes)), "oracle", set.oracle, "ck_wawa_proba.csv")
	}
}

// The reference makes exactly a hundred steps; so does the test.
func TestZeroBasedSkillOracle(t *testing.T) {
	for _, set := range sets {
		s := shared.Load(t, set.data, set.file)
		r := run(t, s.Data, ZeroBasedSkill{lowest: true}, never(100))
		rows(t, s.Workers, extra(t, r, "skill"), printed, []int{1}, "oracle", set.oracle, "ck_zerobasedskill_skills.csv")
		rows(t, s.Tasks, r.Posterior, printed, classes(len(s.Classes)), "oracle", set.oracle, "ck_zerobasedskill_proba.csv")
	}
}

func TestIWMVOracle(t *testing.T) {
	// shared/oracle/summary.csv, which counts the plain vote as the first step.
	steps := map[string]int{"bluebird": 6 - 1, "rte": 6 - 1, "dog": 5 - 1, "web": 9 - 1, "trec": 17 - 1}
	for _, set := range sets {
		s := shared.Load(t, set.data, set.file)
		r := run(t, s.Data, IWMV{lowest: true}, fit.Settings{})
		got := make([]float64, 0, 2*len(s.Workers))
		accuracy, weight := extra(t, r, "vote_agreement"), extra(t, r, "weight")
		for j := range s.Workers {
			got = append(got, accuracy[j], weight[j])
		}
		rows(t, s.Workers, got, 1e-14, []int{1, 2}, "oracle", set.oracle, "np_iwmv_workers.csv")
		if len(r.Trace) != steps[set.oracle] || r.Status != fit.Converged {
			t.Errorf("%s: got %d steps, %v; want %d, converged", set.oracle, len(r.Trace), r.Status, steps[set.oracle])
		}
	}
}

// Ties broken by the seed move IWMV's answer a little; its error must stay
// close to the reference's, whatever the seed.
func TestIWMVError(t *testing.T) {
	want := map[string]float64{"bluebird": 27.78, "rte": 7.25, "dog": 16.98, "web": 15.04, "trec": 40.88}
	for _, set := range sets {
		s := shared.Load(t, set.data, set.file)
		for seed := range uint64(3) {
			r := run(t, s.Data, IWMV{}, fit.Settings{Seed: seed})
			labels, _ := r.Labels(s.Data.Classes, seed)
			if got := 100 * s.Error(labels); math.Abs(got-want[set.oracle]) > 0.75 {
				t.Errorf("%s, seed %d: error %.2f %%, want about %.2f %%", set.oracle, seed, got, want[set.oracle])
			}
		}
	}
}

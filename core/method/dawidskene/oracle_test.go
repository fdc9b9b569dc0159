package dawidskene

import (
	"compress/gzip"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/race"
	"concord/internal/shared"
)

// sets are the data sets of the oracle, as it names them (oracle/README.md).
var sets = []struct{ name, data, file string }{
	{"bluebird", "bluebird", "labels.csv"},
	{"rte", "rte", "labels.csv"},
	{"dog", "dog", "labels_all.csv"},
	{"web", "web", "labels.csv"},
	{"trec", "trec2011", "labels.csv"},
}

// records reads an expected-values file, plain or gzipped.
func records(t testing.TB, path ...string) [][]string {
	t.Helper()
	full := filepath.Join(append([]string{shared.Dir(t)}, path...)...)
	if _, err := os.Stat(full); err == nil {
		return shared.Records(t, path...)
	}
	f, err := os.Open(full + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(z).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// number and whole parse fields of an expected-values file.
func number(t testing.TB, s string) float64 { t.Helper(); return shared.Float(t, s) }
func whole(t testing.TB, s string) int      { t.Helper(); return int(shared.Float(t, s)) }

func near(t *testing.T, what string, n int, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s %d: got %.15g, want %.15g", what, n, got, want)
	}
}

// exactly runs a method for n steps, or until it is done, and returns its result
// and its trace.
func exactly(t *testing.T, d *crowd.Dataset, m fit.Method, n int) (*fit.Result, []fit.Step) {
	t.Helper()
	r, err := fit.Run(d, m, fit.Settings{MaxSteps: n, Tolerance: -1})
	if err != nil {
		t.Fatal(err)
	}
	return r, r.Trace
}

// begin starts a method for a test that looks inside.
func begin(t testing.TB, m fit.Method, d *crowd.Dataset) *em {
	t.Helper()
	f, err := m.Start(d, fit.Settings{Parts: 1})
	if err != nil {
		t.Fatal(err)
	}
	return f.(*em)
}

func advance(t testing.TB, f fit.Fit) fit.Step {
	t.Helper()
	s, err := f.Step()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The exact oracle: plain EM in logs, double precision, printed to 15 digits.
// The log-likelihood is compared at every step it has, the estimate after the
// last of them, wherever that is within most.
func TestDSAgainstOracle(t *testing.T) {
	race.Skip(t)
	most := 10_000
	if testing.Short() {
		most = 60 // web has 7,819 steps
	}
	for _, c := range []struct {
		variant string
		method  *DS
		sets    int  // the first so many
		blank   bool // rows without evidence are 0
	}{
		{"est_zrow_uniform", &DS{}, 4, false},
		{"uni", &DS{UniformPrior: true}, 4, true},
		{"est_a001", &DS{Cell: .01}, 4, false},
		{"est_a1", &DS{Cell: 1}, 5, false},
	} {
		for _, set := range sets[:c.sets] {
			t.Run(c.variant+"/"+set.name, func(t *testing.T) {
				s := shared.Load(t, set.data, set.file)
				f := begin(t, c.method, s.Data)
				if c.blank {
					zeroRows(f)
				}
				file := "np_ds_" + c.variant
				for _, row := range records(t, "oracle", set.name, file+"_loglik.csv") {
					n := whole(t, row[0])
					if n > most {
						return
					}
					for f.steps < n {
						advance(t, f)
					}
					near(t, "log-likelihood at step", n, f.now.LogLikelihood, number(t, row[1]), 1e-8)
				}
				e := f.Estimate()
				compare(t, s, e, set.name, file)
			})
		}
	}
}

// compare checks an estimate against the oracle's files.
func compare(t *testing.T, s *shared.Set, e *crowd.Estimate, set, file string) {
	t.Helper()
	k := s.Data.Classes
	for i, row := range records(t, "oracle", set, file+"_posterior.csv") {
		for c := range k {
			near(t, "posterior of task "+row[0]+" class", c, e.Posterior[i*k+c], number(t, row[1+c]), 1e-8)
		}
	}
	for c, row := range records(t, "oracle", set, file+"_priors.csv") {
		near(t, "prior", c, e.Prior[c], number(t, row[1]), 1e-8)
	}
	worker := index(s.Workers)
	for n, row := range records(t, "oracle", set, file+"_confusion.csv") {
		at := (worker[row[0]]*k + n%k) * k
		for c := range k {
			near(t, "confusion of worker "+row[0]+" row "+row[1], c, e.Confusion[at+c], number(t, row[2+c]), 1e-8)
		}
	}
}

// zeroRows makes rows without evidence 0, as they are in the oracle's other files.
func zeroRows(f *em) {
	f.rule.blank, f.first.rule.blank = true, true
}

// TREC needs more than 5,000 steps to settle: the first 200 are compared.
func TestDSAgainstOracleTREC(t *testing.T) {
	race.Skip(t)
	s := shared.Load(t, "trec2011", "labels.csv")
	f := begin(t, &DS{}, s.Data)
	zeroRows(f)
	for _, row := range records(t, "oracle", "trec", "np_ds_est_loglik.csv")[:200] {
		advance(t, f)
		near(t, "log-likelihood at step", f.steps, f.now.LogLikelihood, number(t, row[1]), 1e-8)
	}
}

// Gold tasks keep their class in every step.
func TestGoldAgainstOracle(t *testing.T) {
	race.Skip(t)
	for _, set := range sets[:4] {
		t.Run(set.name, func(t *testing.T) {
			s := shared.Load(t, set.data, set.file)
			s.Data.Gold = goldOf(t, s, set.name)
			f := begin(t, &DS{}, s.Data)
			zeroRows(f)
			// as many as the oracle made (oracle/summary.csv)
			for steps := map[string]int{"bluebird": 34, "rte": 54, "dog": 81, "web": 1289}; f.steps < steps[set.name]; {
				advance(t, f)
			}
			e := f.Estimate()
			k := s.Data.Classes
			for i, row := range records(t, "oracle", set.name, "np_ds_gold_posterior.csv") {
				for c := range k {
					near(t, "posterior of task "+row[0]+" class", c, e.Posterior[i*k+c], number(t, row[1+c]), 1e-8)
				}
			}
		})
	}
}

// goldOf reads the golden tasks of an oracle set.
func goldOf(t *testing.T, s *shared.Set, set string) []int32 {
	t.Helper()
	task, class := index(s.Tasks), index(s.Classes)
	gold := make([]int32, s.Data.Tasks)
	for i := range gold {
		gold[i] = crowd.Unknown
	}
	for _, row := range records(t, "oracle", set, "gold_first10pct.csv") {
		gold[task[row[0]]] = int32(class[row[1]])
	}
	return gold
}

func index(names []string) map[string]int {
	m := make(map[string]int, len(names))
	for n, name := range names {
		m[name] = n
	}
	return m
}

// The oracle breaks ties towards the lowest class, in the votes too; so does
// this test, where the seed would. It stops when no label changes.
func TestHardAgainstOracle(t *testing.T) {
	race.Skip(t)
	for _, set := range sets {
		for _, c := range []struct {
			file   string
			method fit.Method
		}{
			{"np_fds_trace.csv", &DS{Assign: Hard}},
			{"np_h_trace.csv", &DS{Assign: SoftThenHard}},
		} {
			t.Run(set.name+"/"+c.file, func(t *testing.T) {
				s := shared.Load(t, set.data, set.file)
				f := begin(t, c.method, s.Data)
				zeroRows(f)
				lowest(f)
				var step fit.Step
				for n, row := range records(t, "oracle", set.name, c.file) {
					if step.Done {
						t.Fatalf("done after %d steps", n)
					}
					step = advance(t, f)
					near(t, "log-likelihood at step", n+1, f.now.LogLikelihood, number(t, row[1]), 1e-7)
					if row[5] == "1" {
						near(t, "C2 at step", n+1, f.now.Complete, number(t, row[2]), 1e-7)
					}
					if n > 0 {
						near(t, "change at step", n+1, step.Change, number(t, row[3]), 1e-10)
					}
					if want := whole(t, row[4]); step.Flips != want {
						t.Errorf("flips at step %d: got %d, want %d", n+1, step.Flips, want)
					}
				}
				if !step.Done {
					t.Errorf("not done when the oracle is")
				}
			})
		}
	}
}

// lowest starts a fit again with ties going to the lowest class.
func lowest(f *em) {
	for _, p := range f.passes {
		p.lowest = true
	}
	if f.hard {
		f.now = f.run(startHard, nil)
	} else {
		f.now = f.run(startSoft, nil)
	}
}

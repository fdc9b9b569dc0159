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
	"concord/core/internal/shared"
)

var sets = []struct{ name, data, file string }{
	{"bluebird", "bluebird", "labels.csv"},
	{"rte", "rte", "labels.csv"},
	{"dog", "dog", "labels_all.csv"},
	{"web", "web", "labels.csv"},
}

// exactly runs a method for n steps, or until it is done, and returns its fit
// and its trace.
func exactly(t *testing.T, d *crowd.Dataset, m fit.Method, n int) (*fit.Result, []fit.Step) {
	t.Helper()
	r, err := fit.Run(d, m, fit.Settings{MaxSteps: n, Tolerance: -1})
	if err != nil {
		t.Fatal(err)
	}
	return r, r.Trace
}

// records reads an expected-values file, plain or gzipped.
func records(t *testing.T, path ...string) [][]string {
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

// The exact oracle: plain EM in logs, double precision (oracle/README.md). It is
// printed to 15 digits or more and after the same number of steps.
func TestDSAgainstOracle(t *testing.T) {
	for _, set := range sets {
		t.Run(set.name, func(t *testing.T) {
			s := shared.Load(t, set.data, set.file)
			lik := records(t, "oracle", set.name, "np_ds_est_zrow_uniform_loglik.csv")
			last := int(shared.Float(t, lik[len(lik)-1][0]))
			r, trace := exactly(t, s.Data, &DS{}, last)
			for _, row := range lik {
				n := int(shared.Float(t, row[0]))
				near(t, "log-likelihood at step", n, trace[n-1].Objective, shared.Float(t, row[1]), 1e-8)
			}
			k := s.Data.Classes
			for i, row := range records(t, "oracle", set.name, "np_ds_est_zrow_uniform_posterior.csv") {
				for c := range k {
					near(t, "posterior of task "+row[0]+" class", c, r.Posterior[i*k+c], shared.Float(t, row[1+c]), 1e-8)
				}
			}
			for c, row := range records(t, "oracle", set.name, "np_ds_est_zrow_uniform_priors.csv") {
				near(t, "prior", c, r.Prior[c], shared.Float(t, row[1]), 1e-8)
			}
			for n, row := range records(t, "oracle", set.name, "np_ds_est_zrow_uniform_confusion.csv") {
				for c := range k {
					near(t, "confusion of worker "+row[0]+" row "+row[1], c, r.Confusion[n*k+c], shared.Float(t, row[2+c]), 1e-8)
				}
			}
		})
	}
}

func near(t *testing.T, what string, n int, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s %d: got %.15g, want %.15g", what, n, got, want)
	}
}

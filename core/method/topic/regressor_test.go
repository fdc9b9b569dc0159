package topic

import (
	"os"
	"testing"
	"time"

	"concord/core/fit"
	"concord/core/internal/shared"
)

func r2(got, want []float64) float64 {
	m := mean(want)
	var e, s float64
	for i, w := range want {
		e += (got[i] - w) * (got[i] - w)
		s += (w - m) * (w - m)
	}
	return 1 - e/s
}

func TestRegressor(t *testing.T) {
	name := os.Getenv("SET")
	if name == "" {
		name = "moviereviews"
	}
	f := func(k string, d float64) float64 {
		if v := os.Getenv(k); v != "" {
			return shared.Float(t, v)
		}
		return d
	}
	x := loadText(t, name, true)
	m := &Regressor{Prior: Prior{Topics: int(f("K", 20)), Alpha: f("ALPHA", 1), Tau: f("TAU", 0.1)}, Sigma2: f("SIGMA2", 0), Ridge: f("RIDGE", 0.1)}
	s, err := fit.Start(x.data, m, fit.Settings{Seed: uint64(f("SEED", 1)), MaxSteps: int(f("STEPS", 2)), Gain: -1, Tolerance: 1e-4})
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	last := 0.0
	for step := range s.Steps() {
		if step.N > 1 && step.Objective < last-1e-9*abs(last) {
			t.Errorf("step %d: the bound fell from %.6f to %.6f", step.N, last, step.Objective)
		}
		last = step.Objective
		if step.N%8 == 0 || step.N < 2 {
			p, _ := s.Fit().(fit.Predictor).Predict(x.test)
			r, _ := s.Result()
			t.Logf("%d bound %.2f change %.5f σ² %.4f train %.4f test %.4f %v", step.N, step.Objective, step.Change, s.Fit().(*regressor).sigma2, r2(r.Value, x.truth), r2(p.Value, x.want), time.Since(began))
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }

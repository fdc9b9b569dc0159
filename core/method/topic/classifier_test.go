package topic

import (
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/internal/shared"
)

// simulate gives every document one label by one of five workers, with the
// accuracies of the paper's 20-Newsgroups experiment.
func simulate(x *text, seed uint64) {
	accuracy := []float64{0.737, 0.468, 0.284, 0.278, 0.260}
	src := rand.New(rand.NewPCG(seed, 5))
	var task, worker, class []int32
	for i, z := range x.truth {
		j := src.IntN(len(accuracy))
		y := int(z)
		if src.Float64() > accuracy[j] {
			y = (y + 1 + src.IntN(len(x.classes)-1)) % len(x.classes)
		}
		task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32(y))
	}
	x.data.Labels = crowd.NewLabels(len(x.truth), len(accuracy), len(x.classes), task, worker, class)
	x.test.Tasks = len(x.want)
}

func share(posterior []float64, classes int, truth []float64) float64 {
	right := 0.0
	for i, z := range truth {
		if argmax(posterior[i*classes:(i+1)*classes]) == int(z) {
			right++
		}
	}
	return right / float64(len(truth))
}

func TestClassifier(t *testing.T) {
	f := func(k string, d float64) float64 {
		if v := os.Getenv(k); v != "" {
			return shared.Float(t, v)
		}
		return d
	}
	if os.Getenv("STEPS") == "" {
		t.Skip("a minute a step: set STEPS to run it")
	}
	x := loadText(t, "newsgroups4", false)
	simulate(x, 1)
	m := &Classifier{Prior: Prior{Topics: int(f("K", 20)), Alpha: f("ALPHA", 1), Tau: f("TAU", 0.1), Batch: int(f("BATCH", 0))}, L2: f("L2", 0.1), Omega: f("OMEGA", 1)}
	s, err := fit.Start(x.data, m, fit.Settings{Seed: uint64(f("SEED", 1)), MaxSteps: int(f("STEPS", 2)), Tolerance: 1e-4})
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	last := 0.0
	for step := range s.Steps() {
		if m.Batch == 0 && step.N > 1 && step.Objective < last-1e-9*abs(last) {
			t.Errorf("step %d: the bound fell from %.6f to %.6f", step.N, last, step.Objective)
		}
		last = step.Objective
		if step.N%5 == 0 || step.N < 4 {
			p, _ := s.Fit().(fit.Predictor).Predict(x.test)
			r, _ := s.Result()
			t.Logf("%d bound %.2f change %.5f train %.4f test %.4f %v", step.N, step.Objective, step.Change, share(r.Posterior, 4, x.truth), share(p.Posterior, 4, x.want), time.Since(began))
		}
	}
	r, _ := s.Result()
	for j := range 5 {
		t.Logf("%.2f", r.Confusion[j*16:(j+1)*16])
	}
}

package gp

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/internal/shared"
)

// uci loads features and truth of a UCI set.
func uci(t testing.TB, name string) (x [][]float64, z []int) {
	truth := map[string]string{}
	classes := map[string]bool{}
	for _, row := range shared.Records(t, "data", name, "truth.csv") {
		truth[row[0]] = row[1]
		classes[row[1]] = true
	}
	var names []string
	for c := range classes {
		names = append(names, c)
	}
	slices.Sort(names)
	for _, row := range shared.Records(t, "data", name, "features.csv") {
		v := make([]float64, len(row)-1)
		for i, s := range row[1:] {
			v[i] = shared.Float(t, s)
		}
		x = append(x, v)
		z = append(z, slices.Index(names, truth[row[0]]))
	}
	return x, z
}

// standardise scales the columns to mean 0 and variance 1; constant ones to 0.
func standardise(x [][]float64) {
	for d := range x[0] {
		var m, s float64
		for _, r := range x {
			m += r[d]
		}
		m /= float64(len(x))
		for _, r := range x {
			s += (r[d] - m) * (r[d] - m)
		}
		s = math.Sqrt(s / float64(len(x)))
		for _, r := range x {
			r[d] -= m
			if s > 0 {
				r[d] /= s
			}
		}
	}
}

func TestUCI(t *testing.T) {
	name := os.Getenv("UCI")
	if name == "" {
		name = "uci_parkinsons"
	}
	repeats, _ := strconv.Atoi(os.Getenv("REPEATS"))
	repeats = max(repeats, 1)
	x, z := uci(t, name)
	standardise(x)
	alpha := []float64{.9, .9, .8, .4, .3, .4, .6}
	beta := []float64{.8, .9, .9, .4, .5, .5, .5}
	sum := map[string][2]float64{}
	for rep := range repeats {
		src := rand.New(rand.NewPCG(uint64(rep), 7))
		order := src.Perm(len(x))
		n := len(x) * 7 / 10
		var task, worker, class []int32
		gold := make([]int32, n)
		f := &crowd.Features{Names: make([]string, len(x[0]))}
		for i, r := range order[:n] {
			f.X = append(f.X, x[r]...)
			gold[i] = int32(z[r])
			for j := range alpha {
				p := 1 - beta[j]
				if z[r] == 1 {
					p = alpha[j]
				}
				y := int32(0)
				if src.Float64() < p {
					y = 1
				}
				task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, y)
			}
		}
		test := &crowd.Dataset{Features: &crowd.Features{Names: f.Names}}
		test.Tasks = len(x) - n
		for _, r := range order[n:] {
			test.Features.X = append(test.Features.X, x[r]...)
		}
		for _, kind := range []struct {
			name string
			kind Kind
			gold []int32
		}{{"GOLD", Majority, gold}, {"CONC", Concatenated, nil}, {"MV", Majority, nil}, {"MA", Annotators, nil}} {
			d := &crowd.Dataset{Labels: crowd.NewLabels(n, len(alpha), 2, task, worker, class), Features: f, Gold: kind.gold}
			s, err := fit.Start(d, &GPC{Kind: kind.kind}, fit.Settings{Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			steps := 0
			for range s.Steps() {
				steps++
			}
			r, err := s.Result()
			if err != nil {
				t.Fatal(err)
			}
			pred, _ := s.Fit().(fit.Predictor).Predict(test)
			right, train := 0, 0
			for i, row := range order[n:] {
				if (pred.Posterior[2*i+1] > 0.5) == (z[row] == 1) {
					right++
				}
			}
			for i := range n {
				if (r.Posterior[2*i+1] > 0.5) == (gold[i] == 1) {
					train++
				}
			}
			v := sum[kind.name]
			v[0] += float64(right) / float64(len(x)-n) / float64(repeats)
			v[1] += float64(train) / float64(n) / float64(repeats)
			sum[kind.name] = v
			p := s.Fit().(*gpc).problems[0]
			t.Logf("%d %s steps %d rounds %d σ %.2f ℓ %.2f log Z %.2f status %v warnings %v", rep, kind.name, steps, p.rounds, p.kernel.Scale, p.kernel.Length, p.logZ, r.Status, r.Warnings)
		}
	}
	t.Log(sum)
}

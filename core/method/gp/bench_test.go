package gp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// clouds simulates n tasks with d features, of two classes that no line tells
// apart, and seven workers of whom each task has five.
func clouds(n, d int, seed uint64) (*crowd.Dataset, []int32) {
	src := rand.New(rand.NewPCG(seed, 77))
	alpha, beta := []float64{.9, .9, .8, .4, .3, .4, .6}, []float64{.8, .9, .9, .4, .5, .5, .5}
	f := &crowd.Features{Names: make([]string, d)}
	truth := make([]int32, n)
	var task, worker, class []int32
	for i := range n {
		var s float64
		for c := range d {
			x := src.NormFloat64()
			f.X = append(f.X, x)
			if c < 3 {
				s += math.Sin(2 * x)
			}
		}
		if s+0.3*src.NormFloat64() > 0 {
			truth[i] = 1
		}
		for _, j := range src.Perm(7)[:5] {
			p := 1 - beta[j]
			if truth[i] == 1 {
				p = alpha[j]
			}
			y := int32(0)
			if src.Float64() < p {
				y = 1
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, y)
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(n, 7, 2, task, worker, class), Features: f}, truth
}

func BenchmarkFit(b *testing.B) {
	for _, n := range []int{500, 1000, 5000} {
		b.Run(fmt.Sprintf("method=gpc-ma/tasks=%d", n), func(b *testing.B) {
			d, truth := clouds(n, 10, 1)
			for range b.N {
				r, err := fit.Run(d, &GPC{}, fit.Settings{Seed: 1})
				if err != nil {
					b.Fatal(err)
				}
				right := 0
				for i, k := range truth {
					if (r.Posterior[2*i+1] > 0.5) == (k == 1) {
						right++
					}
				}
				b.ReportMetric(float64(right)/float64(n), "accuracy")
				b.ReportMetric(float64(len(r.Trace)), "steps")
			}
		})
	}
}

package gp

import "math"

// Cost is about what a fit takes. It is a forecast: how many sweeps there will be
// depends on the data.
type Cost struct {
	Flops    float64 // floating-point operations, at the speed that Probe has
	Bytes    float64 // memory at the peak
	Learnt   int     // tasks that the kernel is learnt on
	Inducing int     // inducing points; 0: the prior is exact
}

// How many passes over its matrices a fit makes, as timed against Probe on clouds
// of 200 to 2,000 tasks (BenchmarkFit): over n×n ones in units of n³, to find a
// kernel to start from, to fit exactly and to learn the kernel of a sparse prior;
// over those of a sparse prior in units of 2NM².
const (
	gridPasses   = 42
	exactPasses  = 28
	learnPasses  = 8
	sparsePasses = 60
)

// Cost forecasts a fit to so many tasks with features and labels.
func (m *GPC) Cost(tasks, features, classes int) Cost {
	limit, points := m.ExactLimit, m.Inducing
	if limit == 0 {
		limit = 1000
	}
	if points == 0 {
		points = 200
	}
	problems := float64(classes)
	if classes == 2 {
		problems = 1
	}
	c := Cost{Learnt: tasks}
	if tasks > limit {
		c.Learnt, c.Inducing = min(learnedSubset, tasks), min(points, tasks)
	}
	n, t, k := float64(c.Learnt), float64(tasks), float64(c.Inducing)
	grid, passes := min(n, subsetOfGrid), float64(exactPasses)
	if c.Inducing > 0 {
		passes = learnPasses
	}
	c.Flops = problems * (gridPasses*grid*grid*grid + passes*n*n*n)
	c.Bytes = 8 * 6 * n * n
	if m.ARD { // a gradient by each length-scale
		c.Flops += problems * passes / 10 * float64(features) * n * n
	}
	if c.Inducing > 0 {
		c.Flops += problems * sparsePasses * 2 * t * k * k
		c.Bytes += problems * 8 * (t*k + 3*k*k)
	}
	c.Bytes += 8 * t * float64(features)
	return c
}

// probeSize is that of the matrix that Probe works on: large enough to be worked
// on in blocks, as in a fit.
const probeSize = 256

// Probe does the work of which a fit mostly consists and returns how many
// operations that was: timed, it tells how fast this machine is.
func Probe() (flops float64) {
	a := newPairs(probeSize, probeSize)
	for i := range probeSize {
		for j := range i {
			a.set(i, j, math.Exp(-float64(i-j)/8))
		}
		a.set(i, i, 2)
	}
	cholesky(&a, probeSize)
	return probeSize * probeSize * probeSize / 3
}

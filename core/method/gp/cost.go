package gp

import (
	"fmt"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/humanize"
)

var _ fit.Coster = (*GPC)(nil)

// How many passes over its matrices a fit makes, timed against Probe on clouds of 200 to 2,000
// tasks (BenchmarkFit): over n×n matrices in units of n³, to choose the starting kernel, to fit
// exactly and to learn the kernel of a sparse prior; over those of a sparse prior in units of 2NM².
const (
	gridPasses   = 42
	exactPasses  = 28
	learnPasses  = 8
	sparsePasses = 60
)

// Cost implements fit.Coster.
func (m *GPC) Cost(d *crowd.Dataset) fit.Cost {
	tasks := 0
	for i := range d.Tasks {
		if from, to := d.Of(i); from < to && d.Features.Describes(i) {
			tasks++
		}
	}
	return m.Forecast(tasks, len(d.Features.Names), d.Classes)
}

// Forecast is Cost for so many tasks with features and labels.
func (m *GPC) Forecast(tasks, features, classes int) fit.Cost {
	own := m.WithDefaults()
	problems := float64(classes)
	if classes == 2 {
		problems = 1
	}
	learnt, inducing := tasks, 0 // tasks that the kernel is learnt on; inducing points, 0: the prior is exact
	passes := float64(exactPasses)
	var c fit.Cost
	if tasks > own.ExactLimit {
		learnt, inducing = min(learnedSubset, tasks), min(own.Inducing, tasks)
		passes = learnPasses
		c.Note = fmt.Sprintf("%s are more than are worked on one by one: it works with %s in their place, and learns how alike tasks are "+
			"from %s of them",
			humanize.Count(tasks, "task"), humanize.Count(inducing, "typical point"), humanize.Number(learnt))
	}
	n, t, k := float64(learnt), float64(tasks), float64(inducing)
	grid := min(n, subsetOfGrid)
	c.Flops = problems * (gridPasses*grid*grid*grid + passes*n*n*n)
	c.Bytes = 8 * 6 * n * n
	if m.ARD { // a gradient by each length-scale
		c.Flops += problems * passes / 10 * float64(features) * n * n
	}
	if inducing > 0 {
		c.Flops += problems * sparsePasses * 2 * t * k * k
		c.Bytes += problems * 8 * (t*k + 3*k*k)
	}
	c.Bytes += 8 * t * float64(features)
	return c
}

// probeSize is the size of Probe's matrix, large enough to be processed in blocks as in a fit.
const probeSize = 256

// Probe implements fit.Coster.
func (*GPC) Probe() (flops float64) {
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

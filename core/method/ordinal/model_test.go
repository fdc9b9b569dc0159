package ordinal

import (
	"math"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// The derivatives are those of the function, by differences.
func TestSlope(t *testing.T) {
	const step = 1e-4
	inf := math.Inf(1)
	for _, x := range [][2]float64{{1, -1}, {3, 2.5}, {-2, -2.3}, {8, -9}, {inf, .5}, {.7, -inf}} {
		h, o := x[0], x[1]
		gh, go_, hh, oo, ho := slope(h, o)
		at := func(dh, do float64) float64 { return between(h+dh*step, o+do*step) }
		for _, c := range []struct {
			name      string
			got, want float64
		}{
			{"h", gh, (at(1, 0) - at(-1, 0)) / (2 * step)}, {"o", go_, (at(0, 1) - at(0, -1)) / (2 * step)},
			{"h h", hh, (at(1, 0) - 2*at(0, 0) + at(-1, 0)) / (step * step)}, {"o o", oo, (at(0, 1) - 2*at(0, 0) + at(0, -1)) / (step * step)},
			{"h o", ho, (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4 * step * step)},
		} {
			if math.Abs(c.got-c.want) > 1e-5*(1+math.Abs(c.want)) {
				t.Errorf("(%g, %g) by %s: got %g, by differences %g", h, o, c.name, c.got, c.want)
			}
		}
	}
}

// Tiny is a case small enough to enumerate every truth.
func Tiny() *crowd.Dataset {
	return &crowd.Dataset{Labels: crowd.NewLabels(5, 3, 3, []int32{0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4},
		[]int32{0, 1, 2, 0, 1, 2, 0, 1, 0, 1, 2, 1, 2}, []int32{0, 0, 1, 1, 2, 1, 2, 2, 2, 1, 2, 0, 0})}
}

// LogLikelihood is that of the labels, with the truth of all tasks enumerated. Confusion has the matrices of the workers.
func LogLikelihood(d *crowd.Dataset, prior, confusion []float64) float64 {
	k, sum := d.Classes, 0.0
	truth := make([]int, d.Tasks)
	for n := range int(math.Pow(float64(k), float64(d.Tasks))) {
		p := 1.0
		for i := range truth {
			truth[i], n = n%k, n/k
			p *= prior[truth[i]]
			from, to := d.Of(i)
			for v := from; v < to; v++ {
				p *= confusion[(int(d.Worker[v])*k+truth[i])*k+int(d.Class[v])]
			}
		}
		sum += p
	}
	return math.Log(sum)
}

// Once it has converged, no parameter can be moved for the better: the log posterior, computed by enumeration of every truth, is
// flat in all directions.
func TestTheEndIsFlat(t *testing.T) {
	d := Tiny()
	m := newModel(d, fit.Settings{})
	step := fit.Step{}
	for range 3000 {
		step, _ = m.Step()
	}
	objective := func() float64 {
		for j := range m.workers {
			m.tabulate(j)
		}
		k, v := d.Classes, LogLikelihood(d, m.prior, m.table)
		for _, p := range m.prior {
			v += math.Log(p)
		}
		for _, w := range m.workers {
			v += -((w.a-m.typical)*(w.a-m.typical)+w.beta*w.beta)/8 + math.Log(w.lapse) + 9*math.Log(1-w.lapse)
			for _, g := range w.guess {
				v += math.Log(g)
			}
		}
		for l := 1; l < k; l++ {
			v -= 2 * (m.t[l] - float64(l) + .5) * (m.t[l] - float64(l) + .5)
		}
		return v
	}
	if got := objective(); math.Abs(got-step.Objective) > 1e-9 {
		t.Errorf("the objective is %.12f, by enumeration %.12f", step.Objective, got)
	}
	flat := func(name string, x *float64) {
		const by = 1e-5
		was := *x
		*x = was + by
		up := objective()
		*x = was - by
		down := objective()
		*x = was
		if slope := (up - down) / (2 * by); math.Abs(slope) > 1e-4 {
			t.Errorf("%s = %g: the log posterior has a slope of %g", name, was, slope)
		}
	}
	flat("ā", &m.typical)
	for l := 1; l < d.Classes; l++ {
		flat("a threshold", &m.t[l])
	}
	for j := range m.workers {
		w := &m.workers[j]
		flat("a", &w.a)
		flat("β", &w.beta)
		flat("e", &w.lapse)
	}
}

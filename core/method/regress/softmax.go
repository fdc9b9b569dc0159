package regress

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"concord/core/crowd"
	"concord/core/prob"
)

// softmax is a multinomial logistic regression.
type softmax struct {
	classes, features int
	penalty           float64   // λ
	w                 []float64 // K×(D+1), the intercept last
}

// DefaultPenalty is λ for so many features: D/25, which gives scores of standardised features a
// prior deviation of 5 however many there are, but at least 1.
func DefaultPenalty(features int) float64 { return math.Max(1, float64(features)/25) }

func newSoftmax(classes, features int, penalty float64) *softmax {
	if penalty == 0 {
		penalty = DefaultPenalty(features)
	}
	return &softmax{classes: classes, features: features, penalty: penalty, w: make([]float64, classes*(features+1))}
}

// logits sets out to the linear scores of x under the weights w.
func (m *softmax) logits(w, x, out []float64) {
	d := m.features
	for k := range out {
		row := w[k*(d+1) : (k+1)*(d+1)]
		out[k] = row[d] + prob.Dot(row[:d], x)
	}
}

// probabilities sets out to P(z = k | x).
func (m *softmax) probabilities(x, out []float64) {
	m.logits(m.w, x, out)
	prob.Softmax(out)
}

// negativeLogPosterior returns −Σ_i Σ_k t_ik log P(z_i = k) + ½λ‖w‖² over the rows x with soft
// targets t, whose rows may have any sum, and sets its gradient by w.
func (m *softmax) negativeLogPosterior(w []float64, x [][]float64, target, gradient []float64) float64 {
	d, k := m.features, m.classes
	clear(gradient)
	var sum float64
	p := make([]float64, k)
	for i, row := range x {
		t := target[i*k : (i+1)*k]
		m.logits(w, row, p)
		var weight float64
		for c, v := range t {
			weight += v
			sum -= v * p[c]
		}
		sum += weight * prob.Softmax(p)
		for c, v := range p {
			e := weight*v - t[c]
			g := gradient[c*(d+1) : (c+1)*(d+1)]
			for n, f := range row {
				g[n] += e * f
			}
			g[d] += e
		}
	}
	for c := range k {
		for n := c * (d + 1); n < c*(d+1)+d; n++ {
			sum += m.penalty / 2 * w[n] * w[n]
			gradient[n] += m.penalty * w[n]
		}
	}
	return sum
}

// logPrior returns −½λ‖w‖².
func (m *softmax) logPrior() float64 {
	var s float64
	for c := range m.classes {
		row := m.w[c*(m.features+1) : c*(m.features+1)+m.features]
		s += prob.Dot(row, row)
	}
	return -m.penalty / 2 * s
}

// learn raises the log posterior by at most so many iterations of L-BFGS from the present weights
// and returns by how much. It never lowers it.
func (m *softmax) learn(x [][]float64, target []float64, iterations int) (gain float64) {
	type point struct {
		w, g  []float64
		value float64
	}
	evaluate := func(w []float64) *point {
		p := &point{w: slices.Clone(w), g: make([]float64, len(w))}
		p.value = m.negativeLogPosterior(w, x, target, p.g)
		return p
	}
	start := evaluate(m.w)
	best, last := start, start
	at := func(w []float64) *point {
		if !slices.Equal(last.w, w) {
			last = evaluate(w)
			if last.value < best.value {
				best = last
			}
		}
		return last
	}
	problem := optimize.Problem{
		Func: func(w []float64) float64 { return at(w).value },
		Grad: func(g, w []float64) { copy(g, at(w).g) },
	}
	_, _ = optimize.Minimize(problem, start.w, &optimize.Settings{ // a line search that fails still leaves the best point
		MajorIterations: iterations, GradientThreshold: 1e-6,
		Converger: &optimize.FunctionConverge{Absolute: 1e-10, Relative: 1e-10, Iterations: 2},
	}, &optimize.LBFGS{})
	m.w = best.w
	return start.value - best.value
}

func (m *softmax) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	if d.Features == nil || len(d.Features.Names) != m.features {
		return nil, errPredict
	}
	e := &crowd.Estimate{Posterior: make([]float64, d.Tasks*m.classes)}
	for i := range d.Tasks {
		m.classProbabilities(d.Features, i, e.Posterior[i*m.classes:(i+1)*m.classes])
	}
	return e, nil
}

// classProbabilities sets row to P(z = k | x) of task i, uniform without features.
func (m *softmax) classProbabilities(f *crowd.Features, i int, row []float64) {
	if f.Describes(i) {
		m.probabilities(f.Row(i), row)
	} else {
		prob.Uniform(row)
	}
}

// farthest returns the largest |a − b|.
func farthest(a, b []float64) float64 { return floats.Distance(a, b, math.Inf(1)) }

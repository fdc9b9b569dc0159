package consensus

import (
	"math"
	"slices"

	"concord/core/prob"
)

// regression fits a rule by Newton's method, its weights held at zero or above.
type regression struct {
	*study
	shifts    int       // K, or 0 without
	beta      []float64 // the panel's weight, the shifts, the workers' weights
	precision []float64 // of their priors; 0: of weights that stay zero
	free      []int     // those that the last step was free to move
	root      []float64 // the Cholesky factor of their information, row by row
}

// entry is a term of the scores of a task: beta at x times 1 for a class, or times log q (class −1).
type entry struct{ x, class int }

func newRegression(s *study, spread float64, shifts bool) *regression {
	r := &regression{study: s}
	if shifts {
		r.shifts = s.l.Classes
	}
	r.beta, r.precision = make([]float64, s.n+r.shifts), make([]float64, s.n+r.shifts)
	r.beta[0] = 1
	for x := range r.beta {
		switch {
		case x == 0:
			r.precision[x] = 1 / (panelSpread * panelSpread)
		case r.signed(x):
			r.precision[x] = 1 / (shiftSpread * shiftSpread)
		case spread > 0:
			r.precision[x] = 1 / (spread * spread)
		}
	}
	return r
}

// signed reports whether a coefficient may be negative: the shifts may.
func (r *regression) signed(x int) bool { return x > 0 && x <= r.shifts }

// off is how far a coefficient lies from where it is beforehand.
func (r *regression) off(x int) float64 {
	if x == 0 {
		return r.beta[0] - 1
	}
	return r.beta[x]
}

// entries returns the terms of the task at a place.
func (r *regression) entries(at int, list []entry) []entry {
	list = append(list[:0], entry{0, -1})
	for k := range r.shifts {
		list = append(list, entry{1 + k, k})
	}
	from, to := r.l.Of(r.tasks[at])
	for n := from; n < to; n++ {
		list = append(list, entry{r.shifts + r.column[r.l.Worker[n]], int(r.l.Class[n])})
	}
	return list
}

// scores writes those of the task at a place.
func (r *regression) scores(at int, list []entry, out []float64) {
	clear(out)
	for _, e := range list {
		r.add(at, e, r.beta[e.x], out)
	}
}

// add adds a term with a coefficient to the scores.
func (r *regression) add(at int, e entry, beta float64, out []float64) {
	if e.class >= 0 {
		out[e.class] += beta
		return
	}
	for k, x := range r.of(at) {
		out[k] += beta * x
	}
}

// objective is the log posterior, but for a constant.
func (r *regression) objective() (sum float64) {
	p := make([]float64, r.l.Classes)
	var list []entry
	for at, z := range r.truth {
		list = r.entries(at, list)
		r.scores(at, list, p)
		x := p[z]
		sum += x - prob.Softmax(p)
	}
	for x, precision := range r.precision {
		sum -= precision * r.off(x) * r.off(x) / 2
	}
	return sum
}

// slopes returns gradient and information of the terms of the task at a place, given its probabilities.
func (r *regression) slopes(at int, list []entry, p, gradient, information []float64) ([]float64, []float64) {
	said, n := r.of(at), len(list)
	gradient, information = slices.Grow(gradient[:0], n)[:n], slices.Grow(information[:0], n*n)[:n*n]
	mean, square := 0.0, 0.0
	for k, x := range said {
		mean += p[k] * x
	}
	for k, x := range said {
		square += p[k] * (x - mean) * (x - mean)
	}
	z := r.truth[at]
	for a, e := range list {
		switch {
		case e.class < 0:
			gradient[a] = said[z] - mean
		case e.class == z:
			gradient[a] = 1 - p[z]
		default:
			gradient[a] = -p[e.class]
		}
		for b, f := range list {
			x := 0.0
			switch {
			case e.class < 0 && f.class < 0:
				x = square
			case e.class < 0:
				x = p[f.class] * (said[f.class] - mean)
			case f.class < 0:
				x = p[e.class] * (said[e.class] - mean)
			case e.class == f.class:
				x = p[e.class] * (1 - p[e.class])
			default:
				x = -p[e.class] * p[f.class]
			}
			information[a*n+b] = x
		}
	}
	return gradient, information
}

// slope returns the gradient of the objective, and factors the information of those coefficients that it may move.
func (r *regression) slope() []float64 {
	n := len(r.beta)
	gradient, information := make([]float64, n), make([]float64, n*n)
	p := make([]float64, r.l.Classes)
	var list []entry
	var g, h []float64
	for at := range r.tasks {
		list = r.entries(at, list)
		r.scores(at, list, p)
		prob.Softmax(p)
		g, h = r.slopes(at, list, p, g, h)
		for a, e := range list {
			gradient[e.x] += g[a]
			for b, f := range list {
				information[e.x*n+f.x] += h[a*len(list)+b]
			}
		}
		r.work.Continue(len(p) + len(list)*len(list))
	}
	r.free = r.free[:0]
	for x, precision := range r.precision {
		gradient[x] -= precision * r.off(x)
		information[x*n+x] += precision
		if precision > 0 && (r.signed(x) || r.beta[x] > 0 || gradient[x] > 0) {
			r.free = append(r.free, x)
		}
	}
	r.root = cholesky(information, n, r.free)
	r.work.Continue(len(r.free) * len(r.free) * len(r.free) / 6)
	return gradient
}

// fit returns the rule of the most probable coefficients.
func (r *regression) fit() rule {
	const most, near, shortest = 50, 1e-9, 1e-6
	objective := r.objective()
	for range most {
		gradient := r.slope()
		step := make([]float64, len(r.free))
		for a, x := range r.free {
			step[a] = gradient[x]
		}
		solve(r.root, step)
		was, gain := slices.Clone(r.beta), 0.0
		for part := 1.; part > shortest && gain <= 0; part /= 2 {
			for a, x := range r.free {
				if r.beta[x] = was[x] + part*step[a]; !r.signed(x) {
					r.beta[x] = max(0, r.beta[x])
				}
			}
			gain = r.objective() - objective
		}
		if gain <= 0 {
			copy(r.beta, was)
		}
		if gain < near || r.work.Err() != nil {
			break
		}
		objective += gain
	}
	out := rule{panel: r.beta[0], worker: make([]float64, len(r.column)), alone: -1}
	for j, x := range r.column {
		if x > 0 {
			out.worker[j] = r.beta[r.shifts+x]
		}
	}
	if r.shifts > 0 {
		out.shift = slices.Clone(r.beta[1 : 1+r.shifts])
	}
	return out
}

// without returns the probabilities of the classes of each gold task by the fit without it, one task after the other: with C the
// inverse of the information for those terms of the task that are free to move, D the task's own part of it and g their gradient,
// their coefficients are less by
//
//	C (1 − D C)⁻¹ g
func (r *regression) without() (out []float64) {
	r.slope()
	n := len(r.free)
	inverse := make([]float64, n*n)
	for a := range n {
		row := inverse[a*n : (a+1)*n]
		row[a] = 1
		solve(r.root, row)
	}
	place := slices.Repeat([]int{-1}, len(r.beta))
	for a, x := range r.free {
		place[x] = a
	}
	p, q := make([]float64, r.l.Classes), make([]float64, r.l.Classes)
	var list []entry
	var g, d, c, system []float64
	for at := range r.tasks {
		list = r.entries(at, list)
		r.scores(at, list, p)
		copy(q, p)
		prob.Softmax(q)
		list = slices.DeleteFunc(list, func(e entry) bool { return place[e.x] < 0 })
		g, d = r.slopes(at, list, q, g, d)
		c, system = c[:0], system[:0]
		for _, e := range list {
			for _, f := range list {
				c = append(c, inverse[place[e.x]*n+place[f.x]])
			}
		}
		m := len(list)
		for a := range m {
			for b := range m {
				x := -prob.Dot(d[a*m:(a+1)*m], c[b*m:(b+1)*m]) // both are symmetric
				if a == b {
					x++
				}
				system = append(system, x)
			}
		}
		if eliminate(system, g) {
			for a, e := range list {
				less := prob.Dot(c[a*m:(a+1)*m], g)
				if !r.signed(e.x) {
					less = min(less, r.beta[e.x])
				}
				r.add(at, e, -less, p)
			}
		}
		prob.Softmax(p)
		out = append(out, p...)
		if !r.work.Continue(m * m * m) {
			break
		}
	}
	return out
}

// cholesky returns the lower factor, n×n, of those rows and columns of a symmetric matrix of so many.
func cholesky(of []float64, size int, rows []int) []float64 {
	n := len(rows)
	l := make([]float64, n*n)
	for a := range n {
		for b := range a + 1 {
			x := of[rows[a]*size+rows[b]] - prob.Dot(l[a*n:a*n+b], l[b*n:b*n+b])
			if a == b {
				l[a*n+a] = math.Sqrt(max(x, 1e-12))
			} else {
				l[a*n+b] = x / l[b*n+b]
			}
		}
	}
	return l
}

// solve replaces b by the x of l lᵀ x = b.
func solve(l, b []float64) {
	n := len(b)
	for a := range n {
		b[a] = (b[a] - prob.Dot(l[a*n:a*n+a], b[:a])) / l[a*n+a]
	}
	for a := n - 1; a >= 0; a-- {
		for c := a + 1; c < n; c++ {
			b[a] -= l[c*n+a] * b[c]
		}
		b[a] /= l[a*n+a]
	}
}

// eliminate replaces b by the x of m x = b, by Gaussian elimination with pivots. It reports whether there is one.
func eliminate(m, b []float64) bool {
	n := len(b)
	for c := range n {
		pivot := c
		for a := c + 1; a < n; a++ {
			if math.Abs(m[a*n+c]) > math.Abs(m[pivot*n+c]) {
				pivot = a
			}
		}
		if math.Abs(m[pivot*n+c]) < 1e-12 {
			return false
		}
		for k := range n {
			m[c*n+k], m[pivot*n+k] = m[pivot*n+k], m[c*n+k]
		}
		b[c], b[pivot] = b[pivot], b[c]
		for a := c + 1; a < n; a++ {
			by := m[a*n+c] / m[c*n+c]
			for k := c; k < n; k++ {
				m[a*n+k] -= by * m[c*n+k]
			}
			b[a] -= by * b[c]
		}
	}
	for c := n - 1; c >= 0; c-- {
		b[c] = (b[c] - prob.Dot(m[c*n+c+1:(c+1)*n], b[c+1:])) / m[c*n+c]
	}
	return true
}

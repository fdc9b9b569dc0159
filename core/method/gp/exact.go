package gp

import (
	"errors"
	"math"
	"slices"

	"concord/core/prob"
)

// errIndefinite says that the sites add up to no distribution.
var errIndefinite = errors.New("gp: the sites make the posterior improper")

// prior is an exact or sparse Gaussian process prior over the latent values of N tasks. Given the sites it yields the posterior.
type prior interface {
	// posterior sets the mean and variance of every task, given the sums of the sites' precisions
	// and precision-weighted means. It returns log|I + KT|.
	posterior(tau, nu, mean, variance []float64) (logDet float64, err error)
	// predict returns the mean and variance at new points, after posterior.
	predict(x [][]float64) (mean, variance []float64)
}

// workspace is the memory of exact priors over the same tasks: 4N² numbers, plus 3N per negative
// site and N per small one. The classifiers, one per class, take turns with it.
type workspace struct {
	x        [][]float64
	n        int
	distance []float64 // |x_i − x_j|²
	k        []float64 // K
	l        pairs     // lower Cholesky factor of B
	inverse  pairs     // upper: transpose of L⁻¹
	kernel   *Kernel   // whose K it holds

	of    *exact    // whose posterior it holds, in the following too
	root  []float64 // √max(T, 0)
	low   []int     // tasks whose T is at most direct, the negative ones first
	place []int     // by task: its place among them, or −1
	half  pairs     // by place: L⁻¹ √T K of the task
	wneg  []float64 // √|T| of the m negative ones
	sigma pairs     // m×N: their columns of Σ₊
	g     pairs     // m×m: lower Cholesky factor of I − W Σ₊ W
	extra pairs     // N×m: E, Σ = Σ₊ + E Eᵀ
}

func newWorkspace(x [][]float64) *workspace {
	n := len(x)
	w := &workspace{
		x: x, n: n, distance: make([]float64, n*n), k: make([]float64, n*n), l: newPairs(n, n), inverse: newPairs(n, n),
		root: make([]float64, n), place: make([]int, n),
	}
	one := &Kernel{Length: []float64{1}}
	for i := range n {
		for j := range i {
			d := one.distance(x[i], x[j])
			w.distance[i*n+j], w.distance[j*n+i] = d, d
		}
	}
	return w
}

// load fills K.
func (w *workspace) load(k *Kernel) {
	if w.kernel == k {
		return
	}
	w.kernel = k
	n, square := w.n, k.Scale*k.Scale
	for i := range n {
		w.k[i*n+i] = square
		for j := range i {
			var v float64
			if len(k.Length) == 1 {
				v = square * math.Exp(-0.5*w.distance[i*n+j]/(k.Length[0]*k.Length[0]))
			} else {
				v = k.at(w.x[i], w.x[j])
			}
			w.k[i*n+j], w.k[j*n+i] = v, v
		}
	}
}

// exact is the full prior with an N×N matrix K. The posterior is Σ = (K⁻¹ + T)⁻¹, where the
// diagonal T may have negative entries. It is built in two parts: Σ₊, with the positive entries
// only, through the Cholesky factor of B = I + √T K √T (Rasmussen & Williams, section 3.6), then
// the few negative ones by Woodbury's identity. K + T⁻¹ would be indefinite and is never formed.
type exact struct {
	*workspace
	kernel  *Kernel
	tau, nu []float64
	weight  []float64 // ν − Tμ, so that E[f*] = k*ᵀ weight
}

func newExact(k *Kernel, w *workspace) *exact {
	return &exact{workspace: w, kernel: k, weight: make([]float64, w.n)}
}

// direct is the precision below which variances are computed without dividing by it.
const direct = 1e-3

func (e *exact) posterior(tau, nu, mean, variance []float64) (float64, error) {
	n := e.n
	e.load(e.kernel)
	e.of = nil
	e.tau, e.nu = append(e.tau[:0], tau...), append(e.nu[:0], nu...)
	e.sort()
	for i := range n {
		s, kr := e.root[i], e.k[i*n:(i+1)*n]
		for j := range i {
			e.l.set(i, j, s*kr[j]*e.root[j])
		}
		e.l.set(i, i, 1+s*s*kr[i])
	}
	if !cholesky(&e.l, n) {
		return 0, errIndefinite
	}
	e.l.invert(&e.inverse)
	logDet := e.l.logDiagonal()

	// μ₊ = K (ν − √T B⁻¹ √T K ν)
	u := e.times(nu)
	e.shrink(u)
	for i := range u {
		u[i] = nu[i] - u[i]
	}
	copy(mean, e.times(u))
	for i := 0; i < n; i += 2 { // Σ₊ = T⁻¹ − T^(−½) B⁻¹ T^(−½)
		rows := e.inverse.pair(i)[i:]
		a, _, _, b := cross(rows, rows)
		for q, s := range []float64{a, b} {
			switch {
			case i+q == n:
			case tau[i+q] > direct:
				variance[i+q] = (1 - s) / tau[i+q]
			default: // unless there is more to say of it below
				variance[i+q] = e.k[(i+q)*n+i+q]
			}
		}
	}
	e.halves()
	for p := 0; p < len(e.low); p += 2 { // Σ₊ = K − K √T B⁻¹ √T K
		rows := e.half.pair(p)
		a, _, _, b := cross(rows, rows)
		for q, s := range []float64{a, b} {
			if p+q < len(e.low) {
				i := e.low[p+q]
				variance[i] = e.k[i*n+i] - s
			}
		}
	}
	if len(e.wneg) > 0 {
		more, err := e.subtract(nu, mean, variance)
		if err != nil {
			return 0, err
		}
		logDet += more
	}
	for i := range n {
		e.weight[i] = nu[i] - tau[i]*mean[i]
	}
	e.of = e
	return logDet, nil
}

// sort tells the negative sites, the small ones and the rest apart.
func (e *exact) sort() {
	e.low, e.wneg = e.low[:0], e.wneg[:0]
	any := false // site is positive; else Σ₊ = K
	for i, t := range e.tau {
		any = any || t > 0
		e.root[i] = math.Sqrt(math.Max(t, 0))
		e.place[i] = -1
		if t < 0 {
			e.low = append(e.low, i)
			e.wneg = append(e.wneg, math.Sqrt(-t))
		}
	}
	for i, t := range e.tau {
		if t >= 0 && t <= direct && any {
			e.low = append(e.low, i)
		}
	}
	for p, i := range e.low {
		e.place[i] = p
	}
}

// halves computes L⁻¹ √T K of the low tasks.
func (e *exact) halves() {
	n := e.n
	e.half.shape(len(e.low), n)
	for p, i := range e.low {
		for k, s := range e.root {
			e.half.set(p, k, s*e.k[i*n+k])
		}
	}
	e.l.solve(&e.half)
}

// times returns K v.
func (e *exact) times(v []float64) []float64 {
	out := make([]float64, e.n)
	for i := range out {
		out[i] = prob.Dot(e.k[i*e.n:(i+1)*e.n], v)
	}
	return out
}

// shrink replaces u by √T B⁻¹ √T u.
func (e *exact) shrink(u []float64) {
	for i, s := range e.root {
		u[i] *= s
	}
	e.l.forward(u)
	e.l.backward(u)
	for i, s := range e.root {
		u[i] *= s
	}
}

// subtract takes the negative sites into the posterior.
func (e *exact) subtract(nu, mean, variance []float64) (logDet float64, err error) {
	n, m := e.n, len(e.wneg)
	e.columns()
	e.g.shape(m, m)
	for a, i := range e.low[:m] {
		for b := range a + 1 {
			e.g.set(a, b, -e.wneg[a]*e.sigma.at(b, i)*e.wneg[b])
		}
		e.g.set(a, a, 1+e.g.at(a, a))
	}
	if !cholesky(&e.g, m) {
		return 0, errIndefinite
	}
	// Σ = Σ₊ + E Eᵀ with E = Σ₊ W G⁻ᵀ
	e.extra.shape(n, m)
	for a, w := range e.wneg {
		for i := range n {
			e.extra.set(i, a, w*e.sigma.at(a, i))
		}
	}
	e.g.solve(&e.extra)
	sum := make([]float64, m)
	for i := range n {
		for a := range sum {
			v := e.extra.at(i, a)
			variance[i] += v * v
			sum[a] += v * nu[i]
		}
	}
	for i := range n {
		for a, s := range sum {
			mean[i] += e.extra.at(i, a) * s
		}
	}
	return e.g.logDiagonal(), nil
}

// columns computes those columns of Σ₊ that belong to negative sites: T^(−½) B⁻¹ √T K, or K − K √T B⁻¹ √T K where T is small.
func (e *exact) columns() {
	n, m := e.n, len(e.wneg)
	e.sigma.shape(m, n)
	for a := 0; a < m; a += 2 {
		half, column := e.half.pair(a), e.sigma.pair(a)
		for i := 0; i < n; i += 2 { // L⁻ᵀ half
			p, q, r, s := cross(e.inverse.pair(i)[i:], half[i:])
			column[i], column[i+1] = [2]float64{p, q}, [2]float64{r, s}
		}
		for i, s := range e.root {
			if e.place[i] < 0 {
				column[i][0] /= s
				column[i][1] /= s
			}
		}
		j := e.low[a] * n
		next := j // of the padding
		if a+1 < m {
			next = e.low[a+1] * n
		}
		for b := 0; b < len(e.low); b += 2 {
			p, q, r, s := cross(e.half.pair(b), half)
			i := e.low[b]
			column[i] = [2]float64{e.k[j+i] - p, e.k[next+i] - q}
			if b+1 < len(e.low) {
				i = e.low[b+1]
				column[i] = [2]float64{e.k[j+i] - r, e.k[next+i] - s}
			}
		}
	}
}

// batch is how many new points are predicted together.
const batch = 32

func (e *exact) predict(x [][]float64) (mean, variance []float64) {
	n := e.n
	if e.of != e { // another has used the workspace
		_, _ = e.posterior(slices.Clone(e.tau), slices.Clone(e.nu), make([]float64, n), make([]float64, n))
	}
	m := len(e.wneg)
	mean, variance = make([]float64, len(x)), make([]float64, len(x))
	ks := make([]float64, batch*n)
	var u, c pairs
	for from := 0; from < len(x); from += batch {
		points := x[from:min(from+batch, len(x))]
		u.shape(len(points), n)
		for t, point := range points {
			row := ks[t*n : (t+1)*n]
			for i, s := range e.root {
				row[i] = e.kernel.at(point, e.x[i])
				u.set(t, i, s*row[i])
			}
			mean[from+t] = prob.Dot(row, e.weight)
		}
		e.l.solve(&u)
		c.shape(len(points), m)
		for t := 0; t < len(points); t += 2 {
			rows := u.pair(t)
			p, _, _, q := cross(rows, rows)
			for s, v := range []float64{p, q} {
				if t+s < len(points) {
					variance[from+t+s] = e.kernel.Scale*e.kernel.Scale - v
				}
			}
			for a := 0; a < m; a += 2 { // covariance with the negative sites, given the positive
				p, q, r, s := cross(rows, e.half.pair(a))
				for b, v := range [][2]float64{{p, r}, {q, s}} {
					if a+b == m {
						break
					}
					w, j := e.wneg[a+b], e.low[a+b]
					c.set(t, a+b, w*(ks[t*n+j]-v[0]))
					if t+1 < len(points) {
						c.set(t+1, a+b, w*(ks[(t+1)*n+j]-v[1]))
					}
				}
			}
		}
		if m > 0 {
			e.g.solve(&c)
		}
		for t := range points {
			for a := range m {
				variance[from+t] += c.at(t, a) * c.at(t, a)
			}
		}
	}
	return mean, variance
}

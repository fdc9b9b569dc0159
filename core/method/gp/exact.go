package gp

import (
	"errors"
	"math"
)

// errIndefinite says that the sites add up to no distribution.
var errIndefinite = errors.New("gp: the sites make the posterior improper")

// prior is a Gaussian process prior over the latent values of N tasks, exact or
// sparse. Given the sites it yields the posterior.
type prior interface {
	// posterior sets the mean and variance of every task, given the sum of the
	// sites' precisions and of their precision-weighted means. It returns
	// log|I + KT|.
	posterior(tau, nu, mean, variance []float64) (logDet float64, err error)
	// predict returns the mean and variance at new points, after posterior.
	predict(x [][]float64) (mean, variance []float64)
}

// workspace is the memory of exact priors over the same tasks, 4N² numbers. They
// take turns in it: one classifier for each class would need as much again.
type workspace struct {
	x        [][]float64
	n        int
	distance []float64 // |x_i − x_j|²
	k        []float64 // K
	l        []float64 // lower Cholesky factor of B
	inverse  []float64 // upper: transpose of L⁻¹
	of       *exact    // whose posterior it holds
	kernel   *Kernel   // whose K it holds
}

func newWorkspace(x [][]float64) *workspace {
	n := len(x)
	w := &workspace{
		x: x, n: n, distance: make([]float64, n*n), k: make([]float64, n*n), l: make([]float64, n*n), inverse: make([]float64, n*n),
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

// exact is the full prior: K is N×N. The posterior is Σ = (K⁻¹ + T)⁻¹ where
// some entries of the diagonal T may be negative. It is built in two parts:
// with the positive entries only, Σ₊, through the Cholesky factor of
// B = I + √T K √T (Rasmussen & Williams, section 3.6), then the few negative ones
// by Woodbury's identity. K + T⁻¹ would be indefinite and is never formed.
type exact struct {
	*workspace
	kernel  *Kernel
	tau, nu []float64
	root    []float64 // √max(T, 0)
	weight  []float64 // ν − Tμ, so that E[f*] = k*ᵀ weight

	minus []int     // tasks whose T is negative
	wneg  []float64 // √|T| of those
	sigma []float64 // m×N: their columns of Σ₊
	half  []float64 // m×N: L⁻¹ √T K of them
	g     []float64 // m×m: lower Cholesky factor of I − W Σ₊ W
	extra []float64 // N×m: E, Σ = Σ₊ + E Eᵀ
}

func newExact(k *Kernel, w *workspace) *exact {
	return &exact{workspace: w, kernel: k, root: make([]float64, w.n), weight: make([]float64, w.n)}
}

// direct is the precision below which the variance is computed without dividing
// by it.
const direct = 1e-3

func (e *exact) posterior(tau, nu, mean, variance []float64) (float64, error) {
	n := e.n
	e.load(e.kernel)
	e.of = nil
	e.tau, e.nu = append(e.tau[:0], tau...), append(e.nu[:0], nu...)
	e.minus, e.wneg = e.minus[:0], e.wneg[:0]
	for i, t := range tau {
		e.root[i] = math.Sqrt(math.Max(t, 0))
		if t < 0 {
			e.minus = append(e.minus, i)
			e.wneg = append(e.wneg, math.Sqrt(-t))
		}
	}
	for i := range n {
		s, row, kr := e.root[i], e.l[i*n:(i+1)*n], e.k[i*n:(i+1)*n]
		for j := range i + 1 {
			row[j] = s * kr[j] * e.root[j]
		}
		row[i]++
	}
	if !cholesky(e.l, n) {
		return 0, errIndefinite
	}
	invert(e.l, e.inverse, n)
	logDet := logDiagonal(e.l, n)

	// μ₊ = K (ν − √T B⁻¹ √T K ν)
	u := e.times(nu)
	e.shrink(u)
	for i := range u {
		u[i] = nu[i] - u[i]
	}
	copy(mean, e.times(u))
	column := make([]float64, n)
	for i, t := range tau {
		if t > direct { // Σ₊ = T⁻¹ − T^(−½) B⁻¹ T^(−½)
			row := e.inverse[i*n+i : (i+1)*n]
			variance[i] = (1 - dot(row, row)) / t
			continue
		}
		e.scaled(e.k[i*n:(i+1)*n], column)
		forward(e.l, n, column)
		variance[i] = e.k[i*n+i] - dot(column, column)
	}
	if len(e.minus) > 0 {
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

// times returns K v.
func (e *exact) times(v []float64) []float64 {
	out := make([]float64, e.n)
	for i := range out {
		out[i] = dot(e.k[i*e.n:(i+1)*e.n], v)
	}
	return out
}

// scaled sets out to √T v.
func (e *exact) scaled(v, out []float64) {
	for i, s := range e.root {
		out[i] = s * v[i]
	}
}

// shrink replaces u by √T B⁻¹ √T u.
func (e *exact) shrink(u []float64) {
	e.scaled(u, u)
	forward(e.l, e.n, u)
	backward(e.l, e.n, u)
	e.scaled(u, u)
}

// subtract takes the negative sites into the posterior.
func (e *exact) subtract(nu, mean, variance []float64) (logDet float64, err error) {
	n, m := e.n, len(e.minus)
	e.sigma, e.half, e.g, e.extra = resize(e.sigma, n*m), resize(e.half, n*m), resize(e.g, m*m), resize(e.extra, n*m)
	u, scaled := make([]float64, n), make([]float64, n)
	for a, j := range e.minus {
		// column j of Σ₊ = T^(−½) B⁻¹ √T K; K − K √T B⁻¹ √T K where T is small
		half := e.half[a*n : (a+1)*n]
		e.scaled(e.k[j*n:(j+1)*n], half)
		forward(e.l, n, half)
		copy(u, half)
		backward(e.l, n, u)
		e.scaled(u, scaled)
		for i, t := range e.tau {
			if t > direct {
				e.sigma[a*n+i] = u[i] / e.root[i]
			} else {
				e.sigma[a*n+i] = e.k[j*n+i] - dot(e.k[i*n:(i+1)*n], scaled)
			}
		}
	}
	for a, i := range e.minus {
		for b := range m {
			e.g[a*m+b] = -e.wneg[a] * e.sigma[b*n+i] * e.wneg[b]
		}
		e.g[a*m+a]++
	}
	if !cholesky(e.g, m) {
		return 0, errIndefinite
	}
	// Σ = Σ₊ + E Eᵀ with E = Σ₊ W G⁻ᵀ
	sum := make([]float64, m)
	for i := range n {
		c := e.extra[i*m : (i+1)*m]
		for a, w := range e.wneg {
			c[a] = w * e.sigma[a*n+i]
		}
		forward(e.g, m, c)
		variance[i] += dot(c, c)
		for a, v := range c {
			sum[a] += v * nu[i]
		}
	}
	for i := range n {
		mean[i] += dot(e.extra[i*m:(i+1)*m], sum)
	}
	return logDiagonal(e.g, m), nil
}

// gradient returns the derivatives of log Z by the logarithms of the kernel's
// parameters, in the order of Kernel.params, at the fixed point of EP (where the
// sites' own dependence on them vanishes):
//
//	½ Σ_ij (w_i w_j − R_ij) ∂K_ij,   w = ν − Tμ,   R = T − TΣT
//
// R = √T B⁻¹ √T among positive sites, less what negative ones add.
func (e *exact) gradient() []float64 {
	n, m := e.n, len(e.minus)
	length := e.kernel.Length
	g := make([]float64, len(length)+1)
	place := make([]int, n) // among the negative sites
	for i := range place {
		place[i] = -1
	}
	for a, j := range e.minus {
		place[j] = a
	}
	visit := func(i, j int, b float64) { // b = (B⁻¹)_ij
		if j > i {
			return
		}
		r := e.root[i] * b * e.root[j]
		switch {
		case place[i] >= 0:
			r = -e.tau[i] * e.sigma[place[i]*n+j] * e.tau[j]
		case place[j] >= 0:
			r = -e.tau[i] * e.sigma[place[j]*n+i] * e.tau[j]
		}
		if m > 0 {
			r -= e.tau[i] * dot(e.extra[i*m:(i+1)*m], e.extra[j*m:(j+1)*m]) * e.tau[j]
		}
		both := 1.0 // off the diagonal an entry stands twice
		if i == j {
			both = 0.5
			if place[i] >= 0 {
				r += e.tau[i]
			}
		}
		z := both * (e.weight[i]*e.weight[j] - r) * e.k[i*n+j]
		g[len(length)] += 2 * z
		if i == j {
			return
		}
		if len(length) == 1 {
			g[0] += z * e.distance[i*n+j] / (length[0] * length[0])
			return
		}
		for d, l := range length {
			v := (e.x[i][d] - e.x[j][d]) / l
			g[d] += z * v * v
		}
	}
	for i0 := 0; i0 < n; i0 += tile {
		i1 := min(i0+tile, n)
		for j0 := 0; j0 <= i0; j0 += tile {
			products(e.inverse, e.inverse, n, i0, i1, j0, min(j0+tile, n), i0, n, visit)
		}
	}
	return g
}

func (e *exact) predict(x [][]float64) (mean, variance []float64) {
	n, m := e.n, len(e.minus)
	if e.of != e { // another has used the workspace
		_, _ = e.posterior(append([]float64(nil), e.tau...), append([]float64(nil), e.nu...), make([]float64, n), make([]float64, n))
	}
	mean, variance = make([]float64, len(x)), make([]float64, len(x))
	ks, u, c := make([]float64, n), make([]float64, n), make([]float64, m)
	for t, point := range x {
		for i := range n {
			ks[i] = e.kernel.at(point, e.x[i])
		}
		mean[t] = dot(ks, e.weight)
		e.scaled(ks, u)
		forward(e.l, n, u)
		variance[t] = e.kernel.Scale*e.kernel.Scale - dot(u, u)
		for a, j := range e.minus { // covariance with the negative sites, given the positive
			c[a] = e.wneg[a] * (ks[j] - dot(u, e.half[a*n:(a+1)*n]))
		}
		forward(e.g, m, c)
		variance[t] += dot(c, c)
	}
	return mean, variance
}

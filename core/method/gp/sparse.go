package gp

import (
	"math"
	"math/rand/v2"
)

// sparse is the prior on M inducing points (FITC: Snelson & Ghahramani 2006; with
// EP: Naish-Guzman & Holden 2007). The latent value of task i is
//
//	f_i = U_iᵀ w + e_i,   w ~ N(0, I),   e_i ~ N(0, Λ_i),   U = K_NM L_M⁻ᵀ,   Λ = diag(K − U Uᵀ)
//
// so that given w the tasks are independent. With sites T, ν:
//
//	s_i = T_i/(1 + Λ_i T_i),   A = I + Uᵀ S U,   ŵ = A⁻¹ Uᵀ (ν/(1 + ΛT))
//	μ_i = (U_iᵀŵ + Λ_i ν_i)/(1 + Λ_i T_i),   Σ_ii = Λ_i/(1 + Λ_i T_i) + U_iᵀA⁻¹U_i/(1 + Λ_i T_i)²
//	log|I + KT| = Σ log(1 + Λ_i T_i) + log|A|
//
// which holds for negative T too, as long as 1 + ΛT > 0 and A is positive
// definite. Cost O(NM²).
type sparse struct {
	kernel   *Kernel
	inducing [][]float64
	lm       []float64 // M×M: Cholesky factor of K_MM
	u        []float64 // N×M
	lambda   []float64 // N
	la       []float64 // M×M: Cholesky factor of A
	w        []float64 // ŵ
}

// jitter, relative to σ_f², keeps K_MM positive definite where inducing points
// lie close together.
const jitter = 1e-8

func newSparse(k *Kernel, x, inducing [][]float64) *sparse {
	n, m := len(x), len(inducing)
	s := &sparse{
		kernel: k, inducing: inducing, lm: make([]float64, m*m), u: make([]float64, n*m),
		lambda: make([]float64, n), la: make([]float64, m*m), w: make([]float64, m),
	}
	for a, p := range inducing {
		for b := range a {
			s.lm[a*m+b] = k.at(p, inducing[b])
		}
		s.lm[a*m+a] = k.Scale * k.Scale * (1 + jitter)
	}
	cholesky(s.lm, m) // the jitter sees to it
	for i := range x {
		row := s.u[i*m : (i+1)*m]
		s.project(x[i], row)
		s.lambda[i] = math.Max(k.Scale*k.Scale-dot(row, row), 0)
	}
	return s
}

// project sets u to L_M⁻¹ k(inducing, x).
func (s *sparse) project(x, u []float64) {
	for a, p := range s.inducing {
		u[a] = s.kernel.at(p, x)
	}
	forward(s.lm, len(u), u)
}

func (s *sparse) posterior(tau, nu, mean, variance []float64) (logDet float64, err error) {
	n, m := len(tau), len(s.w)
	// Uᵀ and UᵀS, in stretches of tasks, so that their products are of rows.
	const stretch = 256
	ut, st := make([]float64, m*stretch), make([]float64, m*stretch)
	clear(s.la)
	clear(s.w)
	add := func(a, b int, v float64) { s.la[a*m+b] += v }
	for from := 0; from < n; from += stretch {
		size := min(stretch, n-from)
		for i := range size {
			t := 1 + s.lambda[from+i]*tau[from+i]
			if !(t > least) {
				return 0, errIndefinite
			}
			logDet += math.Log(t)
			weight, pull := tau[from+i]/t, nu[from+i]/t
			for a, v := range s.u[(from+i)*m : (from+i+1)*m] {
				ut[a*stretch+i], st[a*stretch+i] = v, weight*v
				s.w[a] += pull * v
			}
		}
		for a := 0; a < m; a += 2 {
			products(ut, st, stretch, a, min(a+2, m), 0, min(a+2, m), 0, size, add)
		}
	}
	for a := range m {
		s.la[a*m+a]++
	}
	if !cholesky(s.la, m) {
		return 0, errIndefinite
	}
	logDet += logDiagonal(s.la, m)
	forward(s.la, m, s.w)
	backward(s.la, m, s.w)
	z := make([]float64, m)
	for i := range n {
		row := s.u[i*m : (i+1)*m]
		t := 1 + s.lambda[i]*tau[i]
		mean[i] = (dot(row, s.w) + s.lambda[i]*nu[i]) / t
		copy(z, row)
		forward(s.la, m, z)
		variance[i] = s.lambda[i]/t + dot(z, z)/(t*t)
	}
	return logDet, nil
}

func (s *sparse) predict(x [][]float64) (mean, variance []float64) {
	mean, variance = make([]float64, len(x)), make([]float64, len(x))
	u := make([]float64, len(s.w))
	for t, point := range x {
		s.project(point, u)
		mean[t] = dot(u, s.w)
		variance[t] = s.kernel.Scale*s.kernel.Scale - dot(u, u)
		forward(s.la, len(u), u)
		variance[t] += dot(u, u)
	}
	return mean, variance
}

// centres returns m points that represent the rows of x: k-means from a seeded
// k-means++ start (Arthur & Vassilvitskii 2007).
func centres(x [][]float64, m int, seed uint64) [][]float64 {
	const rounds = 10
	src := rand.New(rand.NewPCG(seed, 0x6b6d65616e73))
	square := &Kernel{Length: []float64{1}}
	m = min(m, len(x))
	near := make([]float64, len(x)) // squared distance to the closest centre
	mine := make([]int, len(x))
	var out [][]float64
	for len(out) < m {
		next := src.IntN(len(x))
		if len(out) > 0 {
			var total float64
			for _, d := range near {
				total += d
			}
			if total == 0 {
				break // fewer different rows than centres
			}
			for u, i := src.Float64()*total, 0; i < len(near); i++ {
				if u -= near[i]; u <= 0 && near[i] > 0 {
					next = i
					break
				}
			}
		}
		out = append(out, append([]float64(nil), x[next]...))
		for i, row := range x {
			if d := square.distance(row, out[len(out)-1]); len(out) == 1 || d < near[i] {
				near[i], mine[i] = d, len(out)-1
			}
		}
	}
	for range rounds {
		size := make([]float64, len(out))
		sum := make([][]float64, len(out))
		for c := range sum {
			sum[c] = make([]float64, len(x[0]))
		}
		for i, row := range x {
			size[mine[i]]++
			for d, v := range row {
				sum[mine[i]][d] += v
			}
		}
		for c, n := range size {
			for d := range out[c] {
				if n > 0 {
					out[c][d] = sum[c][d] / n
				}
			}
		}
		for i, row := range x {
			best := math.Inf(1)
			for c, p := range out {
				if d := square.distance(row, p); d < best {
					best, mine[i] = d, c
				}
			}
		}
	}
	return out
}

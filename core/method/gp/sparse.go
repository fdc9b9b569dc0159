package gp

import (
	"concord/core/prob"
	"math"
	"math/rand/v2"
	"slices"
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
	lm       pairs     // M×M: Cholesky factor of K_MM
	u        pairs     // N×M
	lambda   []float64 // N
	la       pairs     // M×M: Cholesky factor of A
	w        []float64 // ŵ
}

// jitter, relative to σ_f², keeps K_MM positive definite where inducing points lie close together.
const jitter = 1e-8

func newSparse(k *Kernel, x, inducing [][]float64) *sparse {
	n, m := len(x), len(inducing)
	s := &sparse{kernel: k, inducing: inducing, lm: newPairs(m, m), la: newPairs(m, m), lambda: make([]float64, n), w: make([]float64, m)}
	for a, p := range inducing {
		for b := range a {
			s.lm.set(a, b, k.at(p, inducing[b]))
		}
		s.lm.set(a, a, k.Scale*k.Scale*(1+jitter))
	}
	cholesky(&s.lm, m) // the jitter sees to it
	s.u = s.project(x)
	for i := range s.lambda {
		var square float64
		for a := range m {
			square += s.u.at(i, a) * s.u.at(i, a)
		}
		s.lambda[i] = math.Max(k.Scale*k.Scale-square, 0)
	}
	return s
}

// project returns L_M⁻¹ k(inducing, x) for each row of x.
func (s *sparse) project(x [][]float64) pairs {
	u := newPairs(len(x), len(s.inducing))
	for i, row := range x {
		for a, p := range s.inducing {
			u.set(i, a, s.kernel.at(p, row))
		}
	}
	s.lm.solve(&u)
	return u
}

// stretch is how many tasks are worked on together.
const stretch = 256

func (s *sparse) posterior(tau, nu, mean, variance []float64) (logDet float64, err error) {
	n, m := len(tau), len(s.w)
	clear(s.w)
	s.la.shape(m, m)
	var ut, st pairs // Uᵀ and UᵀS of a stretch, so that their products are of rows
	for from := 0; from < n; from += stretch {
		size := min(stretch, n-from)
		ut.shape(m, size)
		st.shape(m, size)
		for t := range size {
			i := from + t
			d := 1 + s.lambda[i]*tau[i]
			if !(d > least) {
				return 0, errIndefinite
			}
			logDet += math.Log(d)
			weight, pull := tau[i]/d, nu[i]/d
			for a := range m {
				v := s.u.at(i, a)
				ut.set(a, t, v)
				st.set(a, t, weight*v)
				s.w[a] += pull * v
			}
		}
		for a := 0; a < s.la.n; a += 2 {
			row := s.la.pair(a)
			for b := 0; b <= a; b += 2 {
				c00, c01, c10, c11 := cross(ut.pair(a), st.pair(b))
				row[b][0] += c00
				row[b+1][0] += c01
				row[b][1] += c10
				row[b+1][1] += c11
			}
		}
	}
	for a := range m {
		s.la.set(a, a, s.la.at(a, a)+1)
	}
	if !cholesky(&s.la, m) {
		return 0, errIndefinite
	}
	logDet += s.la.logDiagonal()
	s.la.forward(s.w)
	s.la.backward(s.w)
	var z pairs // L_A⁻¹ U of a stretch
	for from := 0; from < n; from += stretch {
		size := min(stretch, n-from)
		z.shape(size, m)
		copy(z.v, s.u.v[from/2*s.u.n:])
		s.la.solve(&z)
		for t := range size {
			i := from + t
			d := 1 + s.lambda[i]*tau[i]
			pull, square := s.lambda[i]*nu[i], 0.0
			for a, w := range s.w {
				pull += s.u.at(i, a) * w
				square += z.at(t, a) * z.at(t, a)
			}
			mean[i] = pull / d
			variance[i] = s.lambda[i]/d + square/(d*d)
		}
	}
	return logDet, nil
}

func (s *sparse) predict(x [][]float64) (mean, variance []float64) {
	mean, variance = make([]float64, len(x)), make([]float64, len(x))
	for from := 0; from < len(x); from += stretch {
		points := x[from:min(from+stretch, len(x))]
		u := s.project(points)
		for t := range points {
			variance[from+t] = s.kernel.Scale * s.kernel.Scale
			for a, w := range s.w {
				v := u.at(t, a)
				mean[from+t] += v * w
				variance[from+t] -= v * v
			}
		}
		s.la.solve(&u)
		for t := range points {
			for a := range s.w {
				variance[from+t] += u.at(t, a) * u.at(t, a)
			}
		}
	}
	return mean, variance
}

// centres returns m points that represent the rows of x: k-means from a seeded k-means++ start (Arthur & Vassilvitskii 2007).
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
			total := prob.Total(near)
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
		out = append(out, slices.Clone(x[next]))
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

package spectral

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"concord/core/crowd"
)

// Why the method of moments can't say anything; EM then starts from the vote.
var (
	errUnused   = errors.New("a class is named by no worker, so the moments are singular")
	errSingular = errors.New("the labels of the three groups of workers overlap too little or are too much alike, so the moments are singular")
	errNoise    = errors.New("the moments of the labels have fewer components than there are classes")
	errMany     = errors.New("the method of moments is too slow for so many classes")
)

var noMoments = []error{errUnused, errSingular, errNoise, errMany}

// maxClasses bounds the cost of the power method, K⁴ a group and step.
const maxClasses = 20

// condition is the condition number above which a matrix of moments counts as singular.
const condition = 1e12

// moments are the averages over tasks that Algorithm 1 needs. z_g counts the labels of each class
// that group g gave a task: a sum where Eq. (1) has an average, which only rescales C°_g.
type moments struct {
	k      int
	group  []int           // by worker: 0, 1, 2
	cross  [3][3][]float64 // (1/N) Σ_i z_a z_bᵀ
	triple tensor          // (1/N) Σ_i z_0 ⊗ z_1 ⊗ z_2
	own    []float64       // M×K×K: (1/N) Σ_i z_ij (z_a + z_b)ᵀ, a and b the groups that worker j is not in
}

// newMoments costs at most O(labels·K + N·K³); the sums run over the classes that occur.
func newMoments(d *crowd.Dataset, group []int) *moments {
	k := d.Classes
	m := &moments{k: k, group: group, triple: newTensor(k), own: make([]float64, d.Workers*k*k)}
	for a := range m.cross {
		for b := range m.cross[a] {
			m.cross[a][b] = make([]float64, k*k)
		}
	}
	var z [3][]float64
	for g := range z {
		z[g] = make([]float64, k)
	}
	rest := make([]float64, k)
	for i := range d.Tasks {
		from, to := d.Of(i)
		for g := range z {
			clear(z[g])
		}
		for n := from; n < to; n++ {
			z[group[d.Worker[n]]][d.Class[n]]++
		}
		for a := range z {
			for p, x := range z[a] {
				if x == 0 {
					continue
				}
				for b := range z {
					floats.AddScaled(m.cross[a][b][p*k:(p+1)*k], x, z[b])
				}
				if a == 0 {
					for q, y := range z[1] {
						if y != 0 {
							floats.AddScaled(m.triple.t[(p*k+q)*k:(p*k+q+1)*k], x*y, z[2])
						}
					}
				}
			}
		}
		for n := from; n < to; n++ {
			j := int(d.Worker[n])
			g := group[j]
			floats.AddTo(rest, z[(g+1)%3], z[(g+2)%3])
			at := (j*k + int(d.Class[n])) * k
			floats.Add(m.own[at:at+k], rest)
		}
	}
	scale := 1 / float64(d.Tasks)
	for a := range m.cross {
		for b := range m.cross[a] {
			floats.Scale(scale, m.cross[a][b])
		}
	}
	floats.Scale(scale, m.triple.t)
	floats.Scale(scale, m.own)
	return m
}

// turned returns the triple moments with indices in the order of groups a, b, c.
func (m *moments) turned(a, b, c int) tensor {
	k := m.k
	out := newTensor(k)
	var at [3]int
	for at[0] = range k {
		for at[1] = range k {
			for at[2] = range k {
				out.t[(at[a]*k+at[b])*k+at[c]] = m.triple.t[(at[0]*k+at[1])*k+at[2]]
			}
		}
	}
	return out
}

// solve estimates the confusion columns of group c and the class weights from the moments with
// groups a and b: steps (2a) to (2c) of Algorithm 1. Entry (l, k) of columns, K×K, is the expected
// number of labels l that the group gives a task of class k.
func (m *moments) solve(a, b, c int, src *rand.Rand) (columns, weight []float64, err error) {
	k := m.k
	dense := func(x []float64) *mat.Dense { return mat.NewDense(k, k, x) }
	// Eq. (2a), (2b): Z'_a = A Z_a and Z'_b = B Z_b.
	var inverse, toA, toB, m2 mat.Dense
	if invert(&inverse, dense(m.cross[a][b])) != nil {
		return nil, nil, errSingular
	}
	toA.Mul(dense(m.cross[c][b]), &inverse)
	if invert(&inverse, dense(m.cross[b][a])) != nil {
		return nil, nil, errSingular
	}
	toB.Mul(dense(m.cross[c][a]), &inverse)
	m2.Product(&toA, dense(m.cross[a][b]), toB.T()) // (2c)
	// Step (2a): the whitening matrix Q = U S^−½, of M2 as it is.
	var svd mat.SVD
	if !svd.Factorize(&m2, mat.SVDFull) {
		return nil, nil, errSingular
	}
	s := svd.Values(nil)
	if !(s[k-1]*condition > s[0]) {
		return nil, nil, errSingular
	}
	var u mat.Dense
	svd.UTo(&u)
	whiten, colour := make([]float64, k*k), make([]float64, k*k) // Q, and (Qᵀ)⁻¹ = U S^½
	for p := range k {
		for h := range k {
			whiten[p*k+h] = u.At(p, h) / math.Sqrt(s[h])
			colour[p*k+h] = u.At(p, h) * math.Sqrt(s[h])
		}
	}
	// M3 = T(Aᵀ, Bᵀ, I) by (2d), whitened at once: T(AᵀQ, BᵀQ, Q).
	var aq, bq mat.Dense
	aq.Mul(toA.T(), dense(whiten))
	bq.Mul(toB.T(), dense(whiten))
	t := m.turned(a, b, c).mapped(aq.RawMatrix().Data, bq.RawMatrix().Data, whiten)
	// Step (2b): eigenpairs one after the other.
	columns, weight = make([]float64, k*k), make([]float64, k)
	mu := make([]float64, k)
	for range k {
		lambda, v := t.strongest(src)
		if !(lambda > 1e-9) || math.IsInf(lambda, 1) {
			return nil, nil, errNoise
		}
		t.deflate(lambda, v)
		for p := range k {
			mu[p] = lambda * floats.Dot(colour[p*k:(p+1)*k], v)
		}
		// Step (2c): the class of a column is that of its greatest entry or, if taken, the first free one (the paper: any free one).
		h := floats.MaxIdx(mu)
		for l := 0; weight[h] != 0; l++ {
			if weight[l] == 0 {
				h = l
			}
		}
		for p := range k {
			columns[p*k+h] = mu[p]
		}
		weight[h] = 1 / (lambda * lambda)
	}
	return columns, weight, nil
}

// invert inverts m, or says that it is singular.
func invert(to *mat.Dense, m mat.Matrix) error {
	to.Reset()
	if err := to.Inverse(m); err != nil {
		return err
	}
	if c := mat.Cond(m, 1); !(c < condition) {
		return errSingular
	}
	return nil
}

// solved estimates each worker's confusion matrix, M×K×K, row = truth, by Eq. (3) with both other
// groups at once, before its entries are raised and scaled. The matrix of a worker who shares no task
// with another group is zero: there are no moments. (The authors' program makes it uniform, a
// saddle point that EM never leaves if such workers are among themselves.)
func (m *moments) solved(src *rand.Rand) ([]float64, error) {
	k := m.k
	var columns, weight [3][]float64
	for c := range 3 {
		var err error
		columns[c], weight[c], err = m.solve((c+1)%3, (c+2)%3, c, src)
		if err != nil {
			return nil, err
		}
	}
	var right [3]mat.Dense // (W Cᵀ)⁻¹ of the two groups that are not g
	for g := range right {
		a, b := (g+1)%3, (g+2)%3
		wc := mat.NewDense(k, k, nil)
		for h := range k {
			for p := range k {
				wc.Set(h, p, (weight[a][h]+weight[b][h])/2*(columns[a][p*k+h]+columns[b][p*k+h]))
			}
		}
		if invert(&right[g], wc) != nil {
			return nil, errSingular
		}
	}
	raw := make([]float64, len(m.own))
	var c mat.Dense
	for j, g := range m.group {
		if floats.Sum(m.own[j*k*k:(j+1)*k*k]) == 0 {
			continue
		}
		c.Mul(mat.NewDense(k, k, m.own[j*k*k:(j+1)*k*k]), &right[g])
		for h := range k {
			for l := range k {
				raw[(j*k+h)*k+l] = c.At(l, h)
			}
		}
	}
	return raw, nil
}

// raised returns confusion matrices with entries below delta raised to it and rows that sum to one.
// Matrices that are zero remain so.
func raised(raw []float64, k int, delta float64) []float64 {
	pi := make([]float64, len(raw))
	for at := 0; at < len(raw); at += k * k {
		if !slices.ContainsFunc(raw[at:at+k*k], func(x float64) bool { return x != 0 }) {
			continue
		}
		for row := at; row < at+k*k; row += k {
			for l, x := range raw[row : row+k] {
				pi[row+l] = max(x, delta)
			}
			floats.Scale(1/floats.Sum(pi[row:row+k]), pi[row:row+k])
		}
	}
	return pi
}

package gp

import (
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/fit"
	"concord/core/prob"
	"concord/internal/race"
)

// With every point inducing, FITC is exact: the same posterior, log|I + KT| and
// predictions, negative sites included.
func TestSparseIsExactWithAllPoints(t *testing.T) {
	x, y := oracle(t)
	k := &Kernel{Scale: 1.5, Length: []float64{0.7}}
	fs := oracleFactors(y, oracleAlpha, oracleBeta)
	full := newExact(k, newWorkspace(x))
	e, err := newEP(full, len(x), fs)
	if err != nil {
		t.Fatal(err)
	}
	if _, settled, err := e.run(1e-10, 200); err != nil || !settled {
		t.Fatalf("EP did not settle: %v", err)
	}
	s := newSparse(k, x, x)
	mean, variance := make([]float64, len(x)), make([]float64, len(x))
	logDet, err := s.posterior(e.tau, e.nu, mean, variance)
	if err != nil {
		t.Fatal(err)
	}
	const tol = 1e-5 // the jitter
	near(t, "log|I + KT|", logDet, e.logDet, tol)
	for i := range x {
		near(t, "mean", mean[i], e.mean[i], tol)
		near(t, "variance", variance[i], e.vari[i], tol)
	}
	points := [][]float64{{-4}, {0.3}, {2.5}}
	m, v := full.predict(points)
	a, b := s.predict(points)
	for n := range points {
		near(t, "predictive mean", a[n], m[n], tol)
		near(t, "predictive variance", b[n], v[n], tol)
	}
}

// FITC-EP with 200 inducing points against exact EP on a thousand tasks, under the
// same kernel and reliabilities: nowhere more than a hundredth off.
func TestSparseIsNearlyExact(t *testing.T) {
	tasks, inducing := 1000, 200
	if race.Enabled || testing.Short() {
		tasks, inducing = 200, 100 // there is no race to find; as WebAssembly it takes long
	}
	d, _ := clouds(tasks, 2, 3)
	probability := func(limit int) []float64 {
		g, err := (&GPC{ExactLimit: limit, Inducing: inducing}).Start(d, fit.Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		p := g.(*gpc).problems[0]
		p.kernel = &Kernel{Scale: 2, Length: []float64{0.9}}
		if err := p.rebuild(); err != nil {
			t.Fatal(err)
		}
		if _, _, err := p.ep.run(1e-4, 100); err != nil {
			t.Fatal(err)
		}
		q := make([]float64, d.Tasks)
		for i := range q {
			q[i] = p.posterior(i)
		}
		return q
	}
	exact, sparse := probability(1000), probability(100)
	var worst float64
	for i := range exact {
		worst = math.Max(worst, math.Abs(exact[i]-sparse[i]))
	}
	t.Logf("largest difference %.5f", worst)
	if worst > 0.01 {
		t.Errorf("the probabilities differ by up to %.4f, want 0.01 at most", worst)
	}
}

func TestSparseFit(t *testing.T) {
	d, truth := clouds(300, 2, 3)
	s, err := fit.Start(d, &GPC{ExactLimit: 250, Inducing: 50}, fit.Settings{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for range s.Steps() {
	}
	r, err := s.Result()
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Warnings) == 0 {
		t.Error("nobody is told that the prior is sparse")
	}
	right := 0.0
	for i, k := range truth {
		if (r.Posterior[2*i+1] > 0.5) == (k == 1) {
			right += 1 / float64(len(truth))
		}
	}
	if right < 0.9 {
		t.Errorf("accuracy %.3f, want .9", right)
	}
}

// The gradient of log Z by the kernel's parameters, ARD and negative sites
// included, against differences of converged EP.
func TestGradient(t *testing.T) {
	src := rand.New(rand.NewPCG(5, 6))
	var x [][]float64
	var y [][]int
	for range 37 {
		x = append(x, []float64{src.NormFloat64(), src.NormFloat64()})
		y = append(y, []int{src.IntN(3) - 1, src.IntN(3) - 1, src.IntN(3) - 1})
	}
	work := newWorkspace(x)
	at := func(p []float64) (float64, []float64, *ep) {
		k := &Kernel{Length: []float64{math.Exp(p[0]), math.Exp(p[1])}, Scale: math.Exp(p[2])}
		pr := newExact(k, work)
		e, err := newEP(pr, len(x), oracleFactors(y, oracleAlpha, oracleBeta))
		if err != nil {
			t.Fatal(err)
		}
		if _, settled, err := e.run(1e-12, 1000); err != nil || !settled {
			t.Fatalf("EP did not settle: %v", err)
		}
		return e.logZ(), pr.gradient(), e
	}
	p := []float64{0.2, -0.4, 0.3}
	_, got, e := at(p)
	negative := 0
	for _, v := range e.tau {
		if v < 0 {
			negative++
		}
	}
	if negative == 0 {
		t.Error("no site is negative: the test misses the half of it")
	}
	for n := range p {
		const h = 1e-4
		q := append([]float64(nil), p...)
		q[n] += h
		up, _, _ := at(q)
		q[n] -= 2 * h
		down, _, _ := at(q)
		near(t, "gradient", got[n], (up-down)/(2*h), 1e-6)
	}
}

// The factor, its inverse and what is solved with it, for sizes around the tiles'
// side, odd ones included.
func TestCholeskyAndInverse(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{0, 1, 2, 3, 15, 16, 17, 33, 64, 71} {
		r := make([]float64, n*n)
		for i := range r {
			r[i] = src.NormFloat64()
		}
		a, l := make([]float64, n*n), newPairs(n, n)
		for i := range n {
			for j := range n {
				a[i*n+j] = prob.Dot(r[i*n:(i+1)*n], r[j*n:(j+1)*n])
			}
			a[i*n+i] += float64(n)
			for j := range i + 1 {
				l.set(i, j, a[i*n+j])
			}
		}
		if !cholesky(&l, n) {
			t.Fatalf("n = %d: not positive definite", n)
		}
		var y pairs
		for range 2 { // the second time over what the first left
			l.invert(&y)
		}
		for i := range n {
			for j := range n {
				var product, one float64
				for k := range min(i, j) + 1 {
					product += l.at(i, k) * l.at(j, k)
				}
				for k := j; k <= i; k++ { // (L L⁻¹)_ij, L⁻¹_kj = y_jk
					one += l.at(i, k) * y.at(j, k)
				}
				near(t, "L Lᵀ", product, a[i*n+j], 1e-12)
				want := 0.0
				if i == j {
					want = 1
				}
				near(t, "L L⁻¹", one, want, 1e-12)
			}
		}
		rows, x, want := newPairs(3, n), make([]float64, n), make([]float64, n)
		for k := range n {
			want[k] = src.NormFloat64()
			rows.set(2, k, want[k])
		}
		copy(x, want)
		l.solve(&rows)
		l.forward(x)
		for i := range n {
			near(t, "L⁻¹x", rows.at(2, i), x[i], 1e-12)
		}
		l.backward(x)
		for i := range n {
			near(t, "L Lᵀ L⁻ᵀL⁻¹x", prob.Dot(a[i*n:(i+1)*n], x), want[i], 1e-12)
		}
	}
	l := newPairs(2, 2)
	l.set(0, 0, 1)
	l.set(1, 0, 2)
	l.set(1, 1, 1)
	if cholesky(&l, 2) {
		t.Error("an indefinite matrix was factored")
	}
}

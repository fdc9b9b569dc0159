package gp

import (
	"math"
	"strconv"
	"testing"

	"concord/internal/shared"
)

// oracle reads the inputs of the exact oracle.
func oracle(t testing.TB) (x [][]float64, y [][]int) {
	for _, row := range shared.Records(t, "oracle", "gp", "inputs.csv") {
		x = append(x, []float64{shared.Float(t, row[1])})
		labels := make([]int, 3)
		for r := range labels {
			labels[r] = -1
			if row[2+r] != "" {
				labels[r], _ = strconv.Atoi(row[2+r])
			}
		}
		y = append(y, labels)
	}
	return x, y
}

func oracleFactors(y [][]int, alpha, beta []float64) []factor {
	var fs []factor
	for i, row := range y {
		f := factor{task: i, times: 1}
		n := 0
		for r, l := range row {
			switch l {
			case 1:
				f.logA += math.Log(alpha[r])
				f.logB += math.Log(1 - beta[r])
			case 0:
				f.logA += math.Log(1 - alpha[r])
				f.logB += math.Log(beta[r])
			default:
				continue
			}
			n++
		}
		if n > 0 {
			fs = append(fs, f)
		}
	}
	return fs
}

var (
	oracleAlpha = []float64{0.90, 0.75, 0.35}
	oracleBeta  = []float64{0.85, 0.95, 0.30}
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*math.Max(1, math.Abs(want))) {
		t.Errorf("%s: got %.12g, want %.12g", what, got, want)
	}
}

func TestEPFixedPoint(t *testing.T) {
	x, y := oracle(t)
	p := newExact(&Kernel{Scale: 1, Length: []float64{1}}, newWorkspace(x))
	e, err := newEP(p, len(x), oracleFactors(y, oracleAlpha, oracleBeta))
	if err != nil {
		t.Fatal(err)
	}
	n, settled, err := e.run(1e-13, 500)
	if err != nil || !settled {
		t.Fatalf("EP did not settle in %d sweeps: %v", n, err)
	}
	t.Logf("%d sweeps", n)
	site := map[int]*factor{}
	for k := range e.factors {
		site[e.factors[k].task] = &e.factors[k]
	}
	for i, row := range shared.Records(t, "oracle", "gp", "sites.csv") {
		f := site[i]
		if f == nil {
			continue
		}
		v := func(c int) float64 { return shared.Float(t, row[c]) }
		near(t, "tau", f.tau, v(3), 1e-8)
		near(t, "nu", f.nu, v(4), 1e-8)
		near(t, "mean", e.mean[i], v(10), 1e-8)
		near(t, "variance", e.vari[i], v(11), 1e-8)
		near(t, "p", e.truth(f), v(12), 1e-8)
	}
	want := map[string]float64{}
	for _, row := range shared.Records(t, "oracle", "gp", "scalars.csv") {
		want[row[0]] = shared.Float(t, row[1])
	}
	near(t, "log Z", e.logZ(), want["logZ_EP"], 1e-8)
	g := p.gradient()
	near(t, "dlogZ/dlog ℓ", g[0], want["dlogZ_dlog_ell"], 1e-8)
	near(t, "dlogZ/dlog σ_f", g[1], want["dlogZ_dlog_sf"], 1e-8)
	for _, row := range shared.Records(t, "oracle", "gp", "predict.csv") {
		mean, variance := p.predict([][]float64{{shared.Float(t, row[0])}})
		near(t, "predictive mean", mean[0], shared.Float(t, row[1]), 1e-8)
		near(t, "predictive variance", variance[0], shared.Float(t, row[2]), 1e-8)
	}
}

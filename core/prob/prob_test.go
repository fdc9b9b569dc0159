package prob

import (
	"math"
	"testing"
)

func close(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*max(1, math.Abs(want))) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestLog(t *testing.T) {
	close(t, "log of the smallest number", Log(5e-324), -744.4400719213812, 1e-15)
	close(t, "log 1e-320", Log(1e-320), -736.8272408909739, 1e-15)
	close(t, "log 3e-308", Log(3e-308), math.Log(3e-308), 1e-15)
	if got := Log(0); !math.IsInf(got, -1) {
		t.Errorf("log 0: got %v, want −∞", got)
	}
}

func TestLogSumExp(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		x    []float64
		want float64
	}{
		{[]float64{math.Log(1), math.Log(2), math.Log(3)}, math.Log(6)},
		{[]float64{-2000, -2000}, -2000 + math.Ln2},
		{[]float64{2000, -inf}, 2000},
		{[]float64{-inf, -inf}, -inf},
		{nil, -inf},
	} {
		if got := LogSumExp(c.x); got != c.want && !(math.Abs(got-c.want) < 1e-12) {
			t.Errorf("LogSumExp(%v): got %v, want %v", c.x, got, c.want)
		}
	}
}

func TestSoftmax(t *testing.T) {
	x := []float64{-1e5, -1e5 + math.Log(3), math.Inf(-1)}
	close(t, "log of the sum", Softmax(x), -1e5+math.Log(4), 1e-15)
	for k, want := range []float64{.25, .75, 0} {
		close(t, "softmax", x[k], want, 1e-10)
	}
	none := []float64{math.Inf(-1), math.Inf(-1)}
	if got := Softmax(none); !math.IsInf(got, -1) || !math.IsInf(none[0], -1) {
		t.Errorf("Softmax of impossible weights: got %v, %v", got, none)
	}
}

func TestNormalize(t *testing.T) {
	x := []float64{1, 3}
	if !Normalize(x) || x[0] != .25 || x[1] != .75 {
		t.Errorf("Normalize(1, 3): got %v", x)
	}
	for _, bad := range [][]float64{{0, 0}, {math.NaN(), 1}, {math.Inf(1), 1}, nil} {
		if Normalize(bad) {
			t.Errorf("Normalize accepted %v", bad)
		}
	}
}

// Ψ(1) = −γ; Ψ(1/2) = −γ − 2 log 2; Ψ(x+1) = Ψ(x) + 1/x.
func TestDigamma(t *testing.T) {
	const euler = 0.57721566490153286
	close(t, "Ψ(1)", Digamma(1), -euler, 1e-14)
	close(t, "Ψ(1/2)", Digamma(.5), -euler-2*math.Ln2, 1e-14)
	close(t, "Ψ(4.25)", Digamma(4.25), Digamma(3.25)+1/3.25, 1e-14)
	// Ψ(n) = H(n−1) − γ
	h := 0.
	for n := 1; n < 1000; n++ {
		close(t, "Ψ(n)", Digamma(float64(n)), h-euler, 1e-14)
		h += 1 / float64(n)
	}
	close(t, "Ψ(4.25+.5) − Ψ(4.25)", DigammaRise(4.25, .5), Digamma(4.75)-Digamma(4.25), 1e-14)
	close(t, "Ψ(x+1) − Ψ(x)", DigammaRise(1e-4, 1), 1e4, 1e-14)
	close(t, "Ψ(1e-8)", Digamma(1e-8), -1e8-euler, 1e-14)
}

func TestDirichlet(t *testing.T) {
	// Dir(1, 1) is uniform on [0, 1]: E[log p] = ∫ log p dp = −1.
	got := make([]float64, 2)
	LogMean(got, []float64{1, 1})
	close(t, "E[log p]", got[0], -1, 1e-14)
	// B(2, 3) = Γ(2)Γ(3)/Γ(5) = 2/24.
	close(t, "log B(2, 3)", LogBeta([]float64{2, 3}), math.Log(2./24), 1e-14)
	// KL(Dir(2, 1) ‖ Dir(1, 1)) = ∫ 2p log 2p dp = log 2 − 1/2.
	close(t, "KL", DirichletKL([]float64{2, 1}, []float64{1, 1}), math.Ln2-.5, 1e-14)
	close(t, "KL of itself", DirichletKL([]float64{2, 7, .5}, []float64{2, 7, .5}), 0, 1e-14)
}

func TestSum(t *testing.T) {
	var s Sum
	for _, x := range []float64{1e100, 1, -1e100, 1} {
		s.Add(x)
	}
	if got := s.Value(); got != 2 {
		t.Errorf("1e100 + 1 − 1e100 + 1: got %v, want 2", got)
	}
	s = Sum{}
	for _, x := range []float64{1, 1e100, 1, -1e100} { // the larger comes second
		s.Add(x)
	}
	if got := s.Value(); got != 2 {
		t.Errorf("1 + 1e100 + 1 − 1e100: got %v, want 2", got)
	}
	s = Sum{}
	for range 10_000_000 {
		s.Add(.1)
	}
	if got := s.Value(); got != 1e6 {
		t.Errorf("ten million times 0.1: got %v, want 1e6", got)
	}
}

func TestExpLogMean(t *testing.T) {
	for _, alpha := range [][]float64{{1, 1}, {.01, 3, 200}, {1e-4, 5e6}, {7, 7.5, 8, .3}} {
		want, got := make([]float64, len(alpha)), make([]float64, len(alpha))
		LogMean(want, alpha)
		ExpLogMean(got, alpha)
		for k := range alpha {
			if w := math.Exp(want[k]); math.Abs(got[k]-w) > 1e-12*w {
				t.Errorf("Dirichlet%v, %d: got %g, want %g", alpha, k, got[k], w)
			}
		}
	}
}

package metric

import (
	"fmt"
	"math"
	"testing"

	"concord/core/crowd"
)

// Two answers that can differ in one way only have one κ.
func TestKappaOfTwoClasses(t *testing.T) {
	m := Kappa([]int32{0, 0, 1, 1, 0, 1}, []int32{0, 1, 1, 1, 0, 0}, 2, []float64{1, 0})
	near(t, "κ", *m.Kappa, 1.0/3, 1e-12)
	near(t, "weighted κ", *m.Weighted, 1.0/3, 1e-12)
	if m := Kappa([]int32{0, 0}, []int32{0, 0}, 2, []float64{1, 0}); m.Kappa != nil || m.Weighted != nil {
		t.Errorf("one class only: got %+v, and there is no chance to do better than", m)
	}
}

// Without an order there is neither ordinal α nor AC2; two classes need none for the former.
func TestFiguresOfClassesWithoutAnOrder(t *testing.T) {
	a := agreeOf(ragged(1, 60, 6, 4), Scale{Nominal: true})
	if a.Alpha.Ordinal.Why != notOrdered || a.AC2.Why != notOrdered {
		t.Errorf("got %+v and %+v", a.Alpha.Ordinal, a.AC2)
	}
	two := agreeOf(ragged(1, 60, 6, 2), Scale{Nominal: true})
	near(t, "two classes need no order", two.Alpha.Ordinal.Value, two.Alpha.Nominal.Value, 1e-12)
}

func TestRankError(t *testing.T) {
	f := RankError([]int32{0, 1, 0, 2}, []int32{0, 2, crowd.Unknown, 0}, []int32{0, 1, 2}, 1)
	near(t, "mean of 0, 1 and 2", f.Value, 1, 1e-12)
	if f.N != 3 || !f.Interval || f.Low > 1 || f.High < 1 {
		t.Errorf("got %+v", f)
	}
	// Class 3 is a step between classes 1 and 2 that only the truth names, class 4 is none.
	f = RankError([]int32{1, 2, 0}, []int32{3, 3, 4}, []int32{0, 1, 3, 2, -1}, 1)
	near(t, "mean of 1 and 1", f.Value, 1, 1e-12)
	if f.N != 2 {
		t.Errorf("got %+v", f)
	}
	if f := RankError([]int32{0}, []int32{crowd.Unknown}, []int32{0}, 1); f.Defined() {
		t.Errorf("got %+v", f)
	}
}

// The distribution function of Beta(a, b) at the ends of the interval, by summing
// the binomial tail that it is where a and b are whole.
func TestCredible(t *testing.T) {
	below := func(x float64, a, b int) float64 {
		n, sum := a+b-1, 0.0
		for m := a; m <= n; m++ {
			ways := 1.0
			for d := range m {
				ways *= float64(n-d) / float64(d+1)
			}
			sum += ways * math.Pow(x, float64(m)) * math.Pow(1-x, float64(n-m))
		}
		return sum
	}
	for _, c := range [][2]int{{1, 1}, {4, 1}, {3, 9}, {40, 2}} {
		low, high := Credible(float64(c[0]), float64(c[1]))
		near(t, fmt.Sprint(c, " low"), below(low, c[0], c[1]), .025, 1e-7)
		near(t, fmt.Sprint(c, " high"), below(high, c[0], c[1]), .975, 1e-7)
	}
	if low, high := Jeffreys(0, 0); low != 0 || high != 1 {
		t.Errorf("nothing counted: got %g to %g", low, high)
	}
	if low, high := Jeffreys(0, 8); low != 0 || high > .3 || high < .2 {
		t.Errorf("none of 8: got %g to %g", low, high)
	}
	if low, high := Jeffreys(8, .1); high != 1 || low > 8/8.1 {
		t.Errorf("nearly all of 8: got %g to %g", low, high)
	}
}

package metric

import (
	"fmt"
	"math"
	"testing"

	"concord/core/crowd"
)

// An order given by places is the order of classes renumbered so.
func TestPlacesAreAnOrder(t *testing.T) {
	place := []int32{2, 0, 3, 1}
	for seed := range uint64(5) {
		l := ragged(seed, 60, 6, 4)
		renamed := *l
		renamed.Class = nil
		for _, c := range l.Class {
			renamed.Class = append(renamed.Class, uint16(place[c]))
		}
		got, want := agreeOf(l, Scale{Place: place, Seed: seed}), agreeOf(&renamed, Scale{Place: places(nil, 4), Seed: seed})
		near(t, "ordinal α", got.Alpha.Ordinal.Value, want.Alpha.Ordinal.Value, 1e-12)
		near(t, "its interval", got.Alpha.Ordinal.Low, want.Alpha.Ordinal.Low, 1e-12)
		near(t, "AC2", got.AC2.Value, want.AC2.Value, 1e-12)
		if f := agreeOf(l, Scale{}).Alpha.Ordinal; f.Why != notOrdered {
			t.Errorf("nominal: got %+v", f)
		}
		a, b := Pairs(l, []int{0, 1}, []int{2, 3}, place), Pairs(&renamed, []int{0, 1}, []int{2, 3}, places(nil, 4))
		for n := range a {
			if (a[n].Weighted == nil) != (b[n].Weighted == nil) || a[n].Weighted != nil && math.Abs(*a[n].Weighted-*b[n].Weighted) > 1e-12 ||
				(a[n].Kappa == nil) != (b[n].Kappa == nil) {
				t.Errorf("pair %d: got %+v, want %+v", n, a[n], b[n])
			}
		}
	}
	two := agreeOf(ragged(1, 60, 6, 2), Scale{})
	near(t, "two classes need no order", two.Alpha.Ordinal.Value, two.Alpha.Nominal.Value, 1e-12)
}

// Weighted κ is its definition.
func TestWeightedKappa(t *testing.T) {
	table := [][]float64{{11, 3, 0, 1}, {2, 7, 4, 0}, {0, 3, 9, 2}, {1, 0, 1, 6}}
	const k = 4
	var row, column [k]float64
	n, differ := 0.0, 0.0
	for x := range table {
		for y, c := range table[x] {
			row[x] += c
			column[y] += c
			n += c
			differ += c * apart(int32(x-y), k)
		}
	}
	chance := 0.0
	for x := range row {
		for y := range column {
			d := math.Abs(float64(x - y))
			chance += row[x] / n * column[y] / n * d * (d + 1) / 12
		}
	}
	got, ok := weightedKappa(differ/n, row[:], column[:])
	if !ok {
		t.Fatal("not defined")
	}
	near(t, "weighted κ", got, 1-differ/n/chance, 1e-12)
	// Of two classes there is only one way to differ.
	kappa, _ := weightedKappa(0.4, []float64{15, 15}, []float64{15, 15})
	near(t, "two classes", kappa, 0.2, 1e-12)
	if _, ok := weightedKappa(0, []float64{3, 0}, []float64{3, 0}); ok {
		t.Error("one class only: there is no chance to do better than")
	}
}

func TestRankError(t *testing.T) {
	f := RankError([]int32{0, 1, 0, 2}, []int32{0, 2, crowd.Unknown, 0}, []int32{0, 1, 2}, 1)
	near(t, "mean of 0, 1 and 2", f.Value, 1, 1e-12)
	if f.N != 3 || !f.Interval || f.Low > 1 || f.High < 1 {
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

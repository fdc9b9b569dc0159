package prob

import (
	"math"
	"runtime"
	"testing"
)

func TestPowAgainstMath(t *testing.T) {
	for _, y := range []float64{.01, .37, 1, 1.7, 54, -2.5} {
		for x := 1e-12; x < 1e6; x *= 1.00137 {
			if got, want := Pow(x, y), math.Pow(x, y); math.Abs(got-want) > 1e-13*want*max(1, math.Abs(y)) && want > 1e-300 {
				t.Fatalf("%v^%v: got %v, want %v", x, y, got, want)
			}
		}
	}
	for _, x := range []float64{1 - 1e-16, math.Nextafter(1, 2), .5, 2, 1} {
		if got, want := Pow(x, 3), x*x*x; math.Abs(got-want) > 1e-15*want {
			t.Errorf("%v^3: got %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{5e-324, 1e-310, 1e-300, 1e300} {
		for _, y := range []float64{.5, 1, 3} {
			if got, want := Pow(x, y), math.Pow(x, y); math.Abs(got-want) > 1e-11*want && want > 1e-307 {
				t.Errorf("%v^%v: got %v, want %v", x, y, got, want)
			}
		}
	}
	if got := Pow(1, 17.3); got != 1 {
		t.Errorf("1^17.3: got %v, want 1", got)
	}
}

// As TestExpAndLogAreTheSameEverywhere.
func TestPowIsTheSameEverywhere(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "wasm" {
		t.Skipf("skipped: %s may fuse multiplication and addition", runtime.GOARCH)
	}
	sum := uint64(0)
	for x := 1e-9; x < 1; x *= 1.0071 {
		sum = sum*31 + math.Float64bits(Pow(x, .8137))
	}
	if want := uint64(0x89773b7448d3bfb7); sum != want {
		t.Errorf("got %#x, want %#x", sum, want)
	}
}

func BenchmarkPow(b *testing.B) {
	x, sum := .3, 0.0
	for b.Loop() {
		sum += Pow(x, .8137)
	}
	if sum == 0 {
		b.Fatal("nothing was computed")
	}
}

func BenchmarkExpOfLog(b *testing.B) {
	x, sum := .3, 0.0
	for b.Loop() {
		sum += Exp(.8137 * Log(x))
	}
	if sum == 0 {
		b.Fatal("nothing was computed")
	}
}

package prob

import "testing"

// Of whole numbers every order of the sum is exact.
func TestDot(t *testing.T) {
	for n := range 10 {
		x, y, want := make([]float64, n), make([]float64, n+1), 0.0 // y may be longer
		for i := range x {
			x[i], y[i] = float64(i+1), float64(i*i-7)
			want += x[i] * y[i]
		}
		if got := Dot(x, y); got != want {
			t.Errorf("%d numbers: got %v, want %v", n, got, want)
		}
	}
}

func TestDots(t *testing.T) {
	for n := range 10 {
		x, y, z := make([]float64, n), make([]float64, n+1), make([]float64, n+2) // the others may be longer
		for i := range x {
			x[i], y[i], z[i] = float64(i+1), float64(i*i-7), float64(3-i)
		}
		xy, xz := Dots(x, y, z)
		if want := [2]float64{Dot(x, y), Dot(x, z)}; [2]float64{xy, xz} != want {
			t.Errorf("%d numbers: got %v and %v, want %v", n, xy, xz, want)
		}
	}
}

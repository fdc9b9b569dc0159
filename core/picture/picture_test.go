package picture_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/picture"
)

func all(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// Four points on a line through (1, 2) in the direction (3, 4)/5, at −3, −1, 1
// and 3: the first component is the line, and there is no second.
func TestPointsOnALine(t *testing.T) {
	at := []float64{-3, -1, 1, 3}
	var x []float64
	for _, a := range at {
		x = append(x, 1+a*.6, 2+a*.8)
	}
	p := picture.Of(x, 2, all(4), 1)
	for i, a := range at {
		if math.Abs(p.X[i]-a) > 1e-12 || math.Abs(p.Y[i]) > 1e-12 {
			t.Errorf("point %d: got (%g, %g), want (%g, 0)", i, p.X[i], p.Y[i], a)
		}
	}
	if math.Abs(p.Share[0]-1) > 1e-12 || p.Share[1] != 0 || math.Abs(p.Axis[0][0]-.6) > 1e-12 || math.Abs(p.Axis[0][1]-.8) > 1e-12 {
		t.Errorf("got shares %v, axis %v", p.Share, p.Axis[0])
	}
}

// More columns than rows or fewer: the same plane, the variances that it has are
// the largest there are, and its axes are orthogonal.
func TestBothWaysAgree(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{30, 7}, {7, 30}, {12, 12}} {
		n, d := size[0], size[1]
		x := make([]float64, n*d)
		for i := range x {
			x[i] = src.NormFloat64() * float64(1+i%d)
		}
		p := picture.Of(x, d, all(n), 1)
		var product, sum, square [2]float64
		var cross, length float64
		for i := range n {
			for c, v := range []float64{p.X[i], p.Y[i]} {
				sum[c] += v
				square[c] += v * v
			}
			product[0] += p.X[i] * p.Y[i]
		}
		for c := range d {
			cross += p.Axis[0][c] * p.Axis[1][c]
			length += p.Axis[0][c] * p.Axis[0][c]
		}
		for name, v := range map[string]float64{
			"mean of x": sum[0], "mean of y": sum[1], "x·y": product[0] / square[0], "axes": cross, "length": length - 1,
		} {
			if math.Abs(v) > 1e-9 {
				t.Errorf("%d × %d: %s is %g, want 0", n, d, name, v)
			}
		}
		// No direction has more variance: not one of a thousand.
		var total float64
		mean := make([]float64, d)
		for i, v := range x {
			mean[i%d] += v / float64(n)
		}
		for i, v := range x {
			total += (v - mean[i%d]) * (v - mean[i%d])
		}
		if got := square[0] / total; math.Abs(got-p.Share[0]) > 1e-9 || p.Share[1] > p.Share[0] {
			t.Errorf("%d × %d: shares %v, want the first %g", n, d, p.Share, got)
		}
		for range 1000 {
			w, norm := make([]float64, d), 0.0
			for c := range w {
				w[c] = src.NormFloat64()
				norm += w[c] * w[c]
			}
			var s float64
			for i := range n {
				var v float64
				for c := range w {
					v += w[c] * (x[i*d+c] - mean[c])
				}
				s += v * v
			}
			if s/norm > square[0]*(1+1e-9) {
				t.Fatalf("%d × %d: a direction has the variance %g, more than the first component's %g", n, d, s/norm, square[0])
			}
		}
	}
}

// Many rows are drawn from, the same ones with the same seed; nothing to lay out
// is no error.
func TestManyAndFew(t *testing.T) {
	n := picture.Most + 1000
	x := make([]float64, 2*n)
	for i := range x {
		x[i] = float64(i * i % 101)
	}
	a, b := picture.Of(x, 2, all(n), 1), picture.Of(x, 2, all(n), 1)
	if len(a.Rows) != picture.Most || len(a.X) != picture.Most {
		t.Fatalf("got %d rows", len(a.Rows))
	}
	for r := range a.Rows {
		if a.Rows[r] != b.Rows[r] || a.X[r] != b.X[r] || r > 0 && a.Rows[r] <= a.Rows[r-1] {
			t.Fatalf("row %d: got %d at %g and %d at %g", r, a.Rows[r], a.X[r], b.Rows[r], b.X[r])
		}
	}
	for _, p := range []*picture.Plane{
		picture.Of(nil, 3, nil, 1), picture.Of([]float64{1, 2}, 2, all(1), 1), picture.Of([]float64{4, 4, 4}, 1, all(3), 1),
		picture.Of(nil, 0, all(3), 1),
	} {
		for r := range p.Rows {
			if p.X[r] != 0 || p.Y[r] != 0 {
				t.Errorf("got (%g, %g), want everything at zero", p.X[r], p.Y[r])
			}
		}
	}
}

package chart

import (
	"math"
	"testing"
)

// Curves lie within the plot, inside their bands, and what is larger is higher and further right.
func TestCurves(t *testing.T) {
	x := []float64{1, 2.5, 5, 15}
	c := NewCurves(x, []Series{
		{Y: []float64{.7, .8, .85, .86}, Low: []float64{.6, .75, .84, .8}, High: []float64{.8, .84, .86, .95}},
		{Y: []float64{.5, .6, .6, .99}},
	}, Size{W: 460, H: 260}, 0)
	if len(c.Lines) != 2 || len(c.Bands[0]) != 8 || len(c.Bands[1]) != 0 {
		t.Fatalf("got %d lines, bands of %d and %d points", len(c.Lines), len(c.Bands[0]), len(c.Bands[1]))
	}
	for s, line := range c.Lines {
		for i, p := range line {
			if p.X < c.Plot.X || p.X > c.Plot.X+c.Plot.W || p.Y < c.Plot.Y || p.Y > c.Plot.Y+c.Plot.H {
				t.Errorf("series %d: %v lies outside %v", s, p, c.Plot)
			}
			if p.X != c.At(x[i]) {
				t.Errorf("series %d: point %d is at %g, want %g", s, i, p.X, c.At(x[i]))
			}
			if s > 0 {
				continue
			}
			if high, low := c.Bands[0][i], c.Bands[0][7-i]; high.Y > p.Y || low.Y < p.Y || high.X != p.X || low.X != p.X {
				t.Errorf("point %d: %v lies outside its band from %v to %v", i, p, low, high)
			}
		}
	}
	if c.Lines[0][0].Y <= c.Lines[0][3].Y {
		t.Error("70 % is drawn above 86 %")
	}
	if first, last := c.Y[0], c.Y[len(c.Y)-1]; first.Text != "50 %" || last.Text != "100 %" || first.At <= last.At {
		t.Errorf("got the ticks %v", c.Y)
	}
	if c.X[0].Text != "2" && c.X[0].Text != "1" || len(c.X) < 3 {
		t.Errorf("got the ticks %v", c.X)
	}
}

// A curve begins where it has numbers, and there is room above.
func TestCurvesThatBeginLater(t *testing.T) {
	c := NewCurves([]float64{1, 2, 3}, []Series{{Y: []float64{.7, .8, .9}}, {Y: []float64{math.NaN(), .8, .95}}}, Size{W: 460, H: 260}, 40)
	if len(c.Lines[1]) != 2 || c.Lines[1][0] != c.Lines[0][1] || c.Plot.Y < 40 {
		t.Errorf("got %v below %g, want two points from %v on", c.Lines[1], c.Plot.Y, c.Lines[0][1])
	}
}

// Whatever the numbers, all can be drawn.
func TestCurvesOfOddNumbers(t *testing.T) {
	for _, y := range [][]float64{{0, 0}, {1, 1}, {math.NaN(), .5}, {-3, 7}} {
		c := NewCurves([]float64{1, 1}, []Series{{Y: y, Low: y, High: y}}, Size{W: 100, H: 100}, 10)
		for _, p := range append(c.Lines[0], c.Bands[0]...) {
			if math.IsNaN(p.X+p.Y) || math.IsInf(p.X+p.Y, 0) {
				t.Errorf("%v is drawn at %v", y, p)
			}
		}
	}
}

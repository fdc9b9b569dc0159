package chart

import (
	"math"
	"slices"
	"testing"
)

// Workers stand in the order of their labels, each in a column, and a click finds the one in whose column it is.
func TestCrew(t *testing.T) {
	all := []Measured{{.9, .8, 1, math.NaN(), 50}, {.5, .3, .7, .1, 5}, {.9, .8, .95, .85, 50}, {.7, .6, .8, .6, 20}}
	c := NewCrew(all, .8, Size{W: 460, H: 200})
	x := []float64{c.Points[1].X, c.Points[3].X, c.Points[0].X, c.Points[2].X}
	if !slices.IsSorted(x) || x[2] == x[3] {
		t.Errorf("got the places %v, want them by labels, apart", x)
	}
	for n, p := range c.Points {
		if !(c.High[n] <= p.Y && p.Y <= c.Low[n]) {
			t.Errorf("worker %d: got %v outside [%v, %v]", n, p.Y, c.High[n], c.Low[n])
		}
		if got := c.Nearest(p.X + 3); got != n {
			t.Errorf("a click beside worker %d opens %d", n, got)
		}
	}
	if !math.IsNaN(c.True[0]) || c.True[3] != c.Low[3] || c.True[1] > c.Plot.Y+c.Plot.H {
		t.Errorf("got the true accuracies %v, want none for the first, the others on the axis", c.True)
	}
	if got := c.Nearest(-500); got != -1 {
		t.Errorf("a click beside the plot opens %d", got)
	}
	if c.X[0].Text != "5" || c.X[len(c.X)-1].Text != "50" {
		t.Errorf("got %v", c.X)
	}
	if c := NewCrew(nil, 0, Size{W: 460, H: 200}); c.Nearest(1) != -1 {
		t.Errorf("got %+v of nobody", c)
	}
}

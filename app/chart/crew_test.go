package chart

import (
	"math"
	"strings"
	"testing"
)

// Workers stand where their labels and their accuracy are; ticks are where their numbers are; a click finds the worker at it.
func TestCrew(t *testing.T) {
	all := []Measured{{.9, math.NaN(), 50}, {.5, .1, 5}, {.92, .85, 500}, {.7, .6, 20}}
	c := NewCrew(all, .8, Size{W: 460, H: 240})
	if !(c.Points[1].X < c.Points[3].X && c.Points[3].X < c.Points[0].X && c.Points[0].X < c.Points[2].X) {
		t.Errorf("got %v, want them by labels", c.Points)
	}
	if a, b := c.Points[0].X-c.Points[1].X, c.Points[2].X-c.Points[0].X; math.Abs(a-b) > 1e-9 {
		t.Errorf("ten times as many labels are %g and %g to the right, want the same", a, b)
	}
	for n, p := range c.Points {
		if got := c.Nearest(Point{p.X + 3, p.Y - 2}, 10); got != n {
			t.Errorf("a click beside worker %d opens %d", n, got)
		}
	}
	if got := c.Nearest(Point{-500, 0}, 10); got != -1 {
		t.Errorf("a click beside the plot opens %d", got)
	}
	if !math.IsNaN(c.True[0]) || !(c.True[1] > c.Points[1].Y) || c.True[1] > c.Plot.Y+c.Plot.H {
		t.Errorf("got the true accuracies %v, want none for the first, that of the second lower, and in the plot", c.True)
	}
	at := map[string]float64{}
	for _, tick := range c.X {
		at[tick.Text] = tick.At
	}
	for text, n := range map[string]int{"5": 1, "50": 0, "500": 2, "20": 3} {
		if x, ok := at[text]; !ok || math.Abs(x-c.Points[n].X) > 1e-9 {
			t.Errorf("the tick %s is at %g, want %g, where a worker with as many labels is", text, x, c.Points[n].X)
		}
	}
	if !strings.HasPrefix(c.Funnel, "M") || !strings.HasSuffix(c.Funnel, "z") {
		t.Errorf("got %q", c.Funnel)
	}
	if c := NewCrew(nil, 0, Size{W: 460, H: 200}); c.Nearest(Point{1, 1}, 10) != -1 {
		t.Errorf("got %+v of nobody", c)
	}
	same := NewCrew([]Measured{{.8, math.NaN(), 150}, {.9, math.NaN(), 150}}, .85, Size{W: 460, H: 240})
	if len(same.X) == 0 || same.Points[0].X != same.Points[1].X {
		t.Errorf("all with as many labels: got %+v", same)
	}
}

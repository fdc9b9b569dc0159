package chart

import (
	"math"
	"testing"
)

func TestReliability(t *testing.T) {
	// From 0.5 to 1 on both axes: 200 wide from 56 on, 100 high from 110 upwards.
	c := NewReliability([]Sure{
		{Confidence: .6, Right: .7, Low: .55, High: .8, Count: 25},
		{Confidence: .7, Count: 0},
		{Confidence: 1, Right: .95, Low: .9, High: 1.2, Count: 100},
	}, Size{280, 148})
	if len(c.Points) != 2 {
		t.Fatalf("got %d points, want those two with answers", len(c.Points))
	}
	p, q := c.Points[0], c.Points[1]
	if !near([]float64{p.X, p.Y, p.Low, p.High, p.R}, []float64{96, 70, 100, 50, 4.5}) {
		t.Errorf("got %v", p)
	}
	if !near([]float64{q.X, q.Y, q.High, q.R}, []float64{256, 20, 10, 9}) {
		t.Errorf("got %v: no bound lies beyond 100 %%", q)
	}
	if c.Diagonal != [2]Point{{56, 110}, {256, 10}} {
		t.Errorf("diagonal: got %v", c.Diagonal)
	}
	if first, last := c.X[0], c.Y[5]; first != (Tick{56, "50 %"}) || math.Abs(last.At-10) > 1e-9 || last.Text != "100 %" {
		t.Errorf("ticks: got %v, %v", first, last)
	}
}

// What is less often right than half needs more of the axes.
func TestReliabilityOfTheWrong(t *testing.T) {
	c := NewReliability([]Sure{{Confidence: .9, Right: .3, Low: .2, High: .4, Count: 5}}, Size{280, 148})
	if c.X[0].Text != "20 %" || len(c.X) != 5 || c.Points[0].Low > c.Plot.Y+c.Plot.H {
		t.Errorf("got %v, %v", c.X, c.Points)
	}
	if empty := NewReliability(nil, Size{280, 148}); len(empty.Points) != 0 || empty.X[0].Text != "50 %" {
		t.Errorf("got %v", empty)
	}
}

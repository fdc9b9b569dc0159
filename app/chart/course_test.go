package chart

import "testing"

func TestCourse(t *testing.T) {
	// From 20 % to 100 % on 160 upwards from 170; two windows of 119 each from 48 on.
	c := NewCourse([]float64{.6, .8}, []float64{.2, .7}, []float64{.9, 1}, Size{300, 204})
	if len(c.Points) != 2 || !near([]float64{c.Points[0].X, c.Points[0].Y, c.Points[1].X, c.Points[1].Y}, []float64{107.5, 90, 226.5, 50}) {
		t.Errorf("got %v", c.Points)
	}
	if !near(c.Low, []float64{170, 70}) || !near(c.High, []float64{30, 10}) {
		t.Errorf("got %v, %v", c.Low, c.High)
	}
	if first, last := c.Y[0], c.Y[len(c.Y)-1]; first.Text != "20 %" || last.Text != "100 %" {
		t.Errorf("got %v", c.Y)
	}
	if c := NewCourse(nil, nil, nil, Size{300, 204}); len(c.Points) != 0 {
		t.Errorf("got %v", c)
	}
}

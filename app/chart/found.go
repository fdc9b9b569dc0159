package chart

import "math"

// Found is the curve of what is found, y, among how many are looked at, x. Both count something and rise from nothing.
type Found struct {
	Size
	Plot   Rect
	Line   []Point
	X, Y   []Tick
	xs, ys scale
}

// NewFound lays the curve out, without the point at nothing. x must rise, and y must not fall.
func NewFound(x, y []float64, size Size) Found {
	const left, top, right, bottom = 52, 12, 14, 40
	c := Found{Size: size, Plot: Rect{X: left, Y: top, W: size.W - left - right, H: size.H - top - bottom}}
	last := len(x) - 1
	up := Ticks(0, max(finite(y[last]), 1), 4)
	c.xs = scale{0, max(finite(x[last]), 1), c.Plot.X, c.Plot.X + c.Plot.W}
	c.ys = scale{0, max(finite(y[last]), 1), c.Plot.Y + c.Plot.H, c.Plot.Y}
	for i, text := range texts(up) {
		if up[i] <= c.ys.to {
			c.Y = append(c.Y, Tick{c.ys.at(up[i]), text})
		}
	}
	var whole []float64
	for _, v := range Ticks(0, c.xs.to, 5) {
		if v <= c.xs.to && v == math.Trunc(v) {
			whole = append(whole, v)
		}
	}
	for i, text := range texts(whole) {
		c.X = append(c.X, Tick{c.xs.at(whole[i]), text})
	}
	c.Line = []Point{c.At(0, 0)}
	for i := range x {
		c.Line = append(c.Line, c.At(x[i], y[i]))
	}
	return c
}

// At is where so many found among so many are.
func (c Found) At(x, y float64) Point { return Point{c.xs.at(finite(x)), c.ys.at(finite(y))} }

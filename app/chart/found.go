package chart

// Found is the curve of what is found, y, among how many are looked at, x. Both count something and rise from nothing.
type Found struct {
	Axes
	Line   []Point
	xs, ys scale
}

// NewFound lays the curve out, without the point at nothing. x must rise, and y must not fall.
func NewFound(x, y []float64, size Size) Found {
	c := Found{Axes: axes(size, 52, 12, 14, 40)}
	last := len(x) - 1
	c.xs, c.ys = c.across(0, max(finite(x[last]), 1)), c.up(0, max(finite(y[last]), 1))
	up := Ticks(0, c.ys.to, 4)
	c.X, c.Y = c.xs.counts(5), c.ys.ticks(up, texts(up))
	if last := len(up) - 1; up[last] > c.ys.to { // above the plot
		c.Y = c.Y[:last]
	}
	c.Line = []Point{c.At(0, 0)}
	for i := range x {
		c.Line = append(c.Line, c.At(x[i], y[i]))
	}
	return c
}

// At is where so many found among so many are.
func (c Found) At(x, y float64) Point { return Point{c.xs.at(finite(x)), c.ys.at(finite(y))} }

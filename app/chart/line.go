package chart

import (
	"math"
	"strings"
)

// Line is a line chart of y against x, which counts something: its ticks are
// whole numbers.
type Line struct {
	Size
	Plot   Rect      // the area within the axes
	Pieces [][]Point // the line, broken where y is not a number
	X, Y   []Tick
}

// NewLine lays out a line chart. left is the room for the numbers of the y axis.
// x must rise; y may hold NaN.
func NewLine(x, y []float64, size Size, left float64) Line {
	c := Line{Size: size, Plot: Rect{X: left, Y: 10, W: size.W - left - 12, H: size.H - 10 - 34}}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range y {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	if len(x) == 0 || low > high {
		return c
	}
	if low == high { // a flat line runs through the middle
		pad := max(math.Abs(low)*1e-3, 1e-9)
		low, high = low-pad, high+pad
	}
	ys := Ticks(low, high, 4)
	xs := Ticks(x[0], x[len(x)-1], 8)
	across := scale{x[0], x[len(x)-1], c.Plot.X, c.Plot.X + c.Plot.W}
	up := scale{ys[0], ys[len(ys)-1], c.Plot.Y + c.Plot.H, c.Plot.Y}

	for i, text := range texts(ys) {
		c.Y = append(c.Y, Tick{up.at(ys[i]), text})
	}
	for _, v := range xs {
		if v >= x[0] && v <= x[len(x)-1] && v == math.Trunc(v) {
			c.X = append(c.X, Tick{across.at(v), decimal(v, 0)})
		}
	}
	var piece []Point
	for i := range x {
		if math.IsNaN(y[i]) || math.IsInf(y[i], 0) {
			if len(piece) > 0 {
				c.Pieces = append(c.Pieces, piece)
			}
			piece = nil
			continue
		}
		piece = append(piece, Point{across.at(x[i]), up.at(y[i])})
	}
	if len(piece) > 0 {
		c.Pieces = append(c.Pieces, piece)
	}
	return c
}

// Path writes points for the points attribute of a polyline.
func Path(points []Point) string {
	var b strings.Builder
	for i, p := range points {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(Attr(p.X) + "," + Attr(p.Y))
	}
	return b.String()
}

package chart

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Line is a line chart of y against x. x counts something: its ticks are whole numbers.
type Line struct {
	Axes
	Drawn  []int     // which of the points given the pieces have
	Pieces [][]Point // the line, broken where y is not a number
}

// NewLine lays out a line chart. left is the least room for the numbers of the y axis; long ones get more. x must
// rise; a point that is not finite breaks the line. Values that differ by rounding errors alone make a flat line.
func NewLine(x, y []float64, size Size, left float64) Line {
	const top, right, bottom = 10, 12, 34
	c := Line{Axes: axes(size, left, top, right, bottom)}
	known := func(i int) bool { return finite(x[i]) == x[i] && finite(y[i]) == y[i] }
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for i := range x {
		if known(i) {
			low, high = Point{min(low.X, x[i]), min(low.Y, y[i])}, Point{max(high.X, x[i]), max(high.Y, y[i])}
		}
	}
	if low.Y > high.Y {
		return c
	}
	if !apart(low.Y, high.Y) {
		pad := max(math.Abs(low.Y)*1e-3, 1e-9)
		low.Y, high.Y = low.Y-pad, high.Y+pad
	}
	ys := Ticks(low.Y, high.Y, 4)
	names := texts(ys)
	for _, text := range names {
		left = max(left, 8+7*float64(utf8.RuneCountInString(text))) // as wide as digits of 13px are
	}
	c.Axes = axes(size, left, top, right, bottom)
	across, up := c.across(low.X, high.X), c.upTo(ys)
	c.X, c.Y = across.counts(8), up.ticks(ys, names)
	var piece []Point
	for i := range x {
		if !known(i) {
			if len(piece) > 0 {
				c.Pieces = append(c.Pieces, piece)
			}
			piece = nil
			continue
		}
		c.Drawn = append(c.Drawn, i)
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

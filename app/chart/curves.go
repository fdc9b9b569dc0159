package chart

import (
	"math"
	"slices"
)

// Series is a curve with its bounds, which may be nil. All are shares. Where Y is NaN the curve has not begun yet.
type Series struct{ Y, Low, High []float64 }

// Curves are several curves over the same x, with bands between their bounds. y is shares, written as percentages.
type Curves struct {
	Axes
	Lines [][]Point
	Bands [][]Point // outlines; empty where a series has no bounds
	xs    scale
}

// NewCurves lays curves out, with some room above for what is written there. x must rise, and be finite; there are two points at least.
func NewCurves(x []float64, all []Series, size Size, above float64) Curves {
	c := Curves{Axes: axes(size, 56, 10+above, 14, 38)}
	low, high := 1.0, 0.0
	for _, s := range all {
		for _, v := range slices.Concat(s.Y, s.Low, s.High) {
			if !math.IsNaN(v) {
				low, high = min(low, share(v)), max(high, share(v))
			}
		}
	}
	ys := Ticks(low, max(high, low+.01), 5)
	if last := len(ys) - 1; ys[last] > 1 { // rounding
		ys[last] = 1
	}
	up := c.upTo(ys)
	c.xs = c.across(finite(x[0]), finite(x[len(x)-1]))
	c.X, c.Y = c.xs.counts(8), up.ticks(ys, percents(ys))
	for _, s := range all {
		var line, band []Point
		for i := range x {
			if !math.IsNaN(s.Y[i]) {
				line = append(line, Point{c.At(x[i]), up.at(share(s.Y[i]))})
			}
			if s.High != nil {
				band = append(band, Point{c.At(x[i]), up.at(share(s.High[i]))})
			}
		}
		for i := len(x) - 1; i >= 0 && s.Low != nil; i-- {
			band = append(band, Point{c.At(x[i]), up.at(share(s.Low[i]))})
		}
		c.Lines, c.Bands = append(c.Lines, line), append(c.Bands, band)
	}
	return c
}

// At is where x lies across.
func (c *Curves) At(x float64) float64 { return c.xs.at(max(c.xs.from, min(finite(x), c.xs.to))) }

package chart

import "math"

// Series is a curve with its bounds, which may be nil. All are shares. Where Y is NaN the curve has not begun yet.
type Series struct{ Y, Low, High []float64 }

// Curves are several curves over the same x, with bands between their bounds. y is shares, written as percentages.
type Curves struct {
	Size
	Plot  Rect
	Lines [][]Point
	Bands [][]Point // outlines; empty where a series has no bounds
	X, Y  []Tick
	xs    scale
}

// NewCurves lays curves out, with some room above for what is written there. x must rise, and be finite; there are two points at least.
func NewCurves(x []float64, all []Series, size Size, above float64) Curves {
	const left, top, right, bottom = 56, 10, 14, 38
	c := Curves{Size: size, Plot: Rect{X: left, Y: top + above, W: size.W - left - right, H: size.H - top - above - bottom}}
	low, high := 1.0, 0.0
	for _, s := range all {
		for _, values := range [][]float64{s.Y, s.Low, s.High} {
			for _, v := range values {
				if math.IsNaN(v) {
					continue
				}
				low, high = min(low, share(v)), max(high, share(v))
			}
		}
	}
	ys := Ticks(low, max(high, low+.01), 5)
	if last := len(ys) - 1; ys[last] > 1 { // rounding
		ys[last] = 1
	}
	up := scale{ys[0], ys[len(ys)-1], c.Plot.Y + c.Plot.H, c.Plot.Y}
	for i, text := range percents(ys) {
		c.Y = append(c.Y, Tick{up.at(ys[i]), text})
	}
	c.xs = scale{finite(x[0]), finite(x[len(x)-1]), c.Plot.X, c.Plot.X + c.Plot.W}
	var whole []float64
	for _, v := range Ticks(c.xs.from, c.xs.to, 8) {
		if v >= c.xs.from && v <= c.xs.to && v == math.Trunc(v) {
			whole = append(whole, v)
		}
	}
	for i, text := range texts(whole) {
		c.X = append(c.X, Tick{c.xs.at(whole[i]), text})
	}
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

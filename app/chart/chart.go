// Package chart turns numbers into the geometry of charts: the places of lines, bars, cells and ticks, in units of
// an SVG's viewBox. It draws nothing and names no colours: shades are levels from 0 to Levels-1, which the style
// sheet colours for each theme.
package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"concord/app/format"
)

// Size is the size of a chart's viewBox.
type Size struct{ W, H float64 }

// Point is a place in the viewBox; y grows downwards.
type Point struct{ X, Y float64 }

// Rect is a box in the viewBox.
type Rect struct{ X, Y, W, H float64 }

// Tick is a mark on an axis: where it is, on that axis, and what is written there.
type Tick struct {
	At   float64
	Text string
}

// Axes are those of a chart, around its plot.
type Axes struct {
	Size
	Plot Rect
	X, Y []Tick
}

// axes leaves room around the plot.
func axes(size Size, left, top, right, bottom float64) Axes {
	return Axes{Size: size, Plot: Rect{X: left, Y: top, W: size.W - left - right, H: size.H - top - bottom}}
}

// across and up map numbers on to the plot.
func (a *Axes) across(from, to float64) scale { return scale{from, to, a.Plot.X, a.Plot.X + a.Plot.W} }
func (a *Axes) up(from, to float64) scale     { return scale{from, to, a.Plot.Y + a.Plot.H, a.Plot.Y} }

// upTo maps what its ticks span.
func (a *Axes) upTo(ticks []float64) scale { return a.up(ticks[0], ticks[len(ticks)-1]) }

// scale maps [from, to] on to [low, high].
type scale struct{ from, to, low, high float64 }

func (s scale) at(x float64) float64 {
	if s.to == s.from {
		return (s.low + s.high) / 2
	}
	return s.low + (x-s.from)/(s.to-s.from)*(s.high-s.low)
}

// ticks are marks at those numbers.
func (s scale) ticks(at []float64, texts []string) (ticks []Tick) {
	for n, text := range texts {
		ticks = append(ticks, Tick{s.at(at[n]), text})
	}
	return ticks
}

// counts are about n marks at whole numbers.
func (s scale) counts(n int) []Tick {
	whole := slices.DeleteFunc(Ticks(s.from, s.to, n), func(v float64) bool { return v < s.from || v > s.to || v != math.Trunc(v) })
	return s.ticks(whole, texts(whole))
}

// Ticks returns about n round numbers that span [low, high]: multiples of 1, 2 or 5 times a power of ten. The first
// is at or below low, the last at or above high. If low and high are as good as equal, low is the only tick.
func Ticks(low, high float64, n int) []float64 {
	low, high = finite(low), finite(high)
	if !apart(low, high) {
		return []float64{low}
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/float64(n))))
	for _, m := range []float64{1, 2, 5, 10} {
		if (high-low)/(step*m) <= float64(n) {
			step *= m
			break
		}
	}
	// Counted in integers, and so many at most: a sum of floats may stay where it is.
	first, last := int64(math.Floor(low/step+1e-9)), int64(math.Ceil(high/step-1e-9))
	last = min(last, first+int64(n)+2)
	var ticks []float64
	for k := first; k <= last; k++ {
		ticks = append(ticks, float64(k)*step)
	}
	return ticks
}

// farthest is the largest number that is drawn where it is. Differences of such numbers are finite.
const farthest = 1e300

// finite moves a number to where it can be drawn: within ±farthest, and NaN to 0.
func finite(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return max(-farthest, min(x, farthest))
}

// share is finite for what lies between 0 and 1.
func share(x float64) float64 { return max(0, min(finite(x), 1)) }

// apart reports whether high is above low by more than rounding errors, so that numbers between them differ.
func apart(low, high float64) bool {
	return high-low > max(1e-9*max(math.Abs(low), math.Abs(high)), 1e-290)
}

// longest is how many characters the text of a tick may have; a longer one is written with an exponent.
const longest = 14

// texts writes ticks with as many decimals as their distance needs, so that no two read alike.
func texts(ticks []float64) []string {
	decimals, digits := 0, 0
	if len(ticks) > 1 {
		step := magnitude(ticks[1] - ticks[0])
		decimals = max(0, -step)
		digits = max(0, magnitude(max(math.Abs(ticks[0]), math.Abs(ticks[len(ticks)-1])))-step)
	}
	out, long := make([]string, len(ticks)), false
	for i, t := range ticks {
		out[i] = decimal(t, decimals)
		long = long || utf8.RuneCountInString(out[i]) > longest || math.Abs(t) >= mostDigits
	}
	for i := range out {
		if long {
			out[i] = exponential(ticks[i], digits)
		}
	}
	return out
}

// magnitude is the exponent of the power of ten at or below x > 0.
func magnitude(x float64) int { return int(math.Floor(math.Log10(x) + 1e-9)) }

// percents writes ticks that are shares of one.
func percents(ticks []float64) []string {
	hundredfold := make([]float64, len(ticks))
	for i, t := range ticks {
		hundredfold[i] = 100 * t
	}
	out := texts(hundredfold)
	for i := range out {
		out[i] += " %"
	}
	return out
}

// mostDigits is from where on not all digits of a number are known.
const mostDigits = 1e15

// decimal writes a number with commas and a true minus sign, or with an exponent if it is too long.
func decimal(x float64, decimals int) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	case math.Abs(x) >= mostDigits:
		return exponential(x, 3)
	}
	return format.Grouped(x, decimals)
}

// exponential writes a number with so many decimals and an exponent: 2.5e−7.
func exponential(x float64, decimals int) string {
	if x == 0 {
		return "0"
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', decimals, 64), "e")
	if strings.Contains(digits, ".") {
		digits = strings.TrimRight(strings.TrimRight(digits, "0"), ".")
	}
	sign := strings.TrimPrefix(exponent[:1], "+")
	return strings.ReplaceAll(digits+"e"+sign+strings.TrimLeft(exponent[1:], "0"), "-", "−")
}

// Attr writes a coordinate for an SVG attribute: at most two decimals.
func Attr(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

// Package chart turns numbers into the geometry of charts: where lines, bars,
// cells and ticks lie, in the units of an SVG's viewBox. It draws nothing and
// names no colours; a cell's shade is a level from 0 to Levels-1, for which the
// style sheet has a colour in each theme.
package chart

import (
	"math"
	"strconv"
	"strings"
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

// scale maps [from, to] on to [low, high].
type scale struct{ from, to, low, high float64 }

func (s scale) at(x float64) float64 {
	if s.to == s.from {
		return (s.low + s.high) / 2
	}
	return s.low + (x-s.from)/(s.to-s.from)*(s.high-s.low)
}

// Ticks returns about n round numbers that span [low, high]: multiples of 1, 2 or
// 5 times a power of ten. The first is at or below low, the last at or above high.
func Ticks(low, high float64, n int) []float64 {
	if !(high > low) {
		return []float64{low}
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/float64(n))))
	for _, m := range []float64{1, 2, 5, 10} {
		if (high-low)/(step*m) <= float64(n) {
			step *= m
			break
		}
	}
	first, last := math.Floor(low/step+1e-9), math.Ceil(high/step-1e-9)
	var ticks []float64
	for i := first; i <= last; i++ {
		ticks = append(ticks, i*step)
	}
	return ticks
}

// texts writes ticks with as many decimals as their distance needs, so that no
// two read alike.
func texts(ticks []float64) []string {
	decimals := 0
	if len(ticks) > 1 {
		decimals = max(0, -int(math.Floor(math.Log10(ticks[1]-ticks[0])+1e-9)))
	}
	out := make([]string, len(ticks))
	for i, t := range ticks {
		out[i] = decimal(t, decimals)
	}
	return out
}

// decimal writes a number with commas and a true minus sign.
func decimal(x float64, decimals int) string {
	text := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	var b strings.Builder
	if x < 0 && strings.Trim(text, "0.") != "" {
		b.WriteString("−")
	}
	for i, d := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	if fraction != "" {
		b.WriteString("." + fraction)
	}
	return b.String()
}

// Attr writes a coordinate for an SVG attribute: at most two decimals.
func Attr(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

package chart

import (
	"math"
	"slices"
)

// Full is the length of an axis in a row of a table.
const Full = 100.0

// Fall is one bar of a waterfall, along an axis from 0 to Full: it begins where the one before ended.
type Fall struct{ From, To float64 }

// Falls lays out amounts that add up, each from where the last ended; zero is the place of 0. An infinite amount
// runs to the edge, and the next begins where it began.
func Falls(amounts []float64) (falls []Fall, zero float64) {
	low, high, sum := 0.0, 0.0, 0.0
	for _, x := range amounts {
		if !math.IsInf(x, 0) {
			sum = finite(sum + finite(x))
			low, high = min(low, sum), max(high, sum)
		}
	}
	room := max(high-low, 1e-9) / 20 // so that no bar ends at the edge but those without end
	s := scale{low - room, high + room, 0, Full}
	sum = 0
	for _, x := range amounts {
		f := Fall{From: s.at(sum)}
		switch {
		case math.IsInf(x, 1):
			f.To = Full
		case math.IsInf(x, -1):
			f.To = 0
		default:
			sum = finite(sum + finite(x))
			f.To = s.at(sum)
		}
		falls = append(falls, f)
	}
	return falls, s.at(0)
}

// Span is a figure with its bounds, along an axis from 0 to Full that several figures share.
type Span struct{ Low, At, High float64 }

// Spans lays out figures of at most 1, such as coefficients of agreement, with their bounds; zero is the place of
// 0. The axis begins at 0, or at the lowest bound below it.
func Spans(low, at, high []float64) (spans []Span, zero float64) {
	least := 0.0
	for n := range at {
		least = min(least, finite(low[n]), finite(at[n]))
	}
	s := scale{least, 1, 0, Full}
	place := func(x float64) float64 { return s.at(max(least, min(finite(x), 1))) }
	for n := range at {
		spans = append(spans, Span{place(low[n]), place(at[n]), place(high[n])})
	}
	return spans, s.at(0)
}

// Scores lays out figures of any size with their bounds, along an axis from 0 to Full that they share, with its ticks.
func Scores(low, at, high []float64) (spans []Span, ticks []Tick) {
	all := slices.Concat(low, at, high)
	for n := range all {
		all[n] = finite(all[n])
	}
	marks := []float64{0}
	if all != nil {
		marks = Ticks(slices.Min(all), slices.Max(all), 5)
	}
	s := scale{marks[0], marks[len(marks)-1], 0, Full}
	for n := range at {
		spans = append(spans, Span{s.at(finite(low[n])), s.at(finite(at[n])), s.at(finite(high[n]))})
	}
	return spans, s.ticks(marks, texts(marks))
}

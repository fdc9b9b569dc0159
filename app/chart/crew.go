package chart

import (
	"cmp"
	"math"
	"slices"

	"concord/app/format"
)

// Measured is a share with its bounds, and how many labels it rests on.
type Measured struct {
	At, Low, High float64
	True          float64 // what it is in truth; NaN: unknown
	Labels        int
}

// Crew is a column for each worker, in the order of their labels: a dot with its interval. So those with as many labels as
// others don't cover each other.
type Crew struct {
	Size
	Plot      Rect
	Points    []Point   // of each worker, in the order given
	Low, High []float64 // along y
	True      []float64 // along y; NaN: unknown
	Average   float64   // along y
	X, Y      []Tick    // X: the numbers of labels
	step      float64
}

// NewCrew lays out workers with the average of all.
func NewCrew(all []Measured, average float64, size Size) Crew {
	const left, top, right, bottom = 56, 10, 14, 40 // left: “100 %” in the type of narrow screens
	c := Crew{Size: size, Plot: Rect{X: left, Y: top, W: size.W - left - right, H: size.H - top - bottom}}
	if len(all) == 0 {
		return c
	}
	least := share(average)
	order := make([]int, len(all))
	for n, x := range all {
		order[n] = n
		least = min(least, share(x.Low), share(x.At))
		if !math.IsNaN(x.True) {
			least = min(least, share(x.True))
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[a].Labels, all[b].Labels) })
	ticks := Ticks(min(least, .9), 1, 4)
	up := scale{ticks[0], ticks[len(ticks)-1], c.Plot.Y + c.Plot.H, c.Plot.Y}
	for n, text := range percents(ticks) {
		c.Y = append(c.Y, Tick{up.at(ticks[n]), text})
	}
	c.Average = up.at(share(average))
	c.step = c.Plot.W / float64(len(all))
	c.Points, c.Low, c.High = make([]Point, len(all)), make([]float64, len(all)), make([]float64, len(all))
	c.True = make([]float64, len(all))
	for place, n := range order {
		x := c.Plot.X + c.step*(float64(place)+.5)
		c.Points[n] = Point{x, up.at(share(all[n].At))}
		c.Low[n], c.High[n], c.True[n] = up.at(share(all[n].Low)), up.at(share(all[n].High)), math.NaN()
		if !math.IsNaN(all[n].True) {
			c.True[n] = up.at(share(all[n].True))
		}
	}
	const numbers = 5 // of labels, evenly along the axis, each where it first occurs
	last := math.Inf(-1)
	for k := range min(numbers, len(all)) {
		place := k * (len(all) - 1) / max(1, min(numbers, len(all))-1)
		at := c.Points[order[place]].X
		if text := format.Count(all[order[place]].Labels); at-last >= 40 && (len(c.X) == 0 || c.X[len(c.X)-1].Text != text) {
			c.X, last = append(c.X, Tick{at, text}), at
		}
	}
	return c
}

// Nearest returns the worker whose column a place is in, −1 if there is none.
func (c Crew) Nearest(x float64) int {
	best, least := -1, c.step
	for n, p := range c.Points {
		if d := math.Abs(p.X - x); d < least {
			best, least = n, d
		}
	}
	return best
}

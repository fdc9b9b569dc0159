package chart

import (
	"math"
	"slices"

	"concord/app/format"
	"concord/core/api"
)

// Measured is the accuracy of a worker, and how many labels it rests on.
type Measured struct {
	At     float64
	True   float64 // what it is in truth; NaN: unknown
	Labels int
}

// Crew is a dot for each worker: accuracy against the number of labels, which is on a logarithmic scale, with the funnel in which 95 %
// of average workers would be.
type Crew struct {
	Axes
	Points  []Point   // of each worker, in the order given
	True    []float64 // along y; NaN: unknown
	Funnel  string    // the path of the funnel
	Average float64   // along y
}

// NewCrew lays out workers with the average of all.
func NewCrew(all []Measured, average float64, size Size) Crew {
	c := Crew{Axes: axes(size, 56, 26, 14, 44)} // left: “100 %” in the type of narrow screens; top: the name of the axis
	if len(all) == 0 {
		return c
	}
	average = share(average)
	fewest, most := math.Inf(1), 1.
	for _, x := range all {
		n := float64(max(1, x.Labels))
		fewest, most = min(fewest, n), max(most, n)
	}
	const room, widest = 1.25, 5 // to both sides; the ends are at least so many times apart, so that there is a tick between
	from, to := fewest/room, most*room
	if middle := math.Sqrt(from * to); to < widest*from {
		from, to = middle/math.Sqrt(widest), middle*math.Sqrt(widest)
	}
	across := c.across(math.Log(from), math.Log(to))
	least, _ := api.Funnel(average, fewest)
	for _, x := range all {
		least = min(least, share(x.At))
		if !math.IsNaN(x.True) {
			least = min(least, share(x.True))
		}
	}
	ticks := Ticks(min(least, .9), 1, 5)
	up := c.upTo(ticks)
	c.Y, c.Average = up.ticks(ticks, percents(ticks)), up.at(average)
	for _, x := range all {
		c.Points = append(c.Points, Point{across.at(math.Log(float64(max(1, x.Labels)))), up.at(share(x.At))})
		at := math.NaN()
		if !math.IsNaN(x.True) {
			at = up.at(share(x.True))
		}
		c.True = append(c.True, at)
	}
	c.X = counts(from, to, across)
	c.Funnel = funnel(average, across, up)
	return c
}

// counts are ticks of numbers of labels: 1, 2 and 5 times powers of ten, or fewer of them where there is no room.
func counts(low, high float64, across scale) (ticks []Tick) {
	const apart = 39 // room for “2,000”
	for _, of := range [][]float64{{1, 2, 5}, {1, 3}, {1}} {
		ticks = nil
		for power := 1.; power <= high; power *= 10 {
			for _, m := range of {
				if n := m * power; n >= low && n <= high {
					ticks = append(ticks, Tick{across.at(math.Log(n)), format.Count(int(n))})
				}
			}
		}
		least := math.Inf(1)
		for n := 1; n < len(ticks); n++ {
			least = min(least, ticks[n].At-ticks[n-1].At)
		}
		if least >= apart {
			break
		}
	}
	return ticks
}

// funnel is the path around the band.
func funnel(average float64, across, up scale) string {
	const steps = 40
	var upper, lower []Point
	for s := range steps + 1 {
		log := across.from + (across.to-across.from)*float64(s)/steps
		low, high := api.Funnel(average, math.Exp(log))
		upper, lower = append(upper, Point{across.at(log), up.at(high)}), append(lower, Point{across.at(log), up.at(max(low, up.from))})
	}
	slices.Reverse(lower)
	path := "M"
	for n, p := range append(upper, lower...) {
		if n > 0 {
			path += "L"
		}
		path += Attr(p.X) + " " + Attr(p.Y)
	}
	return path + "z"
}

// Nearest returns the worker nearest to a place, −1 if none is within reach.
func (c Crew) Nearest(at Point, reach float64) int {
	best, least := -1, reach
	for n, p := range c.Points {
		if d := math.Hypot(p.X-at.X, p.Y-at.Y); d < least {
			best, least = n, d
		}
	}
	return best
}

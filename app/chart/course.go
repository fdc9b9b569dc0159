package chart

// Course is a share over time: a point with its bounds for each window of time, evenly spaced, and a line.
type Course struct {
	Axes
	Points    []Point
	Low, High []float64 // along y
}

// NewCourse lays out shares with their bounds. The axis spans the bounds, and two percent at least.
func NewCourse(at, low, high []float64, size Size) Course {
	c := Course{Axes: axes(size, 48, 10, 14, 34)}
	if len(at) == 0 {
		return c
	}
	least, most := 1.0, 0.0
	for n := range at {
		least, most = min(least, share(low[n]), share(at[n])), max(most, share(high[n]), share(at[n]))
	}
	if most-least < 0.02 {
		least, most = max(least-0.01, 0), min(most+0.01, 1)
	}
	ticks := Ticks(least, most, 4)
	across, up := c.across(0, float64(len(at))), c.upTo(ticks)
	c.Y = up.ticks(ticks, percents(ticks))
	for n := range at {
		c.Points = append(c.Points, Point{across.at(float64(n) + 0.5), up.at(share(at[n]))})
		c.Low, c.High = append(c.Low, up.at(share(low[n]))), append(c.High, up.at(share(high[n])))
	}
	return c
}

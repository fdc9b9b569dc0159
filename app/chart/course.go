package chart

// Course is how a share went over time: a point with its bounds for each window
// of it, one after the other at even distances, and a line through them.
type Course struct {
	Size
	Plot      Rect
	Points    []Point
	Low, High []float64 // along y
	Y         []Tick
}

// NewCourse lays out shares with their bounds. The axis begins and ends where
// the bounds do.
func NewCourse(at, low, high []float64, size Size) Course {
	const left, top, right, bottom = 48, 10, 14, 34
	c := Course{Size: size, Plot: Rect{X: left, Y: top, W: size.W - left - right, H: size.H - top - bottom}}
	if len(at) == 0 {
		return c
	}
	least, most := at[0], at[0]
	for n := range at {
		least, most = min(least, low[n], at[n]), max(most, high[n], at[n])
	}
	ticks := Ticks(max(least, 0), min(most, 1), 4)
	up := scale{ticks[0], ticks[len(ticks)-1], c.Plot.Y + c.Plot.H, c.Plot.Y}
	across := scale{0, float64(len(at)), c.Plot.X, c.Plot.X + c.Plot.W}
	for _, t := range ticks {
		c.Y = append(c.Y, Tick{up.at(t), decimal(100*t, decimalsOfPercent(ticks)) + " %"})
	}
	for n := range at {
		c.Points = append(c.Points, Point{across.at(float64(n) + 0.5), up.at(at[n])})
		c.Low, c.High = append(c.Low, up.at(low[n])), append(c.High, up.at(high[n]))
	}
	return c
}

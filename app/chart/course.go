package chart

// Course is a share over time: a point with its bounds for each window of time, evenly spaced, and a line.
type Course struct {
	Size
	Plot      Rect
	Points    []Point
	Low, High []float64 // along y
	Y         []Tick
}

// NewCourse lays out shares with their bounds. The axis spans the bounds, and two percent at least.
func NewCourse(at, low, high []float64, size Size) Course {
	const left, top, right, bottom = 48, 10, 14, 34
	c := Course{Size: size, Plot: Rect{X: left, Y: top, W: size.W - left - right, H: size.H - top - bottom}}
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
	up := scale{ticks[0], ticks[len(ticks)-1], c.Plot.Y + c.Plot.H, c.Plot.Y}
	across := scale{0, float64(len(at)), c.Plot.X, c.Plot.X + c.Plot.W}
	for n, text := range percents(ticks) {
		c.Y = append(c.Y, Tick{up.at(ticks[n]), text})
	}
	for n := range at {
		c.Points = append(c.Points, Point{across.at(float64(n) + 0.5), up.at(share(at[n]))})
		c.Low, c.High = append(c.Low, up.at(share(low[n]))), append(c.High, up.at(share(high[n])))
	}
	return c
}

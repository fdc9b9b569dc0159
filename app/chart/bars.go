package chart

// Bar is one horizontal bar: its length out of Full.
type Bar struct {
	Text   string
	Length float64
}

// Full is the length of the longest bar.
const Full = 100.0

// Bars lays out values as bars, the greatest Full long. Negative values count as
// nothing.
func Bars(names []string, values []float64) []Bar {
	top := 0.0
	for _, v := range values {
		top = max(top, v)
	}
	bars := make([]Bar, len(values))
	for i, v := range values {
		bars[i] = Bar{Text: names[i]}
		if top > 0 {
			bars[i].Length = max(v, 0) / top * Full
		}
	}
	return bars
}

// Interval is an estimate between 0 and 1 with its bounds, on an axis that is
// zoomed to where they lie.
type Interval struct {
	Size
	Low, High, At float64 // places along the axis
	Ticks         []Tick
}

// NewInterval lays out an estimate with its bounds, all shares of one.
func NewInterval(low, at, high float64, size Size) Interval {
	room := max((high-low)/2, 0.02)
	ticks := Ticks(max(low-room, 0), min(high+room, 1), 4)
	const margin = 16 // half the width of a number
	s := scale{ticks[0], ticks[len(ticks)-1], margin, size.W - margin}
	c := Interval{Size: size, Low: s.at(low), High: s.at(high), At: s.at(at)}
	for _, t := range ticks {
		c.Ticks = append(c.Ticks, Tick{s.at(t), decimal(100*t, decimalsOfPercent(ticks)) + " %"})
	}
	return c
}

func decimalsOfPercent(ticks []float64) int {
	if len(ticks) > 1 && ticks[1]-ticks[0] < 0.01-1e-12 {
		return 1
	}
	return 0
}

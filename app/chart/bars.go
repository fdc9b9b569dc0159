package chart

// highest returns the greatest of values that are drawn; 0 where none is above.
func highest(values []float64) float64 {
	top := 0.0
	for _, v := range values {
		top = max(top, finite(v))
	}
	return top
}

// Interval is an estimate between 0 and 1 with its bounds, on an axis zoomed to where they lie.
type Interval struct {
	Size
	Low, High, At float64 // places along the axis
	Ticks         []Tick
}

// NewInterval lays out an estimate with its bounds, all shares of one.
func NewInterval(low, at, high float64, size Size) Interval {
	low, at, high = share(low), share(at), share(high)
	from, to := min(low, at, high), max(low, at, high)
	room := max((to-from)/2, 0.02)
	ticks := Ticks(max(from-room, 0), min(to+room, 1), 4)
	const margin = 16 // half the width of a number
	s := scale{ticks[0], ticks[len(ticks)-1], margin, size.W - margin}
	return Interval{Size: size, Low: s.at(low), High: s.at(high), At: s.at(at), Ticks: s.ticks(ticks, percents(ticks))}
}

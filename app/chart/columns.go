package chart

// Columns is a histogram: a column for each range of a count, with its number above and its range below.
type Columns struct {
	Axes
	Columns []Column
}

// Column is one of them.
type Column struct {
	Rect
	Middle float64 // along x
	Value  string  // what stands above
	Name   string  // … and below
}

// NewColumns lays out values as columns, the highest as high as there is room.
func NewColumns(names []string, values []float64, size Size) Columns {
	c := Columns{Axes: axes(size, 8, 20, 8, 40)}
	most := highest(values)
	wide := c.Plot.W / float64(max(len(values), 1))
	gap := min(wide/8, 6)
	for n, v := range values {
		high := 0.0
		if most > 0 {
			high = max(finite(v), 0) / most * c.Plot.H
		}
		if v > 0 {
			high = max(high, 1) // what is there is seen
		}
		x := c.Plot.X + float64(n)*wide
		c.Columns = append(c.Columns, Column{
			Rect: Rect{x + gap/2, c.Plot.Y + c.Plot.H - high, wide - gap, high}, Middle: x + wide/2, Value: decimal(v, 0), Name: names[n],
		})
	}
	return c
}

package chart

import "math"

// Levels is how many shades a heat map has.
const Levels = 9

// Level returns the shade of a share: 0 for none, Levels-1 for all. Shares outside [0, 1] are clamped.
func Level(share float64) int {
	switch {
	case !(share > 0):
		return 0
	case share >= 1:
		return Levels - 1
	}
	return min(1+int(share*(Levels-1)), Levels-1)
}

// Heat is a heat map of a square matrix of shares, with its numbers in the cells.
type Heat struct {
	Size
	Left float64
	Rows []HeatRow
	Cols []Tick // middle of each column
}

// HeatRow is one row of a heat map.
type HeatRow struct {
	Tick
	Known bool // false: there is no evidence for this row
	Cells []HeatCell
}

// HeatCell is one cell.
type HeatCell struct {
	Rect
	Text  string
	Level int
}

// NewHeat lays out a matrix whose rows and columns have the given names. known says which rows rest on evidence;
// nil means all. left and top are the room for the names.
func NewHeat(share [][]float64, names []string, known []bool, cell Point, left, top float64) Heat {
	k := float64(len(names))
	h := Heat{Size: Size{left + k*cell.X, top + k*cell.Y}, Left: left}
	for i, name := range names {
		h.Cols = append(h.Cols, Tick{left + (float64(i)+0.5)*cell.X, name})
	}
	for i, row := range share {
		y := top + float64(i)*cell.Y
		r := HeatRow{Tick: Tick{y + cell.Y/2, names[i]}, Known: known == nil || known[i]}
		for j, x := range row {
			c := HeatCell{Rect: Rect{left + float64(j)*cell.X, y, cell.X, cell.Y}, Text: "–"}
			if r.Known && !math.IsNaN(x) {
				c.Text, c.Level = decimal(x, 2), Level(x)
			}
			r.Cells = append(r.Cells, c)
		}
		h.Rows = append(h.Rows, r)
	}
	return h
}

package labels

import (
	"math"
	"slices"
	"unicode/utf8"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/parse"
)

// begin notes the features of the votes of a file, which are those of the files before.
func (c *comparisons) begin(file string, features []layout.StyleFeature, first bool) error {
	var names []string
	for _, f := range features {
		names = append(names, f.Name)
	}
	if first && names != nil {
		c.style = &crowd.Features{Names: names}
	}
	if c.style == nil && names == nil || c.style != nil && slices.Equal(names, c.style.Names) {
		return nil
	}
	return &api.Problem{File: file, What: "other columns are said to explain votes than in the first file",
		Do: "Give the same columns of all files these roles"}
}

// add adds a vote with its features, nil if they are not known.
func (c *comparisons) add(v crowd.Vote, features []float64) {
	c.votes = append(c.votes, v)
	if c.style == nil {
		return
	}
	if features == nil {
		features = slices.Repeat([]float64{math.NaN()}, len(c.style.Names))
	}
	c.style.X = append(c.style.X, features...)
}

// keep leaves some of the votes.
func (c *comparisons) keep(places []int) {
	was := *c
	c.votes = make([]crowd.Vote, 0, len(places))
	if was.style != nil {
		c.style = &crowd.Features{Names: was.style.Names}
	}
	for _, n := range places {
		var row []float64
		if was.style != nil {
			row = was.style.Row(n)
		}
		c.add(was.votes[n], row)
	}
}

// describe reads the features of the current row: NaN where that of either item is missing. It returns false for a row that is bad.
func (l *labelReader) describe() bool {
	c := l.comparing
	c.row = c.row[:0]
	for _, f := range c.style {
		x, ok := l.feature(f.Left, f.Length)
		if ok && f.Right >= 0 {
			var right float64
			right, ok = l.feature(f.Right, f.Length)
			x -= right
		}
		if !ok {
			return false
		}
		c.row = append(c.row, x)
	}
	return true
}

// feature returns the number in a cell, or how many characters it has; false: the row is bad.
func (l *labelReader) feature(column int, length bool) (x float64, ok bool) {
	cell := l.Cell(column)
	switch {
	case l.missing.Has(cell):
		return math.NaN(), true
	case length:
		return float64(utf8.RuneCount(cell)), true
	}
	x, err := parse.Number(cell)
	if err != nil {
		l.Reject(l.Wrong(column, parse.NoNumber(err, "in a column that is said to explain votes"), "Correct it, empty it, or skip the row"))
	}
	return x, err == nil
}

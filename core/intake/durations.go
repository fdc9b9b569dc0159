package intake

import (
	"concord/core/layout/heading"
	"io"
	"math"
	"slices"
)

// byDuration gives the role of how long labels took to the column that has a name
// for it and holds nothing else. It differs between the workers of a task: what does
// not is how long a clip is, say.
func (g *Guess) byDuration(rows [][]string, stats []statistics) {
	task := g.role(Task)
	if task < 0 {
		return
	}
	best, least := -1, 0
	for c, column := range g.Columns {
		n := slices.Index(slices.Concat(heading.Seconds, heading.Durations), heading.WithoutUnit(column.Name))
		if n < 0 || column.Role != Ignore || best >= 0 && n >= least || stats[c].filled == 0 {
			continue
		}
		good := 0
		for cell, times := range stats[c].times {
			if x, err := number([]byte(cell)); err == nil && x >= 0 {
				good += times
			}
		}
		if 10*good >= 9*stats[c].filled && differs(rows, task, c) {
			best, least = c, n
		}
	}
	if best >= 0 {
		g.Columns[best].Role, g.Columns[best].Why = Took, "by its name: how long the label took"
	}
}

// differs reports whether most rows of a task have something else in a column than
// the first of them.
func differs(rows [][]string, task, c int) bool {
	first, same, other := make(map[string]string), 0, 0
	for _, r := range rows {
		switch was, ok := first[r[task]]; {
		case r[c] == "":
		case !ok:
			first[r[task]] = r[c]
		case was == r[c]:
			same++
		default:
			other++
		}
	}
	return other > same
}

// Seconds reads a file of labels once more, for how long each took, in seconds; NaN
// where that is not known, in the order of the labels of the set that was read of
// it. It is nil where no column says so. A column that does not name its unit is in
// milliseconds where its numbers are whole and most are 1,000 or more: hardly a label
// takes a quarter of an hour.
func Seconds(name string, r io.Reader, guess *Guess, o Options, of *Set) ([]float32, error) {
	unknown := float32(math.NaN())
	whole := true
	took, _, err := perLabel(name, r, guess, o, of, Took, func(cell []byte) (float32, bool) {
		x, err := number(cell)
		if err != nil || x < 0 {
			return unknown, false
		}
		whole = whole && x == math.Trunc(x)
		return float32(x), true
	})
	if err != nil || took == nil {
		return nil, err
	}
	column := guess.Columns[guess.role(Took)].Name
	milli := heading.WithoutUnit(column) != heading.Plain(heading.Leaf(column))
	if !milli && !slices.Contains(heading.Seconds, heading.WithoutUnit(column)) && whole {
		known := slices.DeleteFunc(slices.Clone(took), func(x float32) bool { return x != x })
		slices.Sort(known)
		milli = len(known) > 0 && known[len(known)/2] >= 1000
	}
	if milli {
		for n := range took {
			took[n] /= 1000
		}
	}
	return took, nil
}

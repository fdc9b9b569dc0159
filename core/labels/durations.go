package labels

import (
	"io"
	"math"
	"slices"

	"concord/core/layout"
	"concord/core/layout/heading"
	"concord/core/parse"
	"concord/core/scan"
)

// Seconds reads a file of labels again, for how many seconds each took: NaN where that
// is unknown, in the order of the labels of the set; nil if no column says so. A
// column that does not name its unit is in milliseconds if its numbers are whole and
// most are at least 1,000: hardly any label takes a quarter of an hour.
func Seconds(name string, r io.Reader, lay *layout.Layout, o scan.Options, of *Set) ([]float32, error) {
	unknown := float32(math.NaN())
	whole := true
	took, _, err := perLabel(name, r, lay, o, of, layout.Took, func(cell []byte) (float32, bool) {
		x, err := parse.Number(cell)
		if err != nil || x < 0 {
			return unknown, false
		}
		whole = whole && x == math.Trunc(x)
		return float32(x), true
	})
	if err != nil || took == nil {
		return nil, err
	}
	column := lay.Columns[lay.Column(layout.Took)].Name
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

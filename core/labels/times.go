package labels

import (
	"fmt"
	"io"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/layout/heading"
	"concord/core/parse"
	"concord/core/scan"
	"concord/internal/humanize"
)

// Times reads a file of labels again, for when each was given: seconds since 1970, 0
// where that is unknown, in the order of the labels of the set; nil if no column holds
// times. unread is how many labels have no time that can be understood.
func Times(name string, r io.Reader, lay *layout.Layout, o scan.Options, of *Set) (times []uint32, unread int, err error) {
	return perLabel(name, r, lay, o, of, layout.Time, func(cell []byte) (uint32, bool) {
		at, ok := parse.Time(cell)
		if !ok || at <= 0 || at > math.MaxUint32 {
			return 0, false
		}
		return uint32(at), true
	})
}

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

// perLabel reads a file of labels again, for what the column of a role says of each, in
// the order of the labels of the set; nil if there is no such column. unread is how
// many labels have nothing there that parse understands.
func perLabel[T any](name string, r io.Reader, lay *layout.Layout, o scan.Options, of *Set, role layout.Role,
	parse func([]byte) (T, bool)) (all []T, unread int, err error) {
	column := lay.Column(role)
	if column < 0 || lay.Wide() {
		return nil, 0, nil
	}
	// Labels wait in a batch before they are counted, but they never change places.
	var values []T // in the order of the file
	p := Collector{watch: func(l *labelReader) {
		given := l.to.labels.n + l.batch.n + len(l.to.compared.votes)
		if len(values) == given {
			return
		}
		x, ok := parse(l.Cell(column))
		if !ok {
			unread += given - len(values)
		}
		for len(values) < given {
			values = append(values, x)
		}
	}}
	if err := p.Read(name, r, lay, o); err != nil {
		return nil, 0, err
	}
	d := of.Data
	if d.Comparisons != nil {
		return ofVotes(d, values), unread, nil
	}
	if len(values) != d.Len() || p.tasks.Len() != d.Tasks {
		return nil, 0, &api.Problem{File: name, What: fmt.Sprintf("it has %s now, and had %s when it was opened",
			humanize.Count(len(values), "label"), humanize.Number(d.Len())), Do: "Open it anew"}
	}
	// As the labels were: by task, otherwise in the order of the file.
	all = make([]T, len(values))
	next := append([]int32(nil), d.Start[:d.Tasks]...)
	n := 0
	p.labels.close()
	for i := range p.labels.tasks() {
		all[next[i]-d.Start[0]] = values[n]
		next[i]++
		n++
	}
	return all, unread, nil
}

// ofVotes puts what was said with votes in the order of the labels; nil: some labels are no votes of the file, or not all of them.
func ofVotes[T any](d *crowd.Dataset, values []T) []T {
	if len(values) != d.Len() {
		return nil
	}
	all := make([]T, len(values))
	for n, vote := range d.Order {
		all[n] = values[vote]
	}
	return all
}

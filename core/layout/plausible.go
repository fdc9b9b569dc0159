package layout

import (
	"concord/core/parse"
	"math"
)

const (
	maxColumns = 12   // that are tried in a role by their values
	maxRows    = 5000 // that are looked at for it
)

// fewRows tell nothing of a table whose header does.
const fewRows = 5

// crosstab holds what the choice of roles rests on: how many different values
// the columns have, singly and in pairs. Cells that are missing are left out.
type crosstab struct {
	rows    int
	columns []int        // of the table
	single  []int        // different values of each
	uneven  []float64    // how much they differ in how often they come: the deviation of that, over its mean
	pair    [][]int      // different pairs of values of each two …
	both    [][]int      // … and the rows that have both
	looks   []trioPoints // for what the values look like
}

func crosstabOf(records [][]string, columns []int, missing parse.Tokens) *crosstab {
	records = records[:min(len(records), maxRows)]
	n := len(columns)
	x := &crosstab{rows: len(records), columns: columns, single: make([]int, n), uneven: make([]float64, n), looks: make([]trioPoints, n)}
	x.pair, x.both = make([][]int, n), make([][]int, n)
	codes := make([][]int, n)
	var seen []uint64 // a bit for each pair of values
	for a, c := range columns {
		index := make(map[string]int)
		codes[a] = make([]int, len(records))
		var times []int
		for n, r := range records {
			codes[a][n] = -1
			if missing.Has([]byte(r[c])) {
				continue
			}
			code, ok := index[r[c]]
			if !ok {
				code = len(index)
				index[r[c]], times = code, append(times, 0)
			}
			codes[a][n] = code
			times[code]++
		}
		x.single[a], x.uneven[a], x.looks[a] = len(index), uneven(times), kindOf(index).points()
		x.pair[a], x.both[a] = make([]int, n), make([]int, n)
		for b := range a {
			size := len(index)*x.single[b]/64 + 1
			if size > len(seen) {
				seen = make([]uint64, size)
			}
			clear(seen[:size])
			pairs, both := 0, 0
			for n, i := range codes[a] {
				j := codes[b][n]
				if i < 0 || j < 0 {
					continue
				}
				both++
				at := i*x.single[b] + j
				if bit := uint64(1) << (at & 63); seen[at>>6]&bit == 0 {
					seen[at>>6] |= bit
					pairs++
				}
			}
			x.pair[a][b], x.pair[b][a], x.both[a][b], x.both[b][a] = pairs, pairs, both, both
		}
	}
	return x
}

// uneven is the standard deviation of counts over their mean.
func uneven(times []int) float64 {
	var sum, squares float64
	for _, n := range times {
		sum += float64(n)
		squares += float64(n) * float64(n)
	}
	if sum == 0 {
		return 0
	}
	mean := sum / float64(len(times))
	return math.Sqrt(max(0, squares/float64(len(times))-mean*mean)) / mean
}

// trio is the columns of the task, the worker and the label; -1: none.
type trio [3]int

// truth returns the columns that most plausibly hold tasks and their truth; those
// that are fixed stand. ok is false where nothing is plausible.
func (x *crosstab) truth(fixed trio) (best trio, ok bool) {
	top := 0
	for t, task := range x.columns {
		for l, label := range x.columns {
			if t == l || fixed[0] >= 0 && fixed[0] != task || fixed[2] >= 0 && fixed[2] != label || x.rows > 3 && x.single[l] == x.rows {
				continue
			}
			if score := x.single[t] - x.single[l]; !ok || score > top {
				top, best, ok = score, trio{task, -1, label}, true
			}
		}
	}
	return best, ok
}

// some is how many further workers of tasks that have one already tell what never
// varies from what has not varied yet.
const some = 3

// hardly is the share below which what varies is put down to slips: a text that
// somebody corrected half-way, a worker who changed country.
const hardly = .01

// within is how often column b has another value where a has the same one, as a
// share of how often it could, c having as many as it has; ok is false where c hardly
// ever has more than one.
func (x *crosstab) within(a, b, c int) (share float64, ok bool) {
	more := x.pair[a][c] - x.single[a]
	if more < some || x.single[b] < 2 {
		return 0, false
	}
	return float64(x.pair[a][b]-x.single[a]) / float64(min(more, x.single[a]*(x.single[b]-1))), true
}

// constant reports whether all workers w of a task t say the same in column l.
func (x *crosstab) constant(t, w, l int) bool {
	share, ok := x.within(t, l, w)
	return ok && share < hardly
}

// describes reports whether column l says something of each task, rather than what
// a worker said of it: all say the same, and of most tasks another thing.
func (x *crosstab) describes(t, w, l int) bool {
	return x.constant(t, w, l) && x.single[t] >= fewRows && 2*x.single[l] > x.single[t]
}

// belongs reports whether column b says something of each a, rather than of what a
// has with each of several c: as an age does of a worker, or a batch of a task.
func (x *crosstab) belongs(b, a, c int) bool {
	if x.single[a] < some || x.both[a][c] < 2*x.single[a] {
		return false
	}
	share, ok := x.within(a, b, c)
	return ok && share < hardly
}

// once is how many tasks a worker has, of each label: 1 where nobody labels a task
// twice.
func (x *crosstab) once(t, w int) float64 {
	if x.both[t][w] == 0 {
		return 0
	}
	return float64(x.pair[t][w]) / float64(x.both[t][w])
}

// numbersRows reports whether a column has another value in every row, of more than
// a few.
func (x *crosstab) numbersRows(c int) bool { return x.rows >= fewRows && x.single[c] == x.rows }

// score says in points how well columns t, w and l would do as task, worker and label
// by their values: 6 are what the surest name says.
func (x *crosstab) score(t, w, l int) float64 {
	s := x.crowd(t, w)
	switch {
	case x.describes(t, w, l):
		s -= 10 // no name makes a label of it
	case x.constant(t, w, l):
		s -= 4 // a known truth, rather than a label
	case x.pair[t][l]-x.single[t] >= some:
		s++
	}
	if x.belongs(l, w, t) {
		s -= 4
	}
	if k := x.single[l]; k <= x.single[w] && k <= x.single[t] {
		s += 2
	}
	s -= math.Log2(float64(max(1, x.single[l]))) / 4 // the fewer classes, the likelier that they are
	if x.single[l] == 1 {
		s -= 1.5 // nothing to decide
	}
	if x.single[l] == x.rows && x.rows > 1 {
		s -= 2
	}
	return s + x.looks[l][2]
}

// crowd says how well columns t and w would do as task and worker: workers seldom
// do a task twice, tasks have several workers, workers several tasks.
func (x *crosstab) crowd(t, w int) (s float64) {
	// From 3 where nobody does a task twice over nothing at two times each, as where
	// ratings are repeated on purpose, to -8: no name of a task outweighs that.
	if once := x.once(t, w); once >= .5 {
		s += 6 * (once - .5)
	} else {
		s -= 16 * (.5 - once)
	}
	rowNumber := x.single[t] == x.rows && x.rows > 1
	if rowNumber {
		s -= 3
	}
	switch {
	case x.single[w] == x.rows && x.rows > 1:
		s -= 5
	case x.single[w] == 1:
		s -= 2
	}
	if x.single[t] > x.single[w] {
		s++
	}
	// What has about the same number of workers each are the tasks: it is planned,
	// while how much a worker does is not.
	const clear = .1
	if d := x.uneven[w] - x.uneven[t]; math.Abs(d) > clear && !rowNumber && !x.numbersRows(w) {
		s += math.Copysign(1.5, d)
	}
	if x.single[t] < x.rows && x.pair[t][w] == x.single[t] {
		s -= 3 // the same worker for all labels of a task: something said of the task
	}
	if x.single[w] < x.rows && x.pair[t][w] == x.single[w] {
		s -= 3
	}
	return s + x.looks[t][0] + x.looks[w][1]
}

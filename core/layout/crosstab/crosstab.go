// Package crosstab judges from a sample of the rows what the columns of a table may hold: by the
// values of each column, and by how those of two columns combine.
package crosstab

import (
	"math"

	"concord/core/parse"
)

const (
	MaxColumns = 12   // at most, that are tried in a role by their values
	maxRows    = 5000 // that are looked at for it
)

// FewRows is how many rows are too few to contradict the header.
const FewRows = 5

// Table counts the different values of columns, singly and in pairs. Missing cells are left out.
type Table struct {
	Rows    int
	Columns []int       // of the table
	Single  []int       // different values of each
	uneven  []float64   // how much they differ in how often they come: the deviation of that, over its mean
	Pair    [][]int     // different pairs of values of each two …
	Both    [][]int     // … and the rows that have both
	Looks   []valueKind // what the values look like
}

// Of counts the values of some columns, in the first 5,000 records.
func Of(records [][]string, columns []int, missing parse.Tokens) *Table {
	records = records[:min(len(records), maxRows)]
	n := len(columns)
	x := &Table{Rows: len(records), Columns: columns, Single: make([]int, n), uneven: make([]float64, n), Looks: make([]valueKind, n)}
	x.Pair, x.Both = make([][]int, n), make([][]int, n)
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
		x.Single[a], x.uneven[a], x.Looks[a] = len(index), uneven(times), kindOf(index)
		x.Pair[a], x.Both[a] = make([]int, n), make([]int, n)
		for b := range a {
			size := len(index)*x.Single[b]/64 + 1
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
				at := i*x.Single[b] + j
				if bit := uint64(1) << (at & 63); seen[at>>6]&bit == 0 {
					seen[at>>6] |= bit
					pairs++
				}
			}
			x.Pair[a][b], x.Pair[b][a], x.Both[a][b], x.Both[b][a] = pairs, pairs, both, both
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

// Trio is the columns of the task, the worker and the label; -1: none.
type Trio [3]int

// Truth returns the columns that most plausibly hold tasks and their truth, respecting those that
// are fixed. ok is false if nothing is plausible.
func (x *Table) Truth(fixed Trio) (best Trio, ok bool) {
	top := 0
	for t, task := range x.Columns {
		for l, label := range x.Columns {
			if t == l || fixed[0] >= 0 && fixed[0] != task || fixed[2] >= 0 && fixed[2] != label || x.Rows > 3 && x.Single[l] == x.Rows {
				continue
			}
			if score := x.Single[t] - x.Single[l]; !ok || score > top {
				top, best, ok = score, Trio{task, -1, label}, true
			}
		}
	}
	return best, ok
}

// Some is how many additional workers per task distinguish what never varies from what has not varied yet.
const Some = 3

// hardly is the share below which variation counts as slips: a text corrected half-way, a worker who changed country.
const hardly = .01

// within returns how often column b varies where a is the same, as a share of how often it could,
// given the variation of c; ok is false if c hardly varies.
func (x *Table) within(a, b, c int) (share float64, ok bool) {
	more := x.Pair[a][c] - x.Single[a]
	if more < Some || x.Single[b] < 2 {
		return 0, false
	}
	return float64(x.Pair[a][b]-x.Single[a]) / float64(min(more, x.Single[a]*(x.Single[b]-1))), true
}

// Constant reports whether all workers w of a task t agree in column l.
func (x *Table) Constant(t, w, l int) bool {
	share, ok := x.within(t, l, w)
	return ok && share < hardly
}

// Describes reports whether column l describes tasks rather than what workers said of them: all workers agree, and most tasks differ.
func (x *Table) Describes(t, w, l int) bool {
	return x.Constant(t, w, l) && x.Single[t] >= FewRows && 2*x.Single[l] > x.Single[t]
}

// Belongs reports whether column b describes each a, rather than its combination with several c:
// as an age describes a worker, or a batch a task.
func (x *Table) Belongs(b, a, c int) bool {
	if x.Single[a] < Some || x.Both[a][c] < 2*x.Single[a] {
		return false
	}
	share, ok := x.within(a, b, c)
	return ok && share < hardly
}

// Once returns how many different tasks a worker has per label: 1 if nobody labels a task twice.
func (x *Table) Once(t, w int) float64 {
	if x.Both[t][w] == 0 {
		return 0
	}
	return float64(x.Pair[t][w]) / float64(x.Both[t][w])
}

// NumbersRows reports whether a column differs in every row, of more than a few.
func (x *Table) NumbersRows(c int) bool { return x.Rows >= FewRows && x.Single[c] == x.Rows }

// Score returns points for columns t, w and l as task, worker and label, by their values. The surest name is worth 6.
func (x *Table) Score(t, w, l int) float64 {
	s := x.crowd(t, w)
	switch {
	case x.Describes(t, w, l):
		s -= 10 // no name makes a label of it
	case x.Constant(t, w, l):
		s -= 4 // a known truth, rather than a label
	case x.Pair[t][l]-x.Single[t] >= Some:
		s++
	}
	if x.Belongs(l, w, t) {
		s -= 4
	}
	if k := x.Single[l]; k <= x.Single[w] && k <= x.Single[t] {
		s += 2
	}
	s -= math.Log2(float64(max(1, x.Single[l]))) / 4 // the fewer classes, the likelier that they are
	if x.Single[l] == 1 {
		s -= 1.5 // nothing to decide
	}
	if x.Single[l] == x.Rows && x.Rows > 1 {
		s -= 2
	}
	return s + points[x.Looks[l]][2]
}

// crowd scores columns t and w as task and worker: workers seldom repeat a task, tasks have several workers, and workers several tasks.
func (x *Table) crowd(t, w int) (s float64) {
	// From 3 if nobody repeats a task, through 0 at two times each, as in deliberately repeated
	// ratings, to -8, which no name of a task outweighs.
	if once := x.Once(t, w); once >= .5 {
		s += 6 * (once - .5)
	} else {
		s -= 16 * (.5 - once)
	}
	rowNumber := x.Single[t] == x.Rows && x.Rows > 1
	if rowNumber {
		s -= 3
	}
	switch {
	case x.Single[w] == x.Rows && x.Rows > 1:
		s -= 5
	case x.Single[w] == 1:
		s -= 2
	}
	if x.Single[t] > x.Single[w] {
		s++
	}
	// Tasks have about the same number of workers each, which is planned; how much a worker does is not.
	const clear = .1
	if d := x.uneven[w] - x.uneven[t]; math.Abs(d) > clear && !rowNumber && !x.NumbersRows(w) {
		s += math.Copysign(1.5, d)
	}
	if x.Single[t] < x.Rows && x.Pair[t][w] == x.Single[t] {
		s -= 3 // the same worker for all labels of a task: something said of the task
	}
	if x.Single[w] < x.Rows && x.Pair[t][w] == x.Single[w] {
		s -= 3
	}
	return s + points[x.Looks[t]][0] + points[x.Looks[w]][1]
}

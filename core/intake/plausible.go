package intake

import "math"

const (
	maxColumns = 12   // that are tried in a role by their values
	maxRows    = 2000 // that are looked at for it
)

// crosstab holds what the choice of roles rests on: how many different values
// the columns have, singly and in pairs.
type crosstab struct {
	rows    int
	columns []int   // of the table
	single  []int   // different values of each
	pair    [][]int // different pairs of values of each two
}

func crosstabOf(records [][]string, columns []int) *crosstab {
	records = records[:min(len(records), maxRows)]
	x := &crosstab{rows: len(records), columns: columns, single: make([]int, len(columns)), pair: make([][]int, len(columns))}
	codes := make([][]int, len(columns))
	for a, c := range columns {
		index := make(map[string]int)
		codes[a] = make([]int, len(records))
		for n, r := range records {
			code, ok := index[r[c]]
			if !ok {
				code = len(index)
				index[r[c]] = code
			}
			codes[a][n] = code
		}
		x.single[a] = len(index)
		x.pair[a] = make([]int, len(columns))
		for b := range a {
			pairs := make(map[[2]int]struct{})
			for n := range records {
				pairs[[2]int{codes[a][n], codes[b][n]}] = struct{}{}
			}
			x.pair[a][b], x.pair[b][a] = len(pairs), len(pairs)
		}
	}
	return x
}

// trio is the columns of the task, the worker and the label; -1: none.
type trio [3]int

// best returns the columns that most plausibly hold the task, the worker (if
// there are any) and the label; those that are fixed stand. ok is false where
// nothing is plausible.
func (x *crosstab) best(fixed trio, workers bool) (best trio, ok bool) {
	top := math.Inf(-1)
	try := func(t, w, l int, score float64) {
		c := trio{x.columns[t], -1, x.columns[l]}
		if w >= 0 {
			c[1] = x.columns[w]
		}
		for n, f := range fixed {
			if f >= 0 && c[n] != f {
				return
			}
		}
		if score > top {
			top, best = score, c
		}
	}
	for t := range x.columns {
		for l := range x.columns {
			if t == l {
				continue
			}
			if !workers {
				try(t, -1, l, x.truth(t, l))
				continue
			}
			for w := range x.columns {
				if w != t && w != l {
					try(t, w, l, x.score(t, w, l))
				}
			}
		}
	}
	return best, !math.IsInf(top, -1)
}

// truth says how well columns t and l would do as tasks and their truth.
func (x *crosstab) truth(t, l int) float64 {
	if x.rows > 3 && x.single[l] == x.rows {
		return math.Inf(-1)
	}
	return float64(x.single[t] - x.single[l])
}

// score says how well columns t, w and l would do as task, worker and label.
// What counts most is that a worker seldom does the same task twice, then that
// the label has the fewest values, then that there are more tasks than workers.
func (x *crosstab) score(t, w, l int) float64 {
	once := float64(x.pair[t][w]) / float64(x.rows)
	tasks, workers, labels := x.single[t], x.single[w], x.single[l]
	if x.rows > 3 && (workers == x.rows || labels == x.rows) {
		return math.Inf(-1) // a worker who says one thing only, a label that comes but once
	}
	if once < 0.5 {
		return math.Inf(-1)
	}
	s := 4 * once
	if labels <= workers && labels <= tasks {
		s += 2
	}
	if tasks > workers {
		s++
	}
	if labels == 1 {
		s -= 1.5 // nothing to decide
	}
	if tasks == x.rows && x.rows > 1 {
		s -= 3 // a number of the row
	}
	if x.pair[t][l] == tasks && tasks < x.rows {
		s -= 0.5 // all workers agree: a known truth, rather than a label
	}
	return s
}

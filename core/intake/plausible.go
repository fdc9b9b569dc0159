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

// best returns the columns that most plausibly hold the task, the worker and
// the label; the numbers in fixed that are not negative stand. ok is false
// where nothing is plausible.
func (x *crosstab) best(fixed [3]int) (roles [3]int, ok bool) {
	score := math.Inf(-1)
	for t := range x.columns {
		for w := range x.columns {
			for l := range x.columns {
				try := [3]int{t, w, l}
				if t == w || t == l || w == l || x.contradicts(try, fixed) {
					continue
				}
				if s := x.score(t, w, l); s > score {
					score = s
					roles = [3]int{x.columns[t], x.columns[w], x.columns[l]}
				}
			}
		}
	}
	return roles, !math.IsInf(score, -1)
}

func (x *crosstab) contradicts(try, fixed [3]int) bool {
	for n, c := range fixed {
		if c >= 0 && x.columns[try[n]] != c {
			return true
		}
	}
	return false
}

// score says how well columns t, w and l would do as task, worker and label.
// What counts most is that a worker seldom does the same task twice, then that
// the label has the fewest values, then that there are more tasks than workers.
func (x *crosstab) score(t, w, l int) float64 {
	n := float64(x.rows)
	tasks, workers, labels := x.single[t], x.single[w], x.single[l]
	if x.rows > 3 && (workers == x.rows || labels == x.rows) {
		return math.Inf(-1) // a worker who says one thing only, a label that comes but once
	}
	s := 4 * float64(x.pair[t][w]) / n
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

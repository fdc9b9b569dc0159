package layout

import (
	"fmt"
	"math"
	"slices"

	"concord/core/layout/crosstab"
	"concord/core/parse"
	"concord/internal/humanize"
)

// matrix is a table without a header, with a row for each task and a column for each worker.
const matrix = "matrix"

// byMatrix recognises a matrix and assigns its roles. All its columns have about the same few
// values, unless workers gave few labels; in a list of labels, tasks and workers have more values
// than the label, and no gaps. A first column with another value in every row names the tasks.
func (g *Detection) byMatrix(rows [][]string, stats []crosstab.Statistics) bool {
	if len(stats) < 3 || len(rows) < 2 {
		return false
	}
	workers, keyed := stats, len(stats[0].Times) == len(rows) && len(rows) >= crosstab.FewRows
	if keyed {
		workers = stats[1:]
	}
	gaps := !slices.ContainsFunc(workers, func(s crosstab.Statistics) bool { return s.Filled == len(rows) })
	if len(stats) == 3 && g.Delimiter != " " && !gaps && (keyed || again(rows, 0, 1) < .5) { // as no list of tasks and workers has
		return false
	}
	values, least, filled := make(map[string]int), maxShared, 0
	for _, s := range workers {
		if s.Decimals {
			return false
		}
		for v, n := range s.Times {
			values[v] += n
		}
		if filled += s.Filled; 2*s.Filled > len(rows) {
			least = min(least, len(s.Times))
		}
	}
	if len(values) < 2 || len(values) > maxShared || 2*least < len(values) || filled < 2*len(values) {
		return false
	}
	g.Format = matrix
	for c := range g.Columns {
		g.Give(c, Label, "by its values: those of the other columns; each is read as a worker")
	}
	if keyed {
		g.Format = Wide
		g.Give(0, Task, "by its values: another one in every row")
	}
	g.Confirm = fmt.Sprintf("each of %s is read as a worker, and each row as a task", humanize.Count(len(workers), "column"))
	if code := noAnswer(values); code != "" {
		g.Missing = append(g.Missing, code)
		g.Confirm += fmt.Sprintf("; “%s” in %s is taken for no answer", code, humanize.Count(values[code], "cell"))
	}
	return true
}

// noAnswer is the number that stands for no answer in a matrix, as coders write it: below all labels, or nines far above them. "" if
// none does.
func noAnswer(values map[string]int) string {
	if len(values) < 3 {
		return ""
	}
	for _, code := range []string{"-1", "-9", "-99", "-999", "9", "99", "999"} {
		if values[code] == 0 {
			continue
		}
		least, most := math.Inf(1), math.Inf(-1)
		for v := range values {
			if x, err := parse.Number([]byte(v)); err == nil && v != code {
				least, most = min(least, x), max(most, x)
			}
		}
		if x, err := parse.Number([]byte(code)); err == nil && least >= 0 && (x < 0 || x > 2*most) {
			return code
		}
	}
	return ""
}

// allNumbers reports whether all cells are numbers, or say that there is none.
func allNumbers(records [][]string) bool {
	missing := parse.NewTokens(parse.Missing())
	return !slices.ContainsFunc(slices.Concat(records...), func(cell string) bool {
		_, err := parse.Number([]byte(cell))
		return err != nil && !missing.Has([]byte(cell))
	})
}

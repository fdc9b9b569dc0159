package layout

import (
	"fmt"
	"slices"

	"concord/core/layout/crosstab"
	"concord/core/parse"
	"concord/internal/humanize"
)

// matrix is a table of numbers without a header, with a row for each task and a column for each worker.
const matrix = "matrix"

// byMatrix recognises a matrix and assigns its roles. All its columns have about the same few
// values; in a list of labels, tasks and workers have more values than the label.
func (g *Detection) byMatrix(rows [][]string, stats []crosstab.Statistics) bool {
	if len(stats) < 3 || len(stats) == 3 && g.Delimiter != " " || len(rows) < 2 {
		return false
	}
	values, least, filled := make(map[string]int), maxShared, 0
	for _, s := range stats {
		if !s.Numbers || s.Decimals {
			return false
		}
		for v, n := range s.Times {
			values[v] += n
		}
		least, filled = min(least, len(s.Times)), filled+s.Filled
	}
	if len(values) < 2 || len(values) > maxShared || 2*least < len(values) || filled < 2*len(values) {
		return false
	}
	g.Format = matrix
	for c := range g.Columns {
		g.Give(c, Label, "by its values: those of the other columns; each is read as a worker")
	}
	g.Confirm = fmt.Sprintf("each of %s is read as a worker, and each row as a task", humanize.Count(len(g.Columns), "column"))
	if n := values["-1"]; n > 0 && len(values) > 2 {
		g.Missing = append(g.Missing, "-1")
		g.Confirm += fmt.Sprintf("; “-1” in %s is taken for no answer", humanize.Count(n, "cell"))
	}
	return true
}

// allNumbers reports whether all cells are numbers.
func allNumbers(records [][]string) bool {
	return !slices.ContainsFunc(slices.Concat(records...), func(cell string) bool {
		_, err := parse.Number([]byte(cell))
		return err != nil
	})
}

package layout

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
)

// Several columns may name the task together, as item and model do: each pair of both is a task. Its name has all of them.

// between stands between the parts of such a name. A dot that a part has itself is doubled, so that no two tasks have one name.
const between = " · "

// JoinTask appends the name of a task of n parts to name. A part that is empty leaves the name empty.
func JoinTask(name []byte, n int, part func(n int) []byte) []byte {
	for at := range n {
		p := part(at)
		if len(p) == 0 {
			return name[:0]
		}
		if at > 0 {
			name = append(name, between...)
		}
		name = append(name, bytes.ReplaceAll(p, []byte("·"), []byte("··"))...)
	}
	return name
}

// meant returns the rows that count.
func (g *Detection) meant(rows [][]string) [][]string {
	asked := g.Column(Asked)
	if (asked < 0 || g.Question == "") && len(g.Where) == 0 {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r []string) bool {
		return asked >= 0 && g.Question != "" && r[asked] != g.Question || !g.where(r)
	})
}

// joined returns the rows with the whole name of the task in the first of the columns that tell it.
func (g *Detection) joined(rows [][]string) [][]string {
	tasks := g.ColumnsOf(Task)
	if len(tasks) < 2 {
		return rows
	}
	rows = slices.Clone(rows)
	for n, r := range rows {
		name := string(JoinTask(nil, len(tasks), func(n int) []byte { return []byte(r[tasks[n]]) }))
		rows[n] = slices.Clone(r)
		rows[n][tasks[0]] = name
	}
	return rows
}

// where reports whether a row of the sample meets the conditions.
func (g *Layout) where(r []string) bool {
	for _, is := range g.Where {
		if c, err := g.Find(is.Column); err != nil || !slices.Contains(is.Values, r[c]) {
			return false
		}
	}
	return true
}

// Find returns the column of a name, or of a number if none has that name.
func (g *Layout) Find(name string) (int, error) {
	var names []string
	for c, column := range g.Columns {
		if column.Name == name {
			return c, nil
		}
		names = append(names, api.Printable(column.Name))
	}
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > len(names) {
		return -1, fmt.Errorf("there is no column %q; there are %s", name, strings.Join(names, ", "))
	}
	return n - 1, nil
}

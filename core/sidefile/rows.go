// Package sidefile reads the files that go with labels: known truth, gold labels,
// costs, confusion matrices, features and texts of the tasks.
package sidefile

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/parse"
	"concord/core/scan"
)

const (
	strangeTask   = "a task that nobody labelled"
	strangeClass  = "a class that no worker ever chose"
	strangeWorker = "a worker who gave no label"
	misspelt      = "Correct it if it is misspelt, or skip the row"
	firstCounts   = "Correct one of the two rows, or keep the first"
	takeOneOut    = "Take one of the two out, or skip the row"
	correct       = "Correct it, or skip the row"
	asClasses     = "Treat the labels as classes, if that is what they are"
)

// refuse is the error of a file as a whole.
func refuse(file, what, do string) error { return &api.Problem{File: file, What: what, Do: do} }

// find returns the index of the name in a cell of the current row. Files that Concord wrote may have an apostrophe before names
// that a spreadsheet would run as formulas.
func find(rs *scan.Rows, column int, names labels.Names, strange string) (int, *api.Problem) {
	cell := string(rs.Cell(column))
	i, ok := names.Find(cell)
	if !ok && strings.HasPrefix(cell, "'") {
		i, ok = names.Find(cell[1:])
	}
	if !ok {
		return -1, rs.Wrong(column, strange, misspelt)
	}
	return i, nil
}

// number returns the number in a cell of the current row.
func number(rs *scan.Rows, column int, expected string) (float64, *api.Problem) {
	x, err := parse.Number(rs.Cell(column))
	if err != nil {
		return 0, rs.Wrong(column, parse.NoNumber(err, expected), correct)
	}
	return x, nil
}

// Described says how a file that describes tasks fits those of a Set.
type Described struct {
	Unknown  []string      // tasks of the file that nobody labelled, in its order
	Without  int           // labelled tasks that the file does not have
	Problems api.Problems  // bad rows, or cells, that were left out
	Warnings []api.Problem // what is odd about the file as a whole, but no obstacle
}

func (d *Described) warn(file, what, do string) {
	d.Warnings = append(d.Warnings, api.Problem{File: file, What: what, Do: do})
}

// taskRows numbers the tasks that the rows of a file describe, in order of their appearance.
type taskRows struct {
	column  int // of their names
	missing parse.Tokens
	names   []string
	index   map[string]int
}

func newTaskRows(column int, lay *layout.Layout) taskRows {
	return taskRows{column: column, missing: lay.NoAnswers(), index: map[string]int{}}
}

// name returns the task of the current row.
func (t *taskRows) name(rs *scan.Rows) (string, *api.Problem) {
	id := string(rs.Cell(t.column))
	if t.missing.Has([]byte(id)) {
		return "", rs.Wrong(t.column, "a row without the name of a task", "Name the task, or skip the row")
	}
	return id, nil
}

// number returns the number of a task, and whether it is new.
func (t *taskRows) number(id string) (i int, fresh bool) {
	i, ok := t.index[id]
	if !ok {
		i = len(t.names)
		t.index[id], t.names = i, append(t.names, id)
	}
	return i, !ok
}

// place returns the rows that describe those of these names, -1 for none, and the rows of
// others, in their order.
func (t *taskRows) place(names labels.Names, d *Described) (row, unknown []int) {
	row = slices.Repeat([]int{-1}, names.Len())
	d.Without = len(row)
	for r, id := range t.names {
		if i, ok := names.Find(id); ok {
			row[i] = r
			d.Without--
		} else {
			unknown, d.Unknown = append(unknown, r), append(d.Unknown, id)
		}
	}
	return row, unknown
}

// strangers is the error of a file that describes none of what is called so in the labels.
func (t *taskRows) strangers(name string, lay *layout.Layout, names labels.Names) *api.Problem {
	return &api.Problem{
		File: name, Column: lay.ColumnName(t.column), What: "not one of these tasks is among those that were labelled",
		Text: api.Printable(t.names[0]),
		Do:   fmt.Sprintf("Use the same names in both files; the labels speak of “%s”", api.Printable(names.At(0))),
	}
}

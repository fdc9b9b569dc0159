package layout

import (
	"slices"
	"strings"

	"concord/core/layout/heading"
	"concord/core/parse"
)

// A row may be a task with a list of its workers and one of their labels, as in data sets of Hugging Face: annotators [a, b],
// labels [x, y]. Such lists are taken apart, into a row for each worker.

// parallel returns the columns of lists that are as long as each other in every row, one of which is named for workers; nil:
// there are none.
func parallel(names []string, rows [][]string, missing parse.Tokens) []int {
	var columns []int
	for c := range names {
		if holdsLists(rows, c, missing) {
			columns = append(columns, c)
		}
	}
	who := slices.IndexFunc(columns, func(c int) bool { return saysWho(names[c]) })
	if who < 0 {
		return nil
	}
	first := columns[who]
	columns = slices.DeleteFunc(columns, func(c int) bool {
		return slices.ContainsFunc(rows, func(r []string) bool {
			return len(Elements([]byte(r[c]), missing)) != len(Elements([]byte(r[first]), missing))
		})
	})
	if len(columns) < 2 {
		return nil
	}
	return columns
}

// holdsLists reports whether a column holds lists, some of them longer than one. One element may stand without brackets.
func holdsLists(rows [][]string, c int, missing parse.Tokens) bool {
	long := false
	for _, r := range rows {
		cell := r[c]
		if !strings.HasPrefix(cell, "[") {
			continue
		}
		list, ok := parse.List([]byte(cell))
		if !ok {
			return false
		}
		long = long || len(list) > 1
	}
	return long
}

// saysWho reports whether a column is named for workers, or for one of them.
func saysWho(name string) bool {
	words := wordsOf(name)
	for n, word := range words {
		if rest := words[n+1:]; (slices.Contains(workerWords, word) || slices.Contains(workerWords, strings.TrimSuffix(word, "s"))) &&
			!slices.ContainsFunc(rest, func(w string) bool { return !slices.Contains(idWords, w) }) {
			return true
		}
	}
	return heading.Workers.Has(name)
}

// Elements returns the elements of a cell that is a list, or that is one element of a list without its brackets.
func Elements(cell []byte, missing parse.Tokens) [][]byte {
	if len(cell) > 0 && cell[0] == '[' {
		if list, ok := parse.List(cell); ok {
			return list
		}
	}
	if missing.Has(cell) {
		return nil
	}
	return [][]byte{cell}
}

// nameOf returns what a column's name says of one row: of lists that were taken apart, the name is of one element.
func (g *Detection) nameOf(c int) string {
	name := g.Columns[c].Name
	if slices.Contains(g.Parallel, c) {
		name = strings.TrimSuffix(name, "s")
	}
	return name
}

// takeListsApart returns the rows with one row for each element of the lists in these columns.
func takeListsApart(rows [][]string, columns []int, missing parse.Tokens) (all [][]string) {
	for _, r := range rows {
		for n := range Elements([]byte(r[columns[0]]), missing) {
			one := slices.Clone(r)
			for _, c := range columns {
				one[c] = string(Elements([]byte(r[c]), missing)[n])
			}
			all = append(all, one)
		}
	}
	return all
}

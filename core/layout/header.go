package layout

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/parse"
	"concord/internal/humanize"
)

// headed reports whether the first record is a header: it has a known name; or a column is numeric
// except there, or ranks the same items; or it has the names of the rows; or its cells never occur again although all other values of a
// column do.
func headed(first []string, below []crosstab.Statistics, missing parse.Tokens) bool {
	for c, name := range first {
		if heading.Known(name) && below[c].Times[name] == 0 {
			return true
		}
	}
	if headsRows(first, below) {
		return true
	}
	for c, name := range first {
		if c == 0 && name == "" && below[c].Index() {
			continue
		}
		if missing.Has([]byte(name)) {
			return false // a header names every column, but that of the numbers of the rows
		}
		if _, err := parse.Number([]byte(name)); below[c].Numbers && err != nil || headsRankings(name, below[c]) {
			return true
		}
	}
	again := false
	for c, name := range first {
		if below[c].Times[name] > 0 {
			return false
		}
		least := below[c].Filled
		for _, n := range below[c].Times {
			least = min(least, n)
		}
		again = again || least >= 2
	}
	return again
}

// headsRankings reports whether all cells below a name rank the same three items or more, which it does not.
func headsRankings(name string, below crosstab.Statistics) bool {
	items := func(cell string) string {
		parts, _ := ranked(cell)
		if len(parts) < 3 {
			return ""
		}
		slices.Sort(parts)
		return strings.Join(parts, "\x00")
	}
	same := ""
	for cell := range below.Times {
		of := items(cell)
		if of == "" || same != "" && of != same {
			return false
		}
		same = of
	}
	return len(below.Times) > 1 && items(name) != same
}

// headsRows reports whether a record has the names of the rows, which the first column has, too.
func headsRows(first []string, below []crosstab.Statistics) bool {
	if len(first) < 3 || len(first)-1 != len(below[0].Times) || below[0].Filled > len(below[0].Times) {
		return false
	}
	return !slices.ContainsFunc(first[1:], func(name string) bool { return below[0].Times[name] == 0 })
}

// namesRoles reports whether a record can only be a header: it names the column of the tasks, or those of two items, and that of workers or
// labels.
func namesRoles(record []string) bool {
	has := func(names heading.Names) bool { return slices.ContainsFunc(record, names.Has) }
	return (has(heading.Workers) || has(heading.Labels) || has(heading.Golds)) && (has(heading.Tasks) || namesItems(record))
}

// namesItems reports whether a record names the columns of two items that are compared. Bare numbers and letters may be labels.
func namesItems(record []string) bool {
	return len(record) <= mostPaired && slices.ContainsFunc(record, func(first string) bool {
		return slices.ContainsFunc(record, func(second string) bool {
			stem, pair := sidesOf(first, second)
			return pair != nil && !namesLabels(stem) && (stem != "" || len(pair[0]) > 1)
		})
	})
}

// headerBelow refuses a table whose header stands below a title or a remark, which would be taken for the header.
func (g *Detection) headerBelow(file string, s *sample, known Choice) *api.Problem {
	at := -1
	switch {
	case s.columns < 2: // which is worse
	case g.Header && s.top != nil && !namesRoles(s.records[0]):
		p := &api.Problem{
			File: file, Line: s.line, Text: listedCells(s.top), What: fmt.Sprintf("%s in the first row, where %s expected by the rows below",
				humanize.Count(len(s.top), "cell"), humanize.Are(s.columns, "")),
			Do: "Name every column in the first row",
		}
		if len(s.top) == 1 || strings.HasPrefix(s.top[0], "#") { // a title, or a remark
			below(p, s.lines[0])
		}
		return p
	case g.Header && s.top != nil:
		at = 0
	case known.Header == nil && !namesRoles(s.records[0]):
		at = s.names()
	}
	if at < 0 {
		return nil
	}
	p := &api.Problem{File: file, Line: s.lines[at], Text: listedCells(s.records[at]),
		What: "the names of the columns stand here, and something else stands above them"}
	below(p, s.lines[at])
	return p
}

// below tells the user that the table may begin on a later line.
func below(p *api.Problem, line int) {
	p.Header = line
	p.Do = fmt.Sprintf("Use line %s as the header, or take out what stands above it", humanize.Number(line))
}

// names returns which of the first records is a header, or -1.
func (s *sample) names() int {
	const few = 20 // lines of a title
	return slices.IndexFunc(s.records[:min(len(s.records), few)], namesRoles)
}

// listedCells formats the first cells of a record for a message.
func listedCells(record []string) string {
	const most = 10
	return api.Printable(strings.Join(record[:min(len(record), most)], ", "))
}

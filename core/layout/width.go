package layout

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
)

// All rows may be narrower or wider than the header: MTurk has no cells for its last columns,
// Approve and Reject, and R no name for the column of row names.

// square makes the header and the rows of a sample equally wide if they differ in one of these ways, and reports whether they do.
func (s *sample) square(all [][]string) bool {
	if len(all) < 2 {
		return false
	}
	first, least, most := all[0], len(all[1]), len(all[1])
	for _, r := range all[2:] {
		least, most = min(least, len(r)), max(most, len(r))
	}
	n := len(first)
	switch alike := least == most && len(all) > 2 && s.ragged == 0; {
	case blanks(first) > 0:
		s.least, s.most = n-blanks(first), n
	case alike && least == n+1 && rowsHaveNames(all):
		s.rowNames, n = true, n+1
		all[0] = append([]string{""}, first...)
	case alike && least < n && least > 1 && mayLack(first, least):
		s.least, s.most = least, least
	default:
		return false
	}
	s.columns = n
	s.pad(all)
	return true
}

// pad adds the last cells that rows lack.
func (s *sample) pad(all [][]string) {
	for at := range all {
		for len(all[at]) < s.columns && len(all[at]) >= s.least && s.least > 0 {
			all[at] = append(all[at], "")
		}
	}
}

// partly reports whether rows without a header have a last cell in some rows only, which repeats what stands before it in any: what is
// known to be true of some tasks. It adds the cell to the others.
func (s *sample) partly(all [][]string) bool {
	least, most := len(all[0]), len(all[0])
	for _, r := range all {
		least, most = min(least, len(r)), max(most, len(r))
	}
	if s.ragged > 0 || least < 3 || most != least+1 || slices.ContainsFunc(all[0], heading.Known) {
		return false
	}
	said, wide := make(map[string]bool), 0
	for _, r := range all {
		said[r[least-1]] = true
	}
	for _, r := range all {
		if len(r) < most {
			continue
		}
		if wide++; !said[r[least]] {
			return false
		}
	}
	if wide < 2 {
		return false
	}
	s.lastInSome, s.least, s.most, s.columns = true, least, most, most
	s.pad(all)
	return true
}

// blanks returns how many of the last columns are for the requester to fill in, as in MTurk. Rows may lack cells for them.
func blanks(first []string) int {
	h := platform.HeaderOf(first)
	p := platform.Of(h)
	same := func(name, blank string) bool { return name == heading.Plain(blank) }
	if p == nil || len(h)-len(p.Blank) <= 1 || !slices.EqualFunc(h[len(h)-len(p.Blank):], p.Blank, same) {
		return 0
	}
	return len(p.Blank)
}

// mayLack reports whether rows may end before the last columns of a header: its names are known,
// and none of those columns is a task, worker or label.
func mayLack(first []string, cells int) bool {
	role := func(name string) bool {
		return heading.Tasks.Has(name) || heading.Workers.Has(name) || heading.Labels.Has(name)
	}
	return (slices.ContainsFunc(first[:cells], heading.Known) || platform.Of(platform.HeaderOf(first)) != nil) &&
		!slices.ContainsFunc(first[cells:], role)
}

// rowsHaveNames reports whether rows that are one cell wider than the header begin with a unique
// name each, as R writes them. If the header begins with a row number, another name is missing.
func rowsHaveNames(all [][]string) bool {
	if name := heading.Plain(all[0][0]); heading.NumbersRows(name) || name == "id" || name == "row" {
		return false
	}
	names, filled := make(map[string]bool), false
	for _, r := range all[1:] {
		if names[r[0]] || r[0] == "" {
			return false
		}
		names[r[0]] = true
		filled = filled || r[len(r)-1] != ""
	}
	return filled // else each row ends with a delimiter
}

// isIndex reports whether a column holds row numbers: by its name, and because all its values are different whole numbers.
func (g *Detection) isIndex(c int, stats []crosstab.Statistics) bool {
	name := g.Columns[c].Name
	return g.Header && (heading.NumbersRows(name) || c == 0 && heading.Plain(name) == "x") && stats[c].Index()
}

// Ends says that the rows end before the last columns, if they do.
func (g *Layout) Ends(file string) (p api.Problem, ok bool) {
	names := g.Lacking()
	if names == nil || g.Most == g.InFile() {
		return p, false
	}
	return EndsBefore(file, "the rows end", names), true
}

// Lacking returns the columns for which rows have no cells.
func (g *Layout) Lacking() (names []string) {
	if g.Least == 0 {
		return nil
	}
	for _, c := range g.Columns[g.Least:g.InFile()] {
		names = append(names, api.Printable(c.Name))
	}
	return names
}

func EndsBefore(file, who string, names []string) api.Problem {
	before, these := "the column ", "this is"
	if len(names) > 1 {
		before, these = "the columns ", "these are"
	} else if strings.HasPrefix(names[0], "column ") {
		before = ""
	}
	return api.Problem{File: file, What: fmt.Sprintf("%s before %s%s; %s taken as empty", who, before, strings.Join(names, ", "), these)}
}

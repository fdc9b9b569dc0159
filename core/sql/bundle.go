package sql

import (
	"fmt"
	"strconv"
	"strings"
)

// The most places of a row of bundles, and of classes times places: wider queries take longer to plan than they save.
const (
	mostPlaces = 16
	mostTerms  = 128
)

// bundle makes the table whose rows have s.width labels of a task each, of which the last are nobody's where a task has fewer:
//
//	bundles    task, part, c1 …    cells, those from number part on, in their order
//
// most is how many labels a task has at most. Where no task needs a second row, a pass needs neither groups nor joins by task: rows are as
// wide as that takes, unless they would be empty by more than half.
func (s *Source) bundle(most int) error {
	j := s.job
	mean := (s.shape.Labels-1)/s.shape.Tasks + 1
	s.width = max(1, min(mostPlaces, mostTerms/len(j.Classes), most))
	if most > s.width || s.width > 2*mean {
		s.width = min(s.width, mean)
	}
	s.single = most <= s.width
	s.bundles = s.votes + "_bundles"
	if s.there[s.bundles] {
		if whole, err := s.bundled(); whole || err != nil {
			return err
		}
	}
	by := ""
	if !s.single {
		by = "task"
	}
	query := fill(`SELECT task, part, $CELLS$
FROM (SELECT task, cell, MOD(n, $WIDTH$) AS place, n - MOD(n, $WIDTH$) AS part
  FROM (SELECT task, cell, ROW_NUMBER() OVER (PARTITION BY task ORDER BY cell) - 1 AS n FROM $VOTES$ v) u) t
GROUP BY task, part`,
		"CELLS", s.perPlace(", ", fmt.Sprintf("COALESCE(MAX(CASE WHEN place = @ - 1 THEN cell END), %d) AS c@", nobody)),
		"WIDTH", strconv.Itoa(s.width), "VOTES", j.of(s.votes))
	_, err := s.ask("bundling the labels of each task", fmt.Sprintf("DROP TABLE IF EXISTS %s;\n", j.of(s.bundles))+
		s.keep(statement{j.name(s.bundles), "labels of a task side by side", query},
			"task BIGINT, part BIGINT, "+s.perPlace(", ", "c@ BIGINT"), by))
	return err
}

// bundled reports whether the table that an earlier run made has all labels: the run may have been killed.
func (s *Source) bundled() (bool, error) {
	query := "SELECT SUM(" + s.perPlace(" + ", "CASE WHEN c@ >= 0 THEN 1 ELSE 0 END") + ") AS n FROM " + s.job.of(s.bundles)
	seen, err := s.ask("counting the labels of each task", s.job.Dialect.rows("bundled", query, "", "n"), "bundled")
	return seen.number("bundled") == s.shape.Labels, err
}

// perPlace writes a pattern for each place of a row, with its number, from 1, in place of each @.
func (s *Source) perPlace(separator, pattern string) string {
	all := make([]string, s.width)
	for n := range all {
		all[n] = strings.ReplaceAll(pattern, "@", strconv.Itoa(n+1))
	}
	return strings.Join(all, separator)
}

// parameters joins a table of parameters to each place of a row.
func (s *Source) parameters(table string) string {
	return fill(s.perPlace("", " JOIN $TABLE$ p@ ON p@.cell = w.c@"), "TABLE", s.job.of(table))
}

// summed are columns of the sums over a task's labels of a pattern that holds its class # and its place @.
func (s *Source) summed(pattern, letter string) string {
	sum := s.perPlace(" + ", pattern)
	if !s.single {
		sum = "SUM(" + sum + ")"
	}
	return s.job.columns(sum + " AS " + letter + "#")
}

// votesOf are columns of how many labels of a task name each class.
func (s *Source) votesOf() string {
	v := s.perPlace(" + ", "CASE WHEN w.c@ >= 0 AND "+s.job.labelOf("w.c@")+" = # THEN 1 ELSE 0 END")
	if !s.single {
		v = "SUM(" + v + ")"
	}
	return s.job.columns("CAST(" + v + " AS INTEGER) AS v#") // sums have wider types, slow to print
}

// keys are the columns that tell tasks apart.
func (s *Source) keys() string {
	if s.single {
		return s.perPlace(", ", "c@")
	}
	return "task"
}

// tasks is a query for sums over the labels of each task.
func (s *Source) tasks(sums, join string) string {
	keys, group := s.perPlace(", ", "w.c@ AS c@"), ""
	if !s.single {
		keys, group = "w.task AS task", " GROUP BY w.task"
	}
	return "SELECT " + keys + sums + " FROM " + s.job.of(s.bundles) + " w" + join + group
}

// answered is a query for each task's votes, first and last cell, and sums over its labels.
func (s *Source) answered(sums, join string) string {
	last := s.perPlace(", ", "w.c@")
	if s.width > 1 {
		last = "GREATEST(" + last + ")"
	}
	low, high, group := "w.c1", last, ""
	if !s.single {
		low, high, group = "MIN(w.c1)", "MAX("+last+")", " GROUP BY w.task"
	}
	return "SELECT w.task AS task, " + low + " AS low, " + high + " AS high, " + s.votesOf() + sums +
		" FROM " + s.job.of(s.bundles) + " w" + join + group
}

// again joins to tasks q their labels, unless they are there.
func (s *Source) again() string {
	if s.single {
		return ""
	}
	return " JOIN " + s.job.of(s.bundles) + " w ON w.task = q.task"
}

// places are the numbers of the places of a row, and one more for the task as a whole.
func (s *Source) places() string {
	return s.perPlace(" UNION ALL ", "SELECT @ AS n") + fmt.Sprintf(" UNION ALL SELECT %d AS n", s.width+1)
}

// place is the cell of place i.n of a task: of the one more "whole", once.
func (s *Source) place() string {
	row, last := "q", strconv.Itoa(whole)
	if !s.single {
		row, last = "w", fmt.Sprintf("CASE WHEN w.part = 0 THEN %d ELSE %d END", whole, nobody)
	}
	return "CASE i.n " + s.perPlace(" ", "WHEN @ THEN "+row+".c@") + " ELSE " + last + " END"
}

// blank is the row of nobody in a table of parameters.
func (s *Source) blank(columns int) []string {
	row := make([]string, columns)
	for n := range row {
		row[n] = "0"
	}
	row[0] = strconv.Itoa(nobody)
	return row
}

package layout

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/parse"
	"concord/internal/humanize"
)

// What stands in the way of a table is left out or mended, and said: a title above it, a total below it, cells that were merged.
// Choices.AsIs reads the file as it stands.

// mended says what was done to a file so that it can be read.
func (g *Detection) mended(file, what string) {
	g.Notes = append(g.Notes, api.Problem{File: file, What: what, Mended: true})
}

// trim leaves a title above the table and a total below it out of all records of a sample, and returns those of the table.
func (s *sample) trim(all [][]string, lines []int, known Choice) ([][]string, []int) {
	if known.AsIs || len(all) == 0 {
		return all, lines
	}
	if known.Line == 0 && (known.Header == nil || *known.Header) {
		if n := tableAt(all, s.broken != nil); n > 0 || n == 0 && s.broken != nil {
			if s.begins, s.title = lines[n], listedCells(slices.Compact(slices.DeleteFunc(slices.Clone(all[0]), isEmpty))); n == 0 {
				s.title = api.Printable(s.broken.Text)
			}
			all, lines, s.broken = all[n:], lines[n:], nil
		}
	}
	for n := range mostTotals {
		last := len(all) - 1
		if s.part || last < 2 || !isTotal(all[:last], all[last]) {
			break
		}
		s.total, s.totals = firstFilled(all[last]), n+1
		all, lines = all[:last], lines[:last]
	}
	for n := 1; n <= 2 && n < len(all); n++ {
		if namesImport(all[n]) {
			s.below = n
			all, lines = slices.Delete(all, 1, n+1), slices.Delete(lines, 1, n+1)
		}
	}
	if len(all) > 2 && namesIndex(all[0], all[1]) {
		all[0] = append([]string{all[1][0]}, all[0][1:]...)
		all, lines = slices.Delete(all, 1, 2), slices.Delete(lines, 1, 2)
	}
	return all, lines
}

func isEmpty(cell string) bool { return cell == "" }

// filled returns how many cells of a record say anything.
func filled(record []string) (n int) {
	for _, cell := range record {
		if cell != "" {
			n++
		}
	}
	return n
}

// tableAt returns which of the first records is the header of the table, below a title or remarks; -1: it can't be told. broken says that
// a line above all records can't be split into cells.
func tableAt(all [][]string, broken bool) int {
	const few = 20 // lines of a title
	top := all[:min(len(all), few)]
	above := func(n, most int) bool { // the records above n have no more cells than that
		return !slices.ContainsFunc(all[:n], func(r []string) bool { return filled(r) > most && !strings.HasPrefix(r[0], "#") })
	}
	if n := slices.IndexFunc(top, namesRoles); n >= 0 {
		if n == 0 && !broken || !above(n, filled(all[n])-1) {
			return -1
		}
		return n
	}
	widest := 0
	for _, r := range all[:min(len(all), 2*few)] {
		widest = max(widest, filled(r))
	}
	n := slices.IndexFunc(top, func(r []string) bool { return filled(r) >= 3 && 10*filled(r) >= 8*widest })
	if namesCells(all) {
		return 1
	}
	if n <= 0 || !above(n, max(1, widest/3)) || !heads(all, n) {
		return -1
	}
	return n
}

// heads reports whether record n may name the columns of those below: none of its cells but the first is a number, or stands in its column
// again.
func heads(all [][]string, n int) bool {
	const few = 50
	for c, name := range all[n] {
		if _, err := parse.Number([]byte(name)); name == "" || c > 0 && err == nil {
			if c > 0 {
				return false
			}
			continue
		}
		for _, r := range all[n+1 : min(len(all), n+1+few)] {
			if c < len(r) && r[c] == name {
				return false
			}
		}
	}
	return n+1 < len(all)
}

// namesCells reports whether the first record says what the cells hold, the same of all columns but the first: pandas writes so above a
// pivot table.
func namesCells(all [][]string) bool {
	first := all[0]
	return len(all) > 2 && len(first) > 2 && first[0] == "" && first[1] != "" && len(all[1]) == len(first) && heads(all, 1) &&
		!slices.ContainsFunc(first[2:], func(cell string) bool { return cell != first[1] })
}

// namesIndex reports whether the record below the header has nothing but the name of the first column: pandas writes so below the names
// of the other columns.
func namesIndex(header, below []string) bool {
	return len(header) > 2 && len(below) == len(header) && filled(header) == len(header) && below[0] != "" && filled(below) == 1
}

// namesImport reports whether a record names the columns for Qualtrics, which writes so below their names and the texts of the questions.
func namesImport(record []string) bool {
	return len(record) > 1 && !slices.ContainsFunc(record, func(cell string) bool { return !strings.HasPrefix(cell, `{"ImportId":`) })
}

// totals are words that a row of totals begins with.
var totals = heading.Words(`total totals subtotal sum summe gesamt gesamtsumme insgesamt somme suma totale totaal итого всего
	合计 总计 合計`)

// computed are words of the name of a row that is computed from those above, as people add one.
var computed = heading.Words(`agreement kappa alpha average mean percent percentage durchschnitt mittelwert übereinstimmung moyenne
	promedio media`)

// mostTotals is how many rows of totals may stand at the end of a table.
const mostTotals = 5

// isTotal reports whether the last record is a total of those above: it begins as one, and goes on with numbers that can't be what the
// others hold.
func isTotal(above [][]string, last []string) bool {
	if !namesTotal(last) {
		return false
	}
	if len(last) != len(above[len(above)-1]) {
		return filled(last) <= 2
	}
	other, sums := filled(last) < len(last), true
	first := slices.IndexFunc(last, func(cell string) bool { return cell != "" })
	for c := first + 1; c < len(last); c++ {
		if last[c] == "" {
			continue
		}
		number, percent := strings.CutSuffix(last[c], "%")
		x, err := parse.Number([]byte(strings.TrimSpace(number)))
		if err != nil {
			return false
		}
		other = other || percent
		sum, whole := 0.0, true
		for _, r := range above[1:] {
			if c >= len(r) || namesTotal(r) {
				continue
			}
			y, err := parse.Number([]byte(r[c]))
			other = other || err != nil && r[c] != ""
			sum, whole = sum+y, whole && y == math.Trunc(y)
		}
		other = other || whole && x != math.Trunc(x)
		sums = sums && sum == x
	}
	return other || sums && len(above) > 1
}

// namesTotal reports whether a record begins as a row of totals does.
func namesTotal(record []string) bool {
	word, _, _ := strings.Cut(firstFilled(record), ":")
	words := strings.FieldsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
	return len(words) > 0 && totals.Has(words[0]) || len(words) > 1 && totals.Has(words[1]) ||
		len(words) <= 3 && slices.ContainsFunc(words, func(w string) bool { return slices.Contains(computed, heading.Plain(w)) })
}

func firstFilled(record []string) string {
	if c := slices.IndexFunc(record, func(cell string) bool { return cell != "" }); c >= 0 {
		return record[c]
	}
	return ""
}

// FirstFilled returns the first cell of a record that is not empty, without spaces around it.
func FirstFilled(cells [][]byte) string {
	for _, cell := range cells {
		if text := parse.Tidy(cell); len(text) > 0 {
			return string(text)
		}
	}
	return ""
}

// mend says what was left out of a sample, fills merged cells, and takes lists apart.
func (g *Detection) mend(file string, s *sample, known Choice) {
	if g.Title = known.Title; s.begins > 0 {
		g.HeaderLine, g.Title = s.begins, s.title
	}
	if g.Title != "" {
		g.mended(file, fmt.Sprintf("the table begins on line %s, below “%s”", humanize.Number(g.HeaderLine), g.Title))
	}
	if g.Below = s.below; s.below > 0 {
		g.mended(file, fmt.Sprintf("the %d rows below the header name the columns, too, and are not read", s.below))
	}
	if s.total != "" {
		g.Total, g.Totals = s.total, s.totals
		what := fmt.Sprintf("the last row, “%s”, is a total and no part of the table", api.Printable(s.total))
		if s.totals > 1 {
			what = fmt.Sprintf("the last %d rows, from “%s” on, are totals and no part of the table", s.totals, api.Printable(s.total))
		}
		g.mended(file, what)
	}
	if len(s.records) < 2 {
		return
	}
	first, rows := s.records[0], s.records[1:]
	if !known.AsIs {
		if g.Fill = merged(first, rows); g.Fill != nil {
			rows = fill(rows, g.Fill)
			g.mended(file, fmt.Sprintf("empty cells of “%s” say what stands above them, as merged cells do",
				api.Printable(strings.Join(pick(first, g.Fill), "”, “"))))
		}
	}
	missing := parse.NewTokens(g.Missing)
	if known.Kind == LabelFile && platform.Of(platform.HeaderOf(first)) == nil && platform.Named(g.Format) == nil {
		if g.Parallel = parallel(first, rows, missing); g.Parallel != nil {
			rows = takeListsApart(rows, g.Parallel, missing)
			g.note(file, fmt.Sprintf("the lists in “%s” are taken apart, into a row for each of their elements",
				api.Printable(strings.Join(pick(first, g.Parallel), "”, “"))), "")
		}
	}
	s.records = append([][]string{first}, rows...)
}

func pick(record []string, columns []int) (cells []string) {
	for _, c := range columns {
		cells = append(cells, record[c])
	}
	return cells
}

// merged returns the first columns, but for numbers of the rows, if cells of them are merged: each value stands once, with empty cells
// below, and the others go on beside them.
func merged(first []string, rows [][]string) (columns []int) {
	group := make([]int, len(rows)) // by the columns so far
	for c := range first {
		if numbersRows(first[c], rows, c) {
			continue
		}
		seen := make(map[string]bool)
		empty, at := 0, 0
		next := make([]int, len(rows))
		for i, r := range rows {
			switch key := fmt.Sprint(group[i], "\x00", r[c]); {
			case r[c] != "" && seen[key], r[c] == "" && (i == 0 || group[i] != group[i-1] || filled(r[c:]) == 0):
				return columns
			case r[c] != "":
				seen[key] = true
				at++
			default:
				empty++
			}
			next[i] = at
		}
		if 3*empty < len(rows) || len(seen) < 2 || c == len(first)-1 {
			return columns
		}
		columns, group = append(columns, c), next
	}
	return columns
}

// numbersRows reports whether a column numbers the rows.
func numbersRows(name string, rows [][]string, c int) bool {
	index := crosstab.StatisticsOf(rows, c, parse.Tokens{})
	return heading.NumbersRows(name) && index.Index()
}

// fill returns the rows with empty cells of these columns filled with what stands above.
func fill(rows [][]string, columns []int) [][]string {
	all := slices.Clone(rows)
	for i := range all {
		all[i] = slices.Clone(all[i])
		for _, c := range columns {
			if all[i][c] == "" && i > 0 {
				all[i][c] = all[i-1][c]
			}
		}
	}
	return all
}

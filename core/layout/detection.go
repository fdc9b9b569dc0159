package layout

import (
	"fmt"
	"slices"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/parse"
	"concord/internal/humanize"
)

// Detection is what Detect found out about a file: how it is read, and what there is to say about that.
type Detection struct {
	Layout
	Why      []string    // why each column has its role, in a few words
	Confirm  string      // why a person should confirm the roles before anything is computed; empty: no need
	Offer    string      // an encoding worth offering, because the text is not valid in Encoding; mostly empty
	Preview  [][]string  // the first rows, without the header, made printable
	Sheets   []api.Sheet // of a workbook, those that may be read
	SheetWhy string      // why Sheet was chosen among several
	notes    []api.Problem

	rows    [][]string            // the sample that roles were chosen by …
	stats   []crosstab.Statistics // … and its statistics; nil: no question can be chosen
	which   bool                  // Confirm asks which of several answers is the label …
	settled string                // … and this is what else there is to confirm
	unlike  string                // what the file looks like, if that is no table of labels
	part    bool                  // only the beginning of the file was looked at
	shared  bool                  // rows say which share of the labels each class has, rather than how many
	stands  map[int]bool          // columns whose role was chosen
}

// newDetection is a Detection of which nothing is known but the format.
func newDetection(format string) *Detection {
	d := &Detection{}
	d.Format, d.Missing = format, parse.Missing()
	return d
}

// Give gives a column a role, and says why.
func (g *Detection) Give(c int, r Role, why string) { g.Roles[c], g.Why[c] = r, why }

// clear takes the roles of all columns away.
func (g *Detection) clear() {
	clear(g.Roles)
	clear(g.Why)
}

// giveAll gives several columns the same role.
func (g *Detection) giveAll(columns []int, r Role, why string) {
	for _, c := range columns {
		g.Give(c, r, why)
	}
}

// taken says for what each of several columns is taken.
func (g *Detection) taken(columns []int, what string) string {
	names := g.ColumnNames(columns)
	return fmt.Sprintf("each of %s is read as a %s, from “%s” to “%s”", humanize.Count(len(columns), "column"), what,
		api.Printable(names[0]), api.Printable(names[len(names)-1]))
}

// note says something about the file as a whole that is no hindrance.
func (g *Detection) note(file, what, do string) {
	g.notes = append(g.notes, api.Problem{File: file, What: what, Do: do})
}

// Notes are what there is to say about the file as a whole.
func (g *Detection) Notes(file string) []api.Problem {
	return append(g.countingNotes(file), g.notes...)
}

// Copy returns a Detection whose roles and reasons may be changed.
func (g *Detection) Copy() *Detection {
	d := *g
	d.Roles, d.Why, d.Columns = slices.Clone(g.Roles), slices.Clone(g.Why), slices.Clone(g.Columns)
	return &d
}

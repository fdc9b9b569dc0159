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
	about

	rows    [][]string            // the sample that roles were chosen by …
	stats   []crosstab.Statistics // … and its statistics; nil: no question can be chosen
	which   bool                  // Confirm asks which of several answers is the label …
	settled string                // … and this is what else there is to confirm
	part    bool                  // only the beginning of the file was looked at
	more    bool                  // other files follow
	stands  map[int]bool          // columns whose role was chosen
	ranked  []int                 // columns that hold rankings, as the format says
	apart   []int                 // workers of a wide table whose labels nobody shares
}

// about is what there is to say about a file.
type about struct {
	Notes    []api.Problem // of the file as a whole, no hindrance
	Unread   string        // of what kind the answers are, if they are of one that is not read …
	UnreadDo string        // … and what to do
	Nested   string        // of JSON, the path of a list of records within the records, which is not taken apart
	Unlike   string        // what the file looks like, if that is no table of labels
	Shared   bool          // rows say which share of the labels each class has, rather than how many
	Rivals   []string      // columns any of which may hold the truth
	Supposed Guess         // what was said of the table, and by nobody
}

// Guess is how a table is laid out, and which question is asked, as far as detection says so and nobody else.
type Guess struct{ Table, Question string }

// newDetection is a Detection of which nothing is known but the format.
func newDetection(format string) *Detection {
	d := &Detection{}
	d.Format, d.Missing = format, parse.Missing()
	return d
}

// Give gives a column a role, and says why.
func (g *Detection) Give(c int, r Role, why string) { g.Roles[c], g.Columns[c].Why = r, why }

// clear takes the roles of all columns away.
func (g *Detection) clear() {
	for c := range g.Columns {
		g.Give(c, Ignore, "")
	}
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
	g.Notes = append(g.Notes, api.Problem{File: file, What: what, Do: do})
}

// Remarks are what there is to say about the file as a whole.
func (g *Detection) Remarks(file string) []api.Problem {
	all := append(g.countingNotes(file), g.Notes...)
	if g.SheetWhy != "" && g.SheetWhy != yourChoice {
		all = append(all, g.otherSheets(file))
	}
	return all
}

// Copy returns a Detection whose roles and reasons may be changed.
func (g *Detection) Copy() *Detection {
	d := *g
	d.Roles, d.Columns = slices.Clone(g.Roles), slices.Clone(g.Columns)
	return &d
}

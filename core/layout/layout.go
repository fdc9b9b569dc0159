// Package layout finds out what a file is and which of its columns plays which role.
//
//	found, err := layout.Detect(name, head) // the first bytes of the file (Head)
//
// The Layout says how a file is read: its encoding, its delimiter, the roles of its
// columns, and what its cells mean. All of it may be changed before the file is read.
// The rest of a Detection is what there is to say about the file.
package layout

import (
	"cmp"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/layout/platform"
	"concord/core/layout/unfold"
	"concord/core/parse"
)

// Role is what a column is for.
type Role = string

const (
	Task   Role = "task"
	Worker Role = "worker"
	Label  Role = "label"
	Time   Role = "time"    // when the label was given: may be missing
	Took   Role = "seconds" // how long it took: may be missing
	// Content is what workers saw of a task: its text, or the address of an image or a page. Several columns may hold it, or none.
	Content Role = "content"
	Ignore  Role = ""
	// Asked is the role of a column that says which question its row answers.
	Asked Role = "question"

	// Of comparisons of items.
	Item    Role = api.ColumnItem
	Best    Role = api.ColumnBest
	Worst   Role = api.ColumnWorst
	Rank    Role = api.ColumnRank
	Ranking Role = api.ColumnRanking

	True  Role = "truth" // the true class, in a file of confusion matrices; of a task, in a file of labels …
	Gold  Role = "gold"  // … where methods shall be told it
	Value Role = "value" // a probability or a count there; 0 or 1 in a file of truth with several classes a task

	Right Role = "right" // in a file of histories, how many of a worker's labels were right, or which share …
	Of    Role = "of"    // … and of how many: may be missing where it is a share

	Feature  Role = api.ColumnFeature // in a file of features: to be kept, whatever it looks like; of comparisons: what may explain a vote …
	Length   Role = api.ColumnLength  // … or a text whose length may
	LeaveOut Role = "leave-out"       // … or not to be used

	Text  Role = "text"  // in a file of texts
	Term  Role = "term"  // in a bag of words: one word of a task …
	Count Role = "count" // … and how often the task has it; in a file of labels how often its row, or the label that heads it, counts
)

// Kind is what a file is opened as.
type Kind string

const (
	LabelFile      Kind = ""           // task, worker, label
	TruthFile      Kind = "truth"      // task, label
	ConfusionFile  Kind = "confusion"  // worker, truth, label, value: confusion matrices; or worker, right, of: how accurate workers were
	CostFile       Kind = "cost"       // truth, label, value: what wrong labels cost
	PredictionFile Kind = "prediction" // task, label, value; or task, and a number in every other column
	FeatureFile    Kind = "feature"    // task, and a number in every other column
	TextFile       Kind = "text"       // task, text or tokens
	BagFile        Kind = "bag"        // task, term, count: a bag of words
)

// rolesOf are the roles that a file of each kind has.
var rolesOf = map[Kind][]Role{
	LabelFile:      {Task, Worker, Label},
	TruthFile:      {Label, Task},
	ConfusionFile:  {Worker, True, Value, Label}, // "value" may head a column of labels too
	CostFile:       {True, Value, Label},
	PredictionFile: {Task, Value, Label},
	FeatureFile:    {Task},
	TextFile:       {Task, Text},
	BagFile:        {Task, Term, Count},
}

// Layout is how a file is read. It is plain data: encoded as JSON and decoded, it reads the file the same way.
type Layout struct {
	api.Choices
	Form
}

// Form is how a file becomes rows, as far as nobody chooses it.
type Form struct {
	RowNames   bool         // the header has no cell for the first column, the names of the rows
	Least      int          // rows that end before the last columns have at least this many cells …
	Most       int          // … and at most this many; 0: rows have a cell for each column
	Lists      bool         // a cell may be a list, as ["a","b"]
	Lines      bool         // a cell may have one class a line
	Doubt      *Doubt       // rows that may be left out, if the format marks some
	OneHots    []OneHot     // any column of which is the label of all
	Parts      []Part       // the questions that columns of workers answer; nil: one
	ID         string       // the name of the column that tells answers apart, so that one that comes twice counts once; "": none
	Unanswered *Doubt       // rows without an answer; any other ticks nothing, where its cell is empty. Nil: empty cells are no answers
	Worker     string       // who gave all labels, if no column says so; mostly empty
	StandIn    int          // the column that tells workers apart whom theirs does not name, from 1; 0: there is none
	Members    []string     // of an archive, the files that are read, one after the other; nil: the file is no archive
	ByMember   bool         // a last column, of the worker, has the name of the member
	JSON       *unfold.JSON // how the values of a JSON text, or a table's rows that are such records, become rows; nil: they are the rows
	Packed     *Packed      // the cells that hold several answers each; nil: there are none
	Parallel   []int        // columns of lists as long as each other, which are taken apart into a row for each element
	Fill       []int        // columns whose empty cells say what stands above them, as merged cells do
	Judged     bool         // workers judge what models say: their errors and abstentions are no answers
	Total      string       // what the last rows begin with, if they are totals and not read; else empty …
	Totals     int          // … and how many these are
	Sides      bool         // labels of comparisons say which side is better; false: which item, by its name
	Middle     *float64     // … or which side in numbers: a smaller one means the left item, itself a tie. Nil: they are words
	Upward     bool         // … or a larger one means the left item
	ByPlace    bool         // of items among which the best or the worst was chosen: the choice is the number of the item's column, from 1
	Largest    bool         // of ranks: the largest is the best
	Shares     bool         // of a matrix of wins: it says which share of the votes were wins
	Below      int          // how many rows below the header name the columns, too, and are not read
}

// OneHot is a question with a column for each option: the answer is the option that is true.
type OneHot struct {
	Name    string
	Columns []int
	Options []string
}

// Doubt marks rows that may be left out.
type Doubt = platform.Doubt

// NoAnswers returns the cells that mean "no answer".
func (g *Layout) NoAnswers() parse.Tokens {
	all := parse.NewTokens(g.Missing)
	all.Judged = g.Judged
	return all
}

// Column returns the column that plays a role, or -1.
func (g *Layout) Column(r Role) int { return slices.Index(g.Roles, r) }

// ColumnsOf returns the columns that play a role.
func (g *Layout) ColumnsOf(r Role) (columns []int) {
	for c, role := range g.Roles {
		if role == r {
			columns = append(columns, c)
		}
	}
	return columns
}

// ColumnName returns the name of a column for a message: from the header, or else “column 3”.
func (g *Layout) ColumnName(c int) string {
	if c < len(g.Columns) && g.Header && g.Columns[c].Name != "" {
		return g.Columns[c].Name
	}
	return platform.NumberedColumn(c)
}

// heading formats the header for a message.
func (g *Layout) heading() string {
	names := make([]string, len(g.Columns))
	for c, column := range g.Columns {
		names[c] = column.Name
	}
	return api.Printable(strings.Join(names, cmp.Or(g.Delimiter, ", ")))
}

// IsText reports whether a file is plain delimited text.
func (g *Layout) IsText() bool {
	return g.JSON == nil && g.Packed == nil && g.Sheet == "" && len(g.Members) <= 1
}

// InFile is how many of the columns are in the file itself.
func (g *Layout) InFile() int {
	switch {
	case g.Packed != nil:
		return g.Packed.Own
	case g.ByMember:
		return len(g.Columns) - 1
	}
	return len(g.Columns)
}

// OneHotOf returns the question that a column is an option of, or -1.
func (g *Layout) OneHotOf(c int) int {
	return slices.IndexFunc(g.OneHots, func(q OneHot) bool { return slices.Contains(q.Columns, c) })
}

// MayList reports whether the cells of the labels may be lists.
func (g *Layout) MayList() bool {
	return g.Lists || slices.ContainsFunc(g.ColumnsOf(Label), func(c int) bool { return g.Columns[c].Lists })
}

// Accuracies reports whether a file of histories says how many labels of each worker were right, in place of what each said of what.
func (g *Layout) Accuracies() bool { return g.Column(Right) >= 0 }

// Keyed reports whether each record names its cells, as JSON mostly does, so that no row is a header.
func (g *Layout) Keyed() bool { return g.JSON != nil && !g.JSON.Rows }

// ManyClasses is how many different labels suggest that the wrong column was chosen.
const ManyClasses = 1000

// Package layout finds out what a file is and which of its columns plays which role.
//
//	lay, err := layout.Detect(name, head) // the first bytes of the file (Head)
//
// A Layout says how a file is read: its encoding, its delimiter, the roles of its
// columns, and what its cells mean. All of it may be changed before the file is read.
package layout

import (
	"bytes"
	"slices"

	"concord/core/layout/platform"
	"concord/core/layout/unfold"
	"concord/core/problem"
)

// Role is what a column is for.
type Role string

const (
	Task   Role = "task"
	Worker Role = "worker"
	Label  Role = "label"
	Time   Role = "time"    // when the label was given: may be missing
	Took   Role = "seconds" // how long it took: may be missing
	Ignore Role = ""

	True  Role = "truth" // the true class, in a file of confusion matrices; of a task, in a file of labels …
	Gold  Role = "gold"  // … where methods shall be told it
	Value Role = "value" // a probability or a count there; 0 or 1 in a file of truth with several classes a task

	Feature  Role = "feature"   // in a file of features: to be kept, whatever it looks like
	LeaveOut Role = "leave-out" // … or not to be used

	Text  Role = "text"  // in a file of texts
	Term  Role = "term"  // in a bag of words: one word of a task …
	Count Role = "count" // … and how often the task has it; in a file of labels how often its row, or the label that heads it, counts
)

// Kind is what a file is opened as.
type Kind string

const (
	LabelFile     Kind = ""          // task, worker, label
	TruthFile     Kind = "truth"     // task, label
	ConfusionFile Kind = "confusion" // worker, truth, label, value: confusion matrices
	CostFile      Kind = "cost"      // truth, label, value: what wrong labels cost
	FeatureFile   Kind = "feature"   // task, and a number in every other column
	TextFile      Kind = "text"      // task, text or tokens
	BagFile       Kind = "bag"       // task, term, count: a bag of words
)

// roles returns the roles that a file of this kind has.
func (k Kind) roles() []Role {
	switch k {
	case TruthFile:
		return []Role{Label, Task}
	case ConfusionFile:
		return []Role{Worker, True, Value, Label} // "value" may head a column of labels too
	case CostFile:
		return []Role{True, Value, Label}
	case FeatureFile:
		return []Role{Task}
	case TextFile:
		return []Role{Task, Text}
	case BagFile:
		return []Role{Task, Term, Count}
	}
	return []Role{Task, Worker, Label}
}

// Layout is what Detect understood of a file. Every field may be changed before
// the whole file is read.
type Layout struct {
	Format    string // "long" … (a row of formats.md)
	Packing   string // "gzip", "zstd" or "": how the file is compressed
	Encoding  string // one that table.Open knows
	Offer     string // an encoding worth offering, because the text is not valid in Encoding; mostly empty
	Delimiter string // "" where the format has none
	Header    bool
	Names     bool              // the columns have names without a header: it is no choice
	Line      int               // on which the table begins, where something else stands above it; else 0
	RowNames  bool              // the header has no cell for the first column, the names of the rows
	Least     int               // cells that rows have which end before the last columns, …
	Most      int               // … at most; 0: rows have a cell for each column
	Columns   []Column          // all columns of the file
	Preview   [][]string        // the first rows, without the header, made printable
	Numeric   bool              // the labels are numbers on a scale rather than classes
	Missing   []string          // cells that mean "no answer", beside the empty one
	Separator string            // what stands between several classes in one cell, as in "a|b"; empty: a cell is one class
	Lists     bool              // a cell may be a list, as ["a","b"]
	Lines     bool              // or one class a line
	Several   bool              // such a list may hold several classes
	Doubt     *Doubt            // rows that may be left out, where the format marks some
	Questions []Question        // of which any column is the label of all
	Worker    string            // who gave all labels, where no column says so; mostly empty
	Anonymous bool              // nobody knows who gave which label: each row is one more worker's
	Sheets    []Sheet           // of a workbook, those that may be read
	Sheet     string            // … the one that is
	SheetWhy  string            // … and why, where there are several
	Members   []string          // of an archive, the files that are read, one after the other; nil: the file is no archive
	ByMember  bool              // a last column, of the worker, has the name of the member
	JSON      *unfold.JSON      // how the values of a JSON text are made rows; nil: it is none
	Packed    *Packed           // the cells that hold several answers each; nil: there are none
	Notes     []problem.Problem // what to say of the file as a whole
	Confirm   string            // why a person should confirm the roles before anything is computed; empty: no need

	seen    *seen        // what roles were chosen by; nil: nothing that a question can be chosen by
	which   bool         // Confirm asks which of several answers is the label …
	settled string       // … and this is what else there is to confirm
	unlike  string       // what the file looks like, where that is no table of labels
	part    bool         // only the beginning of the file was looked at
	shared  bool         // rows say which share of the labels each class has, rather than how many
	stands  map[int]bool // columns whose role was chosen
}

// Sheet is a sheet of a workbook.
type Sheet struct {
	Name   string
	Hidden bool
}

// Column is one column of the file and the role it plays.
type Column struct {
	Name  string
	Role  Role
	Why   string // why Detect chose this role, in a few words
	Lists bool   // its cells are lists, as ["a","b"] or {"choices":["a","b"]}
}

// Question is one question whose options have a column each: the answer is the
// option that is true.
type Question struct {
	Columns []int
	Options []string
}

// Doubt marks rows that may be left out.
type Doubt = platform.Doubt

// Column returns the column that plays a role, or -1.
func (g *Layout) Column(r Role) int {
	for c := range g.Columns {
		if g.Columns[c].Role == r {
			return c
		}
	}
	return -1
}

// ColumnName names a column for a message: by the header, or else “column 3”.
func (g *Layout) ColumnName(c int) string {
	if c < len(g.Columns) && g.Header && g.Columns[c].Name != "" {
		return g.Columns[c].Name
	}
	return platform.NumberedColumn(c)
}

// heading writes the header for a message.
func (g *Layout) heading() string {
	var b bytes.Buffer
	for c, column := range g.Columns {
		if c > 0 && g.Delimiter == "" {
			b.WriteString(", ")
		} else if c > 0 {
			b.WriteString(g.Delimiter)
		}
		b.WriteString(column.Name)
	}
	return problem.Printable(b.String())
}

// IsText reports whether a file is delimited text, by itself.
func (g *Layout) IsText() bool {
	return g.JSON == nil && g.Packed == nil && g.Sheet == "" && len(g.Members) <= 1
}

// own is how many of the columns are in the file.
func (g *Layout) own() int {
	switch {
	case g.Packed != nil:
		return g.Packed.Own
	case g.ByMember:
		return len(g.Columns) - 1
	}
	return len(g.Columns)
}

// Question returns the question that a column is an option of, or -1.
func (g *Layout) Question(c int) int {
	return slices.IndexFunc(g.Questions, func(q Question) bool { return slices.Contains(q.Columns, c) })
}

// MayList reports whether the cells of the labels may be lists.
func (g *Layout) MayList() bool {
	return g.Lists || slices.ContainsFunc(g.Columns, func(c Column) bool { return c.Role == Label && c.Lists })
}

// Again says what becomes of labels that a worker gives to a task which the
// worker has labelled before.
type Again string

const (
	AgainAll      Again = ""         // each is an answer of its own
	AgainFirst    Again = "first"    // the first counts
	AgainLast     Again = "last"     // the last counts
	AgainMajority Again = "majority" // the one given most often counts, the earliest where several are; of numbers the mean
)

// Alias says that some names stand for another one: that what they name is the
// same.
type Alias struct {
	Of   Role // Label, Worker or Task
	From []string
	To   string
}

// ManyClasses are so many different labels that it is most likely the wrong column.
const ManyClasses = 1000

// Package intake turns a table into a data set: it finds out what a file is,
// which column plays which role, and makes integers of names.
//
//	guess, err := intake.Detect(name, head)          // the first bytes of the file (1 MiB at most)
//	set, err := intake.Labels(name, reader, guess, options) // the whole file, streamed
//
// What is wrong with single rows is gathered in Set.Problems; what makes the
// file unusable is an error of type *Problem. Both say where, what and what to do.
package intake

import (
	"concord/core/crowd"
	"concord/core/problem"
	"concord/core/table"
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
	Told  Role = "gold"  // … where methods shall be told it
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
	LabelFile   Kind = ""        // task, worker, label
	TruthFile   Kind = "truth"   // task, label
	InitialFile Kind = "initial" // worker, truth, label, value: confusion matrices
	CostFile    Kind = "cost"    // truth, label, value: what wrong labels cost
	FeatureFile Kind = "feature" // task, and a number in every other column
	TextFile    Kind = "text"    // task, text or tokens
	BagFile     Kind = "bag"     // task, term, count: a bag of words
)

// roles returns the roles that a file of this kind has.
func (k Kind) roles() []Role {
	switch k {
	case TruthFile:
		return []Role{Label, Task}
	case InitialFile:
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

// Guess is what Detect understood of a file. Every field may be changed before
// the whole file is read.
type Guess struct {
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
	JSON      *JSON             // how the values of a JSON text are made rows; nil: it is none
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

// Options govern the reading of a whole file.
type Options struct {
	Skip        bool                              // leave bad rows out instead of refusing the file
	Drop        bool                              // leave out the rows of Guess.Doubt
	Again       Again                             // what becomes of labels by a worker who had labelled the task before
	Merge       []Alias                           // names that stand for others
	ManyClasses bool                              // take more than 1,000 different labels for what they are
	Limits      table.Limits                      // zero: the defaults
	Counted     int                               // how many labels may be made of a file's counts; 0: 10,000,000
	Found       func(problem.Problem)             // called with each problem of a row, those beyond Problems.First too; nil: nobody asks
	Size        int64                             // bytes of what is to be read, so that there is room for it; 0: nobody knows
	Progress    func(rows int, bytes int64) error // called now and then with bytes of the file; an error ends the reading with that error
}

// Set is a data set with the names that its integers stand for.
//
// Tasks and workers are numbered in the order in which they first appear,
// classes in their own order: as numbers where all are numbers, else as text.
type Set struct {
	Data                    *crowd.Dataset
	Tasks, Workers, Classes Names
	Rows, Skipped           int               // of the file; skipped are those without an answer and the bad ones
	Repeats                 int               // labels beyond the first by the same worker on the same task
	Bytes                   int64             // of the file
	Problems                problem.Problems  // the bad rows that were left out
	Warnings                []problem.Problem // what is odd about the file as a whole, but no hindrance
}

// Names are the names of tasks, workers or classes, by index.
type Names interface {
	Len() int
	At(i int) string
	Append(to []byte, i int) []byte // appends name i
	Find(name string) (i int, ok bool)
}

// Package intake turns a table into a data set: it finds out what a file is,
// which column plays which role, and makes integers of names.
//
//	guess, err := intake.Detect(name, head)          // the first bytes of the file (1 MiB at most)
//	set, err := intake.Labels(reader, guess, options) // the whole file, streamed
//
// What is wrong with single rows is gathered in Set.Problems; what makes the
// file unusable is an error of type *Problem. Both say where, what and what to do.
package intake

import (
	"io"

	"concord/core/crowd"
)

// Role is what a column is for.
type Role string

const (
	Task   Role = "task"
	Worker Role = "worker"
	Label  Role = "label"
	Ignore Role = ""
)

// Guess is what Detect understood of a file. Every field may be changed before
// Labels reads the whole file.
type Guess struct {
	Format    string // "long" … (a row of formats.md)
	Encoding  string // "utf-8" …
	Delimiter rune
	Header    bool
	Columns   []Column   // all columns of the file
	Preview   [][]string // the first rows, without the header
	Numeric   bool       // the labels look like numbers on a scale rather than classes
}

// Column is one column of the file and the role it plays.
type Column struct {
	Name string
	Role Role
	Why  string // why Detect chose this role, in a few words
}

// Options govern the reading of a whole file.
type Options struct {
	Skip     bool                              // leave bad rows out instead of refusing the file
	Progress func(rows int, bytes int64) error // called now and then; an error ends the reading with that error
}

// Set is a data set with the names that its integers stand for.
type Set struct {
	Data                    *crowd.Dataset
	Tasks, Workers, Classes Names
	Rows, Skipped           int // of the file
	Bytes                   int64
	SHA256                  string
	Problems                Problems
}

// Names are the names of tasks, workers or classes, by index.
type Names interface {
	Len() int
	At(i int) string
	Find(name string) (i int, ok bool)
}

// Problem is one thing wrong with the input. It is an error.
type Problem struct {
	File   string
	Line   int    // 1 for the first line of the file; 0: the file as a whole
	Column string // the column's name, or "column 3"; empty: the row as a whole
	Text   string // the offending text, shortened, made printable
	What   string // what is wrong and what was expected
	Do     string // what the user can do about it
}

// Error says where, what and what to do, in one line.
func (p *Problem) Error() string {
	panic("not yet")
}

// Problems are what was wrong with single rows: the first few in full, all of
// them counted.
type Problems struct {
	First []Problem
	Count int
}

// Detect understands a file by its name and its first bytes.
func Detect(name string, head []byte) (*Guess, error) { panic("not yet") }

// Labels reads a whole file of labels as guess says, streaming: it never holds
// the text.
func Labels(name string, r io.Reader, guess *Guess, o Options) (*Set, error) { panic("not yet") }

// Truth reads a file of known true classes of set's tasks: for each task its
// class, or crowd.Unknown.
func Truth(name string, r io.Reader, guess *Guess, set *Set, o Options) ([]int32, Problems, error) {
	panic("not yet")
}

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
)

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

// Package labels reads files of labels: it makes integers of names, and brings the
// labels into the order of the tasks.
//
//	lay, err := layout.Detect(name, head)             // the first bytes of the file (layout.Head)
//	set, err := labels.Read(name, file, lay, options) // the whole file, streamed
//
// What is wrong with single rows is gathered in Set.Problems; what makes the file
// unusable is an error of type *problem.Problem.
package labels

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

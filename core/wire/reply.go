package wire

import (
	"fmt"

	"concord/core/layout/choice"
	"concord/core/problem"
	"concord/core/result"
)

// Reply is one answer. Progress may come many times; any other pointer ends the request.
type Reply struct {
	ID       int               `json:"id"`
	Progress *Progress         `json:"progress,omitempty"`
	Fault    *Fault            `json:"fault,omitempty"`
	Opened   *Opened           `json:"opened,omitempty"`
	Fitted   *Fitted           `json:"fitted,omitempty"`
	Effort   *Effort           `json:"effort,omitempty"`
	Page     *Page             `json:"page,omitempty"`
	Worker   *Worker           `json:"worker,omitempty"`
	Task     *Task             `json:"task,omitempty"`
	Agreed   *result.Agreement `json:"agreed,omitempty"`
	Paired   *result.Paired    `json:"paired,omitempty"`
	Amended  *Amended          `json:"amended,omitempty"`
	Compared *result.Compared  `json:"compared,omitempty"`
	Advised  *result.Advised   `json:"advised,omitempty"`
	Judged   *result.Judged    `json:"judged,omitempty"`
	Planned  *result.Planned   `json:"planned,omitempty"`
	Pictured *result.Pictured  `json:"pictured,omitempty"`
	Topical  *result.Topical   `json:"topical,omitempty"`
	Replayed *result.Replayed  `json:"replayed,omitempty"`
	Reopened *Reopened         `json:"reopened,omitempty"`
	Exported *File             `json:"exported,omitempty"` // the content travels beside the message
	Dropped  *Drop             `json:"dropped,omitempty"`
}

// Final reports whether the reply ends its request.
func (r *Reply) Final() bool { return r.Progress == nil }

// Progress tells how far a request has come.
type Progress struct {
	Phase   string       `json:"phase"`            // "read", "fit", "think" or "write"
	Method  string       `json:"method,omitempty"` // the title of the method at work, where there are several
	At      int          `json:"at,omitempty"`     // which fit of several, from 1
	Of      int          `json:"of,omitempty"`     // how many there will be; 0 where unknown
	Bytes   int64        `json:"bytes"`
	Total   int64        `json:"total"` // bytes; 0 where unknown
	Rows    int          `json:"rows"`
	Step    *result.Step `json:"step,omitempty"`
	Seconds float64      `json:"seconds"`
}

// Fault is why a request failed. What was there before is untouched. It is an error until it is sent.
type Fault struct {
	Cancelled bool              `json:"cancelled,omitempty"`
	Broken    bool              `json:"broken,omitempty"`   // by Concord itself or the machine, not by what was asked or loaded
	Message   string            `json:"message"`            // one line: where, what, what to do
	Problems  []problem.Problem `json:"problems,omitempty"` // of single rows: the first few
	Count     int               `json:"count,omitempty"`    // of all of them
	Good      int               `json:"good,omitempty"`     // rows that would remain
	Opened    *Opened           `json:"opened,omitempty"`   // what was understood of the file all the same

	// What Reread could do about it.

	CanSkip    bool `json:"canSkip,omitempty"`    // leave the rows out, with Skip
	Many       bool `json:"many,omitempty"`       // take so many classes, with ManyClasses
	NoWorker   bool `json:"noWorker,omitempty"`   // do without a column that says who gave a label, with Anonymous
	Several    bool `json:"several,omitempty"`    // take rows with several labels, with Sets
	HeaderLine int  `json:"headerLine,omitempty"` // begin the table on this line, below what else stands there
}

func (f *Fault) Error() string { return f.Message }

// Refuse says why something can't be done.
func Refuse(format string, args ...any) error { return &Fault{Message: fmt.Sprintf(format, args...)} }

// Opened tells what was understood of a file and what is in it.
type Opened struct {
	Role      string             `json:"role"`
	File      File               `json:"file"`
	Format    string             `json:"format"`
	Encoding  string             `json:"encoding"`
	Packing   string             `json:"packing,omitempty"` // how it is compressed: "gzip" …
	Confirm   string             `json:"confirm,omitempty"` // why the user should confirm the roles first
	Offer     string             `json:"offer,omitempty"`   // an encoding worth trying, where the text is not valid in Encoding
	Read      Read               `json:"read"`
	Sheets    []choice.Sheet     `json:"sheets,omitempty"`   // of a workbook: those that may be read
	SheetWhy  string             `json:"sheetWhy,omitempty"` // why Read.Sheet is read, if there are several
	Names     bool               `json:"names,omitempty"`    // the columns have names without a header, so Read.Header is no choice
	Columns   []Column           `json:"columns"`
	Preview   [][]string         `json:"preview"`
	Counts    *Counts            `json:"counts,omitempty"`   // of labels
	Embedded  []Embedded         `json:"holds,omitempty"`    // of labels: what else is in the file
	Known     int                `json:"known,omitempty"`    // of truth and gold: tasks that are known; of confusion: workers with a matrix
	Expected  *result.Expected   `json:"expected,omitempty"` // of truth: how many labels of the current result are probably right
	Accuracy  *result.Accuracy   `json:"accuracy,omitempty"` // of truth: that of the current result
	Numbers   *result.Numbers    `json:"numbers,omitempty"`  // in its place, where labels are numbers
	Methods   []Method           `json:"methods,omitempty"`
	Costs     *CostMatrix        `json:"costs,omitempty"`    // of costs; nil: there are more than MostPriced classes
	Priced    *result.Priced     `json:"priced,omitempty"`   // of costs: what the labels of the current result cost
	State     *State             `json:"state,omitempty"`    // of a saved state
	Problems  []problem.Problem  `json:"problems,omitempty"` // rows left out: the first few
	Count     int                `json:"problemCount,omitempty"`
	Warnings  []problem.Problem  `json:"warnings,omitempty"`  // what is odd about the file as a whole
	NoAnswer  []choice.NoAnswer  `json:"noAnswer,omitempty"`  // of labels: those that may mean no answer, and those chosen to
	Alike     []choice.Alike     `json:"alike,omitempty"`     // of labels: the first groups of names that look alike, then of misspelt ones
	AlikeOf   int                `json:"alikeOf,omitempty"`   // of labels: groups of names that look alike
	Why       string             `json:"why,omitempty"`       // of a recognised file: why it was given its role
	Sure      bool               `json:"sure,omitempty"`      // of a recognised file: the role is hardly in doubt
	Doubt     string             `json:"doubt,omitempty"`     // which labels Read.Drop leaves out, in words; empty: none
	Words     []choice.WordCount `json:"choices,omitempty"`   // of texts: what each choice left
	Described *Described         `json:"described,omitempty"` // of features and texts
	Test      *result.Test       `json:"test,omitempty"`      // of the truth of predicted tasks: how right the current predictions are
}

// Embedded is a column of a file of labels that holds truth or gold labels. To use it, open
// the file again in that role, with those choices.
type Embedded struct {
	Role   string `json:"role"` // "truth" or "gold"
	Column string `json:"column"`
	Read   Read   `json:"read"`
}

// State tells what is in a saved state.
type State struct {
	Method  string   `json:"method"`
	Title   string   `json:"title"`  // of the method
	Source  string   `json:"source"` // the name of the file that the labels came from
	Tasks   int      `json:"tasks"`
	Workers int      `json:"workers"`
	Labels  int      `json:"labels"`
	Classes []string `json:"classes"` // the first 100
	Of      int      `json:"of"`      // how many classes there are in all
}

// Column is a column of the file as it was read.
type Column struct {
	Name string `json:"name"`
	Why  string `json:"why"` // why it was given its role
}

// Counts summarise a set of labels.
type Counts struct {
	Rows, Skipped                   int
	Tasks, Workers, Labels, Classes int
	ClassNames                      []string // the first 100, in their order where they have one
	ClassLabels                     []int    // labels that name each of them
	PerTask, PerWorker              Range
	TaskBins, WorkerBins            []CountBin // how many tasks and workers have so many labels
	Ties                            int        // tasks whose majority vote is tied
	Single                          int        // tasks with one label only
	Repeats                         int        // labels beyond the first by the same worker on the same task
	Differ                          int        // of those, labels that are not the first: perhaps a task may have several
	Numeric                         bool
	Sets                            bool // a task may have several labels
	Anonymous                       bool // nobody knows who gave which label: Workers is 0, and there is nothing to say of any
	Ordered                         bool // the classes are steps of a scale, from low to high (Amend.Order)
	// says that too few tasks have labels of two workers for more than the plain answer; empty: there are enough
	Thin     string
	Natural  []string // the order that the names of the classes tell, as numbers do; the first 100; empty: none
	Formulas int      // names that a spreadsheet would run as formulas: ask whether downloads shall be safe
	Formula  string   // the first of them
}

// CountBin tells how many have Low to High of something.
type CountBin struct{ Low, High, Count int }

// Range is the spread of a count.
type Range struct{ Min, Median, Mean, Max float64 }

package api

import (
	"fmt"
)

// Reply is one answer. Progress may come many times; any other field ends the request.
type Reply struct {
	ID       int         `json:"id"`
	Progress *Progress   `json:"progress,omitempty"`
	Fault    *Fault      `json:"fault,omitempty"`
	Opened   *Opened     `json:"opened,omitempty"`
	Fitted   *Fitted     `json:"fitted,omitempty"`
	Effort   *Effort     `json:"effort,omitempty"`
	Each     *Questions  `json:"each,omitempty"`
	Page     *Page       `json:"page,omitempty"`
	Worker   *Worker     `json:"worker,omitempty"`
	Task     *Task       `json:"task,omitempty"`
	Agreed   *Agreement  `json:"agreed,omitempty"`
	Paired   *Paired     `json:"paired,omitempty"`
	Confused *Confusion  `json:"confused,omitempty"`
	Drawn    *Drawn      `json:"drawn,omitempty"`
	Amended  *Amended    `json:"amended,omitempty"`
	Compared *Compared   `json:"compared,omitempty"`
	Advised  *Advised    `json:"advised,omitempty"`
	Judged   *Judged     `json:"judged,omitempty"`
	Roster   *Roster     `json:"roster,omitempty"`
	Planned  *Planned    `json:"planned,omitempty"`
	Needed   *Forecast   `json:"needed,omitempty"`
	Topical  *Topical    `json:"topical,omitempty"`
	Unseen   *Unlabelled `json:"unseen,omitempty"`
	Ranking  *Ranking    `json:"ranking,omitempty"`
	Judges   *Judges     `json:"judges,omitempty"`
	PassRate *PassRate   `json:"passRate,omitempty"`
	Reopened *Reopened   `json:"reopened,omitempty"`
	Paper    *Paper      `json:"paper,omitempty"`
	Exported *File       `json:"exported,omitempty"` // the content travels beside the message
	Dropped  *Drop       `json:"dropped,omitempty"`
}

// Final reports whether the reply ends its request.
func (r *Reply) Final() bool { return r.Progress == nil }

// Progress says how far a request has got.
type Progress struct {
	Phase   string   `json:"phase"`            // "read", "fit", "think" or "write"
	Method  string   `json:"method,omitempty"` // title of the running method, if there are several
	At      int      `json:"at,omitempty"`     // number of the running fit, from 1
	Of      int      `json:"of,omitempty"`     // number of fits; 0 if unknown
	Bytes   int64    `json:"bytes"`
	Total   int64    `json:"total"` // bytes; 0 if unknown
	Rows    int      `json:"rows"`
	AllRows int      `json:"allRows,omitempty"` // there will be; 0 if unknown
	Step    *Step    `json:"step,omitempty"`
	Working []string `json:"working,omitempty"` // titles of the methods of a panel that have not ended
	Seconds float64  `json:"seconds"`
	Left    float64  `json:"left,omitempty"` // seconds that the rest will take, roughly; 0 if unknown
}

// Fault is why a request failed. What was loaded before is untouched.
type Fault struct {
	Cancelled bool      `json:"cancelled,omitempty"`
	Broken    bool      `json:"broken,omitempty"`   // the fault of Concord or the machine, not of the request or the data
	Message   string    `json:"message"`            // one line: where, what, what to do
	Problems  []Problem `json:"problems,omitempty"` // of single rows, the first few
	Count     int       `json:"count,omitempty"`    // of all problems
	Good      int       `json:"good,omitempty"`     // rows without problems
	Opened    *Opened   `json:"opened,omitempty"`   // what could be read of the file
	Seems     *Seems    `json:"seems,omitempty"`    // what else the file is, if it surely is no file of labels
	Awaits    bool      `json:"awaits,omitempty"`   // of a recipe: the files that the message names, in its role

	// What Reread could do about it:

	CanSkip    bool `json:"canSkip,omitempty"`    // leave out the rows, with Skip
	Many       bool `json:"many,omitempty"`       // accept so many classes, with ManyClasses
	NoWorker   bool `json:"noWorker,omitempty"`   // do without a column of workers, with Anonymous
	Several    bool `json:"several,omitempty"`    // read rows with several labels, with Sets
	Prior      bool `json:"prior,omitempty"`      // keep what is known of workers as a prior, with Mode
	HeaderLine int  `json:"headerLine,omitempty"` // start the table at this line, below a title or notes
}

// Seems says what a file that can't be read as labels is: a role that goes with the labels that are open.
type Seems struct {
	Role string `json:"role"`
	Why  string `json:"why"`
}

func (f *Fault) Error() string { return f.Message }

// Mendable reports whether one choice settles what is wrong with a file.
func (f *Fault) Mendable() bool {
	return f.CanSkip || f.Many || f.NoWorker || f.Several || f.Prior || f.HeaderLine > 0 || f.Awaits ||
		f.Opened != nil && f.Opened.Read.Offer != ""
}

// Refuse returns a Fault that says why something can't be done.
func Refuse(format string, args ...any) error { return &Fault{Message: fmt.Sprintf(format, args...)} }

// Opened describes a file as it was read.
type Opened struct {
	Role     string     `json:"role"`
	File     File       `json:"file"`
	Read     Choices    `json:"read"`
	Kinds    []Kind     `json:"kinds,omitempty"`  // of labels: the kinds of answers that they can be read as
	Counts   *Counts    `json:"counts,omitempty"` // of labels
	Embedded []Embedded `json:"holds,omitempty"`  // of labels: other columns that may be used
	Known    int        `json:"known,omitempty"`  // of truth and gold: known tasks; of confusion: workers with a history
	// Of a history of workers: its rows, and those of workers who gave no label here, which are left out.
	HistoryRows int `json:"historyRows,omitempty"`
	Strangers   int `json:"strangers,omitempty"`

	Expected *Expected   `json:"expected,omitempty"` // of truth: how many labels of the current result are probably right
	Look     *Look       `json:"look,omitempty"`     // of truth: as Fitted has it, of the current result
	Decided  *Decided    `json:"decided,omitempty"`  // of truth: it is one of checks, which chooses a method and measures nothing
	Accuracy *Accuracy   `json:"accuracy,omitempty"` // of truth: of the current result
	Numbers  *Numbers    `json:"numbers,omitempty"`  // instead of Accuracy, if labels are numbers
	Methods  []Method    `json:"methods,omitempty"`
	Costs    *CostMatrix `json:"costs,omitempty"`    // of costs; nil: more than MostPriced classes
	Priced   *Priced     `json:"priced,omitempty"`   // of costs and truth: what the labels of the current result cost
	State    *State      `json:"state,omitempty"`    // of an earlier fit
	Problems []Problem   `json:"problems,omitempty"` // of rows left out, the first few
	Count    int         `json:"problemCount,omitempty"`
	Warnings []Problem   `json:"warnings,omitempty"` // about the file as a whole
	Issues   []Issue     `json:"issues,omitempty"`   // what there is to settle, the most urgent first
	NoAnswer []NoAnswer  `json:"noAnswer,omitempty"` // of labels: those that mean "no answer", perhaps or by choice
	Alike    []Alike     `json:"alike,omitempty"`    // of labels: the first groups of names that look alike, then of misspelt names
	AlikeOf  int         `json:"alikeOf,omitempty"`  // of labels: number of groups of names that look alike
	// Of labels: tasks are so many that their names were not searched for such. Reread.AllAlike does.
	Unsearched bool        `json:"unsearched,omitempty"`
	Why        string      `json:"why,omitempty"`       // of a recognised file: why it has its role
	Sure       bool        `json:"sure,omitempty"`      // of a recognised file: its role is hardly in doubt
	Words      []WordCount `json:"choices,omitempty"`   // of texts: the number of words each choice leaves
	Described  *Described  `json:"described,omitempty"` // of features and texts
	Test       *Test       `json:"test,omitempty"`      // of the truth of predicted tasks: accuracy of the current predictions
}

// Embedded is a column of truth or gold labels in a file of labels. To use it, open the file again in
// that role with those choices.
type Embedded struct {
	Role   string  `json:"role"` // "truth" or "gold"
	Column string  `json:"column"`
	Read   Choices `json:"read"`
}

// State describes an earlier fit.
type State struct {
	Method  string   `json:"method"`
	Title   string   `json:"title"`  // of the method
	Source  string   `json:"source"` // name of the file of labels
	Tasks   int      `json:"tasks"`
	Workers int      `json:"workers"`
	Labels  int      `json:"labels"`
	Classes []string `json:"classes"`
}

// Column is a column of a file.
type Column struct {
	Name  string `json:"name"`
	Why   string `json:"why"`             // why it has its role, in a few words
	Lists bool   `json:"lists,omitempty"` // its cells are lists, as ["a","b"] or {"choices":["a","b"]}
}

// Counts summarise a set of labels.
type Counts struct {
	Rows, Skipped                   int
	Tasks, Workers, Labels, Classes int
	Items                           int      `json:",omitempty"` // that are compared
	ClassNames                      []string // of all, in order if they have one
	ClassLabels                     []int    // number of labels that name each
	PerTask, PerWorker              Range
	TaskBins, WorkerBins            []CountBin // tasks and workers by their number of labels
	Ties                            int        // tasks whose majority vote is tied
	Single                          int        // tasks with one label
	Repeats                         int        // labels beyond the first by the same worker on the same task
	Drawn                           int        `json:",omitempty"` // labels that are a tie between two items
	Differ                          int        // of those, labels that differ from the first: perhaps a task may have several
	Kind                            Kind
	Anonymous                       bool     // nobody knows who gave which label; Workers is 0
	Ordered                         bool     // the classes are steps of a scale, from low to high (Amend.Order)
	Thin                            string   // why labels are too few for more than the plain answer; empty: they are enough
	Natural                         []string // the order that the names of the classes suggest, such as numbers; empty: none
	// Levels are Krippendorff's α of the labels as names, in that order and, if they are numbers, as these; nil: it suggests none, or they
	// are not defined.
	Levels   []float64
	Formulas int    // names that a spreadsheet would run as formulas
	Formula  string // the first of them
}

// CountBin counts things with Low to High labels.
type CountBin struct{ Low, High, Count int }

// Range is the spread of a count.
type Range struct{ Min, Median, Mean, Max float64 }

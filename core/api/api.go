// Package api is the plain data that engine, page, shell and files have in common: requests and replies, how a file is read, what is
// wrong with it, what describes a method, and what analyses find.
//
// Page and worker exchange it as JSON. Nothing big crosses as a message: files go to the worker and downloads come back as handles
// (a JavaScript File or Blob, a path), and results stay in the worker, which the page asks for the rows it shows. Parts of it are
// what projects keep and the shell prints. Nothing in it is NaN or infinite.
package api

// Version is Concord's version: the page shows it, run records and saved files record it.
const Version = "0.1.0"

// SlowSeconds is how long a fit may take (api.Method.Seconds) to be started unasked: whoever waits
// longer wants to have known it before.
const SlowSeconds = 3

// ComparisonFits is about how many fits to all labels it takes to find out how well a method predicts hidden labels: it is fitted five
// times to four fifths of the tasks, and, if it is on the short list, as one in three is, five more times to four fifths of the labels.
const ComparisonFits = 5

// Request is one thing asked of the engine. Exactly one pointer is set.
type Request struct {
	ID      int        `json:"id"` // answers carry the same
	Open    *Open      `json:"open,omitempty"`
	Reread  *Reread    `json:"reread,omitempty"`
	Fit     *Fit       `json:"fit,omitempty"`
	Effort  *Fit       `json:"effort,omitempty"` // how long that fit would take
	Each    *Fit       `json:"each,omitempty"`   // that fit to each question of the file; without a method each has the one to begin with
	Fold    *Fold      `json:"fold,omitempty"`
	Rows    *Rows      `json:"rows,omitempty"`
	Worker  *Subject   `json:"worker,omitempty"`
	Task    *Subject   `json:"task,omitempty"`
	Agree   *Agree     `json:"agree,omitempty"`
	Pairs   *Pairs     `json:"pairs,omitempty"`
	Confuse *Confused  `json:"confuse,omitempty"`
	Draw    *Draw      `json:"draw,omitempty"`
	Amend   *Amend     `json:"amend,omitempty"`
	Decide  *Decisions `json:"decide,omitempty"` // the same, by names
	Compare *Compare   `json:"compare,omitempty"`
	Advise  *Advise    `json:"advise,omitempty"`
	Judge   *Subject   `json:"judge,omitempty"`
	Roster  *Rank      `json:"roster,omitempty"`
	Plan    *Plan      `json:"plan,omitempty"`
	Needed  *Needed    `json:"needed,omitempty"`
	Topics  *Topics    `json:"topics,omitempty"`
	Unseen  *Unseen    `json:"unseen,omitempty"`
	Panel   *Panel     `json:"panel,omitempty"`
	Ranking *RankItems `json:"ranking,omitempty"`
	Rate    *Rate      `json:"rate,omitempty"`
	Publish *Publish   `json:"publish,omitempty"`
	Export  *Export    `json:"export,omitempty"`
	Drop    *Drop      `json:"drop,omitempty"`
	Cancel  *Cancel    `json:"cancel,omitempty"`
}

// GivesWay reports whether nobody waits for the answer: the worker cancels the request as soon as
// another comes, and the page repeats it after that.
func (r *Request) GivesWay() bool { return r.Advise != nil && r.Advise.Quick }

// Open loads a file or a sample in a role. What was loaded before stays until the new one has been
// read without errors.
type Open struct {
	// Role is one of Roles. While a state is loaded, new labels are joined to its own, for Fold or another Fit. A project or a
	// recipe replaces everything and is answered with Reopened.
	Role   string   `json:"role"`
	File   *File    `json:"file,omitempty"`   // its content travels beside the message
	Sample string   `json:"sample,omitempty"` // instead of a file: the name of a sample
	Read   *Choices `json:"read,omitempty"`   // how to read it; nil: as detected
	Files  []File   `json:"files,omitempty"`  // names and sizes, if File joins several files of labels
	// Look describes the file without loading it. Without a Role it suggests one in Opened.Role and Why.
	Look bool `json:"look,omitempty"`
}

// Reread reads a file again with other choices: the one loaded in that role, or the last one that
// could not be opened.
type Reread struct {
	Role   string `json:"role"`
	Failed bool   `json:"failed,omitempty"` // the one that could not be opened
	// AllAlike: of names of labels, workers and tasks that look alike the reply has all groups, not only the first.
	AllAlike bool `json:"allAlike,omitempty"`
	Choices
}

// Settings are those that fits of all methods have. What is zero has the default of fit.Settings.
type Settings struct {
	Seed      uint64  `json:"seed"`
	MaxSteps  int     `json:"maxSteps,omitempty"`
	Stop      string  `json:"stop,omitempty"` // one of fit.Stops
	Tolerance float64 `json:"tolerance,omitempty"`
	Gain      float64 `json:"gain,omitempty"`
	Parts     int     `json:"parts,omitempty"` // goroutines a step may use
}

// Fit runs a method on the labels.
type Fit struct {
	Method string            `json:"method"` // empty: the one to begin with
	Values map[string]string `json:"values,omitempty"`
	Settings
	Resume bool     `json:"resume,omitempty"` // start from the loaded state
	Kept   []string `json:"kept,omitempty"`   // issues left as they are since the file was read (Choices.Kept)
}

// Fold adds the new labels to the loaded state without another fit, by its Seed, MaxSteps and Tolerance. It is answered with Fitted.
type Fold struct{ Settings }

// TableCounted is the table of the workers before they are compared with each other.
const TableCounted = "counted"

// Rows asks for a piece of a result table.
type Rows struct {
	Table  string `json:"table"` // one of Fitted.Tables, TableCounted, "judged" (every figure of the workers), "tiers", "compared"
	Sort   string `json:"sort"`  // a column's name; empty: input order
	Desc   bool   `json:"desc"`
	Filter string `json:"filter"` // part of a name, case-insensitive
	Label  string `json:"label"`  // only tasks with this label; empty: all
	From   int    `json:"from"`
	Count  int    `json:"count"` // at most 200
	Only   Only   `json:"only,omitzero"`
}

// Narrowed reports whether only some of the rows are asked for.
func (q *Rows) Narrowed() bool { return q.Only.What != "" || q.Label != "" || q.Filter != "" }

// Subject asks for one task or worker by its index in the input.
type Subject struct {
	Index int `json:"index"`
}

// Rank asks how the workers stand, in short.
type Rank struct {
	Counted bool `json:"counted,omitempty"` // by what is known before they are compared with each other
}

// Unseen asks for the tasks that nobody labelled: of the texts, the features and the tasks to predict, and images.
type Unseen struct {
	Images []string `json:"images,omitempty"` // the names of their files
}

// Agree asks how far the workers agree with each other. No fit is needed.
type Agree struct {
	Seed    uint64 `json:"seed"`              // of the intervals
	Weights string `json:"weights,omitempty"` // of AC2, as WeightsOf takes them
}

// Pairs asks for a piece of the matrix of Cohen's κ between workers. Workers are ordered by
// their number of labels, most first.
type Pairs struct {
	Row     int    `json:"row"`               // the first row
	Column  int    `json:"column"`            // the first column
	Count   int    `json:"count"`             // of rows and of columns; at most 50
	Weights string `json:"weights,omitempty"` // of weighted κ, as WeightsOf takes them
}

// Confused asks which labels two workers confuse, or one with itself, by their indices.
type Confused struct {
	Worker int `json:"worker"`
	Other  int `json:"other"`
}

// Export asks for a download.
type Export struct {
	What  string `json:"what"`            // see Downloads
	Of    string `json:"of,omitempty"`    // of FileProblems: the role of the file; empty: the file read last
	As    string `json:"as,omitempty"`    // a shape other than CSV: JSON; of FileLabels, any of Shapes
	Tasks int    `json:"tasks,omitempty"` // of FileSample and FileChecks: how many to draw
	// Of FileNeeded: what labels and mistakes cost; nil: it isn't known.
	Prices *Prices `json:"prices,omitempty"`
	Agree  Agree   `json:"agree,omitzero"`  // of the files of agreement
	Tiers  bool    `json:"tiers,omitempty"` // name the tiers of workers; else their column is empty
	Bare   bool    `json:"bare,omitempty"`  // leave out what workers saw of the tasks
	Names  bool    `json:"names,omitempty"` // of FileReport and FileReportJSON: name the workers; else pseudonyms stand for them
	Safe   bool    `json:"safe"`            // prefix cells that a spreadsheet would run as formulas
	Name   string  `json:"name,omitempty"`  // of the file; empty: made from the data, the method and the date
	Page   string  `json:"page,omitempty"`  // of a project: state of the page, which Reopened returns
	Gzip   bool    `json:"gzip,omitempty"`  // compress plain text; ".gz" is added to a name made here
}

// Drop closes what was opened in that role.
type Drop struct {
	Role string `json:"role"`
	// Of the reply: of the current result, whose probabilities may have learnt from what is closed.
	Expected *Expected `json:"expected,omitempty"`
	Look     *Look     `json:"look,omitempty"` // as Fitted has it
	Priced   *Priced   `json:"priced,omitempty"`
}

// Cancel ends the request of that ID, which answers with Fault.Cancelled.
type Cancel struct {
	ID int `json:"id"`
	// Keep makes a fit stop after the current step and answer with what it has instead of a Fault.
	Keep bool `json:"keep,omitempty"`
}

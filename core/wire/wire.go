// Package wire holds the messages between the page and the worker, and their
// codec: JSON, since they are small. What is big never crosses as a message:
// files go to the worker as handles (a JavaScript File, a path), downloads come
// back as handles (a Blob, a path), and results stay in the worker, which the
// page asks for the rows it shows.
package wire

import "concord/core/layout/choice"

// Request is one thing asked of the engine. Exactly one pointer is set.
type Request struct {
	ID      int      `json:"id"` // answers carry the same
	Open    *Open    `json:"open,omitempty"`
	Reread  *Reread  `json:"reread,omitempty"`
	Fit     *Fit     `json:"fit,omitempty"`
	Effort  *Fit     `json:"effort,omitempty"` // what that fit would take
	Fold    *Fold    `json:"fold,omitempty"`
	Rows    *Rows    `json:"rows,omitempty"`
	Worker  *Subject `json:"worker,omitempty"`
	Task    *Subject `json:"task,omitempty"`
	Agree   *Agree   `json:"agree,omitempty"`
	Pairs   *Pairs   `json:"pairs,omitempty"`
	Amend   *Amend   `json:"amend,omitempty"`
	Compare *Compare `json:"compare,omitempty"`
	Advise  *Advise  `json:"advise,omitempty"`
	Judge   *Subject `json:"judge,omitempty"`
	Plan    *Plan    `json:"plan,omitempty"`
	Picture *Picture `json:"picture,omitempty"`
	Topics  *Topics  `json:"topics,omitempty"`
	Replay  *Replay  `json:"replay,omitempty"`
	Export  *Export  `json:"export,omitempty"`
	Drop    *Drop    `json:"drop,omitempty"`
	Cancel  *Cancel  `json:"cancel,omitempty"`
}

// Open loads a file, or a sample, in a role. What was loaded before stays until
// the new one has been read without fault.
type Open struct {
	// Role is "labels"; "truth", which results are compared with; "gold", true
	// classes that fits are given; or "confusion", what is believed of the workers
	// beforehand. These three are read against the labels that are loaded, and have
	// to be read again when those change.
	//
	// "state" is a saved state. While it is loaded, labels that are opened are
	// those that came since: they are joined to those of the state, for Fold or
	// for another Fit.
	//
	// "workspace" is everything that was there when it was exported. It takes the
	// place of all that is loaded, and is answered with Reopened.
	Role   string `json:"role"`
	File   *File  `json:"file,omitempty"`   // handed over beside the message
	Sample string `json:"sample,omitempty"` // in place of a file: the name of a sample
	Read   *Read  `json:"read,omitempty"`   // the choices to read it by; nil: as detected
	Files  []File `json:"files,omitempty"`  // of labels, where File is several files of them, one after the other: their names and sizes
	// Look only looks: it says what is understood of the file, and loads nothing.
	// Without a Role it says which one the file should have: Opened.Role and Why.
	Look bool `json:"look,omitempty"`
}

// File names a file; its content travels beside the message.
type File = choice.File

// Reread reads a file again, with other choices: the one that is loaded in that
// role, or the one whose opening failed last.
type Reread struct {
	Role   string `json:"role"`
	Failed bool   `json:"failed,omitempty"` // the one that failed
	Read
}

// Read is how a file is read: as detected in Opened, as chosen in Open and Reread.
type Read = choice.Choices

// Fit runs a method on the labels.
type Fit struct {
	Method    string            `json:"method"`
	Values    map[string]string `json:"values,omitempty"`
	Seed      uint64            `json:"seed"`
	MaxSteps  int               `json:"maxSteps,omitempty"`
	Tolerance float64           `json:"tolerance,omitempty"`
	Gain      float64           `json:"gain,omitempty"`
	Parts     int               `json:"parts,omitempty"`  // how many goroutines a step may use
	Resume    bool              `json:"resume,omitempty"` // start from the saved state that is loaded
}

// Fold takes the labels that came since into the saved state that is loaded,
// without another fit. It is answered with Fitted.
type Fold struct {
	Seed      uint64  `json:"seed"`
	MaxSteps  int     `json:"maxSteps,omitempty"`
	Tolerance float64 `json:"tolerance,omitempty"`
}

// Rows asks for a piece of a result table.
type Rows struct {
	Table  string `json:"table"` // "tasks", "workers", "judged" (workers, by what all others say) or, after Compare, "compared"
	Sort   string `json:"sort"`  // a column's name; empty: input order
	Desc   bool   `json:"desc"`
	Filter string `json:"filter"` // part of a name, case-insensitive
	Label  string `json:"label"`  // only tasks with this label; empty: all
	From   int    `json:"from"`
	Count  int    `json:"count"` // at most 200
}

// Subject asks for one task or worker by its index in the input.
type Subject struct {
	Index int `json:"index"`
}

// Agree asks how far the workers agree with each other. No fit is needed.
type Agree struct {
	Seed uint64 `json:"seed"` // of the intervals
}

// Pairs asks for a piece of the matrix of Cohen's κ between workers, who come in
// the order of how many labels they gave, most first.
type Pairs struct {
	Row    int `json:"row"`    // the first of the rows
	Column int `json:"column"` // … of the columns
	Count  int `json:"count"`  // of either; at most 50
}

// Export asks for a download.
type Export struct {
	// What is "labels", "posteriors", "workers", "confusion", "classes", "tasks"
	// (where the method has columns of them), "run", "problems", "all" (a zip),
	// "report" (HTML), "report-json", after Compare "compared", after Plan "plan", or "state" and
	// "workspace": what Open takes in those roles.
	What string `json:"what"`
	Of   string `json:"of,omitempty"` // of "problems": the role of the file whose rows were left out; empty: the file that was read last
	// of "labels", another shape than CSV: "json", "ndjson", "xlsx" (every table), "label-studio" or "crowd-kit"
	As   string `json:"as,omitempty"`
	Safe bool   `json:"safe"`           // prefix cells that a spreadsheet would run as formulas
	Name string `json:"name,omitempty"` // of the file; empty: made of the data's, the method's and the date
	Page string `json:"page,omitempty"` // of a workspace: what Reopened shall give back
	Gzip bool   `json:"gzip,omitempty"` // compress what is plain text; ".gz" is added to a name that is made
}

// Drop forgets what was opened in that role.
type Drop struct {
	Role string `json:"role"`
}

// Cancel ends the request of that ID, which answers with Fault.Cancelled.
type Cancel struct {
	ID int `json:"id"`
	// Keep has a fit stop after its step and answer with what it has, in place of
	// a Fault.
	Keep bool `json:"keep,omitempty"`
}

package wire

import (
	"concord/core/method"
	"concord/core/result"
)

// Method is a method of the catalog, as the page shows it, and Param one of its parameters.
type (
	Method = method.Info
	Param  = method.Param
)

// Guesswork says why an answer of m would be guesswork; "": it would not. It is for methods
// that learn how good workers are from the labels alone, if these are too few. told: known
// classes, initial matrices or a saved state tell of the workers, too.
func (c *Counts) Guesswork(m Method, told bool) string {
	if c == nil || m.Plain || m.Described || told {
		return ""
	}
	return c.Thin
}

// Fitted is the outcome of a fit.
type Fitted struct {
	Method    string           `json:"method"`
	Title     string           `json:"title"`
	Status    string           `json:"status"`
	Objective string           `json:"objective"` // its name; empty: the method has none
	Trace     []result.Step    `json:"trace"`     // thinned to at most 500 steps, first and last kept
	Steps     int              `json:"steps"`
	Seconds   float64          `json:"seconds"`
	Warnings  []string         `json:"warnings,omitempty"`
	Ties      int              `json:"ties"`
	Classes   []Share          `json:"classes"`            // how the answers fall on the classes
	Sets      bool             `json:"sets,omitempty"`     // a task may have several labels; figures are of yes/no questions
	Expected  *result.Expected `json:"expected,omitempty"` // how many labels are probably right; nil: it can't be said
	Accuracy  *result.Accuracy `json:"accuracy,omitempty"`
	Numbers   *result.Numbers  `json:"numbers,omitempty"`   // in its place, where labels are numbers
	Priced    *result.Priced   `json:"priced,omitempty"`    // what the labels cost, where wrong ones do
	Tables    []string         `json:"tables"`              // tables that Rows may ask for
	Files     []string         `json:"files"`               // what Export may be asked for
	Topics    bool             `json:"topics,omitempty"`    // Topics may be asked for
	Picture   bool             `json:"picture,omitempty"`   // Picture may be asked for
	Seen      int              `json:"seen,omitempty"`      // documents seen in a step, where a step does not see them all
	Predicted int              `json:"predicted,omitempty"` // tasks that nobody labelled and that were predicted
	Test      *result.Test     `json:"test,omitempty"`      // how right those are, where the truth is known
	Baseline  string           `json:"baseline,omitempty"`
	Differ    int              `json:"differ"` // labels that differ from the majority vote
}

// Share is how often a class is the answer.
type Share struct {
	Class string  `json:"class"`
	Tasks int     `json:"tasks"`
	Prior float64 `json:"prior"`
}

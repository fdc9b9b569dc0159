package wire

import (
	"fmt"

	"concord/core/problem"
)

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

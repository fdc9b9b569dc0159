package wire

import "fmt"

// Fault is why a request failed. What was there before is untouched. It is an error
// until it is sent.
type Fault struct {
	Cancelled  bool      `json:"cancelled,omitempty"`
	Broken     bool      `json:"broken,omitempty"`     // by Concord itself or the machine, not by what was asked or loaded
	Message    string    `json:"message"`              // one line: where, what, what to do
	Problems   []Problem `json:"problems,omitempty"`   // of single rows: the first few
	Count      int       `json:"count,omitempty"`      // of all of them
	CanSkip    bool      `json:"canSkip,omitempty"`    // Reread with Skip set would leave them out
	Good       int       `json:"good,omitempty"`       // rows that would remain
	Many       bool      `json:"many,omitempty"`       // so many classes that Reread must set ManyClasses to take them
	NoWorker   bool      `json:"noWorker,omitempty"`   // no column says who gave a label, which Reread with Anonymous set would do without
	HeaderLine int       `json:"headerLine,omitempty"` // on which the table may begin, where something else stands above it: for Reread
	Several    bool      `json:"several,omitempty"`    // rows have several labels, which Reread with Sets set would take
	Opened     *Opened   `json:"opened,omitempty"`     // what was understood of the file all the same
}

func (f *Fault) Error() string { return f.Message }

// Refuse says why something can't be done.
func Refuse(format string, args ...any) error {
	return &Fault{Message: fmt.Sprintf(format, args...)}
}

package export

import (
	"encoding/json"
	"io"
	"math"
	"strconv"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/sheet"
)

// Record is the run record: what was run on what, and how it went. With the input file and
// the same version of Concord it is enough to reproduce the labels.
type Record struct {
	Version       string        `json:"version"`
	Revision      string        `json:"revision,omitempty"` // of the source that the program was built from, if it is known
	Input         Input         `json:"input"`
	Method        string        `json:"method"`
	Settings      Settings      `json:"settings"` // the method's parameters and those of every fit
	Seed          uint64        `json:"seed"`
	Tasks         int           `json:"tasks"`
	Workers       int           `json:"workers"`
	Labels        int           `json:"labels"`
	Classes       int           `json:"classes"`
	Steps         int           `json:"steps"`
	Status        string        `json:"status"`
	Objective     Number        `json:"objective"`               // the last of the trace
	LogLikelihood *float64      `json:"logLikelihood,omitempty"` // of the labels at the parameters, where the objective is another
	Trace         Trace         `json:"trace"`
	Warnings      []string      `json:"warnings"`
	Seconds       RecordSeconds `json:"seconds"`

	Excluded []string   `json:"excluded,omitempty"` // workers whose labels did not count
	Reviewed []Reviewed `json:"reviewed,omitempty"` // tasks that the user had judged
	Checked  []Reviewed `json:"checked,omitempty"`  // of a random sample, whose truth no method was told
	Order    []string   `json:"order,omitempty"`    // the classes from the lowest to the highest, where they have an order

	Calibration *calibrate.Calibration `json:"calibration,omitempty"` // of the probabilities; absent where labels are numbers
	Expected    *api.Expected          `json:"expected,omitempty"`    // how many of the labels are probably right

	// With a known truth.
	Evaluated *int     `json:"evaluated,omitempty"` // tasks whose truth is known
	Accuracy  *float64 `json:"accuracy,omitempty"`
	Error     *float64 `json:"error,omitempty"` // 1 − accuracy

	Test *RecordTest `json:"test,omitempty"` // of predictions, with a known truth

	Compared *RecordCompared `json:"compared,omitempty"` // the methods that were compared, if any were

	Numbers *RecordNumbers `json:"numbers,omitempty"` // in place of accuracy and error, where labels are numbers
}

// Input is the file that the labels came from.
type Input struct {
	Name    string `json:"name"`
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
	Rows    int    `json:"rows"`
	Skipped int    `json:"skipped"`

	Files      []InputFile     `json:"files,omitempty"`      // if there were several, in order
	ByFile     bool            `json:"byFile,omitempty"`     // each of them holds the labels of one worker
	Sheet      string          `json:"sheet,omitempty"`      // of a workbook, the one that was read
	AsIs       bool            `json:"asIs,omitempty"`       // nothing was left out above or below the table, or filled
	Layout     string          `json:"layout,omitempty"`     // of the table, as it was chosen or found: rows, items, people or counts
	Where      []api.Condition `json:"where,omitempty"`      // which rows count; none: all
	Question   string          `json:"question,omitempty"`   // whose answers are the labels, of several
	HeaderLine int             `json:"headerLine,omitempty"` // where the table begins, if not on the first line
	Anonymous  bool            `json:"anonymous,omitempty"`  // no column names the worker: each row is another one's
	Merged     []api.Merge     `json:"merged,omitempty"`     // names that stand for others
	Own        []api.Own       `json:"own,omitempty"`        // labels that the user gave in the page
	Again      string          `json:"again,omitempty"`      // which repeated labels of a worker count: first, last or majority; empty: all
	Dropped    bool            `json:"dropped,omitempty"`    // labels that the platform rejected are left out
	Missing    []string        `json:"missing,omitzero"`     // cells that mean "no answer", if not the usual ones
}

// InputFile is one of several files.
type InputFile struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// Reviewed is the user's verdict on a task.
type Reviewed struct {
	Task   string `json:"task"`
	Label  string `json:"label"`
	Method string `json:"methodLabel,omitempty"` // what the method had said, if it is known
	Note   string `json:"note,omitempty"`
}

// RecordCompared is what a comparison of methods found.
type RecordCompared struct {
	Finding string         `json:"finding"`
	Says    []string       `json:"says,omitempty"`
	Methods []RecordMethod `json:"methods"` // the best first
}

// RecordMethod is one of them.
type RecordMethod struct {
	Method   string   `json:"method"`
	Accuracy *float64 `json:"accuracy,omitempty"` // with a known truth
	Low      *float64 `json:"low,omitempty"`      // of its 95 % interval
	High     *float64 `json:"high,omitempty"`
	MAE      *float64 `json:"mae,omitempty"`     // in its place, where labels are numbers
	HeldOut  *float64 `json:"heldOut,omitempty"` // mean log probability of hidden labels
	SE       *float64 `json:"heldOutSE,omitempty"`
	Differ   *int     `json:"differ,omitempty"` // labels that the reference has otherwise
	P        *float64 `json:"p,omitempty"`      // that it is no better and no worse than that, adjusted after Holm
}

// RecordSeconds are how long the parts of a run took.
type RecordSeconds struct {
	Read  float64 `json:"read"`
	Fit   float64 `json:"fit"`
	Write float64 `json:"write"`
}

// Settings are settings by name, each a number or a word.
type Settings map[string]Setting

// Setting is a number or a word; numbers are numbers in JSON.
type Setting string

// MarshalJSON implements json.Marshaler.
func (s Setting) MarshalJSON() ([]byte, error) {
	x, err := strconv.ParseFloat(string(s), 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return json.Marshal(string(s))
	}
	return sheet.AppendNumber(nil, x), nil
}

// Number is a float64 that is null in JSON if it is not finite.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) { return sheet.AppendFinite(nil, float64(n)), nil }

// Trace holds every step of a fit. Undefined figures are null.
type Trace []api.Step

// MarshalJSON implements json.Marshaler.
func (t Trace) MarshalJSON() ([]byte, error) {
	type step struct {
		N         int    `json:"n"`
		Objective Number `json:"objective"`
		Change    Number `json:"change"`
		Flips     *int   `json:"flips"`
	}
	out := make([]step, len(t))
	for n, s := range t {
		out[n] = step{N: s.N, Objective: Number(s.Objective), Change: Number(s.Change)}
		if s.Flips >= 0 {
			out[n].Flips = &s.Flips
		}
	}
	return json.Marshal(out)
}

// RecordTest is a test without intervals; undefined figures are left out.
type RecordTest struct {
	Evaluated int      `json:"evaluated"`
	Accuracy  *float64 `json:"accuracy,omitempty"`
	AUC       *float64 `json:"auc,omitempty"`
	F1        *float64 `json:"f1,omitempty"`
	R2        *float64 `json:"r2,omitempty"`
	MAE       *float64 `json:"mae,omitempty"`
}

// RecordNumbers is a comparison of numbers without intervals; undefined figures are null.
type RecordNumbers struct {
	R2          Number `json:"r2"`
	MAE         Number `json:"mae"`
	RMSE        Number `json:"rmse"`
	Correlation Number `json:"correlation"`
}

// Write writes the record as JSON, keys in the order above.
func (r *Record) Write(w io.Writer) error { return WriteJSON(w, r) }

// WriteJSON writes a value as JSON, indented.
func WriteJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

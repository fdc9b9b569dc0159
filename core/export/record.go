package export

import (
	"encoding/json"
	"io"
	"math"
	"strconv"

	"concord/core/fit"
)

// Version is Concord's own, as run records and saved states state it.
const Version = "0.1.0"

// Record is the run record: what was run on what, and how it went. With the
// input file and Concord of the same version it is enough to get the same
// labels again.
type Record struct {
	Version   string        `json:"version"`
	Input     Input         `json:"input"`
	Method    string        `json:"method"`
	Settings  Settings      `json:"settings"` // the method's parameters and those of every fit
	Seed      uint64        `json:"seed"`
	Tasks     int           `json:"tasks"`
	Workers   int           `json:"workers"`
	Labels    int           `json:"labels"`
	Classes   int           `json:"classes"`
	Steps     int           `json:"steps"`
	Status    string        `json:"status"`
	Objective Number        `json:"objective"` // the last of the trace
	Trace     []RecordStep  `json:"trace"`
	Warnings  []string      `json:"warnings"`
	Seconds   RecordSeconds `json:"seconds"`

	Excluded []string   `json:"excluded,omitempty"` // workers whose labels did not count
	Reviewed []Reviewed `json:"reviewed,omitempty"` // tasks that the user had judged
	Order    []string   `json:"order,omitempty"`    // the classes from the lowest to the highest, where they have an order

	// With a known truth.
	Evaluated *int     `json:"evaluated,omitempty"` // tasks whose truth is known
	Accuracy  *float64 `json:"accuracy,omitempty"`
	Error     *float64 `json:"error,omitempty"` // 1 − accuracy

	Test *RecordTest `json:"test,omitempty"` // of predictions, with a known truth

	Numbers *RecordNumbers `json:"numbers,omitempty"` // in place of accuracy and error, where labels are numbers
}

// Input is the file that the labels came from.
type Input struct {
	Name    string `json:"name"`
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
	Rows    int    `json:"rows"`
	Skipped int    `json:"skipped"`

	Files  []InputFile `json:"files,omitempty"`  // that it was, one after the other, where they were several
	ByFile bool        `json:"byFile,omitempty"` // each of them holds the labels of one worker

	Sheet string `json:"sheet,omitempty"` // of a workbook, the one that was read

	HeaderLine int  `json:"headerLine,omitempty"` // on which the table begins, where something else stands above it
	Anonymous  bool `json:"anonymous,omitempty"`  // each row is another worker's, since no column says whose it is

	Merged []InputMerge `json:"merged,omitempty"` // names that stand for others

	Again   string   `json:"again,omitempty"`   // which labels count of a worker who labels a task again: first, last or majority; empty: all
	Dropped bool     `json:"dropped,omitempty"` // labels that the platform holds to be worthless are left out
	Missing []string `json:"missing,omitempty"` // cells that mean "no answer", where these are not the usual ones
}

// InputMerge are names that stand for another one.
type InputMerge struct {
	Of   string   `json:"of"` // "label", "worker" or "task"
	From []string `json:"from"`
	To   string   `json:"to"`
}

// InputFile is one of several files.
type InputFile struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// RecordTest compares predictions with the truth: of classes accuracy, AUC and F1
// (the last two averaged over classes), of numbers R² and the mean absolute error.
type RecordTest struct {
	Evaluated int      `json:"evaluated"`
	Accuracy  *float64 `json:"accuracy,omitempty"`
	AUC       *float64 `json:"auc,omitempty"`
	F1        *float64 `json:"f1,omitempty"`
	R2        *float64 `json:"r2,omitempty"`
	MAE       *float64 `json:"mae,omitempty"`
}

// Reviewed is the user's verdict on a task.
type Reviewed struct {
	Task  string `json:"task"`
	Label string `json:"label"`
}

// RecordStep is one iteration.
type RecordStep struct {
	N         int    `json:"n"`
	Objective Number `json:"objective"`
	Change    Number `json:"change"`
	Flips     *int   `json:"flips"` // null where not counted
}

// RecordSeconds are how long the parts of a run took.
type RecordSeconds struct {
	Read  float64 `json:"read"`
	Fit   float64 `json:"fit"`
	Write float64 `json:"write"`
}

// RecordNumbers compares estimated numbers with the true ones; null where the
// data cannot give the figure.
type RecordNumbers struct {
	R2          Number `json:"r2"`
	MAE         Number `json:"mae"`
	RMSE        Number `json:"rmse"`
	Correlation Number `json:"correlation"`
}

// Settings are settings by name, each a number or a word.
type Settings map[string]Setting

// Setting is a number or a word; in JSON it is a number wherever it is one.
type Setting string

// MarshalJSON implements json.Marshaler.
func (s Setting) MarshalJSON() ([]byte, error) {
	x, err := strconv.ParseFloat(string(s), 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return json.Marshal(string(s))
	}
	return AppendNumber(nil, x), nil
}

// Number is a float64 that is null in JSON where it is not finite.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	x := float64(n)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return AppendNumber(nil, x), nil
}

// Trace puts the steps of a fit in the shape of the record.
func Trace(steps []fit.Step) []RecordStep {
	out := make([]RecordStep, len(steps))
	for n, s := range steps {
		out[n] = RecordStep{N: s.N, Objective: Number(s.Objective), Change: Number(s.Change)}
		if s.Flips >= 0 {
			out[n].Flips = &s.Flips
		}
	}
	return out
}

// Write writes the record as JSON, indented, keys in the order above.
func (r *Record) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

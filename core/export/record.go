package export

import (
	"encoding/json"
	"io"
	"math"
	"strconv"

	"concord/core/layout/choice"
	"concord/core/result"
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
	Trace     Trace         `json:"trace"`
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

	Merged []choice.Merge `json:"merged,omitempty"` // names that stand for others

	Again   string   `json:"again,omitempty"`   // which labels count of a worker who labels a task again: first, last or majority; empty: all
	Dropped bool     `json:"dropped,omitempty"` // labels that the platform holds to be worthless are left out
	Missing []string `json:"missing,omitempty"` // cells that mean "no answer", where these are not the usual ones
}

// InputFile is one of several files.
type InputFile struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// Reviewed is the user's verdict on a task.
type Reviewed struct {
	Task  string `json:"task"`
	Label string `json:"label"`
}

// RecordSeconds are how long the parts of a run took.
type RecordSeconds struct {
	Read  float64 `json:"read"`
	Fit   float64 `json:"fit"`
	Write float64 `json:"write"`
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
	return appendJSON(nil, float64(n)), nil
}

// Trace is every step of a fit. What a step does not have is null.
type Trace []result.Step

// MarshalJSON implements json.Marshaler.
func (t Trace) MarshalJSON() ([]byte, error) {
	out := []byte{'['}
	for n, s := range t {
		if n > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(append(out, `{"n":`...), int64(s.N), 10)
		out = appendJSON(append(out, `,"objective":`...), s.Objective)
		out = appendJSON(append(out, `,"change":`...), s.Change)
		out = append(out, `,"flips":`...)
		if s.Flips < 0 {
			out = append(out, "null"...)
		} else {
			out = strconv.AppendInt(out, int64(s.Flips), 10)
		}
		out = append(out, '}')
	}
	return append(out, ']'), nil
}

// RecordTest is a test without the intervals: what it does not have is left out.
type RecordTest result.Test

// MarshalJSON implements json.Marshaler.
func (t RecordTest) MarshalJSON() ([]byte, error) {
	value := func(f *result.Figure) *float64 {
		if f == nil || !f.Defined() {
			return nil
		}
		return &f.Value
	}
	return json.Marshal(struct {
		Evaluated int      `json:"evaluated"`
		Accuracy  *float64 `json:"accuracy,omitempty"`
		AUC       *float64 `json:"auc,omitempty"`
		F1        *float64 `json:"f1,omitempty"`
		R2        *float64 `json:"r2,omitempty"`
		MAE       *float64 `json:"mae,omitempty"`
	}{t.Evaluated, value(t.Accuracy), value(t.AUC), value(t.F1), value(t.R2), value(t.MAE)})
}

// RecordNumbers is a comparison of numbers without the intervals: what the data
// can't give is null.
type RecordNumbers result.Numbers

// MarshalJSON implements json.Marshaler.
func (n RecordNumbers) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for _, f := range []struct {
		name string
		result.Figure
	}{{"r2", n.R2}, {"mae", n.MAE}, {"rmse", n.RMSE}, {"correlation", n.Correlation}} {
		x := f.Value
		if !f.Defined() {
			x = math.NaN()
		}
		out = append(strconv.AppendQuote(out, f.name), ':')
		out = append(appendJSON(out, x), ',')
	}
	return append(out[:len(out)-1], '}'), nil
}

// Write writes the record as JSON, indented, keys in the order above.
func (r *Record) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

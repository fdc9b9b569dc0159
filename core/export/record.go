package export

import (
	"encoding/json"
	"io"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/sheet"
)

// Record is what run.json holds: the recipe of a result, and how the run went.
type Record struct {
	Recipe
	Rows          int           `json:"rows"`
	Skipped       int           `json:"skipped"`
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

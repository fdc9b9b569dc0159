package api

import (
	"encoding/json"
	"math"

	"concord/internal/humanize"
)

// Step is the record of one iteration.
type Step struct {
	N         int     // 1 for the first
	Objective float64 // log-likelihood, log posterior or evidence lower bound; NaN: the method has none
	Change    float64 // how far parameters moved, by the method's measure (Σ|Δp| for Dawid–Skene); NaN: nothing to compare with
	Flips     int     // tasks whose most probable class changed; -1: not counted
	Done      bool    // the method has nothing left to do
}

// Ending says how many labels the last step of a trace changed, to go after the number of steps; ""
// if that was not counted.
func Ending(trace []Step) string {
	if len(trace) == 0 || trace[len(trace)-1].Flips < 0 {
		return ""
	}
	return "; " + humanize.Count(trace[len(trace)-1].Flips, "label") + " changed in the last"
}

// message is the JSON of a Step: a figure that the method has not is null.
type message struct {
	N         int      `json:"n"`
	Objective *float64 `json:"objective"`
	Change    *float64 `json:"change"`
	Flips     *int     `json:"flips"`
}

// MarshalJSON implements json.Marshaler.
func (s Step) MarshalJSON() ([]byte, error) {
	m := message{N: s.N, Objective: Finite(s.Objective), Change: Finite(s.Change)}
	if s.Flips >= 0 {
		m.Flips = &s.Flips
	}
	return json.Marshal(m)
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *Step) UnmarshalJSON(text []byte) error {
	*s = Step{Objective: math.NaN(), Change: math.NaN(), Flips: -1}
	m := message{Objective: &s.Objective, Change: &s.Change, Flips: &s.Flips}
	err := json.Unmarshal(text, &m)
	s.N = m.N
	return err
}

// Finite returns a pointer to x, nil for what JSON can't hold.
func Finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

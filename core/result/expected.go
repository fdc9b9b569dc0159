package result

import (
	"fmt"
	"math"
)

// Expected is how many of the labels are probably right, as shares of them.
type Expected struct {
	Value   float64    `json:"value"`
	Low     float64    `json:"low"` // 95 % interval
	High    float64    `json:"high"`
	Checked int        `json:"checked,omitempty"` // tasks of known truth that it rests on, besides the probabilities
	Unknown int        `json:"unknown,omitempty"` // labels whose truth is not known; 0: Value is the accuracy
	Learnt  int        `json:"learnt,omitempty"`  // known truths on which the probabilities are calibrated; 0: they are so by public data sets
	Narrow  []Narrowed `json:"narrow,omitempty"`  // what a check of more tasks would make of it
}

// Narrowed is the half-width that the interval will have, more or less, once so many more tasks are checked.
type Narrowed struct {
	Tasks int     `json:"tasks"`
	Half  float64 `json:"half"`
}

// Sentence says it in words: Probably 84 % right, give or take 15.
func (e *Expected) Sentence() string {
	down, up := e.Value-e.Low, e.High-e.Value
	percent := wholePercent
	if max(down, up) < .01 {
		percent = tenthOfPercent
	}
	right := percent(e.Value) + " % right"
	switch {
	case e.Unknown == 0:
		return tenthOfPercent(e.Value) + " % right: the truth of every task is known."
	case down > up+.005:
		return "Probably " + right + ", very likely at least " + percent(e.Low) + " %."
	case up > down+.005:
		return "Probably " + right + ", very likely at most " + percent(e.High) + " %."
	}
	return "Probably " + right + ", give or take " + percent(max(down, up, .001)) + "."
}

// Basis says on what known truths the probabilities are calibrated, "" if on none of these data.
func (e *Expected) Basis() string {
	if e.Learnt == 0 {
		return ""
	}
	return fmt.Sprintf("Probabilities are calibrated on %d known truths; a task's own has no say in its probability.", e.Learnt)
}

func wholePercent(x float64) string { return fmt.Sprintf("%.0f", 100*x) }

func tenthOfPercent(x float64) string { return fmt.Sprintf("%.4g", math.Round(1000*x)/10) }

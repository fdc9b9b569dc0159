package api

import (
	"math"

	"concord/internal/humanize"
)

// Box sums figures up as a boxplot does.
type Box struct {
	Name   string  `json:"name"`
	Kind   string  `json:"kind"` // what the figures are: BoxCounts … Those of a kind share an axis.
	N      int     `json:"n"`    // figures; the others are 0 if there are none
	Min    float64 `json:"min"`
	Low    float64 `json:"low"` // first quartile
	Median float64 `json:"median"`
	High   float64 `json:"high"` // third quartile
	Max    float64 `json:"max"`
}

// The kinds of figures.
const (
	BoxCounts    = "count"
	BoxShares    = "share" // from 0 to 1
	BoxBiases    = "bias"
	BoxVariances = "variance"
)

// Write writes a figure of the box.
func (b *Box) Write(x float64) string {
	switch b.Kind {
	case BoxShares:
		return humanize.Percent(x)
	case BoxCounts:
		return humanize.Commas(humanize.Figure(x))
	}
	return humanize.Figure(x)
}

// Figures are the boxes in words, a row each: name, median, middle half, and all.
func Figures(boxes []Box) (header []string, rows [][]string) {
	for i := range boxes {
		b := &boxes[i]
		rows = append(rows, []string{
			b.Name, b.Write(b.Median), b.Write(b.Low) + " to " + b.Write(b.High), b.Write(b.Min) + " to " + b.Write(b.Max),
		})
	}
	return []string{"Of each worker", "Median", "Middle half", "All"}, rows
}

// Scale is the axis of boxes of a kind: where it begins and ends.
func Scale(boxes []Box, kind string) (low, high float64) {
	if kind == BoxShares {
		return 0, 1
	}
	low, high = math.Inf(1), math.Inf(-1)
	for _, b := range boxes {
		if b.Kind == kind {
			low, high = min(low, b.Min), max(high, b.Max)
		}
	}
	return low, high
}

// Offsets are how far the labels of a worker, which are numbers, are from those they should be.
type Offsets struct {
	N        int     `json:"n"`        // labels compared; the others are 0 if there are none
	Bias     float64 `json:"bias"`     // mean of label − number
	Variance float64 `json:"variance"` // of these differences, about their mean
}

// Against compares what is estimated of the workers with the truth.
type Against struct {
	Workers  int     `json:"workers"` // with labels of tasks whose truth is known
	Off      float64 `json:"off"`     // mean distance of the estimated from the true accuracy, every worker weighted by those labels
	Within   int     `json:"within"`  // workers whose true accuracy lies in the interval of the estimate
	Sentence string  `json:"sentence"`
}

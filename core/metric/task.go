package metric

import (
	"math"

	"concord/core/crowd"
)

// TaskAgreement is how far the labels of one task agree. What it can't tell of so few labels is NaN.
type TaskAgreement struct {
	Labels   int     // of its first question
	Same     float64 // share of the pairs of labels that are the same, over its questions
	Weighted float64 // the same with part agreement
	Entropy  float64 // bits, of the shares of its labels, over its questions

	// In their place, where labels are numbers:

	Mean, SD, Lowest, Highest float64
}

// AgreementOf measures a task, which is the questions from first to end. weights are as in Scale.
func AgreementOf(l *crowd.Labels, first, end int, weights []float64) TaskAgreement {
	from, to := l.Of(first)
	a := TaskAgreement{Labels: to - from, Same: math.NaN(), Weighted: math.NaN(), Entropy: math.NaN(),
		Mean: math.NaN(), SD: math.NaN(), Lowest: math.NaN(), Highest: math.NaN()}
	switch {
	case from == to:
		return a
	case l.Numeric():
		a.numbers(l.Value[from:to])
		return a
	}
	questions, pairs := 0.0, 0.0
	var same, weighted, entropy float64
	for q := first; q < end; q++ {
		from, to := l.Of(q)
		m := float64(to - from)
		count, used := map[uint16]float64{}, []uint16{}
		for _, c := range l.Class[from:to] {
			if count[c] == 0 {
				used = append(used, c)
			}
			count[c]++
		}
		for x, c := range used {
			n := count[c]
			entropy -= n / m * math.Log2(n/m)
			if m < 2 {
				continue
			}
			same += n * (n - 1) / (m * (m - 1))
			for _, d := range used[:x] {
				if weights != nil {
					weighted += 2 * n * count[d] * weights[max(c, d)-min(c, d)] / (m * (m - 1))
				}
			}
		}
		questions++
		if m > 1 {
			pairs++
		}
	}
	a.Entropy = entropy / questions
	if pairs > 0 {
		a.Same, a.Weighted = same/pairs, (same+weighted)/pairs
	}
	return a
}

func (a *TaskAgreement) numbers(values []float64) {
	n := float64(len(values))
	a.Lowest, a.Highest, a.Mean = values[0], values[0], 0
	for _, x := range values {
		a.Lowest, a.Highest = min(a.Lowest, x), max(a.Highest, x)
		a.Mean += x / n
	}
	if n > 1 {
		square := 0.0
		for _, x := range values {
			square += (x - a.Mean) * (x - a.Mean)
		}
		a.SD = math.Sqrt(square / (n - 1))
	}
}

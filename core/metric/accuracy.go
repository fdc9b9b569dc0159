package metric

import (
	"slices"

	"concord/core/api"
	"concord/core/crowd"
)

// Accuracy compares the most probable classes of a posterior (N×K) with the truth (N;
// crowd.Unknown: none; K or more: a class that no worker ever chose, so no answer is
// right). The seed breaks ties, as in crowd.Best. In Expected a task whose truth is
// among t tied classes counts 1/t (Zhang et al. 2014). Truth that the method was given
// as gold must be left out by the caller.
func Accuracy(posterior []float64, truth []int32, classes int, seed uint64) api.Accuracy {
	var s api.Accuracy
	right := 0.0
	for i, t := range truth {
		if t == crowd.Unknown {
			continue
		}
		s.Evaluated++
		row := posterior[i*classes : (i+1)*classes]
		best, tie := crowd.Best(row, i, seed)
		if int32(best) != t {
			s.Wrong++
		}
		switch {
		case tie:
			s.Tied++
			right += shareOfTie(row, t)
		case int32(best) == t:
			right++
		}
	}
	if s.Evaluated == 0 {
		return s
	}
	f := Wilson(float64(s.Evaluated-s.Wrong), s.Evaluated)
	s.Accuracy, s.Low, s.High = f.Value, f.Low, f.High
	s.Expected = right / float64(s.Evaluated)
	return s
}

// shareOfTie is 1/t where class is among the t best of the row, else 0.
func shareOfTie(row []float64, class int32) float64 {
	top := slices.Max(row)
	least := top - crowd.Tie*max(top, -top)
	if int(class) >= len(row) || row[class] < least {
		return 0
	}
	tied := 0
	for _, x := range row {
		if x >= least {
			tied++
		}
	}
	return 1 / float64(tied)
}

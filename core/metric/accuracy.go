package metric

import "concord/core/crowd"

// Score compares answers with the truth.
type Score struct {
	Evaluated int    // tasks whose truth is known
	Wrong     int    // of those, tasks whose answer differs
	Tied      int    // of those, tasks whose answer broke a tie
	Accuracy  Figure // Wilson's interval
	Expected  Figure // accuracy to be expected when ties are broken at random
}

// Error returns the share of wrong answers, 0 where nothing was evaluated.
func (s Score) Error() float64 {
	if s.Evaluated == 0 {
		return 0
	}
	return float64(s.Wrong) / float64(s.Evaluated)
}

const noTruth = "no task has a known true class"

// Accuracy compares the most probable classes of a posterior (N×K) with the
// truth (N, crowd.Unknown where there is none; K or more where it is a class that
// no worker ever chose, so that no answer is right). Ties are broken by the seed, as
// crowd.Best does. In Expected a task whose truth is among t tied classes counts
// 1/t, the rule of Zhang et al. 2014. A method that was given the truth as gold
// must not be scored on it: the caller leaves those tasks out of truth.
func Accuracy(posterior []float64, truth []int32, classes int, seed uint64) Score {
	var s Score
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
		s.Accuracy, s.Expected = Undefined(noTruth), Undefined(noTruth)
		return s
	}
	s.Accuracy = Wilson(float64(s.Evaluated-s.Wrong), s.Evaluated)
	s.Expected = Wilson(right, s.Evaluated)
	return s
}

// shareOfTie is 1/t where class is among the t best of the row, else 0.
func shareOfTie(row []float64, class int32) float64 {
	top := row[0]
	for _, x := range row {
		top = max(top, x)
	}
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

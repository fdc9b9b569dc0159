package metric

import (
	"math"
	"slices"

	"concord/core/result"
)

// areas fills in the areas under the ROC curves.
//
// The AUC of class k is the probability that a task of class k has a higher
// q_k than one of another class, ties counting half (Mann & Whitney 1947). Its
// interval is DeLong et al.'s (1988): each task's influence on the AUC is how
// far its own probability of being ranked rightly lies from the AUC, over the
// number of tasks on its side; the variance is the sum of squared influences.
// The influence on the mean of several AUCs is the mean of the influences, so
// MacroAUC has an interval of the same kind.
func areas(q *result.Quality, posterior []float64, truth []int32, classes int, known []int) {
	macro := make([]float64, len(known))
	sum, defined := 0.0, 0
	score := make([]float64, len(known))
	positive := make([]bool, len(known))
	for k := range classes {
		for n, i := range known {
			score[n], positive[n] = posterior[i*classes+k], int(truth[i]) == k
		}
		influence, figure := area(score, positive)
		q.AUC[k] = figure
		if figure.Defined() {
			sum += figure.Value
			defined++
			for n, x := range influence {
				macro[n] += x
			}
		}
	}
	if defined == 0 {
		q.MacroAUC = result.Undefined("the tasks with a known truth are all of one class")
		return
	}
	for n := range macro {
		macro[n] /= float64(defined)
	}
	q.MacroAUC = normal(sum/float64(defined), macro)
}

// area returns the AUC of scores and every task's influence on it.
func area(score []float64, positive []bool) (influence []float64, figure result.Figure) {
	order := make([]int, len(score))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case score[a] < score[b]:
			return -1
		case score[a] > score[b]:
			return 1
		}
		return 0
	})
	var yes, no float64
	for _, p := range positive {
		if p {
			yes++
		} else {
			no++
		}
	}
	if yes == 0 {
		return nil, result.Undefined("no task with a known truth is of this class")
	}
	if no == 0 {
		return nil, result.Undefined("all tasks with a known truth are of this class")
	}
	// Runs of equal scores: below and equal count the tasks of the other side.
	influence = make([]float64, len(score))
	var yesBelow, noBelow, auc float64
	for from := 0; from < len(order); {
		to := from + 1 // NaN differs even from itself
		for to < len(order) && score[order[to]] == score[order[from]] {
			to++
		}
		var yesHere, noHere float64
		for _, n := range order[from:to] {
			if positive[n] {
				yesHere++
			} else {
				noHere++
			}
		}
		for _, n := range order[from:to] {
			if positive[n] {
				influence[n] = (noBelow + noHere/2) / no
				auc += influence[n] / yes
			} else {
				influence[n] = (yes - yesBelow - yesHere/2) / yes
			}
		}
		yesBelow, noBelow, from = yesBelow+yesHere, noBelow+noHere, to
	}
	for n := range influence {
		side := no
		if positive[n] {
			side = yes
		}
		influence[n] = (influence[n] - auc) / side
	}
	return influence, normal(auc, influence)
}

// normal is a figure between 0 and 1 whose interval follows from influences.
func normal(value float64, influence []float64) result.Figure {
	variance := 0.0
	for _, x := range influence {
		variance += x * x
	}
	half := z95 * math.Sqrt(variance)
	return result.Figure{Value: value, Low: max(0, value-half), High: min(1, value+half), N: len(influence), Interval: true}
}

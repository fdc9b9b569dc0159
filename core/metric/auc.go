package metric

import (
	"math"

	"concord/core/api"
)

// MacroAUC is the mean area under the ROC curve over the classes for which there is one, of a posterior (N×K) with the truth (N, as in
// Accuracy).
//
// The AUC of class k is the probability that a task of class k has a higher q_k than a
// task of another class, ties counting half (Mann & Whitney 1947). Its interval is that
// of DeLong et al. 1988: a task's influence on the AUC is the difference between its own
// probability of being ranked correctly and the AUC, divided by the number of tasks on
// its side; the variance is the sum of squared influences. The influence on a mean of
// AUCs is the mean of the influences.
func MacroAUC(posterior []float64, truth []int32, classes int) api.Figure {
	known := tested(truth)
	if len(known) == 0 {
		return api.Undefined(api.NoTruth)
	}
	macro, score := make([]float64, len(known)), make([]float64, len(known))
	sum, defined := 0.0, 0
	positive := make([]bool, len(known))
	for k := range classes {
		for n, i := range known {
			score[n], positive[n] = posterior[i*classes+k], int(truth[i]) == k
		}
		influence, figure := area(score, positive)
		if figure.Defined() {
			sum += figure.Value
			defined++
			for n, x := range influence {
				macro[n] += x
			}
		}
	}
	if defined == 0 {
		return api.Undefined("the tasks with a known truth are all of one class")
	}
	for n := range macro {
		macro[n] /= float64(defined)
	}
	return normal(sum/float64(defined), macro)
}

// area returns the AUC of scores and every task's influence on it.
func area(score []float64, positive []bool) (influence []float64, figure api.Figure) {
	order := ascending(score)
	sides := func(tasks []int) (yes, no float64) {
		for _, n := range tasks {
			if positive[n] {
				yes++
			}
		}
		return yes, float64(len(tasks)) - yes
	}
	yes, no := sides(order)
	switch {
	case yes == 0:
		return nil, api.Undefined("no task with a known truth is of this class")
	case no == 0:
		return nil, api.Undefined("all tasks with a known truth are of this class")
	}
	influence = make([]float64, len(score))
	var yesBelow, noBelow, auc float64
	for run := range runs(order, score) {
		yesHere, noHere := sides(run)
		for _, n := range run {
			if positive[n] {
				influence[n] = (noBelow + noHere/2) / no
				auc += influence[n] / yes
			} else {
				influence[n] = (yes - yesBelow - yesHere/2) / yes
			}
		}
		yesBelow, noBelow = yesBelow+yesHere, noBelow+noHere
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
func normal(value float64, influence []float64) api.Figure {
	variance := 0.0
	for _, x := range influence {
		variance += x * x
	}
	half := z95 * math.Sqrt(variance)
	return api.Figure{Value: value, Low: max(0, value-half), High: min(1, value+half), N: len(influence), Interval: true}
}

package metric

import (
	"math"

	"concord/core/api"
	"concord/core/crowd"
)

// Least is the probability at which LogLoss clips: an answer that is certain and wrong
// would make it infinite. scikit-learn's log_loss used the same up to version 1.2.
const Least = 1e-15

// Judge compares a posterior (N×K) with the truth (N, as in Accuracy). The seed breaks ties and draws the bootstrap.
func Judge(posterior []float64, truth []int32, classes int, seed uint64) *api.Quality {
	q := &api.Quality{Score: Accuracy(posterior, truth, classes, seed)}
	if q.Score.Evaluated == 0 {
		none := api.Undefined(api.NoTruth)
		q.MacroF1, q.LogLoss, q.Brier, q.ECE = none, none, none, none
		return q
	}
	known := tested(truth)
	losses(q, posterior, truth, classes, seed, known)
	calibrate(q, posterior, truth, classes, seed, known)
	q.MacroF1 = macroF1(posterior, truth, classes, seed, known)
	return q
}

// tested lists the tasks of known truth.
func tested(truth []int32) (known []int) {
	for i, t := range truth {
		if t != crowd.Unknown {
			known = append(known, i)
		}
	}
	return known
}

// losses fills in log loss and Brier score.
func losses(q *api.Quality, posterior []float64, truth []int32, classes int, seed uint64, known []int) {
	s := newSums(len(known), 3, seed) // log loss, Brier, tasks
	for n, i := range known {
		row := posterior[i*classes : (i+1)*classes]
		p, brier := 0.0, 0.0
		for k, x := range row {
			if k == int(truth[i]) {
				p = x
				x--
			}
			brier += x * x
		}
		if int(truth[i]) >= classes { // a truth that no worker ever named
			brier++
		}
		at := s.of(n)
		at[0] -= math.Log(max(p, Least))
		at[1] += brier
		at[2]++
	}
	f := s.figures(len(known), nil, measure{of: ratio(0, 2)}, measure{of: ratio(1, 2)})
	q.LogLoss, q.Brier = f[0], f[1]
}

// macroF1 is the mean of F₁ over the classes that are a truth or an answer.
func macroF1(posterior []float64, truth []int32, classes int, seed uint64, known []int) api.Figure {
	s := newSums(len(known), 3*classes, seed) // by class: hits, truths, answers
	beyond := make(map[int]bool)              // true classes that no worker ever chose, whose F₁ is 0
	for n, i := range known {
		answer, _ := crowd.Best(posterior[i*classes:(i+1)*classes], i, seed)
		t := int(truth[i])
		at := s.of(n)
		at[2*classes+answer]++
		if t >= classes {
			beyond[t] = true
			continue
		}
		at[classes+t]++
		if t == answer {
			at[t]++
		}
	}
	macro := func(total []float64) (float64, bool) {
		sum, used := 0.0, len(beyond)
		for k := range classes {
			if both := total[classes+k] + total[2*classes+k]; both > 0 {
				sum += 2 * total[k] / both // 2TP / (2TP + FN + FP)
				used++
			}
		}
		return sum / float64(max(used, 1)), used > 0
	}
	return s.figures(len(known), nil, measure{of: macro})[0]
}

const bins = 10

// calibrate compares the probabilities of answers with how often they are right: the
// reliability diagram and the expected calibration error (Naeini et al. 2015).
func calibrate(q *api.Quality, posterior []float64, truth []int32, classes int, seed uint64, known []int) {
	s := newSums(len(known), 3*bins, seed) // by bin: tasks, sum of probabilities, right answers
	for n, i := range known {
		row := posterior[i*classes : (i+1)*classes]
		answer, _ := crowd.Best(row, i, seed)
		bin := int(math.Ceil(row[answer]*bins)) - 1
		bin = min(bins-1, max(0, bin))
		at := s.of(n)[3*bin:]
		at[0]++
		at[1] += row[answer]
		if int(truth[i]) == answer {
			at[2]++
		}
	}
	total := s.total()
	for b := range bins {
		count, sum, right := total[3*b], total[3*b+1], total[3*b+2]
		bin := api.Bin{Low: float64(b) / bins, High: float64(b+1) / bins, Count: int(count), Right: Wilson(right, int(count))}
		if count > 0 {
			bin.Confidence = sum / count
		}
		q.Bins = append(q.Bins, bin)
	}
	ece := func(total []float64) (float64, bool) {
		gap, tasks := 0.0, 0.0
		for b := range bins {
			gap += math.Abs(total[3*b+1] - total[3*b+2])
			tasks += total[3*b]
		}
		return gap / tasks, tasks > 0
	}
	q.ECE = s.figures(len(known), nil, measure{of: ece})[0]
}

package metric

import (
	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// Levels returns Krippendorff's α of the same labels at each level of measurement, in two passes and without intervals: as names, in their
// order, in which the classes are, and, if values are the numbers that the classes stand for, as these. It is nil if no task has two
// labels, or all labels are of one class.
func Levels(l *crowd.Labels, values []float64, pause func() error) ([]float64, error) {
	work := yield.New(pause)
	nc := make([]float64, l.Classes)
	differ := 0.0 // as names
	err := eachTask(l, work, func(_, m int, used []uint16, count []int32) {
		if m < 2 {
			return
		}
		for _, c := range used {
			n := float64(count[c])
			nc[c] += n
			differ += n * (float64(m) - n) / float64(m-1)
		}
	})
	if err != nil {
		return nil, err
	}
	n, same := prob.Total(nc), 0.0
	for _, x := range nc {
		same += x * x
	}
	nominal, ok := alpha(differ, n*n-same, n)
	if !ok {
		return nil, nil
	}
	steps := midranks(nc)
	inOrder, asNumbers := 0.0, 0.0
	err = eachTask(l, work, func(_, m int, used []uint16, count []int32) {
		inOrder += spread(m, used, count, steps)
		if values != nil {
			asNumbers += spread(m, used, count, values)
		}
	})
	if err != nil {
		return nil, err
	}
	inSteps, _ := alpha(inOrder, expectedSquares(nc, steps), n)
	if values == nil {
		return []float64{nominal, inSteps}, nil
	}
	interval, _ := alpha(asNumbers, expectedSquares(nc, values), n)
	return []float64{nominal, inSteps, interval}, nil
}

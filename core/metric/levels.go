package metric

import (
	"concord/core/api"
	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// Levels returns Krippendorff's α of the same labels at each level of measurement, in two passes and without intervals. place is the place
// of each class in their order; values are the numbers that they stand for, nil: they are none. It is nil if some α is not defined.
func Levels(l *crowd.Labels, place []int32, values []float64, pause func() error) (*api.Levels, error) {
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
	out := &api.Levels{}
	var ok bool
	if out.Names, ok = alpha(differ, n*n-same, n); !ok {
		return nil, nil
	}
	scale := Scale{Place: place}
	steps := midranks(nc, scale.order(l.Classes))
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
	out.Order, _ = alpha(inOrder, expectedSquares(nc, steps), n)
	if values != nil {
		interval, _ := alpha(asNumbers, expectedSquares(nc, values), n)
		out.Numbers = &interval
	}
	return out, nil
}

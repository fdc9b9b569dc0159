package metric

import (
	"concord/core/api"
	"concord/core/crowd"
)

// RankError is the mean absolute error of ranks: how many places the answers are from the
// truth (N; crowd.Unknown: none). place is the place of each class in their order, −1 if it
// has none: such a truth is left out.
func RankError(answer, truth, place []int32, seed uint64) api.Figure {
	var known []int
	for i, t := range truth {
		if t != crowd.Unknown && int(t) < len(place) && place[t] >= 0 {
			known = append(known, i)
		}
	}
	if len(known) == 0 {
		return api.Undefined(api.NoTruth)
	}
	const apart, tasks, dim = 0, 1, 2
	s := newSums(len(known), dim, seed)
	for n, i := range known {
		at := s.of(n)
		d := place[answer[i]] - place[truth[i]]
		at[apart] += float64(max(d, -d))
		at[tasks]++
	}
	return s.figures(len(known), nil, measure{of: ratio(apart, tasks)})[0]
}

package ranking

import (
	"slices"

	"concord/core/crowd"
)

// BothWays returns labels of pairs that have each pair twice, the second time with its items the other way round. Which item is the first
// means nothing, but agreement by chance depends on it: where items are numbered from the best to the worst, or a file names the winner
// first, nearly all labels are that the first wins, so chance alone would nearly always agree.
func BothWays(l *crowd.Labels) *crowd.Labels {
	out := *l
	from, to := l.Start[0], l.Start[l.Tasks]
	out.Tasks, out.Start, out.Order, out.Swapped = 2*l.Tasks, slices.Clone(l.Start[:l.Tasks+1]), nil, nil
	out.Worker, out.Class = slices.Clone(l.Worker[:to]), slices.Clone(l.Class[:to])
	for _, n := range l.Start[1 : l.Tasks+1] {
		out.Start = append(out.Start, n+to-from)
	}
	out.Worker = append(out.Worker, l.Worker[from:to]...)
	for _, class := range l.Class[from:to] {
		if class != crowd.Tied {
			class = crowd.SecondWins - class
		}
		out.Class = append(out.Class, class)
	}
	return &out
}

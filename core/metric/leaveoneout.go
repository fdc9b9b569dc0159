package metric

import (
	"math"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/yield"
)

// Without is the agreement of the crowd when one worker is left out.
type Without struct {
	Alpha  api.Figure // nominal, of the others
	Change float64    // Alpha less that of everybody: above 0, agreement is better without the worker; 0 where either is undefined
}

// LeaveOneOut returns, for each worker, the agreement of all the others: it shows who
// raises agreement and who lowers it. It takes one pass, since a worker's labels change
// only the sums of their own tasks.
//
// pause is called from time to time (nil: never); its error is returned.
func LeaveOneOut(l *crowd.Labels, pause func() error) ([]Without, error) {
	k := l.Classes
	out := make([]Without, l.Workers)
	if l.Workers*k > maxCells {
		for j := range out {
			out[j].Alpha = api.Undefined("there are too many workers and classes")
		}
		return out, nil
	}
	work := yield.New(pause)
	var all pairSums
	nc := make([]float64, k)
	without := make([]pairSums, l.Workers) // what goes with each worker
	gone := make([]int32, l.Workers*k)
	times := make([]int32, l.Workers)
	var mine []uint16 // labels of the worker at hand
	err := eachTask(l, work, func(i, m int, used []uint16, count []int32) {
		from, to := l.Of(i)
		square := 0.0
		for _, c := range used {
			square += float64(count[c]) * float64(count[c])
		}
		whole := pairSumsOf(m, square)
		all.add(whole, 1)
		if m > 1 {
			for _, c := range used {
				nc[c] += float64(count[c])
			}
		}
		for n := from; n < to; n++ {
			times[l.Worker[n]]++
		}
		for n := from; n < to; n++ {
			j := l.Worker[n]
			r := int(times[j])
			if r == 0 {
				continue // a repeat, done before
			}
			times[j] = 0
			rest := square
			own := gone[int(j)*k : (int(j)+1)*k]
			mine = mine[:0]
			for at := n; len(mine) < r; at++ {
				if l.Worker[at] != j {
					continue
				}
				c := l.Class[at]
				mine = append(mine, c)
				rest -= 2*float64(count[c]) - 1
				count[c]--
				if m > 1 {
					own[c]++
				}
			}
			without[j].add(whole, 1)
			without[j].add(pairSumsOf(m-r, rest), -1)
			if m > 1 && m-r < 2 { // the rest of the task has no pair any more
				for _, c := range used {
					own[c] += count[c]
				}
			}
			for _, c := range mine { // put them back
				count[c]++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	everybody := all.alpha(nc, nil)
	for j := range out {
		s := all
		s.add(without[j], -1)
		out[j].Alpha = s.alpha(nc, gone[j*k:(j+1)*k])
		if out[j].Alpha.Defined() && everybody.Defined() {
			out[j].Change = out[j].Alpha.Value - everybody.Value
		}
		if !work.Continue(k) {
			return nil, work.Err()
		}
	}
	return out, nil
}

const maxCells = 1 << 25

// pairSums are the sums behind nominal α.
type pairSums struct{ paired, labels, differ float64 }

// pairSumsOf is those of a task with m labels and Σ n_c² = square.
func pairSumsOf(m int, square float64) pairSums {
	if m < 2 {
		return pairSums{}
	}
	size := float64(m)
	return pairSums{1, size, (size*size - square) / (size - 1)}
}

func (s *pairSums) add(o pairSums, times float64) {
	s.paired += times * o.paired
	s.labels += times * o.labels
	s.differ += times * o.differ
}

func (s *pairSums) alpha(nc []float64, gone []int32) api.Figure {
	if s.paired < 0.5 {
		return api.Undefined(noPairs)
	}
	n := math.Round(s.labels)
	expected := n * n
	for c, x := range nc {
		if gone != nil {
			x -= float64(gone[c])
		}
		expected -= x * x
	}
	v, ok := alpha(s.differ, expected, n)
	if !ok {
		return api.Undefined(oneClass)
	}
	return api.Exactly(v, int(math.Round(s.paired)))
}

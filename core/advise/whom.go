package advise

import (
	"math"
	"slices"

	"concord/core/crowd"
)

// Whom chooses a worker for each label to get (tasks as First returns them;
// a task that comes twice gets two workers): the one expected to tell the
// task's two most probable classes apart best,
//
//	max over j of Σ_l |π_j[a][l] − π_j[b][l]|
//
// among those who have not labelled it, nobody being asked more than most
// times, and only if free says that the worker can be had for the task (nil:
// everybody can). −1 where nobody is left.
//
// pause is called now and then (nil: never), and its error ends it.
func Whom(d *crowd.Dataset, posterior []float64, tasks []int, most int, free func(task, worker int) bool, pause func() error) ([]int, error) {
	k := d.Classes
	out := make([]int, len(tasks))
	if k < 2 {
		for n := range out {
			out[n] = -1
		}
		return out, nil
	}
	m, err := newModel(d, posterior, pause)
	if err != nil {
		return nil, err
	}
	ranks := make(map[[2]int][]int32)
	asked := make([]int, d.Workers)
	given := make(map[[2]int]bool) // (task, worker) asked in this plan
	for n, i := range tasks {
		a, b := topTwo(posterior[i*k : (i+1)*k])
		rank, ok := ranks[[2]int{a, b}]
		if !ok {
			rank = m.rank(a, b)
			ranks[[2]int{a, b}] = rank
		}
		from, to := d.Of(i)
		out[n] = -1
		for _, j := range rank {
			if !m.work.Done(1 + to - from) {
				return nil, m.work.Err()
			}
			if asked[j] < most && !given[[2]int{i, int(j)}] && !slices.Contains(d.Worker[from:to], j) &&
				(free == nil || free(i, int(j))) {
				out[n] = int(j)
				asked[j]++
				given[[2]int{i, int(j)}] = true
				break
			}
		}
	}
	return out, nil
}

// topTwo returns the two most probable classes, the smaller number first.
func topTwo(q []float64) (a, b int) {
	a, b = 0, 1
	if q[b] > q[a] {
		a, b = b, a
	}
	for c := 2; c < len(q); c++ {
		switch {
		case q[c] > q[a]:
			a, b = c, a
		case q[c] > q[b]:
			b = c
		}
	}
	return min(a, b), max(a, b)
}

// rank orders the workers who have given labels by how well they tell class a
// from class b.
func (m *model) rank(a, b int) []int32 {
	k := m.k
	tells := make([]float64, m.d.Workers)
	labels := make([]int, m.d.Workers)
	for _, j := range m.d.Worker[m.d.Start[0]:m.d.Start[m.d.Tasks]] {
		labels[j]++
	}
	var order []int32
	for j := range tells {
		if labels[j] == 0 {
			continue
		}
		for l := range k {
			at := (j*k + l) * k
			tells[j] += math.Abs(m.votes[at+a] - m.votes[at+b])
		}
		order = append(order, int32(j))
	}
	slices.SortStableFunc(order, func(x, y int32) int {
		switch {
		case tells[x] > tells[y]:
			return -1
		case tells[x] < tells[y]:
			return 1
		}
		return 0
	})
	return order
}

package crowd_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/simulate"
)

// A worker's profile goes with it when tasks, workers and classes are numbered
// otherwise and rows come in another order; workers differ by what they said, in what
// company, and by what is known of their tasks.
func TestProfiles(t *testing.T) {
	d := simulate.DawidSkene{Tasks: 40, Workers: 6, Classes: 3, PerTask: 4}.Draw(1).Data
	src := rand.New(rand.NewPCG(1, 2))
	tasks, workers, rows := src.Perm(40), src.Perm(6), src.Perm(d.Len())
	task, worker, class := make([]int32, d.Len()), make([]int32, d.Len()), make([]int32, d.Len())
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			at := rows[n]
			task[at], worker[at], class[at] = int32(tasks[i]), int32(workers[d.Worker[n]]), int32(d.Class[n]+1)%3
		}
	}
	was, is := crowd.Profiles(d), crowd.Profiles(&crowd.Dataset{Labels: crowd.NewLabels(40, 6, 3, task, worker, class)})
	for j, p := range was {
		if is[workers[j]] != p {
			t.Errorf("worker %d has another profile as worker %d", j, workers[j])
		}
	}
	if slices.Sort(was); len(slices.Compact(was)) != 6 {
		t.Errorf("six workers who draw their labels have the profiles %v", was)
	}
	small := func(task, worker, class []int32, gold ...int32) []uint64 {
		return crowd.Profiles(&crowd.Dataset{Labels: crowd.NewLabels(2, 3, 2, task, worker, class), Gold: gold})
	}
	twins := small([]int32{0, 0, 0, 1, 1, 1}, []int32{0, 1, 2, 0, 1, 2}, []int32{0, 0, 1, 1, 1, 1})
	if twins[0] != twins[1] || twins[0] == twins[2] {
		t.Errorf("got profiles %v, want the first two alike", twins)
	}
	mirror := []int32{0, 0, 1, 1}
	if p := small(mirror, []int32{0, 1, 0, 1}, []int32{0, 1, 1, 0}); p[0] != p[1] {
		t.Errorf("got profiles %v, want the first two alike: nothing but the number tells them apart", p)
	}
	if p := small(mirror, []int32{0, 1, 0, 1}, []int32{0, 1, 1, 0}, 0, crowd.Unknown); p[0] == p[1] {
		t.Error("one is known to be right, the other wrong, and their profiles are alike")
	}
}

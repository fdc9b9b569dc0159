package labels

import (
	"math/rand/v2"
	"testing"

	"concord/internal/race"
)

// TestGroup holds the grouping against the plain one: the labels of each task, in
// the order of the file.
func TestGroup(t *testing.T) {
	race.SkipMany(t)
	src := rand.New(rand.NewPCG(1, 9))
	const shuffled = -1
	for _, test := range []struct {
		labels, tasks int
		sorted        int // so many labels come by task, and the rest in any order
		expect        int // how many labels are forecast after the first chunk; 0: it can't be told
	}{
		{1, 1, shuffled, 0}, {100, 1, shuffled, 0}, {1000, 7, shuffled, 0}, {100_000, 3, shuffled, 0}, {100_000, 100_000, shuffled, 0},
		{chunkSize, 70_000, shuffled, 0}, {3*chunkSize + 1, 1 << 17, shuffled, 0}, {200_000, 1 << 18, shuffled, 0},
		{200_000, 1000, shuffled, 200_000}, {300_000, 1000, shuffled, 200_000}, {200_000, 1000, shuffled, 400_000},
		{1000, 7, 1000, 0}, {1000, 5000, 1000, 0}, {chunkSize, 3, chunkSize, 0}, {300_000, 100_000, 300_000, 0},
		{300_000, 100_000, 300_000, 300_000}, {300_000, 100_000, 300_000, 150_000}, {300_000, 100_000, 300_000, 600_000},
		{300_000, 100_000, 299_999, 0}, {300_000, 100_000, 299_999, 300_000}, {300_000, 100_000, 299_999, 150_000},
		{300_000, 100_000, chunkSize, 300_000}, {300_000, 100_000, 100_000, 300_000}, {300_000, 100_000, 100_000, 150_000},
	} {
		for _, numeric := range []bool{false, true} {
			c := &counter{numeric: numeric}
			if test.expect > 0 {
				c.expect = func() int { return test.expect }
			}
			task, first := make([]int32, test.labels), 0
			for n := range task {
				task[n] = int32(src.IntN(test.tasks))
				if n < test.sorted {
					task[n] = int32(n * test.tasks / test.labels)
				} else if src.IntN(5) == 0 { // one that has most
					task[n] = int32(test.tasks / 2)
				}
				worker := int32(n)
				if numeric {
					worker %= 1000
				}
				c.add(&[batchSize]int32{task[n]}, &[batchSize]int32{worker}, &[batchSize]int32{int32(n % 5)}, &[batchSize]float64{float64(n)}, 1)
			}
			want := make([][]int, test.tasks)
			for n, i := range task {
				want[i] = append(want[i], n)
			}
			l := c.group(test.tasks, test.labels, 5, []uint16{3, 1, 0, 4, 2})
			for i, all := range want {
				from, to := l.Of(i)
				if from != first || to != first+len(all) {
					t.Fatalf("%+v: task %d has the labels %d to %d, want %d to %d", test, i, from, to, first, first+len(all))
				}
				first = to
				for at, n := range all {
					p := from + at
					if numeric && (l.Value[p] != float64(n) || l.Worker[p] != int32(n%1000)) {
						t.Fatalf("%+v: label %d of task %d: got %v by %d, want %d", test, at, i, l.Value[p], l.Worker[p], n)
					}
					if !numeric && (l.Worker[p] != int32(n) || l.Class[p] != []uint16{3, 1, 0, 4, 2}[n%5]) {
						t.Fatalf("%+v: label %d of task %d: got %d by %d, want label %d", test, at, i, l.Class[p], l.Worker[p], n)
					}
				}
			}
		}
	}
}

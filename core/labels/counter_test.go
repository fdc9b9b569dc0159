package labels

import (
	"math/rand/v2"
	"testing"
)

// TestGroup holds the grouping against the plain one: the labels of each task, in
// the order of the file.
func TestGroup(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 9))
	for _, test := range []struct{ labels, tasks int }{
		{1, 1}, {100, 1}, {1000, 7}, {100_000, 3}, {100_000, 100_000}, {300_000, 100_000}, {chunkSize, 70_000}, {3*chunkSize + 1, 1 << 17},
		{200_000, 1 << 18},
	} {
		for _, numeric := range []bool{false, true} {
			c := &counter{numeric: numeric}
			task, first := make([]int32, test.labels), 0
			for n := range task {
				task[n] = int32(src.IntN(test.tasks))
				if test.labels == 300_000 {
					task[n] = int32(n * test.tasks / test.labels) // sorted
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

package dawidskene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/race"
)

// sameTrace fails the test unless two fits made the same steps, bit for bit.
func sameTrace(t *testing.T, what string, got, want *fit.Result) {
	t.Helper()
	if g, w := fmt.Sprintf("%+v", got.Trace), fmt.Sprintf("%+v", want.Trace); g != w {
		t.Errorf("%s: got the steps %s, want %s", what, g, w)
	}
}

// Methods that have their posteriors anyway have the same where memory matters more than time.
func TestWindows(t *testing.T) {
	race.Skip(t)
	r := rand.New(rand.NewPCG(5, 6))
	const tasks, workers, classes = 2*windowTasks + 17, 2000, 4 // one part, of three windows
	var task, worker, class []int32
	for i := range int32(tasks) {
		for range 1 + r.IntN(4) {
			task, worker, class = append(task, i), append(worker, r.Int32N(workers)), append(class, (i+r.Int32N(2)*r.Int32N(2))%classes)
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(tasks, workers, classes, task, worker, class)}
	for name, m := range map[string]fit.Method{"ibcc": &IBCC{}, "fds": &DS{Assign: Hard}, "onlinefds": &OnlineFDS{}} {
		s := fit.Settings{Seed: 1, MaxSteps: 5}
		want, err := fit.Run(d, m, s)
		if err != nil {
			t.Fatal(err)
		}
		s.OnDemand = true
		got, err := fit.Run(d, m, s)
		if err != nil {
			t.Fatal(err)
		}
		sameTrace(t, name, got, want)
		for i := range tasks {
			if g, w := got.Row(i, classes), want.Row(i, classes); !slices.Equal(g, w) {
				t.Fatalf("%s: task %d: got %v, want %v", name, i, g, w)
			}
		}
	}
}

// What is told on demand, in any order, is the posterior bit for bit: also of gold tasks, of tasks with hundreds of labels, of those
// that no class can explain, and of those without labels.
func TestOnDemand(t *testing.T) {
	race.SkipMany(t)
	for name, m := range map[string]*DS{
		"ds": {}, "smoothed": {Smoothing: 1}, "fds": {Assign: Hard}, "hybrid": {Assign: SoftThenHard}, "onecoin": {Tie: fit.TieMatrix},
	} {
		for _, classes := range []int{2, 3, 4, 20} {
			r := rand.New(rand.NewPCG(uint64(classes), 3))
			const tasks, workers = 9 * windowTasks, 9
			var task, worker, class []int32
			add := func(i, labels int) {
				for range labels {
					l := i % classes
					if r.IntN(3) == 0 {
						l = r.IntN(classes)
					}
					task, worker, class = append(task, int32(i)), append(worker, r.Int32N(workers)), append(class, int32(l))
				}
			}
			for i := range tasks {
				add(i, r.IntN(4))
			}
			add(7, 400)
			for j := range int32(2) { // each has one label, and the other's word is impossible
				task, worker, class = append(task, 11), append(worker, workers+j), append(class, j)
			}
			d := &crowd.Dataset{Labels: crowd.NewLabels(tasks, workers+2, classes, task, worker, class), Gold: make([]int32, tasks)}
			for i := range d.Gold {
				d.Gold[i] = crowd.Unknown
				if i%100 == 3 {
					d.Gold[i] = int32(i % classes)
				}
			}
			what := fmt.Sprintf("%s, %d classes", name, classes)
			s := fit.Settings{Seed: 1, MaxSteps: 5}
			want, err := fit.Run(d, m, s)
			if err != nil {
				t.Fatal(err)
			}
			s.OnDemand = true
			got, err := fit.Run(d, m, s)
			if err != nil {
				t.Fatal(err)
			}
			sameTrace(t, what, got, want)
			if got.Posterior != nil {
				t.Fatalf("%s: got all posteriors, want them on demand", what)
			}
			for n := range tasks + 50 { // in their order, then at random
				i := n
				if n >= tasks {
					i = r.IntN(tasks)
				}
				for k, q := range got.Row(i, classes) {
					if w := want.Posterior[i*classes+k]; math.Float64bits(q) != math.Float64bits(w) {
						t.Fatalf("%s: task %d, class %d: got %v, want %v", what, i, k, q, w)
					}
				}
			}
		}
	}
}

package advise

import (
	"reflect"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/simulate"
)

// A worker who was left out has no labels, and a task whose truth is known needs
// none: whoever and whatever comes after them is judged and planned as without.
func TestAbsentWorkersAndKnownTasksChangeNothing(t *testing.T) {
	crew := append(simulate.Times(6, simulate.Coin(3, .8)), simulate.Always(3, 1))
	w := simulate.DawidSkene{Tasks: 300, Workers: 7, Classes: 3, PerTask: 4, Confusion: simulate.Crew(crew...)}.Draw(4)
	d, q := w.Data, run(t, w.Data).Posterior
	const absent = 2
	more := *d
	more.Workers++
	more.Worker = slices.Clone(d.Worker)
	for n, j := range more.Worker {
		if j >= absent {
			more.Worker[n]++
		}
	}
	want, got := judged(t, d, q), judged(t, &more, q)
	if got[absent].Accuracy.Defined() || len(got[absent].Flags) > 0 {
		t.Errorf("who gave no labels: got %+v", got[absent])
	}
	if got = slices.Delete(got, absent, absent+1); !reflect.DeepEqual(got, want) || len(want[6].Flags) == 0 {
		t.Errorf("with a worker who gave no labels got %+v, want %+v", got, want)
	}

	plan, err := Next(d, q, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	known := *d
	known.Gold = make([]int32, d.Tasks)
	for i := range known.Gold {
		if known.Gold[i] = crowd.Unknown; i%3 == 1 {
			known.Gold[i] = w.Truth[i]
		}
	}
	less, err := Next(&known, q, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	asks := slices.DeleteFunc(slices.Clone(plan.Asks), func(a Ask) bool { return a.Task%3 == 1 })
	if len(asks) == 0 || !reflect.DeepEqual(less.Asks, asks) {
		t.Errorf("with known tasks got %d asks, want %d", len(less.Asks), len(asks))
	}

	tasks, _ := first(plan, 50)
	whom, err := AssignWorkers(d, q, slices.Values(tasks), len(tasks), 3, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	others, err := AssignWorkers(&more, q, slices.Values(tasks), len(tasks), 3, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n, j := range whom {
		if j >= absent {
			whom[n]++
		}
	}
	if !slices.Equal(others, whom) {
		t.Errorf("with a worker who gave no labels %v are asked, want %v", others, whom)
	}
}

// A task that is certain is not asked for, but those after it are.
func TestCertainTasksAreNotAskedFor(t *testing.T) {
	d := simulate.DawidSkene{Tasks: 60, Workers: 5, Classes: 2, PerTask: 3}.Draw(1).Data
	q := crowd.Shares(d)
	for i := range 20 {
		q[2*i], q[2*i+1] = 1, 0
	}
	for i := 20; i < 60; i++ {
		q[2*i], q[2*i+1] = .6, .4
	}
	plan, err := Next(d, q, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[int]bool{}
	for _, a := range plan.Asks {
		asked[a.Task] = true
		if a.Task < 20 {
			t.Errorf("task %d is certain, and asked for", a.Task)
		}
	}
	if len(asked) != 40 {
		t.Errorf("%d of 40 doubtful tasks are asked for", len(asked))
	}
}

func TestAsksAreSortedByTheirGain(t *testing.T) {
	got := byGain([]Ask{{0, 1, 1}, {1, 1, 4}, {2, 1, 2}, {3, 2, 4}, {4, 1, 0.3}}, nil) // of the first four many digits are the same
	if want := []Ask{{1, 1, 4}, {2, 1, 2}, {3, 2, 4}, {0, 1, 1}, {4, 1, 0.3}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	got = byGain([]Ask{{0, 1, 1}, {1, 1, 4}, {2, 1, 2}}, nil)
	if want := []Ask{{1, 1, 4}, {2, 1, 2}, {0, 1, 1}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRepeats(t *testing.T) {
	l := crowd.NewLabels(2, 3, 2, []int32{0, 0, 0, 0, 1}, []int32{0, 0, 1, 0, 0}, []int32{0, 1, 0, 0, 1})
	if times, any := repeats(&l); !any || !slices.Equal(times, []uint8{2, 3, 1, 3, 1}) {
		t.Errorf("got %v, %v", times, any)
	}
}

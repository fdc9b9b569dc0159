package advise

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/simulate"
)

// order is a choice of workers in a fixed order, where can says who can have what.
func order(workers int, can func(task, worker int) bool) Choice {
	rank := make([]int32, workers)
	for j := range rank {
		rank[j] = int32(j)
	}
	return Choice{Workers: workers, Rank: func(int) []int32 { return rank }, May: can}
}

func TestAssign(t *testing.T) {
	all := func(int, int) bool { return true }
	for _, c := range []struct {
		about        string
		tasks        []int
		budget, most int
		workers      int
		can          func(task, worker int) bool
		want         []int
	}{
		{"the best first, up to the most", []int{0, 1, 2, 3}, 4, 2, 3, all, []int{0, 0, 1, 1}},
		{"a task twice, so two workers", []int{5, 5, 5}, 3, 3, 2, all, []int{0, 1, -1}},
		{"no more than the budget", []int{0, 1, 2}, 2, 3, 2, all, []int{0, 0}},
		{"everybody has the most", []int{0, 1, 2, 3, 4}, 5, 1, 2, all, []int{0, 1, -1, -1, -1}},
		{"nobody is there", []int{0, 1}, 2, 1, 0, all, []int{-1, -1}},
		{"the first label goes to another, so that the second has somebody", []int{0, 1}, 2, 1, 2,
			func(i, j int) bool { return i == 0 || j == 0 }, []int{1, 0}},
		{"two labels go to others", []int{0, 1, 2}, 3, 1, 3,
			func(i, j int) bool { return i == 0 && j < 2 || i == 1 && j > 0 || i == 2 && j == 0 }, []int{1, 2, 0}},
		{"nobody can have the second, but the third goes on", []int{0, 1, 2}, 3, 1, 2,
			func(i, j int) bool { return i != 1 && j == 0 || i == 2 }, []int{0, -1, 1}},
	} {
		got, err := Assign(slices.Values(c.tasks), c.budget, c.most, order(c.workers, c.can), nil)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, %v, want %v", c.about, got, err, c.want)
		}
	}
}

// Of tasks that some can have and others can't, as many labels are given as can be:
// by brute force over all ways to give them.
func TestAssignGivesAsManyAsCanBe(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		workers, most := 1+r.IntN(4), 1+r.IntN(2)
		tasks := make([]int, 1+r.IntN(6))
		for n := range tasks {
			tasks[n] = r.IntN(4)
		}
		var can [4][4]bool
		for i := range can {
			for j := range can[i] {
				can[i][j] = r.IntN(3) > 0
			}
		}
		who := order(workers, func(i, j int) bool { return can[i][j] })
		got, err := Assign(slices.Values(tasks), len(tasks), most, who, nil)
		if err != nil {
			t.Fatal(err)
		}
		labels, given, found := make([]int, workers), map[[2]int]bool{}, 0
		for n, j := range got {
			if j < 0 {
				continue
			}
			at := [2]int{tasks[n], j}
			if labels[j]++; labels[j] > most || given[at] || !can[tasks[n]][j] {
				t.Fatalf("seed %d: worker %d can't have label %d of %v", seed, j, n, tasks)
			}
			given[at] = true
			found++
		}
		if want := mostGiven(tasks, make([]int, workers), most, map[[2]int]bool{}, who.May); found != want {
			t.Errorf("seed %d: %d of %v have somebody, %d can", seed, found, tasks, want)
		}
	}
}

// mostGiven tries every way to give labels to workers.
func mostGiven(tasks, labels []int, most int, given map[[2]int]bool, can func(task, worker int) bool) int {
	if len(tasks) == 0 {
		return 0
	}
	best := mostGiven(tasks[1:], labels, most, given, can)
	for j := range labels {
		at := [2]int{tasks[0], j}
		if labels[j] == most || given[at] || !can(tasks[0], j) {
			continue
		}
		labels[j]++
		given[at] = true
		best = max(best, 1+mostGiven(tasks[1:], labels, most, given, can))
		labels[j]--
		delete(given, at)
	}
	return best
}

// With the workers who may be asked given, no task gets more labels than there are
// of them who have not labelled it, and none where nobody is left.
func TestNextKnowsWhoIsLeft(t *testing.T) {
	// Task 0 has all three workers, task 1 the first two, task 2 the third only; of
	// tasks 3 and 4 there is no doubt.
	task, worker := []int32{0, 0, 0, 1, 1, 2, 3, 3, 3, 4, 4, 4}, []int32{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}
	d := &crowd.Dataset{Labels: crowd.NewLabels(5, 3, 2, task, worker, []int32{0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1})}
	q := []float64{.5, .5, .5, .5, .5, .5, 1, 0, 0, 1}
	for _, c := range []struct {
		may  []bool
		want []int // labels by task, at most
		full int
	}{
		{[]bool{true, true, true}, []int{0, 1, 2, 0, 0}, 1},
		{[]bool{true, true, false}, []int{0, 0, 2, 0, 0}, 2},
		{[]bool{false, false, false}, []int{0, 0, 0, 0, 0}, 3},
	} {
		p, err := Next(d, q, c.may, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]int, 5)
		for i := range p.Labels() {
			got[i]++
		}
		for i := range c.want {
			if got[i] > c.want[i] || got[i] == 0 && c.want[i] > 0 {
				t.Errorf("%v: got %v labels by task, want up to %v", c.may, got, c.want)
			}
		}
		if p.Full != c.full {
			t.Errorf("%v: got %d tasks that nobody is left for, want %d", c.may, p.Full, c.full)
		}
	}
}

// Labels to come are like all of those so far, whoever may be asked, so that a plan promises no more than the outlook.
func TestNextPromisesWhatForeseeDoes(t *testing.T) {
	crew := append(simulate.Times(4, simulate.Coin(2, .5)), simulate.Times(4, simulate.Coin(2, .9))...)
	w := simulate.DawidSkene{Tasks: 400, Workers: 8, Classes: 2, PerTask: 3, Confusion: simulate.Crew(crew...)}.Draw(1)
	q := bayes(w, w.Data)
	right := 1 - wrong(q, w.Truth)
	o, err := Foresee(w.Data, q, right, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, may := range [][]bool{nil, {false, false, false, false, true, true, true, true}} {
		p, err := Next(w.Data, q, may, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, gain := first(p, 100)
		got, want := o.With(gain), o.Targeted(.25)
		if may == nil && math.Abs(got-want) > 1e-9 || got > want+1e-9 {
			t.Errorf("%v may be asked for 100 labels: got %.6f right, want %.6f", may, got, want)
		}
	}
}

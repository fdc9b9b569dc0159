package gp

import (
	"math"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// Tasks of the pool come first, those that the classifier is least sure of before
// the others, and without those that the pool does not describe; tasks that nobody
// is left for do not come at all.
func TestNextFromThePool(t *testing.T) {
	all, _ := clouds(90, 3, 4)
	names := len(all.Features.Names)
	const labelled = 60
	d := &crowd.Dataset{
		Labels:   all.Part(0, labelled),
		Features: &crowd.Features{Names: all.Features.Names, X: all.Features.X[:labelled*names]},
	}
	pool := &crowd.Features{Names: all.Features.Names, X: all.Features.X[labelled*names:], Has: make([]bool, 30)}
	for i := range pool.Has {
		pool.Has[i] = i != 3
	}
	session, err := fit.Start(d, &GPC{}, fit.Settings{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for range session.Steps() {
	}
	f := session.Fit().(*gpc)
	left := func(task, worker int) bool { return task != 10 && task != labelled+4 && worker != 0 }
	next := f.Next(1000, left, pool)
	// Each task has five of seven labels, so somebody but worker 0 is left for it.
	if len(next) != 28+labelled-1 {
		t.Errorf("got %d suggestions", len(next))
	}
	e, err := f.Predict(&crowd.Dataset{Labels: crowd.Labels{Tasks: 30, Classes: 2, Start: make([]int32, 31)},
		Features: &crowd.Features{Names: pool.Names, X: pool.X}})
	if err != nil {
		t.Fatal(err)
	}
	right := f.Right()
	for n, s := range next {
		if (n < 28) != (s.Task >= labelled) {
			t.Fatalf("suggestion %d is task %d of %d labelled", n, s.Task, labelled)
		}
		if s.Task == 10 || s.Task == labelled+3 || s.Task == labelled+4 {
			t.Errorf("task %d is suggested", s.Task)
		}
		if s.Worker < 1 || math.Abs(s.Chance(right, s.Worker, 7)-s.Right) > 1e-12 {
			t.Errorf("task %d: worker %d is right with %v", s.Task, s.Worker, s.Right)
		}
		if s.Task >= labelled {
			near(t, "the posterior", s.Posterior[1], e.Posterior[(s.Task-labelled)*2+1], 1e-12)
			near(t, "the score", phi(s.Score), max(s.Posterior[0], s.Posterior[1]), 1e-12)
		} else if from, to := d.Of(s.Task); slices.Contains(d.Worker[from:to], int32(s.Worker)) {
			t.Errorf("worker %d is to label task %d again", s.Worker, s.Task)
		}
		if n > 0 && n != 28 && s.Score < next[n-1].Score {
			t.Errorf("suggestion %d has score %v, after %v", n, s.Score, next[n-1].Score)
		}
	}
}

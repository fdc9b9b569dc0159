package engine

import (
	"math"
	"testing"

	"concord/core/wire"
)

// Two of three workers are nearly always right, the third guesses.
const explained = "task,worker,label\n" +
	"a,ann,x\na,bob,x\na,eve,y\nb,ann,y\nb,bob,y\nb,eve,y\nc,ann,x\nc,bob,x\nc,eve,x\n" +
	"d,ann,y\nd,bob,x\nd,eve,y\ne,ann,x\ne,bob,x\ne,eve,y\nf,ann,y\nf,bob,y\nf,eve,x\n"

// What a task's votes weigh adds up to the log-odds of its posterior.
func TestVotesExplainTheLabel(t *testing.T) {
	v := newVisit(t)
	v.open(wire.RoleLabels, explained)
	v.must(wire.Request{Fit: &wire.Fit{Method: "ds", Values: map[string]string{"smoothing": "0.5"}}}, nil)
	for i := range 6 {
		task := v.must(wire.Request{Task: &wire.Subject{Index: i}}, nil).Task
		why := task.Why
		if why == nil || task.Decides != "" || !why.Exact || why.Answer != task.Label || why.Rival == why.Answer {
			t.Fatalf("%s: got %+v, %q", task.Name, why, task.Decides)
		}
		sum := why.Prior
		for _, vote := range task.Votes {
			sum += *vote.Weight
		}
		best := max(task.Posterior[0], task.Posterior[1])
		want := math.Log(best / (1 - best))
		for name, got := range map[string]float64{"votes": sum, "sum": why.Sum, "posterior": *why.LogOdds} {
			if math.Abs(got-want) > 1e-8*max(1, math.Abs(want)) {
				t.Errorf("%s: %s: got log-odds %g, want %g", task.Name, name, got, want)
			}
		}
	}
}

// A method whose posterior is no product says in words how it decides.
func TestOthersSayHowTheyDecide(t *testing.T) {
	v := newVisit(t)
	v.open(wire.RoleLabels, explained)
	v.must(wire.Request{Fit: &wire.Fit{Method: "majority"}}, nil)
	task := v.must(wire.Request{Task: &wire.Subject{}}, nil).Task
	if task.Why != nil || task.Decides == "" || task.Votes[0].Weight != nil {
		t.Errorf("got %+v, %q", task.Why, task.Decides)
	}
}

// No vote counts where the class was given.
func TestGoldNeedsNoVotes(t *testing.T) {
	v := newVisit(t)
	v.open(wire.RoleLabels, explained)
	v.open(wire.RoleGold, "task,label\na,y\n")
	v.must(wire.Request{Fit: &wire.Fit{Method: "ds"}}, nil)
	task := v.must(wire.Request{Task: &wire.Subject{}}, nil).Task
	if why := task.Why; why == nil || !why.Known || why.Answer != "y" || task.Votes[0].Weight != nil {
		t.Errorf("got %+v", why)
	}
}

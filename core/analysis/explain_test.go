package analysis_test

import (
	"math"
	"testing"

	"concord/core/api"
)

// Two of three workers are nearly always right, the third guesses.
const explained = "task,worker,label\n" +
	"a,ann,x\na,bob,x\na,eve,y\nb,ann,y\nb,bob,y\nb,eve,y\nc,ann,x\nc,bob,x\nc,eve,x\n" +
	"d,ann,y\nd,bob,x\nd,eve,y\ne,ann,x\ne,bob,x\ne,eve,y\nf,ann,y\nf,bob,y\nf,eve,x\n"

// What a task's votes weigh adds up to the log-odds of its posterior.
func TestVotesExplainTheLabel(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, explained)
	v.run(api.Fit{Method: "ds", Values: map[string]string{"smoothing": "0.5"}})
	for i := range 6 {
		task := must(v.result.Task(v.job(), &api.Subject{Index: i}))
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
	v.open(api.RoleLabels, explained)
	v.run(api.Fit{Method: "majority"})
	task := must(v.result.Task(v.job(), &api.Subject{}))
	if task.Why != nil || task.Decides == "" || task.Votes[0].Weight != nil {
		t.Errorf("got %+v, %q", task.Why, task.Decides)
	}
}

// No vote counts where the class was given.
func TestGoldNeedsNoVotes(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, explained)
	v.open(api.RoleGold, "task,label\na,y\n")
	v.run(api.Fit{Method: "ds"})
	task := must(v.result.Task(v.job(), &api.Subject{}))
	if why := task.Why; why == nil || !why.Known || why.Answer != "y" || task.Votes[0].Weight != nil {
		t.Errorf("got %+v", why)
	}
}

// What the members of a panel believe averages to the posterior, and known classes are known to all.
func TestMembersExplainTheLabel(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, explained)
	v.open(api.RoleGold, "task,label\na,y\n")
	v.fit("consensus")
	for i := range 6 {
		task := must(v.result.Task(v.job(), &api.Subject{Index: i}))
		if task.Why != nil || task.Decides == "" || len(task.Panel) != 5 || task.Panel[0].Title != "Vote shares" ||
			task.Panel[3].Name != "ds" || task.Panel[3].Title != "Dawid–Skene" {
			t.Fatalf("%s: got %+v, %q, %+v", task.Name, task.Why, task.Decides, task.Panel)
		}
		for k, class := range task.Classes {
			mean := 0.0
			for _, m := range task.Panel {
				mean += m.Posterior[k] / 5
				if known := i == 0 && class == "y"; known && (m.Label != "y" || m.Posterior[k] != 1) {
					t.Errorf("the known class of %s: %s says %s, %g", task.Name, m.Title, m.Label, m.Posterior[k])
				}
			}
			if math.Abs(mean-task.Posterior[k]) > 1e-12 {
				t.Errorf("%s, %s: the members' mean is %g, the posterior %g", task.Name, class, mean, task.Posterior[k])
			}
		}
	}
}

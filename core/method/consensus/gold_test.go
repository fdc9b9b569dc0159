package consensus_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/consensus"
)

// judges simulates a panel on 300 tasks of two classes. Each judge errs by a draw of the task with probability shared, and by one of
// its own otherwise; gold is known of the first tasks.
func judges(accuracy []float64, shared float64, gold int, seed uint64) (*crowd.Dataset, []int32) {
	const tasks = 300
	random := rand.New(rand.NewPCG(seed, 41))
	var task, worker, class, truth []int32
	for i := range tasks {
		z := int32(random.IntN(2))
		truth = append(truth, z)
		together := random.Float64()
		for j, right := range accuracy {
			own, l := random.Float64(), z
			if j > 0 && random.Float64() < shared {
				own = together
			}
			if own > right {
				l = 1 - z
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, l)
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(tasks, len(accuracy), 2, task, worker, class)}
	d.Gold = slices.Repeat([]int32{crowd.Unknown}, tasks)
	copy(d.Gold[:gold], truth)
	return d, truth
}

// wrong is the share of the tasks without gold whose most probable class is not the truth.
func wrong(d *crowd.Dataset, q []float64, truth []int32) (share float64) {
	open := 0.0
	for i, z := range truth {
		if d.Truth(i) != crowd.Unknown {
			continue
		}
		open++
		if best, _ := crowd.Best(q[i*d.Classes:(i+1)*d.Classes], i, 1); int32(best) != z {
			share++
		}
	}
	return share / open
}

// meanOf is the mean of the members, which gold does not weigh.
func meanOf(t *testing.T, d *crowd.Dataset) []float64 {
	t.Helper()
	mean := make([]float64, d.Tasks*d.Classes)
	for _, m := range members() {
		for n, q := range run(t, d, m.Method, fit.Settings{Seed: 1}).Posterior {
			mean[n] += q / 5
		}
	}
	return mean
}

func weighed(r *fit.Result) *fit.Weighed {
	for _, err := range r.Warnings {
		var w *fit.Weighed
		if errors.As(err, &w) {
			return w
		}
	}
	return nil
}

// Five judges who err together outvote the one who is right nine times in ten. Gold shows who that is.
func TestGoldFindsTheBestJudge(t *testing.T) {
	for seed := range uint64(5) {
		d, truth := judges([]float64{.9, .65, .65, .65, .65, .65}, .7, 50, seed)
		method := &consensus.Consensus{Members: members(), Keep: true}
		r := run(t, d, method, fit.Settings{Seed: 1})
		if got, without := wrong(d, r.Posterior, truth), wrong(d, meanOf(t, d), truth); got > .15 || without < .2 {
			t.Errorf("seed %d: wrong %.3f, and %.3f if gold weighs nobody; want at most .15, and at least .2", seed, got, without)
		}
		if w := weighed(r); w == nil || w.Worker != 0 || w.Tasks != 50 || w.Of != 50 || w.Right < 40 || w.Contrary {
			t.Errorf("seed %d: got %+v, want the first judge to count most", seed, w)
		}
	}
}

// Where errors are independent the panel is better than its best judge, and gold leaves it so.
func TestGoldLeavesAGoodPanelAlone(t *testing.T) {
	for _, gold := range []int{20, 50, 200} {
		ours, panel := 0.0, 0.0
		const seeds = 10
		for seed := range uint64(seeds) {
			d, truth := judges([]float64{.85, .8, .75, .75, .7, .7, .65}, 0, gold, seed)
			ours += wrong(d, run(t, d, &consensus.Consensus{Members: members()}, fit.Settings{Seed: 1}).Posterior, truth) / seeds
			panel += wrong(d, meanOf(t, d), truth) / seeds
		}
		if ours > panel+.01 {
			t.Errorf("%d gold: wrong %.3f, want no more than the panel, %.3f", gold, ours, panel)
		}
	}
}

// What members tell, by their weights, is the posterior, gold included, and in any order of tasks and workers.
func TestWeighedPanelTells(t *testing.T) {
	d, _ := judges([]float64{.9, .65, .65, .65}, .7, 60, 1)
	s, r := ended(t, d)
	told, weight := make([]float64, len(r.Posterior)), 0.0
	for _, m := range s.Fit().(fit.Panelist).Panel() {
		weight += m.Weight
		for n, q := range m.Tell(d) {
			told[n] += m.Weight * q
		}
	}
	near(t, "told", told, r.Posterior)
	if weight != 1 {
		t.Errorf("weights: got %v in all, want 1", weight)
	}
	for i := range 60 {
		if p := r.Posterior[2*i+int(d.Gold[i])]; p != 1 {
			t.Errorf("gold task %d: got %v", i, p)
		}
	}
	turned := &crowd.Dataset{Gold: slices.Clone(d.Gold)}
	slices.Reverse(turned.Gold)
	var task, worker, class []int32
	for n, i := range d.TaskOf() {
		task, worker, class = append(task, int32(d.Tasks-1)-i), append(worker, 3-d.Worker[n]), append(class, int32(d.Class[n]))
	}
	turned.Labels = crowd.NewLabels(d.Tasks, 4, 2, task, worker, class)
	_, other := ended(t, turned)
	for i := range d.Tasks {
		if got, want := other.Posterior[2*(d.Tasks-1-i)], r.Posterior[2*i]; math.Abs(got-want) > 1e-6 {
			t.Fatalf("task %d: got %v in another order, want %v", i, got, want)
		}
	}
}

// Gold that can't weigh anybody leaves the mean of the members as it is.
func TestGoldThatWeighsNobody(t *testing.T) {
	for name, change := range map[string]func(d *crowd.Dataset){
		"three tasks": func(d *crowd.Dataset) {
			for i := range d.Gold[3:] {
				d.Gold[3+i] = crowd.Unknown
			}
		},
		"one class": func(d *crowd.Dataset) {
			for i, z := range d.Gold {
				if z == 1 {
					d.Gold[i] = crowd.Unknown
				}
			}
		},
		"contradicts all": func(d *crowd.Dataset) {
			for i := range 50 {
				from, to := d.Of(i)
				d.Gold[i] = 0
				for n := from; n < to; n++ {
					d.Class[n] = 1
				}
				if i%2 == 1 {
					d.Gold[i] = 1
					for n := from; n < to; n++ {
						d.Class[n] = 0
					}
				}
			}
		},
	} {
		d, _ := judges([]float64{.8, .7, .7, .7}, .3, 50, 3)
		change(d)
		r := run(t, d, &consensus.Consensus{Members: members(), Keep: true}, fit.Settings{Seed: 1})
		near(t, name, r.Posterior, meanOf(t, d))
		if w := weighed(r); (w != nil) != (name == "contradicts all") || w != nil && !w.Contrary {
			t.Errorf("%s: got %+v", name, w)
		}
	}
}

// One judge, and judges who all agree: probabilities are about what gold says of them.
func TestGoldOfOneVoice(t *testing.T) {
	for _, count := range []int{1, 5} {
		d, truth := judges(slices.Repeat([]float64{.8}, count), 0, 100, 2)
		for i := range d.Tasks {
			from, to := d.Of(i)
			for n := from; n < to; n++ {
				d.Class[n] = d.Class[from]
			}
		}
		r := run(t, d, &consensus.Consensus{Members: members(), Keep: true}, fit.Settings{Seed: 1})
		mean, right, open := 0.0, 0.0, 0.0
		for i, z := range truth[100:] {
			q := r.Posterior[2*(100+i) : 2*(101+i)]
			mean += slices.Max(q)
			if q[z] > .5 {
				right++
			}
			open++
		}
		if mean, right = mean/open, right/open; math.Abs(mean-right) > .15 {
			t.Errorf("%s: claimed %.3f, right %.3f", fmt.Sprint(count, " judges"), mean, right)
		}
	}
}

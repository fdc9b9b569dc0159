package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/advise"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
	"concord/core/simulate"
)

// pool is a fully labelled crowd from which labels are revealed one by one.
type pool struct {
	name, story string
	draw        func(seed uint64) (*crowd.Dataset, []int32)
	method      fit.Method
	title       string // of the method
	start       int    // labels a task to begin with
	round       int    // labels between fits
	rounds      int
}

// policy chooses the next labels: tasks, and for each the label to reveal.
type policy int

const (
	atRandom        policy = iota // any task, any of its labels
	advisedTasks                  // the plan's tasks, any of their labels
	tasksAndWorkers               // the plan's tasks, by the workers advised
)

var policies = []string{"random", "advised tasks", "advised tasks and workers"}

// replay is one run of one policy: the error after each round, and what was
// expected of it beforehand.
type replay struct{ wrong, expected []float64 }

func (p *pool) run(policy policy, seed uint64) (replay, error) {
	full, truth := p.draw(seed)
	random := rand.New(rand.NewPCG(seed, 99))
	left := make([][]int, full.Tasks) // labels not yet revealed, in random order
	var shown []int
	for i := range left {
		from, to := full.Of(i)
		for n := from; n < to; n++ {
			left[i] = append(left[i], n)
		}
		random.Shuffle(len(left[i]), func(a, b int) { left[i][a], left[i][b] = left[i][b], left[i][a] })
		take := min(p.start, len(left[i]))
		shown = append(shown, left[i][:take]...)
		left[i] = left[i][take:]
	}
	var out replay
	for round := 0; ; round++ {
		d := reveal(full, shown)
		r, err := fit.Run(d, p.method, fit.Settings{Seed: seed})
		if err != nil {
			return out, err
		}
		out.wrong = append(out.wrong, 1-metric.Accuracy(r.Posterior, truth, d.Classes, seed).Expected)
		v := metric.Validate(d, p.method, metric.HeldOut{Seed: seed}, fit.Settings{Seed: seed})
		for range v.Steps() {
		}
		held, err := v.Result()
		if err != nil {
			return out, err
		}
		plan, err := advise.Next(d, held.Cautious, nil, nil)
		if err != nil {
			return out, err
		}
		expected := 0.0 // share of wrong answers, according to the posterior
		for i := range d.Tasks {
			expected += 1 - slices.Max(held.Cautious[i*d.Classes:(i+1)*d.Classes])
		}
		out.expected = append(out.expected, expected/float64(d.Tasks))
		if round == p.rounds {
			return out, nil
		}
		chosen, err := p.choose(policy, random, full, d, held.Cautious, plan, left)
		if err != nil {
			return out, err
		}
		shown = append(shown, chosen...)
	}
}

// choose takes the labels of a round out of left.
func (p *pool) choose(policy policy, random *rand.Rand, full, d *crowd.Dataset, posterior []float64, plan *advise.Plan,
	left [][]int) (labels []int, err error) {
	var wanted []int
	if policy == atRandom {
		wanted = anyOf(random, left, p.round)
	} else {
		counts := make([]int, len(left))
		for i := range plan.Labels() {
			if len(wanted) < p.round && counts[i] < len(left[i]) {
				counts[i]++
				wanted = append(wanted, i)
			}
		}
		if len(wanted) < p.round { // the plan sees no more gain: the rest at random
			spare := make([][]int, len(left))
			for i := range left {
				spare[i] = left[i][counts[i]:]
			}
			wanted = append(wanted, anyOf(random, spare, p.round-len(wanted))...)
		}
	}
	var workers []int
	if policy == tasksAndWorkers {
		workers, err = advise.AssignWorkers(d, posterior, slices.Values(wanted), len(wanted), p.round, func(i, j int) bool {
			for _, n := range left[i] {
				if int(full.Worker[n]) == j {
					return true
				}
			}
			return false
		}, nil)
		if err != nil {
			return nil, err
		}
	}
	for x, i := range wanted {
		at := 0
		if x < len(workers) && workers[x] >= 0 {
			for y, n := range left[i] {
				if int(full.Worker[n]) == workers[x] {
					at = y
				}
			}
		}
		labels = append(labels, left[i][at])
		left[i] = append(left[i][:at:at], left[i][at+1:]...)
	}
	return labels, nil
}

// anyOf draws n tasks with labels left, none more often than it has labels.
func anyOf(random *rand.Rand, left [][]int, n int) []int {
	var all []int
	for i, l := range left {
		for range l {
			all = append(all, i)
		}
	}
	random.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	return all[:min(n, len(all))]
}

// reveal returns d with only the revealed labels.
func reveal(d *crowd.Dataset, shown []int) *crowd.Dataset {
	taskOf := make([]int32, d.Len())
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			taskOf[n] = int32(i)
		}
	}
	var task, worker, class []int32
	for _, n := range shown {
		task, worker, class = append(task, taskOf[n]), append(worker, d.Worker[n]), append(class, int32(d.Class[n]))
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(d.Tasks, d.Workers, d.Classes, task, worker, class)}
}

// interval is a mean over replays with its 95 % interval.
type interval struct{ mean, low, high float64 }

func meanOf(x []float64) interval {
	n := float64(len(x))
	sum, square := 0.0, 0.0
	for _, v := range x {
		sum += v
	}
	for _, v := range x {
		square += (v - sum/n) * (v - sum/n)
	}
	half := 2.02 * math.Sqrt(square/(n-1)/n) // Student's t of about 40 degrees of freedom
	return interval{sum / n, sum/n - half, sum/n + half}
}

func (i interval) String() string {
	return fmt.Sprintf("%.2f (%.2f–%.2f)", 100*i.mean, 100*i.low, 100*i.high)
}

const replays = 40

// simulate writes the table of one pool.
func (p *pool) simulate(w io.Writer) error {
	fmt.Fprintf(w, "\n### %s\n\n%s Method: %s. Error in %%, mean of %d replays (95 %% interval).\n\n", p.name, p.story, p.title, replays)
	fmt.Fprintf(w, "| labels a task | %s | %s | %s | expected, of the last |\n|---|---|---|---|---|\n", policies[0], policies[1], policies[2])
	wrong := make([][][]float64, len(policies)) // by policy, round, replay
	expected := make([][]float64, p.rounds+1)   // of the last policy
	for n := range policies {
		wrong[n] = make([][]float64, p.rounds+1)
	}
	tasks := 0
	for seed := range uint64(replays) {
		for n := range policies {
			r, err := p.run(policy(n), seed)
			if err != nil {
				return err
			}
			for round := range r.wrong {
				wrong[n][round] = append(wrong[n][round], r.wrong[round])
				if policy(n) == tasksAndWorkers {
					expected[round] = append(expected[round], r.expected[round])
				}
			}
		}
		if tasks == 0 {
			d, _ := p.draw(0)
			tasks = d.Tasks
		}
	}
	apart := 0 // rounds in which both kinds of advice lie below random, intervals apart
	for round := range p.rounds + 1 {
		fmt.Fprintf(w, "| %.2f |", float64(p.start)+float64(round*p.round)/float64(tasks))
		for n := range policies {
			fmt.Fprintf(w, " %v |", meanOf(wrong[n][round]))
		}
		fmt.Fprintf(w, " %v |\n", meanOf(expected[round]))
		random := meanOf(wrong[atRandom][round])
		if meanOf(wrong[advisedTasks][round]).high < random.low && meanOf(wrong[tasksAndWorkers][round]).high < random.low {
			apart++
		}
	}
	fmt.Fprintf(w, "\nBoth kinds of advice are better than random, their intervals apart from its, in %d of %d rounds.\n", apart, p.rounds)
	return nil
}

// simulated is a crowd of mixed skill.
func simulated() simulate.DawidSkene {
	var crew []simulate.Matrix
	for j := range 30 {
		crew = append(crew, simulate.Coin(3, 0.5+0.4*float64(j)/29))
	}
	return simulate.DawidSkene{Tasks: 500, Workers: 30, Classes: 3, PerTask: 12, Prior: []float64{.5, .3, .2},
		Confusion: simulate.Crew(crew...)}
}

package advise

import (
	"math"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/simulate"
)

// A_i(n) by brute force: all sequences of n labels.
func TestExpectedBestIsTheSumOverAllSequences(t *testing.T) {
	confusion := []float64{.7, .2, .1, .3, .6, .1, .1, .3, .6}
	q := []float64{.5, .3, .2}
	outcomes := outcomesOf(confusion, 3, mostRows)
	for n := 1; n <= 4; n++ {
		want := 0.0
		for code := range int(math.Pow(3, float64(n))) {
			best := 0.0
			for k := range 3 {
				p := q[k]
				for rest, l := code, 0; l < n; l++ {
					p *= confusion[k*3+rest%3]
					rest /= 3
				}
				best = max(best, p)
			}
			want += best
		}
		near(t, "A after labels", expectedBest(q, outcomes[n-1]), want, 1e-12)
	}
}

func TestStepsAreTheConcaveMajorant(t *testing.T) {
	// One label brings nothing, two bring .1, the third .02, the fourth .03.
	got := steps(nil, 7, []float64{.6, .6, .7, .72, .75})
	want := []Ask{{7, 2, .1}, {7, 2, .05}}
	if len(got) != 2 {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	for n := range want {
		if got[n].Labels != want[n].Labels || math.Abs(got[n].Gain-want[n].Gain) > 1e-12 || got[n].Task != 7 {
			t.Errorf("got %+v, want %+v", got[n], want[n])
		}
	}
	if s := steps(nil, 0, []float64{.9, .9, .9}); s != nil {
		t.Errorf("no gain, and yet %+v", s)
	}
}

func plan(t *testing.T, d *crowd.Dataset, posterior []float64) *Plan {
	t.Helper()
	p, err := Next(d, posterior, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// first lists the tasks of the first labels of a plan, and says what these gain.
func first(p *Plan, labels int) (tasks []int, gain float64) {
	for i, x := range p.Labels() {
		if len(tasks) == labels {
			break
		}
		tasks, gain = append(tasks, i), gain+x
	}
	return tasks, gain
}

func TestPlan(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 300, Workers: 10, Classes: 3, PerTask: 2}.Draw(1)
	r := run(t, w.Data)
	p := plan(t, w.Data, r.Posterior)
	slope := math.Inf(1)
	for _, a := range p.Asks {
		if s := a.Gain / float64(a.Labels); s > slope*(1+1e-9) {
			t.Fatalf("the gain per label rises from %g to %g", slope, s)
		} else {
			slope = s
		}
	}
	all, gain := 0, 0.0
	for _, a := range p.Asks {
		all += a.Labels
		gain += a.Gain
	}
	tasks, got := first(p, math.MaxInt)
	if len(tasks) != all || tasks[0] != p.Asks[0].Task {
		t.Errorf("got %d labels to get, want %d", len(tasks), all)
	}
	near(t, "what all of them gain", got, gain, 1e-9)
}

// The promise is kept where what is believed is true: with posteriors by the
// true matrices, labels of workers like the others lower the error as planned.
func TestPlanKeepsItsPromise(t *testing.T) {
	const budget, seeds = 600, 20
	promised, found := 0.0, 0.0
	for seed := range uint64(seeds) {
		story := simulate.DawidSkene{Tasks: 500, Workers: 20, Classes: 3, Prior: []float64{.5, .3, .2},
			Confusion: simulate.Crew(simulate.Times(20, simulate.Coin(3, .65))...)}
		w := story.Draw(seed)
		shown := make([]int, w.Data.Tasks)
		for i := range shown {
			shown[i] = 3
		}
		before := bayes(w, some(w.Data, shown))
		p := plan(t, some(w.Data, shown), before)
		tasks, gain := first(p, budget)
		for _, i := range tasks {
			shown[i]++
		}
		promised += gain / float64(w.Data.Tasks)
		found += wrong(before, w.Truth) - wrong(bayes(w, some(w.Data, shown)), w.Truth)
	}
	// Both are means over 20 draws of 500 tasks; a task that changes sides has
	// standard deviation about 0.4: 0.4/√10,000 = 0.004.
	if gap := (promised - found) / seeds; math.Abs(gap) > .012 {
		t.Errorf("promised %.4f fewer wrong, found %.4f", promised/seeds, found/seeds)
	}
}

// bayes is the posterior of d under the matrices and prior that made w.
func bayes(w *simulate.World, d *crowd.Dataset) []float64 {
	k := d.Classes
	q := make([]float64, d.Tasks*k)
	for i := range d.Tasks {
		row := q[i*k : (i+1)*k]
		copy(row, w.Prior)
		from, to := d.Of(i)
		total := 0.0
		for n := from; n < to; n++ {
			total = 0
			for c := range row {
				row[c] *= w.Confusion[(int(d.Worker[n])*k+c)*k+int(d.Class[n])]
				total += row[c]
			}
			for c := range row {
				row[c] /= total
			}
		}
	}
	return q
}

// some keeps the first labels of each task, as many as shown says.
func some(d *crowd.Dataset, shown []int) *crowd.Dataset {
	var task, worker, class []int32
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < min(to, from+shown[i]); n++ {
			task, worker, class = append(task, int32(i)), append(worker, d.Worker[n]), append(class, int32(d.Class[n]))
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(d.Tasks, d.Workers, d.Classes, task, worker, class)}
}

func wrong(posterior []float64, truth []int32) float64 {
	k := len(posterior) / len(truth)
	labels, _ := (&crowd.Estimate{Posterior: posterior}).Labels(k, 1)
	n := 0.0
	for i, c := range truth {
		if labels[i] != c {
			n++
		}
	}
	return n / float64(len(truth))
}

func TestWhomAsksTheBestWhoHaveNotBeenAsked(t *testing.T) {
	crew := append(simulate.Times(4, simulate.Coin(2, .6)), simulate.Coin(2, .97), simulate.Coin(2, .9))
	w := simulate.DawidSkene{Tasks: 200, Workers: 6, Classes: 2, PerTask: 3, Confusion: simulate.Crew(crew...)}.Draw(1)
	r := run(t, w.Data)
	tasks, _ := first(plan(t, w.Data, r.Posterior), 60)
	tasks = append(tasks, tasks[0], tasks[0], tasks[0], tasks[0], tasks[0], tasks[0])
	load := make([]int, 6)
	given := map[[2]int]bool{}
	whom, err := AssignWorkers(w.Data, r.Posterior, slices.Values(tasks), len(tasks), 20, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n, j := range whom {
		from, to := w.Data.Of(tasks[n])
		if j < 0 {
			for other := range 6 {
				if load[other] < 20 && !slices.Contains(w.Data.Worker[from:to], int32(other)) && !given[[2]int{tasks[n], other}] {
					t.Errorf("nobody for task %d, though %d is left", tasks[n], other)
				}
			}
			continue
		}
		if slices.Contains(w.Data.Worker[from:to], int32(j)) || given[[2]int{tasks[n], j}] {
			t.Errorf("worker %d has done task %d", j, tasks[n])
		}
		given[[2]int{tasks[n], j}] = true
		load[j]++
	}
	if load[4] != 20 {
		t.Errorf("the best worker is asked %d times, want 20: %v", load[4], load)
	}
	for _, n := range load {
		if n > 20 {
			t.Errorf("asked too often: %v", load)
		}
	}
}

func TestTopTwo(t *testing.T) {
	for _, c := range []struct {
		q    []float64
		a, b int
	}{{[]float64{.1, .9}, 0, 1}, {[]float64{.1, .2, .7}, 1, 2}, {[]float64{.5, .1, .4}, 0, 2}, {[]float64{.2, .5, .3}, 1, 2}} {
		if a, b := topTwo(c.q); a != c.a || b != c.b {
			t.Errorf("%v: got %d and %d, want %d and %d", c.q, a, b, c.a, c.b)
		}
	}
}

package advise

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/core/prob"
	"concord/core/simulate"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.10g, want %.10g", what, got, want)
	}
}

// run fits Dawid–Skene with a little smoothing.
func run(t *testing.T, d *crowd.Dataset) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, &dawidskene.DS{Smoothing: 0.1}, fit.Settings{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func judged(t *testing.T, d *crowd.Dataset, posterior []float64) []Worker {
	t.Helper()
	judged, err := Workers(d, posterior, nil)
	if err != nil || len(judged.Among) != d.Len() {
		t.Fatal(judged, err)
	}
	return judged.Workers
}

// Products and sums of logs leave the same votes out.
func TestWithoutByProducts(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 200, Workers: 12, Classes: 3, PerTask: 7}.Draw(3)
	m, err := newModel(w.Data, crowd.Shares(w.Data), nil)
	if err != nil || m.repeats {
		t.Fatal(m.repeats, err)
	}
	for i := range w.Data.Tasks {
		m.repeats = false
		products := m.without(i, nil)
		prob.Normalize(m.whole)
		products = append(products, m.whole...)
		m.repeats = true
		logs := m.without(i, nil)
		prob.Normalize(m.whole)
		for n, q := range append(logs, m.whole...) {
			near(t, fmt.Sprintf("task %d, entry %d", i, n), products[n], q, 1e-13)
		}
	}
}

// What takes long can be broken off, and says so.
func TestAdviceCanBeBrokenOff(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 20000, Workers: 50, Classes: 3, PerTask: 5}.Draw(1)
	q := crowd.Shares(w.Data)
	stop := errors.New("stop")
	plan, err := Next(w.Data, q, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, run := range map[string]func(pause func() error) error{
		"workers": func(pause func() error) error { _, err := Workers(w.Data, q, pause); return err },
		"next":    func(pause func() error) error { _, err := Next(w.Data, q, nil, pause); return err },
		"whom": func(pause func() error) error {
			tasks, _ := first(plan, 5000)
			_, err := AssignWorkers(w.Data, q, slices.Values(tasks), 5000, 200, nil, pause)
			return err
		},
	} {
		pauses := 0
		if err := run(func() error { pauses++; return nil }); err != nil || pauses < 5 {
			t.Errorf("%s: %d pauses, %v", name, pauses, err)
		}
		for _, at := range []int{1, pauses / 2, pauses} {
			n := 0
			err := run(func() error {
				if n++; n == at {
					return stop
				}
				if n > at {
					t.Errorf("%s goes on", name)
				}
				return nil
			})
			if err != stop {
				t.Errorf("%s, broken off at pause %d of %d: got %v", name, at, pauses, err)
			}
		}
	}
}

func TestSpammerScoreAndCost(t *testing.T) {
	prior := []float64{.5, .5}
	for _, c := range []struct {
		name        string
		matrix      simulate.Matrix
		score, cost float64
	}{
		{"perfect", simulate.Coin(2, 1), 1, 1},
		{"inverted", simulate.Inverted(2, 1), 1, 1},
		{"guess", simulate.Guess(2), 0, 0},
		{"always", simulate.Always(2, 1), 0, 0},
		{"coin .8", simulate.Coin(2, .8), .36, .36}, // (.8+.8−1)²; cost 1 − 2·.8·.2/.5
	} {
		near(t, c.name+": score", SpammerScore(c.matrix, 2), c.score, 1e-15)
		near(t, c.name+": saved", CostSaved(c.matrix, prior), c.cost, 1e-15)
	}
	near(t, "perfect of three", SpammerScore(simulate.Coin(3, 1), 3), 1, 1e-15)
	near(t, "always of three", SpammerScore(simulate.Always(3, 0), 3), 0, 1e-15)
	near(t, "one class", SpammerScore([]float64{1}, 1)+CostSaved([]float64{1}, []float64{1}), 0, 0)
}

// A crowd of ten honest workers, right 60 to 92 % of the time, with one of each
// kind of suspect and 160 labels each. Over 20 seeds suspects are found nearly
// always (guessing, so close to the worst honest worker, three times of four),
// honest workers hardly ever.
func TestFlagsFindTheSuspects(t *testing.T) {
	found := map[Kind]int{}
	accused := 0
	const seeds = 20
	for seed := range uint64(seeds) {
		var crew []simulate.Matrix
		for j := range 10 {
			crew = append(crew, simulate.Coin(3, .6+.035*float64(j)))
		}
		crew = append(crew, simulate.Always(3, 1), simulate.Guess(3), simulate.Inverted(3, .9))
		w := simulate.DawidSkene{Tasks: 300, Workers: 13, Classes: 3, PerTask: 7, Prior: []float64{.5, .3, .2},
			Confusion: simulate.Crew(crew...)}.Draw(seed)
		d := copycat(w.Data, 4) // worker 13 copies worker 4
		workers := judged(t, d, run(t, d).Posterior)
		for j, worker := range workers {
			for _, f := range worker.Flags {
				want := map[int]Kind{10: Constant, 11: Random, 12: Inverted, 13: Copy, 4: Copy}
				k, suspect := want[j]
				switch {
				case suspect && f.Kind == k:
					found[k]++
					if k == Copy && f.Other != 4+13-j {
						t.Errorf("seed %d: worker %d is said to copy %d", seed, j, f.Other)
					}
				default:
					accused++
					t.Logf("seed %d: worker %d is flagged as %v (%.1f)", seed, j, f.Kind, f.Evidence)
				}
			}
		}
	}
	for k, least := range map[Kind]int{Constant: seeds - 1, Random: 3 * seeds / 4, Inverted: seeds - 1, Copy: 2*seeds - 2} {
		if found[k] < least {
			t.Errorf("%v: found %d times in %d crowds, want %d", k, found[k], seeds, least)
		}
	}
	if accused > 4 {
		t.Errorf("%d false flags in %d crowds of 10 honest workers", accused, seeds)
	}
}

// Nobody is flagged for fewer labels than it takes, or for a finding that so many workers make by chance.
func TestFewLabelsAreNotFlagged(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 60, Workers: 8, Classes: 3, PerTask: 8, Confusion: simulate.Crew(
		append(simulate.Times(7, simulate.Coin(3, .9)), simulate.Always(3, 1))...)}.Draw(1)
	flagged := func(labels int) bool {
		var task, worker, class []int32
		for i := range w.Data.Tasks {
			from, to := w.Data.Of(i)
			for n := from; n < to; n++ {
				if w.Data.Worker[n] != 7 || i < labels {
					task, worker, class = append(task, int32(i)), append(worker, w.Data.Worker[n]), append(class, int32(w.Data.Class[n]))
				}
			}
		}
		d := &crowd.Dataset{Labels: crowd.NewLabels(w.Data.Tasks, 8, 3, task, worker, class)}
		got := judged(t, d, run(t, d).Posterior)[7]
		if got.Labels != labels || labels < Fewest && got.Below != 1 {
			t.Errorf("%d labels: got %+v", labels, got)
		}
		return len(got.Flags) > 0
	}
	if flagged(Fewest-1) || !flagged(Fewest+10) {
		t.Error("flagged below the fewest labels, or not above")
	}
	for workers, want := range map[int]int{10: 1, 1000: 0} {
		out := make([]Worker, workers)
		if Raise(out, map[int]Flag{3: {Evidence: 6}}, workers); len(out[3].Flags) != want {
			t.Errorf("evidence of 6 against one of %d workers: got %+v, want %d flags", workers, out[3].Flags, want)
		}
	}
}

// An average worker is as far below the average as any; who is right less often is told by it, on easy tasks and hard ones.
func TestBelow(t *testing.T) {
	const workers = 10
	confusion := simulate.Crew(append(simulate.Times(workers-1, simulate.Coin(2, .85)), simulate.Coin(2, .5))...)
	low, weak := 0, 0
	for seed := range uint64(20) {
		w := simulate.DawidSkene{Tasks: 200, Workers: workers, Classes: 2, PerTask: 5, Confusion: confusion}.Draw(seed)
		for j, x := range judged(t, w.Data, run(t, w.Data).Posterior) {
			switch {
			case j == workers-1 && x.Below < .01:
				weak++
			case j < workers-1 && x.Below < .05:
				low++
			}
			if x.Expected < .6 || x.Expected > .95 {
				t.Errorf("seed %d: an average worker would agree on %g of the tasks of worker %d", seed, x.Expected, j)
			}
		}
	}
	if weak < 18 || low > 9 {
		t.Errorf("of 20 guessers %d are below average, and %d of 180 average workers", weak, low)
	}
}

// copycat adds a worker who gives the labels of worker j, nine times out of ten.
func copycat(d *crowd.Dataset, j int32) *crowd.Dataset {
	var task, worker, class []int32
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			task, worker, class = append(task, int32(i)), append(worker, d.Worker[n]), append(class, int32(d.Class[n]))
			if d.Worker[n] == j {
				c := int32(d.Class[n])
				if crowd.Hash(3, uint64(i))%10 == 0 {
					c = (c + 1) % int32(d.Classes)
				}
				task, worker, class = append(task, int32(i)), append(worker, int32(d.Workers)), append(class, c)
			}
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(d.Tasks, d.Workers+1, d.Classes, task, worker, class)}
}

// A perfect worker whose tasks are all of one class is no constant spammer, and
// one with a strong but informative bias is not random.
func TestHonestWorkersAreNotFlagged(t *testing.T) {
	for seed := range uint64(20) {
		biased := simulate.Matrix{.95, .05, .5, .5}
		w := simulate.DawidSkene{Tasks: 200, Workers: 7, Classes: 2, PerTask: 5, Prior: []float64{.6, .4},
			Confusion: simulate.Crew(append(simulate.Times(6, simulate.Coin(2, .85)), biased)...)}.Draw(seed)
		// Worker 7 labels 40 tasks of class 0, rightly.
		d := w.Data
		var task, worker, class []int32
		added := 0
		for i := range d.Tasks {
			from, to := d.Of(i)
			for n := from; n < to; n++ {
				task, worker, class = append(task, int32(i)), append(worker, d.Worker[n]), append(class, int32(d.Class[n]))
			}
			if w.Truth[i] == 0 && added < 40 {
				task, worker, class = append(task, int32(i)), append(worker, 7), append(class, 0)
				added++
			}
		}
		d = &crowd.Dataset{Labels: crowd.NewLabels(d.Tasks, 8, 2, task, worker, class)}
		for j, worker := range judged(t, d, run(t, d).Posterior) {
			if len(worker.Flags) > 0 {
				t.Errorf("seed %d: worker %d is flagged: %+v", seed, j, worker.Flags[0])
			}
		}
	}
}

// The posterior without a worker's votes is the posterior of the data without
// them, given the same model.
func TestWithoutLeavesOutAllVotesOfTheWorker(t *testing.T) {
	// One task, worker 0 twice, worker 1 and 2 once.
	d := &crowd.Dataset{Labels: crowd.NewLabels(1, 3, 2, []int32{0, 0, 0, 0}, []int32{0, 1, 0, 2}, []int32{0, 1, 0, 1})}
	m, err := newModel(d, []float64{.5, .5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := func(votes ...int) float64 {
		var l [2]float64
		for c := range l {
			l[c] = math.Log(m.prior[c])
			for _, n := range votes {
				l[c] += math.Log(m.vote(n)[c])
			}
		}
		return 1 / (1 + math.Exp(l[1]-l[0]))
	}
	left := [][]int{{1, 3}, {0, 2, 3}, {1, 3}, {0, 1, 2}}
	q := m.without(0, nil)
	for n := range left {
		near(t, fmt.Sprintf("q without label %d's worker", n), q[2*n], want(left[n]...), 1e-14)
	}
	d.Gold = []int32{1}
	q = m.without(0, nil)
	for n := range left {
		near(t, "q of a known class", q[2*n+1], 1, 0)
	}
}

func TestWorkersAgreeWithOthersOnly(t *testing.T) {
	// Two workers who always differ: with their own votes counted they would
	// agree half the time, without them never.
	d := &crowd.Dataset{Labels: crowd.NewLabels(4, 3, 2,
		[]int32{0, 0, 1, 1, 2, 2, 3, 3}, []int32{0, 1, 0, 1, 0, 1, 0, 1}, []int32{0, 1, 1, 0, 0, 1, 1, 0})}
	w := judged(t, d, []float64{.5, .5, .5, .5, .5, .5, .5, .5})
	if w[0].Labels != 4 || w[2].Labels != 0 || w[2].Agreement.Defined() {
		t.Errorf("got %+v", w)
	}
	for j, worker := range w {
		for _, x := range append([]float64{worker.Agreement.Value, worker.Accuracy.Value, worker.Spammer, worker.Saved}, worker.Bias...) {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("worker %d: got %+v", j, worker)
			}
		}
	}
}

// Workers who copy are found with whom they copy, and nobody else.
func TestCopies(t *testing.T) {
	for seed := range uint64(5) {
		d := simulate.DawidSkene{Tasks: 300, Workers: 10, Classes: 3, PerTask: 5, Low: .5, High: .9}.Draw(seed).Data
		if groups, err := Copies(d, run(t, d).Posterior, nil); err != nil || len(groups) > 0 {
			t.Errorf("seed %d, nobody copies: got %v, %v", seed, groups, err)
		}
		d = copycat(copycat(d, 4), 2) // worker 10 copies worker 4, and 11 copies 2
		groups, err := Copies(d, run(t, d).Posterior, nil)
		if err != nil || len(groups) != 2 || !slices.Equal(groups[0].Workers, []int32{2, 11}) ||
			!slices.Equal(groups[1].Workers, []int32{4, 10}) {
			t.Errorf("seed %d: got %+v, %v, want 2 with 11 and 4 with 10", seed, groups, err)
			continue
		}
		for _, g := range groups {
			p := g.Pairs[0]
			same, shared := common(d, p.A, p.B)
			if certain := p.Evidence > copying+math.Log(66); len(g.Pairs) != 1 || g.Copy != certain || p.Same != same || p.Shared != shared {
				t.Errorf("seed %d: got %+v, want %d of %d labels the same, and copies: %v", seed, g, same, shared, certain)
			}
		}
	}
	stop := errors.New("stopped")
	d := simulate.DawidSkene{Tasks: 4000, Workers: 10, Classes: 3, PerTask: 5}.Draw(1).Data
	if _, err := Copies(d, crowd.Shares(d), func() error { return stop }); !errors.Is(err, stop) {
		t.Errorf("stopped: got %v", err)
	}
}

// common counts the tasks that two workers labelled, and those that they labelled the same.
func common(d *crowd.Dataset, a, b int32) (same, shared int) {
	for i := range d.Tasks {
		said := map[int32]int{a: -1, b: -2}
		for n, to := d.Of(i); n < to; n++ {
			if j := d.Worker[n]; j == a || j == b {
				said[j] = int(d.Class[n])
			}
		}
		if said[a] >= 0 && said[b] >= 0 {
			shared++
			if said[a] == said[b] {
				same++
			}
		}
	}
	return same, shared
}

// Of three workers no two count as one, whatever they say: nobody would be left to settle a tie.
func TestTwoOfThreeStayApart(t *testing.T) {
	for seed := range uint64(5) {
		d := copycat(simulate.DawidSkene{Tasks: 500, Workers: 2, Classes: 3, Low: .5, High: .9}.Draw(seed).Data, 1)
		if groups, err := Copies(d, run(t, d).Posterior, nil); err != nil || len(groups) > 0 {
			t.Errorf("seed %d: got %v, %v", seed, groups, err)
		}
	}
}

// A crowd whose hard tasks mislead everybody has shared mistakes, and no copies.
func TestLuresAreNoCopies(t *testing.T) {
	for _, workers := range []int{5, 10, 53} {
		d := simulate.Misled{Tasks: 400, Workers: workers, Classes: 16, Hard: .1, Wrong: .4, Slips: .01, Lure: .9}.Draw(1).Data
		if groups, err := Copies(d, run(t, d).Posterior, nil); err != nil || len(groups) > 0 {
			t.Errorf("%d workers: got %v, %v", workers, groups, err)
		}
	}
}

// Where workers share very many tasks they are compared with each other on some of them, and nothing else changes: who copies is
// found, and all other figures have every label.
func TestManyPairsAreSampled(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 300, Workers: 160, Classes: 2, PerTask: 150, Low: .6, High: .9}.Draw(1)
	d := copycat(w.Data, 4)
	all, err := Workers(d, crowd.Shares(d), nil)
	if err != nil || all.Compared != 150 {
		t.Fatalf("got %d tasks, %v, want half of 300", all.Compared, err)
	}
	for j, x := range all.Workers {
		from, to := 0, 0
		for i := range d.Tasks {
			a, b := d.Of(i)
			for n := a; n < b; n++ {
				if int(d.Worker[n]) == j {
					from++
					if all.Among[n] == 1 {
						to++
					}
				}
			}
		}
		if x.Labels != from || x.Agreement.N != from || math.Abs(x.Agreement.Value*float64(from)-float64(to)) > .5 {
			t.Errorf("worker %d: got %d labels, %d of them as all others say; want %d and %d", j, x.Labels, x.Agreement.N, from, to)
		}
		copied := slices.ContainsFunc(x.Flags, func(f Flag) bool { return f.Kind == Copy || f.Kind == Alike })
		if copied != (j == 4 || j == 160) {
			t.Errorf("worker %d: got %+v; 160 copies 4", j, x.Flags)
		}
	}
	// Nor do tasks that two crews take turns at keep one of them from being looked at.
	looked := [2]int{}
	for i := range 1000 {
		if Looks(i, 2) {
			looked[i%2]++
		}
		if !Looks(i, 1) {
			t.Errorf("task %d is left out where all are looked at", i)
		}
	}
	if min(looked[0], looked[1]) < 200 || looked[0]+looked[1] != 500 {
		t.Errorf("of every second task, %d with even numbers are looked at and %d with odd ones", looked[0], looked[1])
	}
	for most, want := range map[int]int{1 << 30: 1, 300 * 150 * 150: 2, 300 * 150 * 50: 4} {
		if got := Every(&d.Labels, 0, most); got != want {
			t.Errorf("%d pairs at most: got every %d tasks, want %d", most, got, want)
		}
	}
}

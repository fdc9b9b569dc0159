package fold

import (
	"math"
	"os"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/core/simulate"
	"concord/internal/race"
	"concord/internal/shared"
)

// stream returns the labels of a set of shared/data in the order of its file,
// cut in two: names are numbered as they appear.
func stream(t testing.TB, name string, share float64) (old, new, all *crowd.Dataset) {
	t.Helper()
	var task, worker, class []int32
	tasks, workers, classes := make(map[string]int32), make(map[string]int32), make(map[string]int32)
	number := func(m map[string]int32, s string) int32 {
		if _, ok := m[s]; !ok {
			m[s] = int32(len(m))
		}
		return m[s]
	}
	records := shared.Records(t, "data", name, "labels.csv")
	cut := int(share * float64(len(records)))
	var n, m int
	for at, r := range records {
		if at == cut {
			n, m = len(tasks), len(workers)
		}
		task, worker, class = append(task, number(tasks, r[0])), append(worker, number(workers, r[1])), append(class, number(classes, r[2]))
	}
	labels := func(n, m, from, to int) *crowd.Dataset {
		return &crowd.Dataset{Labels: crowd.NewLabels(n, m, len(classes), task[from:to], worker[from:to], class[from:to])}
	}
	return labels(n, m, 0, cut), labels(len(tasks), len(workers), cut, len(task)), labels(len(tasks), len(workers), 0, len(task))
}

func fitted(t testing.TB, d *crowd.Dataset, m fit.Method) *fit.Saved {
	t.Helper()
	r, err := fit.Run(d, m, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return fit.Save(m, d, r.Estimate, 0)
}

func folded(t testing.TB, s *fit.Saved, d *crowd.Dataset) (*fit.Result, *fit.Saved) {
	t.Helper()
	r, next, err := Fold(s, d, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if err := next.Check(); err != nil {
		t.Fatal(err)
	}
	return r, next
}

// same returns the share of tasks on which two posteriors agree.
func same(a, b []float64, classes int) float64 {
	x, _ := (&crowd.Estimate{Posterior: a}).Labels(classes, 0)
	y, _ := (&crowd.Estimate{Posterior: b}).Labels(classes, 0)
	n := 0
	for i := range x {
		if x[i] == y[i] {
			n++
		}
	}
	return float64(n) / float64(len(x))
}

// The last tenth of a file folded into a state of the rest agrees with a refit
// of all on 99 % of the tasks. (Not so with FDS: its own refits move that many
// of the old tasks.)
func TestFoldTREC(t *testing.T) {
	race.Skip(t)
	old, new, all := stream(t, "trec2011", 0.9)
	methods := []fit.Method{
		&dawidskene.DS{}, &dawidskene.DS{Smoothing: 1}, &dawidskene.DS{Tie: fit.TieMatrix}, &dawidskene.DS{Tie: fit.TieRow},
	}
	if os.Getenv("CONCORD_EVIDENCE") != "" {
		methods = append(methods, &dawidskene.IBCC{}) // its intervals take their time
	}
	for _, m := range methods {
		refit, err := fit.Run(all, m, fit.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		r, next := folded(t, fitted(t, old, m), new)
		share := same(r.Posterior, refit.Posterior, 2)
		t.Logf("%T %+v: the same label on %.2f %% of %d tasks after %d rounds", m, m, 100*share, all.Tasks, len(r.Trace))
		if share < 0.99 {
			t.Errorf("%T: the same label on %.2f %% of the tasks, want 99 %%", m, 100*share)
		}
		if !slices.Equal(next.Labels.Start, all.Start) || !slices.Equal(next.Labels.Worker, all.Worker) ||
			!slices.Equal(next.Labels.Class, all.Class) {
			t.Errorf("%T: the labels of the state are not those of the whole file", m)
		}
	}
}

// A state that did not keep its labels has the posteriors stand for them: nearly
// as good where few tasks have labels on both sides, and never far off.
func TestFoldWithoutOldLabels(t *testing.T) {
	old, new, all := stream(t, "trec2011", 0.9)
	refit, err := fit.Run(all, &dawidskene.DS{}, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	s := fitted(t, old, &dawidskene.DS{})
	s.Labels = nil
	r, next := folded(t, s, new)
	if share := same(r.Posterior, refit.Posterior, 2); share < 0.99 || next.Labels != nil {
		t.Errorf("the same label on %.2f %% of the tasks, want 99 %%; labels %v, want none", 100*share, next.Labels)
	}
	// Every task has labels on both sides: half of its ten are new.
	w := simulate.DawidSkene{Tasks: 400, Workers: 20, Classes: 3, PerTask: 10}.Draw(6)
	var halves [2]*crowd.Dataset
	for h := range halves {
		var task, worker, class []int32
		for i := range w.Data.Tasks {
			from, to := w.Data.Of(i)
			for n := from; n < to; n++ {
				if (n-from)%2 == h {
					task, worker, class = append(task, int32(i)), append(worker, w.Data.Worker[n]), append(class, int32(w.Data.Class[n]))
				}
			}
		}
		halves[h] = &crowd.Dataset{Labels: crowd.NewLabels(400, 20, 3, task, worker, class)}
	}
	s = fitted(t, halves[0], &dawidskene.DS{Smoothing: 1})
	before, _ := (&crowd.Estimate{Posterior: s.Posterior}).Labels(3, 0)
	s.Labels = nil
	r, _ = folded(t, s, halves[1])
	labels, _ := r.Labels(3, 0)
	if was, is := accuracy(before, w.Truth), accuracy(labels, w.Truth); is < 97 || is <= was {
		t.Errorf("right on %.1f %% of the tasks before, on %.1f %% after", was, is)
	}
}

// Folding piece by piece comes near to folding at once, and to a refit.
func TestFoldTwice(t *testing.T) {
	old, new, all := stream(t, "trec2011", 0.9)
	s := fitted(t, old, &dawidskene.DS{})
	_, once := folded(t, s, new)
	half := func(from, to int) *crowd.Dataset { // of the tasks with new labels
		var task, worker, class []int32
		for i := from; i < to; i++ {
			a, b := new.Of(i)
			for n := a; n < b; n++ {
				task, worker, class = append(task, int32(i)), append(worker, new.Worker[n]), append(class, int32(new.Class[n]))
			}
		}
		return &crowd.Dataset{Labels: crowd.NewLabels(to, new.Workers, 2, task, worker, class)}
	}
	middle := (old.Tasks + all.Tasks) / 2
	_, first := folded(t, s, half(0, middle))
	_, second := folded(t, first, &crowd.Dataset{Labels: func() crowd.Labels {
		l := half(middle, all.Tasks).Labels
		return l
	}()})
	if share := same(once.Posterior, second.Posterior, 2); share < 0.995 {
		t.Errorf("folded in two pieces the labels of %.2f %% of the tasks are the same, want 99.5 %%", 100*share)
	}
}

// Nothing new changes nothing.
func TestFoldNothing(t *testing.T) {
	d := simulate.DawidSkene{Tasks: 100, Workers: 8, Classes: 3, PerTask: 4}.Draw(1).Data
	for _, m := range []fit.Method{&dawidskene.DS{}, &dawidskene.DS{Assign: dawidskene.Hard}, &dawidskene.DS{UniformPrior: true}} {
		s := fitted(t, d, m)
		r, next := folded(t, s, &crowd.Dataset{Labels: crowd.NewLabels(100, 8, 3, nil, nil, nil)})
		for n, q := range next.Posterior {
			// the prior that DS stopped at is one M-step behind its counts
			near(t, "posterior", n, q, s.Posterior[n], 1e-3)
		}
		for n, c := range next.Counts {
			near(t, "count", n, c, s.Counts[n], 0)
		}
		if len(r.Posterior) != 300 || len(r.Confusion) != 72 {
			t.Errorf("%T: the estimate has the wrong shape", m)
		}
	}
}

// An old task with new labels joins both; a new worker is judged by old tasks.
//
//	Before: three workers agree on 20 tasks, classes in turn; task 20 had one
//	label a. New: the two others say b of it. And a new worker contradicts
//	everybody on ten of the old tasks.
func TestFoldJoins(t *testing.T) {
	var task, worker, class []int32
	for i := range int32(20) {
		for j := range int32(3) {
			l := i % 2
			if i == 6+j { // all are wrong once, so none is infallible
				l = 1 - l
			}
			task, worker, class = append(task, i), append(worker, j), append(class, l)
		}
	}
	task, worker, class = append(task, 20), append(worker, 0), append(class, 0)
	d := &crowd.Dataset{Labels: crowd.NewLabels(21, 3, 2, task, worker, class)}
	s := fitted(t, d, &dawidskene.DS{Smoothing: 0.1})
	if s.Posterior[20*2] < 0.8 {
		t.Fatalf("before: task 20 is a with %g", s.Posterior[20*2])
	}
	task, worker, class = []int32{20, 20}, []int32{1, 2}, []int32{1, 1}
	for i := range int32(10) {
		task, worker, class = append(task, i), append(worker, 3), append(class, 1-i%2)
	}
	r, next := folded(t, s, &crowd.Dataset{Labels: crowd.NewLabels(21, 4, 2, task, worker, class)})
	if r.Posterior[20*2+1] < 0.8 {
		t.Errorf("task 20, one a before and two b now, is b with %g", r.Posterior[20*2+1])
	}
	for i := range 20 {
		if r.Posterior[i*2+i%2] < 0.9 {
			t.Errorf("task %d changed its class for a new worker who is always wrong", i)
		}
	}
	if wrong := r.Confusion[3*4+1]; wrong < 0.9 {
		t.Errorf("the new worker says b given a with %g", wrong)
	}
	refit, err := fit.Resume(&crowd.Dataset{Labels: *next.Labels}, &dawidskene.DS{Smoothing: 0.1}, Recall(next), fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for range refit.Steps() {
	}
	full, _ := refit.Result()
	for n, q := range full.Posterior {
		near(t, "posterior of a warm-started refit", n, r.Posterior[n], q, 0.05)
	}
}

// A known truth is kept, whether it came before or comes with the new labels.
func TestFoldGold(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 50, Workers: 6, Classes: 2, PerTask: 3}.Draw(3)
	gold := func(n, i int) []int32 {
		g := make([]int32, n)
		for k := range g {
			g[k] = crowd.Unknown
		}
		g[i] = 1 - w.Truth[i]
		return g
	}
	w.Data.Gold = gold(50, 7)
	s := fitted(t, w.Data, &dawidskene.DS{})
	d := &crowd.Dataset{Labels: crowd.NewLabels(51, 6, 2, []int32{7, 7, 7, 50}, []int32{0, 1, 2, 0},
		[]int32{w.Truth[7], w.Truth[7], w.Truth[7], 1})}
	d.Gold = append(gold(50, 9), 0)
	r, next := folded(t, s, d)
	for i, want := range map[int]int32{7: 1 - w.Truth[7], 9: 1 - w.Truth[9], 50: 0} {
		if r.Posterior[i*2+int(want)] != 1 || next.Gold[i] != want {
			t.Errorf("task %d: posterior %g, known class %d, want %d", i, r.Posterior[i*2:i*2+2], next.Gold[i], want)
		}
	}
}

// A state begins from nothing too.
func TestFoldIntoEmpty(t *testing.T) {
	empty := &crowd.Dataset{Labels: crowd.NewLabels(0, 0, 3, nil, nil, nil)}
	w := simulate.DawidSkene{Tasks: 300, Workers: 10, Classes: 3, PerTask: 5}.Draw(4)
	r, _ := folded(t, fit.SaveAs(fit.CountOptions{}, empty, &crowd.Estimate{}, 0), w.Data)
	labels, _ := r.Labels(3, 0)
	if got := accuracy(labels, w.Truth); got < 85 {
		t.Errorf("right on %.1f %% of the tasks", got)
	}
}

func TestFoldRefuses(t *testing.T) {
	d := simulate.DawidSkene{Tasks: 20, Workers: 4, Classes: 3, PerTask: 3}.Draw(1).Data
	s := fitted(t, d, &dawidskene.DS{})
	two := &crowd.Dataset{Labels: crowd.NewLabels(20, 4, 2, nil, nil, nil)}
	if _, _, err := Fold(s, two, fit.Settings{}); err == nil {
		t.Error("labels of two classes were folded into a state of three")
	}
	spoil := func(f func(*fit.Saved)) {
		c := *s
		c.Prior, c.Counts = slices.Clone(s.Prior), slices.Clone(s.Counts)
		f(&c)
		if c.Check() == nil {
			t.Errorf("a spoilt state passes: %d tasks, prior %v", c.Tasks, c.Prior)
		}
	}
	spoil(func(c *fit.Saved) { c.Prior[0] = math.NaN() })
	spoil(func(c *fit.Saved) { c.Prior[0] += .1 })
	spoil(func(c *fit.Saved) { c.Counts[3] = -1 })
	spoil(func(c *fit.Saved) { c.Counts[3] = 1e300 })
	spoil(func(c *fit.Saved) { c.Counts = c.Counts[1:] })
	spoil(func(c *fit.Saved) { c.Tasks++ })
	spoil(func(c *fit.Saved) { c.Classes = 0 })
	spoil(func(c *fit.Saved) { c.Gold = []int32{0} })
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}

// A fold leaves the state it came from alone.
func TestFoldLeavesTheStateAlone(t *testing.T) {
	old, new, _ := stream(t, "bluebird", 0.5)
	s := fitted(t, old, &dawidskene.DS{})
	before := []([]float64){slices.Clone(s.Prior), slices.Clone(s.Class), slices.Clone(s.Counts), slices.Clone(s.Posterior)}
	a, _ := folded(t, s, new)
	b, _ := folded(t, s, new)
	for n, part := range [][]float64{s.Prior, s.Class, s.Counts, s.Posterior} {
		if !slices.Equal(part, before[n]) {
			t.Errorf("part %d of the state changed", n)
		}
	}
	if !slices.Equal(a.Posterior, b.Posterior) {
		t.Error("the same fold gives another answer")
	}
}

func BenchmarkFold(b *testing.B) {
	old, new, all := stream(b, "trec2011", 0.9)
	s := fitted(b, old, &dawidskene.DS{})
	b.Run("what=fold/set=trec2011", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := Fold(s, new, fit.Settings{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("what=refit/set=trec2011", func(b *testing.B) {
		for b.Loop() {
			if _, err := fit.Run(all, &dawidskene.DS{}, fit.Settings{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func near(t *testing.T, what string, n int, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s %d: got %.15g, want %.15g", what, n, got, want)
	}
}

func accuracy(labels, truth []int32) float64 {
	right := 0
	for i, l := range labels {
		if l == truth[i] {
			right++
		}
	}
	return 100 * float64(right) / float64(len(labels))
}

package minimax

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
	"concord/internal/shared"
)

func run(t testing.TB, d *crowd.Dataset, m Minimax, s fit.Settings) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, m, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestByHand makes one move of a worker with three labels, two of them right, on tasks whose
// truth is known to be 0 twice and 1.
//
//	α        ¼ · 2² = 1; β = 1 · 1 label a worker's 3 to 1 a task: 3
//	row 0    two labels, 0 and 1: slope 1 − 2/2 = 0, so it stays
//	row 1    one label, 1: slope (−½, ½); σ_1 = (−½, ½) / (½ + 1) = (−⅓, ⅓)
func TestByHand(t *testing.T) {
	d := &crowd.Dataset{
		Labels: crowd.NewLabels(3, 1, 2, []int32{0, 1, 2}, []int32{0, 0, 0}, []int32{0, 1, 1}), Gold: []int32{0, 0, 1},
	}
	f := newModel(d, .25, fit.Settings{})
	if f.ofWorker != 1 || f.ofTask != 3 {
		t.Errorf("got regularisation %v and %v, want 1 and 3", f.ofWorker, f.ofTask)
	}
	for i := range 3 {
		f.lean(f.worker.exp, f.task.of(i, 4).exp, f.truth[2*i:2*i+2], int(d.Class[i]))
	}
	f.move(f.worker, f.ofWorker)
	for n, want := range []float64{0, 0, -1. / 3, 1. / 3} {
		if got := f.worker.log[n]; math.Abs(got-want) > 1e-12 {
			t.Errorf("σ %d: got %v, want %v", n, got, want)
		}
	}
}

// objective is that of the package comment, word by word.
func objective(f *model) float64 {
	d, k := f.d, f.d.Classes
	total := 0.0
	for i := range d.Tasks {
		sum := 0.0
		for t := range k {
			if z := d.Truth(i); z != crowd.Unknown && z != t {
				continue
			}
			p := 1 / float64(k)
			from, to := d.Of(i)
			for n := from; n < to; n++ {
				j, norm := int(d.Worker[n]), 0.0
				score := func(l int) float64 { return math.Exp(f.worker.log[(j*k+t)*k+l] + f.task.log[(i*k+t)*k+l]) }
				for l := range k {
					norm += score(l)
				}
				p *= score(int(d.Class[n])) / norm
			}
			sum += p
		}
		total += math.Log(sum)
	}
	for _, x := range f.worker.log {
		total -= f.ofWorker / 2 * x * x
	}
	for _, x := range f.task.log {
		total -= f.ofTask / 2 * x * x
	}
	return total
}

// TestTop: the objective is what it is said to be, and where the fit ends no parameter can be
// changed to raise it.
func TestTop(t *testing.T) {
	for _, gold := range []bool{false, true} {
		w := simulate.DawidSkene{Tasks: 10, Workers: 5, Classes: 3, PerTask: 4}.Draw(2)
		if gold {
			w.Data.Gold = append([]int32(nil), w.Truth...)
			w.Data.Gold[3], w.Data.Gold[4] = crowd.Unknown, crowd.Unknown
		}
		f := newModel(w.Data, .25, fit.Settings{})
		for n := range 3000 {
			step, err := f.Step()
			if err != nil {
				t.Fatal(err)
			}
			if want := objective(f); n < 5 && math.Abs(step.Objective-want) > 1e-9 {
				t.Errorf("gold %v, step %d: got objective %v, want %v", gold, n+1, step.Objective, want)
			}
		}
		for name, x := range map[string][]float64{"σ": f.worker.log, "τ": f.task.log} {
			was := append([]float64(nil), x...)
			slope := fd.Gradient(nil, func(p []float64) float64 {
				copy(x, p)
				return objective(f)
			}, was, &fd.Settings{Formula: fd.Central})
			copy(x, was)
			for n, s := range slope {
				if math.Abs(s) > 1e-5 {
					t.Errorf("gold %v: the slope along %s %d is %v, want 0", gold, name, n, s)
				}
			}
		}
	}
}

// TestPaper: the accuracy on bluebird is the 91.67 % that Zhou et al. 2012 print.
func TestPaper(t *testing.T) {
	set := shared.Load(t, "bluebird", "labels.csv")
	r := run(t, set.Data, Minimax{}, fit.Settings{})
	labels, _ := r.Labels(set.Data.Classes, 0)
	if got, want := 100*set.Error(labels), 8.33; math.Abs(got-want) > .005 {
		t.Errorf("got error %.2f %%, want %v %%", got, want)
	}
}

// TestRecovery: the answers are better than the vote's, and the more tasks there are the
// nearer is the order of the workers to that of their accuracies. Where tasks differ, those
// that nobody gets right are the difficult ones.
func TestRecovery(t *testing.T) {
	var crew []simulate.Matrix
	for j := range 10 {
		crew = append(crew, simulate.Coin(3, .4+.055*float64(j)))
	}
	w := simulate.DawidSkene{Tasks: 3000, Workers: 10, Classes: 3, PerTask: 5, Confusion: simulate.Crew(crew...)}.Draw(3)
	r := run(t, w.Data, Minimax{}, fit.Settings{})
	wrong := func(q []float64) (n int) {
		labels, _ := (&crowd.Estimate{Posterior: q}).Labels(3, 1)
		for i, l := range labels {
			if l != w.Truth[i] {
				n++
			}
		}
		return n
	}
	if got, plain := wrong(r.Posterior), wrong(crowd.Shares(w.Data)); got >= plain {
		t.Errorf("got %d wrong answers, want fewer than the vote's %d", got, plain)
	}
	accuracy := func(j int) float64 { return r.Confusion[9*j] + r.Confusion[9*j+4] + r.Confusion[9*j+8] }
	for j := 1; j < 10; j++ {
		if accuracy(j) <= accuracy(j-1) {
			t.Errorf("got accuracy %v of worker %d, want more than worker %d has, %v", accuracy(j)/3, j, j-1, accuracy(j-1)/3)
		}
	}
	g := simulate.GLAD{Tasks: 400, Workers: 30, Classes: 2, Ability: 2, Spread: .3}.Draw(1)
	difficulty := run(t, g.Data, Minimax{}, fit.Settings{}).Extra[0].Values
	easy, hard, n, m := 0.0, 0.0, 0.0, 0.0
	for i, x := range g.Difficulty {
		if x > 1 {
			hard, m = hard+difficulty[i], m+1
		} else {
			easy, n = easy+difficulty[i], n+1
		}
	}
	if hard/m < easy/n+.2 {
		t.Errorf("got mean difficulty %.3f of hard tasks and %.3f of easy ones", hard/m, easy/n)
	}
}

// TestTooMuchRegularisation: few labels of many classes are drawn to guessing, and a warning says so;
// with less regularisation they are not.
func TestTooMuchRegularisation(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 200, Workers: 20, Classes: 8, PerTask: 3, Low: .5, High: .9}.Draw(1)
	errors := map[float64]int{}
	for _, c := range []struct {
		gamma float64
		warns bool
	}{{0, true}, {.01, false}} {
		r := run(t, w.Data, Minimax{Gamma: c.gamma}, fit.Settings{Seed: 1})
		labels, _ := r.Labels(8, 1)
		for i, l := range labels {
			if l != w.Truth[i] {
				errors[c.gamma]++
			}
		}
		if got := len(r.Warnings) > 0 && strings.Contains(r.Warnings[0].Error(), "regularisation"); got != c.warns {
			t.Errorf("γ %v: got warnings %v", c.gamma, r.Warnings)
		}
	}
	if errors[0] < 2*errors[.01] {
		t.Errorf("got %d errors by default and %d with little regularisation, want far fewer of these", errors[0], errors[.01])
	}
}

func TestCannotRun(t *testing.T) {
	for _, c := range []struct {
		has  crowd.Parts
		want error
	}{
		{crowd.Parts{Numeric: true}, ErrNumbers},
		{crowd.Parts{Classes: 2, Anonymous: true}, crowd.ErrAnonymous},
		{crowd.Parts{Classes: 1}, ErrOne},
	} {
		if _, err := (Minimax{}).Uses(c.has); err != c.want {
			t.Errorf("%+v: got %v, want %v", c.has, err, c.want)
		}
	}
}

package twin_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/vote"
	"concord/core/synth"
	"concord/core/twin"
)

// majority is a method.
func majority(d *crowd.Dataset) ([]float64, error) {
	r, err := fit.Run(d, vote.Majority{}, fit.Settings{Seed: 1})
	if err != nil {
		return nil, err
	}
	return r.Posterior, nil
}

// known is the crowd of a world whose truth is known.
func known(t *testing.T, w *synth.World) *twin.Crowd {
	t.Helper()
	c, err := twin.Of(&w.Data.Labels, func(i int, q []float64) {
		clear(q)
		q[w.Truth[i]] = 1
	}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// right is the share of tasks that the majority gets right, ties in part.
func right(t *testing.T, w *synth.World) float64 {
	t.Helper()
	q, err := majority(w.Data)
	if err != nil {
		t.Fatal(err)
	}
	k, sum := w.Data.Classes, 0.0
	for i, z := range w.Truth {
		row := q[i*k : (i+1)*k]
		top, ties := slices.Max(row), 0.0
		for _, p := range row {
			if p >= top {
				ties++
			}
		}
		if row[z] >= top {
			sum += 1 / ties
		}
	}
	return sum / float64(len(w.Truth))
}

func foresee(t *testing.T, c *twin.Crowd, q twin.Question) *twin.Foretold {
	t.Helper()
	q.Methods = append(q.Methods, majority)
	f, err := c.Foresee(q)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// at returns a curve's value at so many labels more.
func at(t *testing.T, f *twin.Foretold, curve []twin.Interval, more int) float64 {
	t.Helper()
	n := slices.Index(f.More, more)
	if n < 0 {
		t.Fatalf("%d more labels are not on the curve, which has %v", more, f.More)
	}
	return curve[n].Value
}

// Of a crowd whose workers err alone, what is foretold is what more labels of the same workers bring: all that is learnt of the
// crowd is right.
func TestFurtherLabelsOfACrowdThatErrsAlone(t *testing.T) {
	for _, world := range []synth.DawidSkene{
		{Tasks: 5000, Workers: 30, Classes: 2, PerTask: 3, Low: .55, High: .8},
		{Tasks: 5000, Workers: 40, Classes: 4, PerTask: 4, Prior: []float64{.4, .3, .2, .1}, Low: .35, High: .7},
	} {
		w := world.Draw(1)
		world.Confusion, world.Prior = w.Confusion, w.Prior
		c := known(t, w)
		c.Shared = 0
		f := foresee(t, c, twin.Question{Right: right(t, w), Without: -1, Seed: 3})
		for _, more := range []int{-2, 0, 2, 5} {
			then := world
			then.PerTask += more
			want, got := right(t, then.Draw(2)), at(t, f, f.Right[0], more)
			if math.Abs(got-want) > .03 {
				t.Errorf("%d classes, %+d labels: got %.3f right, want %.3f", world.Classes, more, got, want)
			}
		}
	}
}

// With the labels there are, as many are right as were expected, whatever that is; and no number of labels mends tasks that mislead.
func TestCalibrated(t *testing.T) {
	w := synth.DawidSkene{Tasks: 600, Workers: 20, Classes: 3, PerTask: 5, Low: .5, High: .9}.Draw(1)
	c := known(t, w)
	for _, want := range []float64{.75, .85, .9} {
		f := foresee(t, c, twin.Question{Right: want, Without: -1, Seed: 1})
		if got := at(t, f, f.Right[0], 0); math.Abs(got-want) > .01 {
			t.Errorf("got %.3f right at present, want %.2f", got, want)
		}
		end := f.Right[0][len(f.More)-1].Value
		if most := 1 - f.Misled + .02; f.Misled <= 0 || end > most || end < want {
			t.Errorf("%.2f right: %.3f with %d labels more, want between that and %.3f", want, end, f.More[len(f.More)-1], most)
		}
		if first := f.Right[0][0].Value; first > want-.05 {
			t.Errorf("%.2f right: %.3f with %.1f labels, want less", want, first, f.PerTask[0])
		}
	}
}

// Known truths tell whether tasks mislead.
func TestKnownTruthsTellWhatIsOwedToTasks(t *testing.T) {
	alone := synth.DawidSkene{Tasks: 2000, Workers: 20, Classes: 2, PerTask: 5, Low: .6, High: .8}.Draw(1)
	together := synth.DawidSkene{Tasks: 2000, Workers: 20, Classes: 2, PerTask: 5, Low: .9, High: .95}.Draw(1)
	for i := range together.Truth { // a quarter of the tasks mislead everybody
		if i%4 == 0 {
			together.Truth[i] = 1 - together.Truth[i]
		}
	}
	for _, x := range []struct {
		name      string
		w         *synth.World
		low, high float64
	}{{"workers err alone", alone, 0, .1}, {"most mistakes are owed to tasks", together, .65, .95}} {
		c, err := twin.Of(&x.w.Data.Labels, func(_ int, q []float64) { q[0], q[1] = .5, .5 }, func(i int) int32 { return x.w.Truth[i] }, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.Shared < x.low || c.Shared > x.high {
			t.Errorf("%s: got a share of %.2f owed to tasks, want %g to %g", x.name, c.Shared, x.low, x.high)
		}
	}
}

// Without a spammer it is better, without an expert worse.
func TestWithout(t *testing.T) {
	crew := slices.Concat(synth.Times(1, synth.Coin(2, .98)), synth.Times(5, synth.Coin(2, .7)), synth.Times(1, synth.Inverted(2, .9)))
	w := synth.DawidSkene{Tasks: 500, Workers: len(crew), Classes: 2, PerTask: 3, Confusion: synth.Crew(crew...)}.Draw(1)
	c, now := known(t, w), right(t, w)
	c.Shared = 0
	for _, x := range []struct {
		worker int
		better bool
	}{{0, false}, {len(crew) - 1, true}} {
		f := foresee(t, c, twin.Question{Right: now, Without: x.worker, Seed: 1})
		with, without := at(t, f, f.Right[0], 0), at(t, f, f.Without[0], 0)
		if (without > with) != x.better || math.Abs(without-with) < .02 {
			t.Errorf("without worker %d: got %.3f, with all %.3f; want it better: %v", x.worker, without, with, x.better)
		}
	}
}

func TestTheSameSeedForetellsTheSame(t *testing.T) {
	w := synth.DawidSkene{Tasks: 200, Workers: 9, Classes: 2, PerTask: 3}.Draw(1)
	c := known(t, w)
	ask := twin.Question{Right: .8, Without: -1, Seed: 5}
	a, b := foresee(t, c, ask), foresee(t, c, ask)
	if !reflect.DeepEqual(a, b) {
		t.Error("the same seed foretells something else")
	}
	ask.Seed++
	if reflect.DeepEqual(a, foresee(t, c, ask)) {
		t.Error("another seed foretells the same")
	}
}

// Sizes at the edge: one label, one worker, everybody on every task, one task with very many.
func TestOddCrowds(t *testing.T) {
	many := make([]int32, 3000)
	workers := make([]int32, 3000)
	for n := range workers {
		workers[n] = int32(n)
	}
	for name, l := range map[string]crowd.Labels{
		"one label":  crowd.NewLabels(1, 1, 2, []int32{0}, []int32{0}, []int32{1}),
		"one worker": crowd.NewLabels(3, 1, 2, []int32{0, 1, 2}, []int32{0, 0, 0}, []int32{1, 0, 1}),
		"one task":   crowd.NewLabels(2, 3000, 2, many, workers, many),
	} {
		c, err := twin.Of(&l, func(_ int, q []float64) { q[0], q[1] = .7, .3 }, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		f := foresee(t, c, twin.Question{Right: .7, Without: -1, Seed: 1})
		for n, x := range f.Right[0] {
			if !(x.Low >= 0 && x.Low <= x.Value && x.Value <= x.High && x.High <= 1) {
				t.Errorf("%s, %+d labels: got %+v", name, f.More[n], x)
			}
		}
	}
}

func TestItCanBeStopped(t *testing.T) {
	stop := errors.New("stop")
	w := synth.DawidSkene{Tasks: 100, Workers: 9, Classes: 2, PerTask: 3}.Draw(1)
	fits := 0
	_, err := known(t, w).Foresee(twin.Question{
		Methods: []func(*crowd.Dataset) ([]float64, error){majority}, Right: .8, Without: -1,
		Tell: func(at, of int) error {
			if at > of || at < fits {
				t.Errorf("fit %d of %d after %d", at, of, fits)
			}
			if fits = at; fits > 20 {
				return stop // once: nothing goes on after it
			}
			return nil
		},
	})
	if err != stop {
		t.Errorf("got %v after %d fits, want %v", err, fits, stop)
	}
}

package dawidskene

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
	"concord/internal/race"
	"concord/internal/shared"
)

// sample is the selection rule of the FDS paper's experiments: tasks with at
// least most labels, of each of them n at random; the tasks in random order, as
// a stream has them.
func sample(s *shared.Set, most, n int, seed uint64) (d *crowd.Dataset, truth []int32) {
	random := rand.New(rand.NewPCG(seed, 1))
	var keep []int
	for i := range s.Data.Tasks {
		if from, to := s.Data.Of(i); to-from >= most {
			keep = append(keep, i)
		}
	}
	random.Shuffle(len(keep), func(a, b int) { keep[a], keep[b] = keep[b], keep[a] })
	var task, worker, class []int32
	for at, i := range keep {
		from, to := s.Data.Of(i)
		for _, l := range random.Perm(to - from)[:n] {
			task, worker, class = append(task, int32(at)), append(worker, s.Data.Worker[from+l]), append(class, int32(s.Data.Class[from+l]))
		}
		truth = append(truth, s.Truth[i])
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(len(keep), s.Data.Workers, s.Data.Classes, task, worker, class)}, truth
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

// Table 4 of the paper: FDS and online FDS on SP, by labels a task, the mean over
// seeds. Labels are those of the tasks' arrival; a last look at all is better.
func TestOnlineFDSTable4(t *testing.T) {
	race.Skip(t)
	s := shared.Load(t, "sp", "labels.csv")
	seeds := 5
	if os.Getenv("CONCORD_EVIDENCE") != "" {
		seeds = 100
	}
	for _, c := range []struct {
		n             int
		paper, online float64
		near          float64 // of five seeds
	}{{2, 85.59, 83.57, 1}, {3, 88.41, 88.06, .5}, {4, 90.02, 89.90, .5}, {5, 90.74, 90.60, .5}} {
		means := make([]float64, 3)
		for seed := range uint64(seeds) {
			d, truth := sample(s, 5, c.n, seed)
			for n, m := range []fit.Method{&DS{Assign: Hard}, &OnlineFDS{}, &OnlineFDS{Again: true}} {
				r, err := fit.Run(d, m, fit.Settings{Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				labels, _ := r.Labels(2, seed)
				means[n] += accuracy(labels, truth) / float64(seeds)
			}
		}
		offline, arrival, again := means[0], means[1], means[2]
		t.Logf("%d labels: FDS %.2f (paper %.2f), on arrival %.2f (paper %.2f), after a last look %.2f", c.n, offline, c.paper, arrival, c.online,
			again)
		if math.Abs(arrival-c.online) > c.near {
			t.Errorf("%d labels: right on arrival %.2f %%, in the paper %.2f", c.n, arrival, c.online)
		}
		if again < offline-0.5 {
			t.Errorf("%d labels: online FDS is right on %.2f %% after a last look, FDS on %.2f %%; it may lose half a point", c.n, again, offline)
		}
		if arrival > again+0.5 {
			t.Errorf("%d labels: right on arrival %.2f %%, after a last look only %.2f %%", c.n, arrival, again)
		}
	}
}

// Two tasks come first, two are streamed: by hand.
//
//	task 0: w0 w1 w2 say a a b    1: b b a    (first: labels a b; w2 is wrong twice)
//	task 2: w0 a, w2 b, a tie. Vote: by the seed. If a: a has counts w0 2/2, w2 1/2;
//	        b w0 0/1: a for certain. If b: w0 says a given b 1 of 2, w2 b given b 1
//	        of 2, prior 2/3; w0 a given a 1/1, w2 b given a 1/1, prior 1/3: a has 2/3.
//	task 3: w2 alone says a: vote a. Given a, w2 has a 1 of 3, prior 3/4; given b
//	        1 of 1, prior 1/4: a tie, by the seed.
func TestOnlineFDSByHand(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(4, 3, 2,
		[]int32{0, 0, 0, 1, 1, 1, 2, 2, 3},
		[]int32{0, 1, 2, 0, 1, 2, 0, 2, 2},
		[]int32{0, 0, 1, 1, 1, 0, 0, 1, 0})}
	for seed := range uint64(8) {
		f, err := (&OnlineFDS{First: 0.5}).Start(d, fit.Settings{Seed: seed}.WithDefaults())
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			if s, err := f.Step(); err != nil || s.Done {
				break
			}
		}
		vote, _ := crowd.Best([]float64{.5, .5}, 2, seed)
		last, _ := crowd.Best([]float64{.5, .5}, 3, seed)
		o := f.(*online)
		if want := []uint16{0, 1, 0, uint16(last)}; !slices.Equal(o.pass.class, want) || o.next != 4 {
			t.Errorf("seed %d: got %v of %d tasks, want %v of 4", seed, o.pass.class, o.next, want)
		}
		e := f.Estimate()
		third := [][]float64{{1, 0}, {2. / 3, 1. / 3}}[vote]
		for n, want := range []float64{1, 0, 0, 1, third[0], third[1], .5, .5} {
			near(t, "posterior on arrival", n, e.Posterior[n], want, 1e-15)
		}
		// of tasks 0, 2 and 3, if that is a, w2 says b b a
		confusion := []float64{1, 0, 0, 1, 1, 0, 0, 1, 1. / 3, 2. / 3, 1, 0}
		if last == 1 {
			confusion = []float64{1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0}
		}
		for n, want := range confusion {
			near(t, "confusion", n, e.Confusion[n], want, 1e-15)
		}
		if labels, _ := e.Labels(2, seed); !slices.Equal(labels, []int32{0, 1, 0, int32(last)}) {
			t.Errorf("seed %d: got the labels %v, and the classes %v count", seed, labels, o.pass.class)
		}
	}
}

// The counts that arrivals change step by step are those of what tasks are in the
// end: their classes, or, where DS streams, their posteriors.
func TestOnlineFDSCounts(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 300, Workers: 12, Classes: 3, PerTask: 4}.Draw(1)
	w.Data.Gold = slices.Clone(w.Truth)
	for i := range w.Data.Gold {
		if i%5 != 0 {
			w.Data.Gold[i] = crowd.Unknown
		}
	}
	for stream, far := range map[Stream]float64{StreamFDS: 0, StreamHybrid: 0, StreamDS: 1e-10} {
		f, err := (&OnlineFDS{Stream: stream}).Start(w.Data, fit.Settings{}.WithDefaults())
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; ; n++ {
			s, err := f.Step()
			if err != nil || n > 1000 {
				t.Fatal(err, n)
			}
			if s.Done {
				break
			}
		}
		o := f.(*online)
		q := make([]float64, 300*3)
		for i, y := range o.pass.class {
			q[i*3+int(y)] = 1
			if g := w.Data.Gold[i]; g != crowd.Unknown && g != int32(y) {
				t.Errorf("task %d: class %d, known to be %d", i, y, g)
			}
		}
		if stream == StreamDS {
			q = f.Estimate().Posterior
		}
		for n, want := range crowd.Counts(&w.Data.Labels, q) {
			near(t, "count", n, Flip(o.pass.counts.Label, 3)[n], want, far)
		}
		for n, got := range o.given {
			want := 0.0
			for l := range 3 {
				want += o.pass.counts.Label[(n/3*3+l)*3+n%3]
			}
			near(t, "labels that count for a class", n, got, want, far)
		}
	}
}

// Stopped before the stream has ended, it believes something of every task.
func TestOnlineFDSStoppedEarly(t *testing.T) {
	d := simulate.DawidSkene{Tasks: 200, Workers: 8, Classes: 2, PerTask: 3}.Draw(2).Data
	f, err := (&OnlineFDS{}).Start(d, fit.Settings{}.WithDefaults())
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		for i, q := range f.Estimate().Posterior {
			if math.IsNaN(q) {
				t.Fatalf("posterior %d is NaN", i)
			}
		}
		if _, err := f.Step(); err != nil {
			t.Fatal(err)
		}
	}
}

package dawidskene

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/internal/shared"
	"concord/core/synth"
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

// Table 4 of the paper: FDS and online FDS on SP, by labels a task. The mean over
// seeds; what tasks got on arrival, which is the paper's figure, is logged too.
func TestOnlineFDSTable4(t *testing.T) {
	s := shared.Load(t, "sp", "labels.csv")
	seeds := 5
	if os.Getenv("CONCORD_EVIDENCE") != "" {
		seeds = 100
	}
	for n, paper := range map[int][2]float64{2: {85.59, 83.57}, 3: {88.41, 88.06}, 4: {90.02, 89.90}, 5: {90.74, 90.60}} {
		var offline, now, arrival float64
		for seed := range uint64(seeds) {
			d, truth := sample(s, 5, n, seed)
			r, err := fit.Run(d, &FDS{}, fit.Settings{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			labels, _ := r.Labels(2, seed)
			offline += accuracy(labels, truth) / float64(seeds)
			session, err := fit.Start(d, &OnlineFDS{}, fit.Settings{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			for range session.Steps() {
			}
			labels, _ = session.Fit().Estimate().Labels(2, seed)
			now += accuracy(labels, truth) / float64(seeds)
			o := session.Fit().(*online)
			if o.next != d.Tasks {
				t.Fatalf("%d of %d tasks have arrived", o.next, d.Tasks)
			}
			for i, y := range o.pass.class {
				labels[i] = int32(y)
			}
			arrival += accuracy(labels, truth) / float64(seeds)
		}
		t.Logf("%d labels: FDS %.2f (paper %.2f), online %.2f, on arrival %.2f (paper %.2f)", n, offline, paper[0], now, arrival, paper[1])
		if now < offline-0.5 {
			t.Errorf("%d labels: online FDS is right on %.2f %%, FDS on %.2f %%; it may lose half a point", n, now, offline)
		}
		if arrival > now+0.5 {
			t.Errorf("%d labels: right on arrival %.2f %%, in the end only %.2f %%", n, arrival, now)
		}
	}
}

// Two tasks come first, two are streamed: by hand.
//
//	task 0: w0 w1 w2 say a a b    1: b b a    (first: labels a b; w2 is wrong twice)
//	task 2: w0 a, w2 b, a tie. Vote: by the seed. If a: a has counts w0 2/2, w2 0/2;
//	        b w0 0/1, w2 0/1: a stays. If b: w0 says a given b 1 of 2, w2 b given b 1
//	        of 2, prior 2/3; w0 a given a 1/1, w2 b given a 1/1, prior 1/3: a wins.
//	task 3: w2 alone says a: vote a. Given a, w2 has a 1 of 3, prior 3/4; given b
//	        1 of 1, prior 1/4: a tie, and a stays.
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
		o := f.(*online)
		if want := []uint16{0, 1, 0, 0}; !slices.Equal(o.pass.class, want) || o.next != 4 {
			t.Errorf("seed %d: got %v of %d tasks, want %v of 4", seed, o.pass.class, o.next, want)
		}
		// a: tasks 0, 2, 3; w2 says b b a of them
		for n, want := range []float64{1, 0, 0, 1, 1, 0, 0, 1, 1. / 3, 2. / 3, 1, 0} {
			near(t, "confusion", n, f.Estimate().Confusion[n], want, 1e-15)
		}
	}
}

// The counts that arrivals change step by step are those of the classes in the end.
func TestOnlineFDSCounts(t *testing.T) {
	w := synth.DawidSkene{Tasks: 300, Workers: 12, Classes: 3, PerTask: 4}.Draw(1)
	w.Data.Gold = slices.Clone(w.Truth)
	for i := range w.Data.Gold {
		if i%5 != 0 {
			w.Data.Gold[i] = crowd.Unknown
		}
	}
	f, err := (&OnlineFDS{}).Start(w.Data, fit.Settings{}.WithDefaults())
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
	for n, want := range crowd.Counts(&w.Data.Labels, q) {
		near(t, "count", n, flip(o.pass.counts.Label, 3)[n], want, 0)
	}
	for n, got := range o.given {
		want := 0.0
		for l := range 3 {
			want += o.pass.counts.Label[(n/3*3+l)*3+n%3]
		}
		near(t, "labels that count for a class", n, got, want, 0)
	}
}

// Stopped before the stream has ended, it believes something of every task.
func TestOnlineFDSStoppedEarly(t *testing.T) {
	d := synth.DawidSkene{Tasks: 200, Workers: 8, Classes: 2, PerTask: 3}.Draw(2).Data
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

package vote

import (
	"math"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
	"concord/internal/shared"
)

// three tasks by three workers; worker 2 is always alone.
//
//	task 0: a a b    task 1: b b a    task 2: a – b (a tie)
func tiny() *crowd.Dataset {
	return &crowd.Dataset{Labels: crowd.NewLabels(3, 3, 2,
		[]int32{0, 0, 0, 1, 1, 1, 2, 2},
		[]int32{0, 1, 2, 0, 1, 2, 0, 2},
		[]int32{0, 0, 1, 1, 1, 0, 0, 1})}
}

// close reports whether two slices agree to rounding.
func close(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) < 1e-12 })
}

// The vote gives a, b and, of the tie, the lowest class a. So worker 0 agrees 3
// times of 3, worker 1 2 of 2, worker 2 0 of 3: it loses its vote.
func TestWawaByHand(t *testing.T) {
	r := run(t, tiny(), Wawa{lowest: true}, fit.Settings{})
	if got, want := extra(t, r, "weight"), []float64{1, 1, 0}; !close(got, want) {
		t.Errorf("weights: got %v, want %v", got, want)
	}
	if want := []float64{1, 0, 0, 1, 1, 0}; !close(r.Posterior, want) {
		t.Errorf("posterior: got %v, want %v", r.Posterior, want)
	}
}

// The weights 2·1−1, 2·1−1, 2·0−1 turn worker 2's labels round: task 0 scores
// a 2, b −1, and with K/(K−1) = 2 its posterior odds are exp(6).
func TestIWMVByHand(t *testing.T) {
	r := run(t, tiny(), IWMV{lowest: true}, fit.Settings{})
	if got, want := extra(t, r, "weight"), []float64{1, 1, -1}; !close(got, want) {
		t.Errorf("weights: got %v, want %v", got, want)
	}
	p, q := 1/(1+math.Exp(-6)), 1/(1+math.Exp(-4))
	if want := []float64{p, 1 - p, 1 - p, p, q, 1 - q}; !close(r.Posterior, want) {
		t.Errorf("posterior: got %v, want %v", r.Posterior, want)
	}
}

// At a rate of ½ a skill goes half the way from ½ to the agreement.
func TestZeroBasedSkillByHand(t *testing.T) {
	r := run(t, tiny(), ZeroBasedSkill{Rate: 0.5, lowest: true}, never(1))
	if got, want := extra(t, r, "skill"), []float64{0.75, 0.75, 0.25}; !close(got, want) {
		t.Errorf("skills: got %v, want %v", got, want)
	}
}

// So many labels that a product of their powers would overflow are as certain as a few.
func TestThousandsOfLabelsOfATask(t *testing.T) {
	const workers = 3000
	task, worker, class := make([]int32, 2*workers), make([]int32, 2*workers), make([]int32, 2*workers)
	for n := range task {
		task[n], worker[n] = int32(n/workers), int32(n%workers)
		if n < workers && n%3 == 0 {
			class[n] = 1
		}
	}
	r := run(t, &crowd.Dataset{Labels: crowd.NewLabels(2, workers, 2, task, worker, class)}, IWMV{}, fit.Settings{Seed: 1})
	if want := []float64{1, 0, 1, 0}; !close(r.Posterior, want) {
		t.Errorf("got %v, want %v", r.Posterior, want)
	}
}

// Workers without a say leave a task to its plain shares.
func TestWeightless(t *testing.T) {
	b := newBallot(tiny(), fit.Settings{}, false, 0)
	row := make([]float64, 2)
	if b.posterior(0, row); !close(row, []float64{2. / 3, 1. / 3}) {
		t.Errorf("got %v, want the shares of the votes", row)
	}
}

// A known truth is kept, and workers are judged by it.
func TestGold(t *testing.T) {
	for name, m := range map[string]fit.Method{"majority": Majority{}, "wawa": Wawa{}, "zbs": ZeroBasedSkill{}, "iwmv": IWMV{},
		"mmsr": MMSR{}} {
		d := tiny()
		d.Gold = []int32{1, crowd.Unknown, 1}
		r := run(t, d, m, fit.Settings{})
		if r.Posterior[1] != 1 || r.Posterior[5] != 1 {
			t.Errorf("%s: posterior %v does not keep the known classes", name, r.Posterior)
		}
	}
	d := tiny()
	d.Gold = []int32{1, 0, 1}
	r := run(t, d, Wawa{}, fit.Settings{})
	if got, want := extra(t, r, "weight"), []float64{0, 0, 1}; !close(got, want) {
		t.Errorf("weights: got %v, want %v", got, want)
	}
}

func BenchmarkVote(b *testing.B) {
	s := shared.Load(b, "trec2011", "labels.csv")
	for _, m := range []struct {
		name   string
		method fit.Method
	}{{"majority", Majority{}}, {"wawa", Wawa{}}, {"zbs", ZeroBasedSkill{}}, {"iwmv", IWMV{}}, {"mmsr", MMSR{}}} {
		b.Run("method="+m.name+"/set=trec2011", func(b *testing.B) {
			b.ReportAllocs()
			steps := 0
			for b.Loop() {
				r, err := fit.Run(s.Data, m.method, fit.Settings{})
				if err != nil {
					b.Fatal(err)
				}
				steps = len(r.Trace)
			}
			b.ReportMetric(float64(steps), "steps")
		})
	}
}

func TestStepsAllocateNothing(t *testing.T) {
	d := simulate.DawidSkene{Tasks: 200, Workers: 10, Classes: 3, PerTask: 4}.Draw(1).Data
	for _, m := range []fit.Method{Wawa{}, ZeroBasedSkill{}, IWMV{}, MMSR{}} {
		f, err := m.Start(d, fit.Settings{}.WithDefaults())
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(10, func() { _, _ = f.Step() }); n > 0 {
			t.Errorf("%T: a step allocates %g times", m, n)
		}
	}
}

package dawidskene

import (
	"math"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
	"concord/internal/race"
	"concord/internal/shared"
)

// The reference iterates to max|Δq| < 1e-12; the steps are those it took
// (shared/oracle/summary.csv). Its files have 15 digits or more.
func TestOneCoinAgainstOracle(t *testing.T) {
	race.Skip(t)
	for _, set := range []struct {
		name, data, file string
		steps            int
		likelihood       float64
	}{
		{"bluebird", "bluebird", "labels.csv", 31, -2328.650367672797},
		{"rte", "rte", "labels.csv", 72, -4295.568982956993},
		{"dog", "dog", "labels_all.csv", 391, -7286.39896181598},
		{"web", "web", "labels.csv", 192, -22204.373043691645},
		{"trec", "trec2011", "labels.csv", 44, -38004.64520302354},
	} {
		t.Run(set.name, func(t *testing.T) {
			s := shared.Load(t, set.data, set.file)
			k := s.Data.Classes
			printed := 1e-10
			if set.name == "trec" {
				printed = 1e-9 // nine digits
			}
			r, trace := exactly(t, s.Data, &DS{Tie: fit.TieMatrix}, set.steps)
			near(t, "log-likelihood at step", set.steps, trace[set.steps-1].Objective, set.likelihood, 1e-8)
			for i, row := range shared.Records(t, "oracle", set.name, "np_onecoin_posterior.csv") {
				for c := range k {
					near(t, "posterior of task "+row[0]+" class", c, r.Posterior[i*k+c], shared.Float(t, row[1+c]), printed)
				}
			}
			for j, row := range shared.Records(t, "oracle", set.name, "np_onecoin_skills.csv") {
				near(t, "accuracy of worker "+row[0], 0, r.Confusion[j*k*k], shared.Float(t, row[1]), 1e-10)
			}
		})
	}
}

// With an estimated prior and the same number of steps one-coin has the posteriors of crowd-kit 1.4.1
// (OneCoinDawidSkene(3, tol=-inf)). On real data the two differ by what DS says of the prior and of
// where crowd-kit ends.
func TestOneCoinStepsAsCrowdKit(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(8, 4, 3,
		[]int32{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7},
		[]int32{0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3, 0, 1, 2, 0, 2, 3, 1, 2, 3, 0, 1, 3},
		[]int32{0, 0, 1, 1, 1, 2, 2, 2, 2, 0, 1, 2, 0, 1, 0, 1, 1, 0, 2, 2, 2, 2, 2, 1})}
	r, _ := exactly(t, d, &DS{Tie: fit.TieMatrix, Accelerate: Never}, 3)
	for n, want := range []float64{
		0.899149678813, 0.083336454562, 0.017513866625,
		0.008790881560, 0.974067774340, 0.017141344100,
		0.004174920706, 0.005594859673, 0.990230219621,
		0.287922218709, 0.567643759178, 0.144434022112,
		0.946912566617, 0.040550243473, 0.012537189909,
		0.007300928101, 0.982987326777, 0.009711745122,
		0.021890432705, 0.029335622826, 0.948773944469,
		0.007364588716, 0.011949124467, 0.980686286817,
	} {
		near(t, "posterior", n, r.Posterior[n], want, 1e-12)
	}
}

// With two classes an accuracy for each class is the whole matrix.
func TestClassCoinOfTwoIsDS(t *testing.T) {
	d := simulate.DawidSkene{Tasks: 100, Workers: 10, Classes: 2, PerTask: 4}.Draw(1).Data
	for _, smoothing := range []float64{0, 0.5} {
		a, _ := exactly(t, d, &DS{Smoothing: smoothing}, 20)
		b, _ := exactly(t, d, &DS{Tie: fit.TieRow, Smoothing: smoothing}, 20)
		for n := range a.Confusion {
			near(t, "confusion", n, b.Confusion[n], a.Confusion[n], 1e-12)
		}
	}
}

// The M-steps by hand: with truth known, worker 0 is right 2 times of 3 on class
// 0, once of 1 on class 1 and 0 times of 2 on class 2.
func TestCoinsByHand(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(6, 1, 3,
		[]int32{0, 1, 2, 3, 4, 5}, []int32{0, 0, 0, 0, 0, 0}, []int32{0, 0, 1, 1, 0, 1})}
	d.Gold = []int32{0, 0, 0, 1, 2, 2}
	for _, c := range []struct {
		method fit.Method
		want   []float64
	}{
		{&DS{Tie: fit.TieMatrix}, []float64{.5, .25, .25, .25, .5, .25, .25, .25, .5}},
		{&DS{Tie: fit.TieRow}, []float64{2. / 3, 1. / 6, 1. / 6, 0, 1, 0, .5, .5, 0}},
		// one pseudo-label a cell: 3 + 3 right of 6 + 9
		{&DS{Tie: fit.TieMatrix, Cell: 1}, []float64{.4, .3, .3, .3, .4, .3, .3, .3, .4}},
		// 6 pseudo-labels a row, 4 of them right: 3 + 12 right of 6 + 18
		{&DS{Tie: fit.TieMatrix, Smoothing: 6}, []float64{.625, .1875, .1875, .1875, .625, .1875, .1875, .1875, .625}},
	} {
		r, _ := exactly(t, d, c.method, 1)
		for n, want := range c.want {
			near(t, "confusion", n, r.Confusion[n], want, 1e-15)
		}
	}
}

func TestCoinsRise(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 150, Workers: 12, Classes: 4, PerTask: 3, Low: .4, High: .8}.Draw(3)
	for _, mode := range []crowd.ConfusionMode{crowd.Assign, crowd.Addition, crowd.Prior} {
		d := *w.Data
		d.Confusion = &crowd.Confusion{Mode: mode, Counts: w.Confusion}
		for _, m := range []*DS{
			{Tie: fit.TieMatrix}, {Tie: fit.TieRow}, {Tie: fit.TieMatrix, Smoothing: 0.3}, {Tie: fit.TieRow, Smoothing: 0.3},
		} {
			_, trace := exactly(t, &d, m, 100)
			for n := 1; n < len(trace); n++ {
				if trace[n].Objective < trace[n-1].Objective-1e-9*math.Abs(trace[n].Objective) {
					t.Fatalf("%T, mode %d, step %d: the objective falls from %.12g to %.12g", m, mode, n+1, trace[n-1].Objective, trace[n].Objective)
				}
			}
		}
	}
}

// One-coin workers are found again, better with more tasks.
func TestOneCoinRecovers(t *testing.T) {
	const k, workers = 4, 8
	var crew []simulate.Matrix
	for j := range workers {
		crew = append(crew, simulate.Coin(k, 0.5+0.05*float64(j)))
	}
	last := math.Inf(1)
	for _, tasks := range []int{100, 1000, 10000} {
		w := simulate.DawidSkene{Tasks: tasks, Workers: workers, Classes: k, Confusion: simulate.Crew(crew...)}.Draw(4)
		r, _ := exactly(t, w.Data, &DS{Tie: fit.TieMatrix}, 50)
		off := 0.0
		for j := range workers {
			off = max(off, math.Abs(r.Confusion[j*k*k]-w.Confusion[j*k*k]))
		}
		if off > last {
			t.Errorf("%d tasks: accuracies are off by %.4f, with a tenth of the tasks by %.4f", tasks, off, last)
		}
		last = off
	}
	if last > 0.015 {
		t.Errorf("with 10000 tasks accuracies are still off by %.4f", last)
	}
}

// Where one accuracy a worker is the truth, Hierarchical finds out that rows are those of the crowd,
// and errs about as often as the method that knows.
func TestHierarchicalFindsCoins(t *testing.T) {
	var crew []simulate.Matrix
	for j := range 25 {
		crew = append(crew, simulate.Coin(4, .3+.6*float64(j)/24))
	}
	wrong := map[fit.Method]float64{}
	knows, learns, plain := &DS{Tie: fit.TieMatrix, UniformPrior: true}, &Hierarchical{}, &DS{}
	const seeds = 5
	for seed := range uint64(seeds) {
		w := simulate.DawidSkene{Tasks: 500, Workers: 25, Classes: 4, PerTask: 5, Confusion: simulate.Crew(crew...)}.Draw(seed + 1)
		for _, m := range []fit.Method{knows, learns, plain} {
			r, err := fit.Run(w.Data, m, fit.Settings{Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			for i, z := range w.Truth {
				if best, _ := crowd.Best(r.Posterior[4*i:4*i+4], i, 1); int32(best) != z {
					wrong[m] += 100. / 500 / seeds
				}
			}
		}
	}
	if over := wrong[learns] - wrong[knows]; over > 1 || wrong[plain]-wrong[knows] < 3 {
		t.Errorf("wrong: got %.2f %%, one-coin %.2f %%, Dawid–Skene %.2f %%", wrong[learns], wrong[knows], wrong[plain])
	}
}

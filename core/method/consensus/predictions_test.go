package consensus_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/consensus"
	"concord/core/prob"
	"concord/core/simulate"
)

// classifier says of each task how probable its classes are: the truth's log is drawn lead higher than the others', and all are multiplied
// by sharp, so that with sharp = lead the probabilities come true.
func classifier(world *simulate.World, lead, sharp float64) *crowd.Predictions {
	random, k := rand.New(rand.NewPCG(7, 7)), world.Data.Classes
	p := &crowd.Predictions{P: make([]float64, len(world.Truth)*k)}
	for i, z := range world.Truth {
		row := p.Row(i, k)
		for c := range row {
			row[c] = random.NormFloat64()
		}
		row[z] += lead
		for c := range row {
			row[c] *= sharp
		}
		prob.Softmax(row)
	}
	return p
}

// liar is certain of some class, which is the truth in a share of the tasks.
func liar(world *simulate.World, share float64) *crowd.Predictions {
	random, k := rand.New(rand.NewPCG(8, 8)), world.Data.Classes
	p := &crowd.Predictions{P: make([]float64, len(world.Truth)*k)}
	for i, z := range world.Truth {
		if random.Float64() > share {
			z = (z + 1 + random.Int32N(int32(k)-1)) % int32(k)
		}
		row := p.Row(i, k)
		for c := range row {
			row[c] = .01 / float64(k-1)
		}
		row[z] = .99
	}
	return p
}

func share(world *simulate.World, q []float64) (right float64) {
	k := world.Data.Classes
	for i, z := range world.Truth {
		if best, _ := crowd.Best(q[i*k:(i+1)*k], i, 1); int32(best) == z {
			right += 1 / float64(len(world.Truth))
		}
	}
	return right
}

// A good classifier helps, most where labels are few, and a bad one does no harm, however sure it is.
func TestPredictionsJoin(t *testing.T) {
	for _, classes := range []int{2, 4} {
		for perTask, gain := range map[int]float64{1: .05, 2: .05, 5: .01} {
			world := simulate.DawidSkene{Tasks: 800, Workers: 20, Classes: classes, PerTask: perTask, Low: .5, High: .95}.Draw(uint64(perTask))
			alone := share(world, run(t, world.Data, &consensus.Consensus{Members: members()}, fit.Settings{Seed: 1}).Posterior)
			with := func(p *crowd.Predictions) float64 {
				d := *world.Data
				d.Predictions = p
				return share(world, run(t, &d, &consensus.Consensus{Members: members()}, fit.Settings{Seed: 1}).Posterior)
			}
			for name, p := range map[string]*crowd.Predictions{"calibrated": classifier(world, 1.8, 1.8), "too sure": classifier(world, 1.8, 5)} {
				if got := with(p); got < alone+gain {
					t.Errorf("%d classes, %d labels a task, a good classifier, %s: got %.3f right, and %.3f without; want %.2f more", classes,
						perTask, name, got, alone, gain)
				}
			}
			for name, p := range map[string]*crowd.Predictions{
				"random": classifier(world, 0, 2), "wrong": liar(world, .1), "often wrong": liar(world, .4),
				"the same of all": {P: slices.Repeat([]float64{1 / float64(classes)}, len(world.Truth)*classes)},
			} {
				if got := with(p); got < alone-.003 {
					t.Errorf("%d classes, %d labels a task, a bad classifier, %s: got %.3f right, and %.3f without", classes, perTask, name, got,
						alone)
				}
			}
		}
	}
}

// With one label a task of workers who are often wrong, a good classifier helps much, and a bad one does no harm.
func TestPredictionsBesidePoorLabels(t *testing.T) {
	for _, classes := range []int{2, 4} {
		world := simulate.DawidSkene{Tasks: 800, Workers: 100, Classes: classes, PerTask: 1, Low: .56, High: .74}.Draw(102)
		with := func(d crowd.Dataset, p *crowd.Predictions) float64 {
			d.Predictions = p
			return share(world, run(t, &d, &consensus.Consensus{Members: members()}, fit.Settings{Seed: 1}).Posterior)
		}
		alone := with(*world.Data, nil)
		for name, p := range map[string]*crowd.Predictions{"calibrated": classifier(world, 2.3, 2.3), "too sure": classifier(world, 2.3, 6)} {
			if got := with(*world.Data, p); got < alone+.13 {
				t.Errorf("%d classes, a good classifier, %s: got %.3f right, and %.3f without; want .13 more", classes, name, got, alone)
			}
		}
		for name, p := range map[string]*crowd.Predictions{"random": classifier(world, 0, 2), "often wrong": liar(world, .4)} {
			if got := with(*world.Data, p); got < alone-.003 {
				t.Errorf("%d classes, a bad classifier, %s: got %.3f right, and %.3f without", classes, name, got, alone)
			}
		}
		told := *world.Data
		told.Gold = slices.Repeat([]int32{crowd.Unknown}, told.Tasks)
		copy(told.Gold, world.Truth[:40])
		alone = with(told, nil)
		if got := with(told, liar(world, .9)); got < alone+.15 {
			t.Errorf("%d classes, 40 gold tasks, as sure of all: got %.3f right, and %.3f without; want .15 more", classes, got, alone)
		}
	}
}

// A task of known class stays certain, one without a prediction is the panel's, and one without labels the classifier's.
func TestPredictionsWithGaps(t *testing.T) {
	world := simulate.DawidSkene{Tasks: 200, Workers: 10, Classes: 3, PerTask: 3, Low: .5, High: .95}.Draw(3)
	d := *world.Data
	d.Tasks, d.Start = d.Tasks+1, append(slices.Clone(d.Start), d.Start[d.Tasks])
	d.Gold = slices.Repeat([]int32{crowd.Unknown}, d.Tasks)
	d.Gold[5] = 2
	alone := run(t, &d, &consensus.Consensus{Members: members()}, fit.Settings{Seed: 1}).Posterior
	d.Predictions = classifier(world, 1.8, 1.8)
	d.Predictions.P = append(d.Predictions.P, .1, .8, .1)
	d.Predictions.Has = slices.Repeat([]bool{true}, d.Tasks)
	d.Predictions.Has[7] = false
	q := run(t, &d, &consensus.Consensus{Members: members()}, fit.Settings{Seed: 1}).Posterior
	if got := q[15:18]; got[2] != 1 {
		t.Errorf("of known class: got %v", got)
	}
	near(t, "without a prediction", q[21:24], alone[21:24])
	if got := q[600:603]; got[1] < .6 {
		t.Errorf("without labels: got %v, want the classifier's class", got)
	}
	for _, x := range q {
		if math.IsNaN(x) {
			t.Fatal("got NaN")
		}
	}
}

package gpc

import (
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/gp"
)

// watched is GPC-MA whose fits are made from scratch each time; it keeps what they were made of.
type watched struct {
	gp.GPC
	last *crowd.Dataset
}

// scratch hides that a fit can grow.
type scratch struct {
	fit.Fit
	fit.Advisor
}

func (w *watched) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	w.last = d
	f, err := w.GPC.Start(d, s)
	if err != nil {
		return nil, err
	}
	return scratch{f, f.(fit.Advisor)}, nil
}

// curved are tasks with two features, whose class depends on one of them, and five labels each of seven workers.
func curved(tasks int, seed uint64) (*crowd.Dataset, []int32) {
	src := rand.New(rand.NewPCG(seed, 77))
	right := []float64{.9, .9, .8, .4, .4, .5, .6}
	f := &crowd.Features{Names: []string{"x", "y"}}
	truth := make([]int32, tasks)
	var task, worker, class []int32
	for i := range tasks {
		x := src.NormFloat64()
		f.X = append(f.X, x, src.NormFloat64())
		if math.Sin(2*x)+.3*src.NormFloat64() > 0 {
			truth[i] = 1
		}
		for _, j := range src.Perm(7)[:5] {
			said := truth[i]
			if src.Float64() > right[j] {
				said = 1 - said
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, said)
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(tasks, 7, 2, task, worker, class), Features: f}, truth
}

// A replay ends with all labels, asks for no label twice, asks for those of fresh
// tasks first, and gives each stage's fit the labels it says.
func TestReplay(t *testing.T) {
	d, truth := curved(60, 4)
	all := len(d.Worker)
	for _, pick := range []Pick{PickBoth, PickTask, PickRandom} {
		last, stages := 0, 0
		m := &watched{}
		for s, err := range (Replay{Pick: pick, Start: 20, Batch: 40, Seed: 3}).Run(d, m) {
			if err != nil {
				t.Fatal(err)
			}
			stages++
			if len(m.last.Worker) != s.Labels || s.Labels != 20*5+s.Asked {
				t.Errorf("pick %d, stage %d: the fit has %d labels, want %d = 100 + %d", pick, stages, len(m.last.Worker), s.Labels, s.Asked)
			}
			if s.Labels <= last && stages > 1 {
				t.Errorf("pick %d, stage %d: %d labels after %d", pick, stages, s.Labels, last)
			}
			if last = s.Labels; stages == 2 { // 40 labels for the 40 tasks without one
				for i := range m.last.Tasks {
					if from, to := m.last.Of(i); from == to {
						t.Errorf("pick %d: task %d has no label, though others have a second", pick, i)
					}
				}
			}
		}
		if last != all {
			t.Errorf("pick %d: it ended with %d labels of %d", pick, last, all)
		}
	}
	// It may be left at any stage, and starts with what is there.
	for s, err := range (Replay{Start: 1000}).Run(d, &gp.GPC{}) {
		if err != nil || s.Labels != all {
			t.Errorf("started with all tasks: %d labels, %v", s.Labels, err)
		}
		right := 0.0
		labels, _ := s.Fit.Estimate().Labels(2, 1)
		for i, z := range truth {
			if labels[i] == z {
				right += 1 / float64(len(truth))
			}
		}
		if right < .85 {
			t.Errorf("started with all tasks: accuracy %.3f", right)
		}
		break
	}
	for _, err := range (Replay{}).Run(&crowd.Dataset{Labels: d.Labels}, &gp.GPC{}) {
		if err == nil {
			t.Error("it replays labels of tasks without features")
		}
	}
}

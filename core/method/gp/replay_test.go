package gp

import (
	"testing"

	"concord/core/advise"
	"concord/core/crowd"
)

// A replay ends with all labels, asks for no label twice, asks for those of fresh
// tasks first, and gives each stage's fit the labels it says.
func TestReplay(t *testing.T) {
	d, truth := clouds(60, 2, 4)
	all := len(d.Worker)
	for _, pick := range []advise.Pick{advise.PickBoth, advise.PickTask, advise.PickRandom} {
		last, stages := 0, 0
		for s, err := range (advise.Replay{Pick: pick, Start: 20, Batch: 40, Seed: 3}).Run(d, &GPC{}) {
			if err != nil {
				t.Fatal(err)
			}
			stages++
			of := s.Fit.(*gpc).data
			if len(of.Worker) != s.Labels || s.Labels != 20*5+s.Asked {
				t.Errorf("pick %d, stage %d: the fit has %d labels, want %d = 100 + %d", pick, stages, len(of.Worker), s.Labels, s.Asked)
			}
			if s.Labels <= last && stages > 1 {
				t.Errorf("pick %d, stage %d: %d labels after %d", pick, stages, s.Labels, last)
			}
			if last = s.Labels; stages == 2 { // 40 labels for the 40 tasks without one
				for i := range of.Tasks {
					if from, to := of.Of(i); from == to {
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
	for s, err := range (advise.Replay{Start: 1000}).Run(d, &GPC{}) {
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
	for _, err := range (advise.Replay{}).Run(&crowd.Dataset{Labels: d.Labels}, &GPC{}) {
		if err == nil {
			t.Error("it replays labels of tasks without features")
		}
	}
}

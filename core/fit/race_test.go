package fit_test

import (
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// runner has these objectives, iteration by iteration, and then rests at the last.
type runner struct {
	objective []float64
	made      int // iterations
}

func (r *runner) Iterate() (fit.Step, error) {
	r.made++
	at := min(r.made, len(r.objective)) - 1
	s := fit.Step{Objective: r.objective[at], Flips: r.made}
	if r.made < len(r.objective) {
		s.Change = 1
	}
	return s, nil
}

// The start that is ahead is the answer, one that is ahead by rounding only is not, and those that have ended rest.
func TestRace(t *testing.T) {
	slow, quick := &runner{objective: []float64{-9, -8, -1}}, &runner{objective: []float64{-5, -4 + 1e-7}}
	same := &runner{objective: []float64{-4}}
	r := fit.NewRace(&crowd.Dataset{}, fit.Settings{Tolerance: .1}, []*runner{slow, quick, same})
	for n, want := range []struct {
		best *runner
		step fit.Step
	}{
		{same, fit.Step{Objective: -4, Change: 1, Flips: 1}}, {same, fit.Step{Objective: -4, Change: 1, Flips: 2}},
		{slow, fit.Step{Objective: -1, Flips: 3}}, {slow, fit.Step{Objective: -1, Flips: 4}},
	} {
		got, err := r.Step()
		if err != nil || got != want.step || r.Best() != want.best {
			t.Errorf("step %d: got %+v of %+v, %v, want %+v of %+v", n+1, got, r.Best(), err, want.step, want.best)
		}
	}
	if quick.made != 2 || same.made != 3 {
		t.Errorf("starts that had ended made %d and %d iterations, want 2 and 3", quick.made, same.made)
	}
}

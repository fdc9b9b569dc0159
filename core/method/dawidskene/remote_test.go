package dawidskene

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"concord/core/fit"
	"concord/core/transport"
	"concord/internal/race"
)

// hands are helpers: goroutines that share no memory.
type hands struct {
	helpers int
	lines   []*transport.End
}

func (h *hands) hire(labels, parts int) []transport.Line {
	var lines []transport.Line
	for range min(h.helpers, parts-1) {
		here, there := transport.Pipe()
		go func() {
			Serve(there)
			there.End()
		}()
		h.lines = append(h.lines, here)
		lines = append(lines, here)
	}
	return lines
}

func (h *hands) dismiss() {
	for _, l := range h.lines {
		l.End()
	}
}

// However many helpers share it, a fit is the same to the last bit.
func TestHelpersChangeNoBit(t *testing.T) {
	for name, m := range map[string]fit.Method{
		"ds": &DS{}, "ds squarem": &DS{Accelerate: Always, Smoothing: .1}, "fds": &DS{Assign: Hard}, "hybrid": &DS{Assign: SoftThenHard},
		"one-coin": &DS{Tie: fit.TieMatrix}, "ibcc": &IBCC{},
	} {
		for _, classes := range []int{2, 4, 6} {
			if race.Enabled && (classes != 4 || name == "ibcc") {
				continue
			}
			d := enough(t, classes)
			if parts := len(newEngine(d, fit.Settings{}, nil).passes); parts < 2 {
				t.Fatalf("%d classes make %d parts", classes, parts)
			}
			one, err := fit.Run(d, m, fit.Settings{Seed: 5, MaxSteps: 30})
			if err != nil {
				t.Fatal(err)
			}
			for _, helpers := range []int{1, 3} {
				what := fmt.Sprintf("%s, %d classes, %d helpers", name, classes, helpers)
				team := &hands{helpers: helpers}
				r, err := fit.Run(d, m.(transport.Sharer).Shared(team.hire), fit.Settings{Seed: 5, MaxSteps: 30})
				team.dismiss()
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				if len(team.lines) == 0 {
					t.Fatalf("%s: nobody was hired", what)
				}
				if !slices.Equal(r.Posterior, one.Posterior) || !slices.Equal(r.Confusion, one.Confusion) || !slices.Equal(r.Prior, one.Prior) {
					t.Errorf("%s: the estimate differs", what)
				}
				for n, s := range r.Trace {
					if want := one.Trace[n]; math.Float64bits(s.Objective) != math.Float64bits(want.Objective) || s.Flips != want.Flips {
						t.Errorf("%s: step %d is %+v, and %+v on one", what, n+1, s, want)
						break
					}
				}
			}
		}
	}
}

// A fit whose helper is lost, or talks nonsense, fails at once.
func TestHelperIsLost(t *testing.T) {
	d := enough(t, 4)
	for name, at := range map[string]int{"at the start": 0, "in a step": 3, "before the estimate": 5} {
		team := &hands{helpers: 1}
		s, err := fit.Start(d, (&DS{}).Shared(team.hire), fit.Settings{MaxSteps: 5})
		if err != nil {
			t.Fatal(err)
		}
		steps := 0
		if at == 0 {
			team.dismiss()
		}
		for range s.Steps() {
			if steps++; steps == at {
				team.dismiss()
			}
		}
		if steps != at {
			t.Errorf("%s: there were %d steps, want %d", name, steps, at)
		}
		if _, err := s.Result(); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
	for _, message := range []string{"", "h", "h\x01\x00\x00\x00\x00\x00\x00\x00", "s", "j"} {
		here, there := transport.Pipe()
		here.Send([]byte(message))
		here.Send([]byte("sss"))
		if err := Serve(there); err == nil || errors.Is(err, transport.ErrLost) {
			t.Errorf("%q: got %v", message, err)
		}
	}
}

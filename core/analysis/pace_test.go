package analysis_test

import (
	"context"
	"math"
	"testing"

	"concord/core/analysis"
	"concord/core/catalog"
	"concord/core/job"
)

// busy is a clock that is read before and after each probe. The first few probes are interrupted for a while.
type busy struct {
	clock  float64
	reads  int
	slow   int // so many are interrupted
	paused float64
}

func (b *busy) Seconds() float64 {
	if b.reads++; b.reads%2 == 1 { // at the end of a probe: New and Pace read it before the first
		b.clock += catalog.ProbeSeconds
		if b.reads/2 <= b.slow {
			b.clock += b.paused
		}
	}
	return b.clock
}

// A machine that is busy at the first moment is not taken for a slow one: what it is told to be slow at waits for the user.
func TestPaceOfABusyMachine(t *testing.T) {
	for _, slow := range []int{0, 1, 5} {
		clock := &busy{slow: slow, paused: 1, reads: -1}
		host := &job.Host{Seconds: clock.Seconds}
		if got := analysis.Pace(job.New(context.Background(), host, 1, nil)); math.Abs(got-1) > 1e-6 {
			t.Errorf("%d probes interrupted: got the pace %g, want 1", slow, got)
		}
	}
}

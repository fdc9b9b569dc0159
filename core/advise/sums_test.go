package advise_test

import (
	"errors"
	"fmt"
	"runtime"
	"testing"

	"concord/core/advise"
	"concord/core/crowd"
	"concord/core/simulate"
)

// Enough labels for several parts, and for more pairs of workers than are listed at a time.
func TestWorkersAreJudgedTheSameByAnyNumberOfProcessors(t *testing.T) {
	d := simulate.DawidSkene{Tasks: 120_000, Workers: 60, Classes: 3, PerTask: 5, Low: .3, High: .95}.Draw(1).Data
	for i := range d.Tasks { // worker 2 copies worker 1
		from, to := d.Of(i)
		copied := -1
		for n := from; n < to; n++ {
			if d.Worker[n] == 1 {
				copied = n
			}
			if d.Worker[n] == 2 && copied >= 0 {
				d.Class[n] = d.Class[copied]
			}
		}
	}
	q := crowd.Shares(d)
	judge := func(processors int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		judged, err := advise.Workers(d, q, nil)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(*judged)
	}
	want := judge(1)
	for _, processors := range []int{2, 3, 64} {
		if got := judge(processors); got != want {
			t.Errorf("%d processors judge the workers otherwise than one", processors)
		}
	}
	judged, err := advise.Workers(d, q, nil)
	if err != nil {
		t.Fatal(err)
	}
	labels := 0
	for j, w := range judged.Workers {
		labels += w.Labels
		for n := 1; n < len(w.Turns); n++ {
			if w.Turns[n-1].Task >= w.Turns[n].Task {
				t.Fatalf("worker %d: task %d of turns comes after %d", j, w.Turns[n].Task, w.Turns[n-1].Task)
			}
		}
	}
	if labels != d.Len() {
		t.Errorf("got %d labels of all workers, want %d", labels, d.Len())
	}
	copies := 0
	for _, f := range judged.Workers[2].Flags {
		if f.Kind == advise.Copy && f.Other == 1 {
			copies++
		}
	}
	if copies != 1 {
		t.Errorf("got flags %v of worker 2, want that it copies worker 1", judged.Workers[2].Flags)
	}
}

func TestJudgingOnSeveralProcessorsCanBeStopped(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	d := simulate.DawidSkene{Tasks: 120_000, Workers: 60, Classes: 3, PerTask: 5}.Draw(1).Data
	q, stop := crowd.Shares(d), errors.New("stop")
	whole := 0
	if _, err := advise.Workers(d, q, func() error { whole++; return nil }); err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{1, whole / 3, whole / 2, whole} {
		pauses := 0
		if _, err := advise.Workers(d, q, func() error {
			if pauses++; pauses >= at {
				return stop
			}
			return nil
		}); err != stop {
			t.Errorf("stopped at pause %d of %d: got %v, want %v", at, whole, err, stop)
		}
	}
}

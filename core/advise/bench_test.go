package advise_test

import (
	"errors"
	"slices"
	"testing"

	"concord/core/advise"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
)

func BenchmarkAdvise(b *testing.B) {
	w := simulate.DawidSkene{Tasks: 200000, Workers: 2000, Classes: 4, PerTask: 5}.Draw(1)
	q := crowd.Shares(w.Data)
	b.Run("labels=1M/what=workers", func(b *testing.B) {
		for b.Loop() {
			advise.Workers(w.Data, q, nil)
		}
	})
	b.Run("labels=1M/what=next", func(b *testing.B) {
		for b.Loop() {
			advise.Next(w.Data, q, nil, nil)
		}
	})
	b.Run("labels=1M/what=whom", func(b *testing.B) {
		p, _ := advise.Next(w.Data, q, nil, nil)
		tasks := func(yield func(int) bool) { p.Labels()(func(i int, _ float64) bool { return yield(i) }) }
		for b.Loop() {
			advise.AssignWorkers(w.Data, q, tasks, 10000, 20, nil, nil)
		}
	})
	b.Run("labels=100k/what=quick", func(b *testing.B) {
		w := simulate.DawidSkene{Tasks: 20000, Workers: 1000, Classes: 4, PerTask: 5}.Draw(1)
		for b.Loop() {
			if _, err := advise.Quick(w.Data, quickCandidates(b), 1, fit.Settings{Seed: 1}, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// quickCandidates are the consensus and cheap methods beside it.
func quickCandidates(t testing.TB) (all []advise.Candidate) {
	for _, name := range []string{"consensus", "ds", "iwmv", "majority"} {
		e, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		m, _, err := e.Method(nil)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, advise.Candidate{Name: name, Method: m})
	}
	return all
}

// A rival is found where workers have confusions that votes can't see, none where all say the same,
// and the sample is drawn by the seed alone.
func TestQuick(t *testing.T) {
	d := simulate.DawidSkene{Tasks: 4000, Workers: 40, Classes: 3, PerTask: 5, Low: .3, High: .95}.Draw(1).Data
	votes := quickCandidates(t)
	slices.Reverse(votes) // the plain vote first
	one, err := advise.Quick(d, votes, 1, fit.Settings{Seed: 1}, nil)
	if err != nil || one.At == 0 || one.Evidence() < 3 {
		t.Errorf("beside the plain vote: got %+v, %v", one, err)
	}
	if two, err := advise.Quick(d, votes, 1, fit.Settings{Seed: 1}, nil); err != nil || two != one {
		t.Errorf("again: got %+v, want %+v", two, one)
	}
	same := []int32{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}
	agreed := &crowd.Dataset{Labels: crowd.NewLabels(4, 3, 2, same, []int32{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2},
		[]int32{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1})}
	if r, err := advise.Quick(agreed, quickCandidates(t), 1, fit.Settings{Seed: 1}, nil); err != nil || r.Evidence() >= 3 {
		t.Errorf("all agree: got %+v, %v", r, err)
	}
	stop := errors.New("stopped")
	if _, err := advise.Quick(d, votes, 1, fit.Settings{Seed: 1}, func() error { return stop }); !errors.Is(err, stop) {
		t.Errorf("stopped: got %v", err)
	}
}

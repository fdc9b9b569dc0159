package advise

import (
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/synth"
)

func BenchmarkAdvise(b *testing.B) {
	w := synth.DawidSkene{Tasks: 200000, Workers: 2000, Classes: 4, PerTask: 5}.Draw(1)
	q := crowd.Shares(w.Data)
	b.Run("labels=1M/what=workers", func(b *testing.B) {
		for b.Loop() {
			Workers(w.Data, q, nil)
		}
	})
	b.Run("labels=1M/what=next", func(b *testing.B) {
		for b.Loop() {
			Next(w.Data, q, nil, nil)
		}
	})
	b.Run("labels=1M/what=whom", func(b *testing.B) {
		p, _ := Next(w.Data, q, nil, nil)
		tasks := p.First(10000)
		for b.Loop() {
			AssignWorkers(w.Data, q, slices.Values(tasks), len(tasks), 20, nil, nil)
		}
	})
}

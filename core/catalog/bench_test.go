package catalog

import (
	"fmt"
	"testing"

	"concord/core/fit"
	"concord/core/synth"
)

// BenchmarkFit is whole fits, from the votes to the posteriors, of as many steps
// as libraries were timed with: four classes, five labels a task, a thousand
// labels a worker, one thread.
func BenchmarkFit(b *testing.B) {
	for _, f := range []struct {
		method        string
		values        Values
		steps, labels int
	}{
		{"majority", nil, 1, 1_000_000},
		{"ds", nil, 10, 100_000},
		{"ds", nil, 10, 1_000_000},
		{"ds", nil, 10, 5_000_000},
		{"fds", nil, 1, 100_000},
		{"mace", Values{"restarts": "1"}, 10, 100_000},
		{"mace", Values{"restarts": "1"}, 10, 1_000_000},
		{"glad", nil, 2, 100_000},
	} {
		b.Run(fmt.Sprintf("method=%s/steps=%d/labels=%d", f.method, f.steps, f.labels), func(b *testing.B) {
			entry, err := Find(f.method)
			if err != nil {
				b.Fatal(err)
			}
			method, _, err := entry.Method(f.values)
			if err != nil {
				b.Fatal(err)
			}
			d := synth.DawidSkene{Tasks: f.labels / 5, Workers: max(50, f.labels/1000), Classes: 4, PerTask: 5}.Draw(1).Data
			for b.Loop() {
				if _, err := fit.Run(d, method, fit.Settings{MaxSteps: f.steps, Tolerance: -1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

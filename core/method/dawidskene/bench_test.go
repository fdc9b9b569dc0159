package dawidskene

import (
	"fmt"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
	"concord/internal/shared"
)

// drawn simulates labels, five a task, a thousand a worker.
func drawn(labels, classes int) *crowd.Dataset {
	return simulate.DawidSkene{
		Tasks: labels / 5, Workers: labels / 1000, Classes: classes, PerTask: 5,
	}.Draw(1).Data
}

// BenchmarkStep is one step of a fit that has begun to settle.
func BenchmarkStep(b *testing.B) {
	for _, m := range []struct {
		name   string
		method fit.Method
	}{{"ds", &DS{}}, {"fds", &DS{Assign: Hard}}} {
		for _, c := range []struct{ classes, labels int }{
			{2, 1_000_000}, {3, 1_000_000}, {4, 1_000_000}, {5, 1_000_000}, {8, 1_000_000},
		} {
			b.Run(fmt.Sprintf("method=%s/classes=%d/labels=%d", m.name, c.classes, c.labels), func(b *testing.B) {
				step(b, m.method, drawn(c.labels, c.classes), 1)
			})
		}
	}
}

func step(b *testing.B, m fit.Method, d *crowd.Dataset, parts int) {
	f, err := m.Start(d, fit.Settings{Parts: parts})
	if err != nil {
		b.Fatal(err)
	}
	for range 3 {
		advance(b, f)
	}
	b.ReportAllocs()
	for b.Loop() {
		advance(b, f)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(d.Len()), "ns/label")
}

// BenchmarkParts is the same on several goroutines.
func BenchmarkParts(b *testing.B) {
	d := drawn(10_000_000, 4)
	for _, parts := range []int{1, 2} {
		b.Run(fmt.Sprintf("method=ds/classes=4/labels=%d/parts=%d", d.Len(), parts), func(b *testing.B) {
			step(b, &DS{}, d, parts)
		})
	}
}

// BenchmarkFit is a whole fit of TREC's 88,385 labels, from the votes until
// Σ|Δp| < 1e-4, on one thread.
func BenchmarkFit(b *testing.B) {
	d := shared.Load(b, "trec2011", "labels.csv").Data
	for _, m := range []struct {
		name   string
		method fit.Method
	}{{"ds", &DS{}}, {"fds", &DS{Assign: Hard}}, {"hybrid", &DS{Assign: SoftThenHard}}} {
		b.Run(fmt.Sprintf("method=%s/data=trec2011", m.name), func(b *testing.B) {
			b.ReportAllocs()
			steps := 0
			for b.Loop() {
				r, err := fit.Run(d, m.method, fit.Settings{Parts: 1})
				if err != nil {
					b.Fatal(err)
				}
				steps = len(r.Trace)
			}
			b.ReportMetric(float64(steps), "steps")
		})
	}
}

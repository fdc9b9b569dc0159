package catalog

import (
	"fmt"
	"testing"

	"concord/core/fit"
	"concord/core/simulate"
)

// BenchmarkConverged is whole fits to labels that have settled, or until the paper's rule ends them:
// five labels a task, a thousand labels a worker, one thread.
func BenchmarkConverged(b *testing.B) {
	for _, classes := range []int{2, 4} {
		for _, labels := range []int{100_000, 1_000_000} {
			d := simulate.DawidSkene{Tasks: labels / 5, Workers: labels / 1000, Classes: classes, PerTask: 5}.Draw(1).Data
			for _, c := range []struct {
				method string
				stop   fit.Stop
			}{
				{"ds", fit.Paper}, {"ds", fit.Settled}, {"consensus", fit.Settled}, {"hds", fit.Settled}, {"zbs", fit.Settled}, {"iwmv", fit.Settled},
			} {
				b.Run(fmt.Sprintf("method=%s/stop=%s/classes=%d/labels=%d", c.method, c.stop, classes, labels), func(b *testing.B) {
					entry, err := Find(c.method)
					if err != nil {
						b.Fatal(err)
					}
					method, _, err := entry.Method(nil)
					if err != nil {
						b.Fatal(err)
					}
					steps := 0
					for b.Loop() {
						r, err := fit.Run(d, method, fit.Settings{Seed: 1, Stop: c.stop})
						if err != nil {
							b.Fatal(err)
						}
						steps = len(r.Trace)
					}
					b.ReportMetric(float64(steps), "steps")
				})
			}
		}
	}
}

package catalog

import (
	"testing"

	"concord/core/fit"
	"concord/core/fit/fittest"
	"concord/core/simulate"
)

// Methods for labels alone, which may be millions, yield within a step, so that Cancel need not wait
// for the end of it.
func TestPauses(t *testing.T) {
	d := simulate.DawidSkene{Tasks: 8000, Workers: 40, Classes: 2, PerTask: 5}.Draw(1).Data
	for _, name := range []string{
		"wawa", "zbs", "iwmv", "mmsr", "glad", "mace", "ds", "fds", "hybrid", "onecoin", "classcoin", "ibcc", "ebcc", "cbcc", "minimax",
		"bwa", "crh", "catd",
	} {
		t.Run(name, func(t *testing.T) {
			entry, err := Find(name)
			if err != nil {
				t.Fatal(err)
			}
			fittest.Pauses(t, func() fit.Method {
				m, _, err := entry.Method(nil)
				if err != nil {
					t.Fatal(err)
				}
				return m
			}, d)
		})
	}
}

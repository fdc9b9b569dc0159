package catalog

import (
	"math"
	"testing"

	"concord/core/fit"
	"concord/core/simulate"
)

// Of one subtype a class, workers err independently: EBCC is then IBCC.
func TestOneSubtypeIsIBCC(t *testing.T) {
	d := simulate.DawidSkene{Tasks: 80, Workers: 12, Classes: 3, PerTask: 5}.Draw(1).Data
	fitted := func(name string, set Values) *fit.Result {
		e, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		m, _, err := e.Method(set)
		if err != nil {
			t.Fatal(err)
		}
		r, err := fit.Run(d, m, fit.Settings{MaxSteps: 200, Tolerance: -1})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	got, want := fitted("ebcc", Values{"subtypes": "1", "starts": "1"}), fitted("ibcc", nil)
	for n, step := range want.Trace {
		if math.Abs(got.Trace[n].Objective-step.Objective) > 1e-9 {
			t.Fatalf("step %d: got bound %v, want %v", n+1, got.Trace[n].Objective, step.Objective)
		}
	}
	for _, p := range []struct {
		what      string
		got, want []float64
	}{{"posterior", got.Posterior, want.Posterior}, {"prior", got.Prior, want.Prior}, {"confusion", got.Confusion, want.Confusion}} {
		for n, x := range p.want {
			if math.Abs(p.got[n]-x) > 1e-9 {
				t.Fatalf("%s %d: got %v, want %v", p.what, n, p.got[n], x)
			}
		}
	}
}

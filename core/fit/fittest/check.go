package fittest

import (
	"fmt"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
)

// exact is how far a sum of probabilities may differ from one.
const exact = 1e-9

// check fails the test if a result has the wrong shape, a NaN or a row that does not sum to one.
func (b *bench) check(t tester, when string, d *crowd.Dataset, r *fit.Result) {
	t.Helper()
	for _, fault := range faults(d, r.Estimate) {
		t.Errorf("%s%s: %s", b.Name, when, fault)
	}
	for n, step := range r.Trace {
		if step.N != n+1 {
			t.Errorf("%s%s: step %d of the trace is numbered %d", b.Name, when, n+1, step.N)
		}
		if math.IsInf(step.Objective, 0) || b.Rises && math.IsNaN(step.Objective) {
			t.Errorf("%s%s: the objective of step %d is %v", b.Name, when, step.N, step.Objective)
		}
		if math.IsInf(step.Change, 0) || step.Change < 0 {
			t.Errorf("%s%s: the change of step %d is %v", b.Name, when, step.N, step.Change)
		}
	}
}

// faults lists what is wrong with an estimate.
func faults(d *crowd.Dataset, e *crowd.Estimate) (list []string) {
	fault := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	k := d.Classes
	rows := func(what string, p []float64, n int) {
		if len(p) != n*k {
			fault("%s has %d entries, not %d×%d", what, len(p), n, k)
			return
		}
		for i := range n {
			var sum float64
			for _, x := range p[i*k : (i+1)*k] {
				sum += x
				if !(x >= 0 && x <= 1+exact) {
					fault("row %d of %s holds %v", i, what, x)
				}
			}
			if !(math.Abs(sum-1) <= exact) {
				fault("row %d of %s sums to %v, not one", i, what, sum)
			}
		}
	}
	if d.Numeric() {
		if len(e.Value) != d.Tasks {
			fault("there are %d values for %d tasks", len(e.Value), d.Tasks)
		}
		for i, x := range e.Value {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				fault("the value of task %d is %v", i, x)
			}
		}
	} else {
		rows("the posterior", e.Posterior, d.Tasks)
	}
	if e.Prior != nil {
		rows("the prior", e.Prior, 1)
	}
	if e.Confusion != nil {
		rows("the confusion matrices", e.Confusion, d.Workers*k)
	}
	for _, c := range e.Extra {
		want := map[crowd.Of]int{crowd.OfTask: d.Tasks, crowd.OfWorker: d.Workers, crowd.OfClass: k}[c.Of]
		if len(c.Values) != want {
			fault("column %s has %d values, not %d", c.Name, len(c.Values), want)
		}
		for n, x := range c.Values {
			if math.IsInf(x, 0) { // NaN means unknown
				fault("entry %d of column %s is %v", n, c.Name, x)
			}
		}
	}
	if len(list) > 5 {
		list = append(list[:5], fmt.Sprintf("… and %d more faults", len(list)-5))
	}
	return list
}

// same reports the first difference in bits between two results.
func same(a, b *fit.Result) string {
	for _, p := range []struct {
		what string
		a, b []float64
	}{
		{"posterior", a.Posterior, b.Posterior}, {"prior", a.Prior, b.Prior},
		{"confusion", a.Confusion, b.Confusion}, {"value", a.Value, b.Value},
	} {
		if at := differ(p.a, p.b); at != "" {
			return p.what + at
		}
	}
	if len(a.Extra) != len(b.Extra) {
		return fmt.Sprintf("%d columns and %d", len(a.Extra), len(b.Extra))
	}
	for n, c := range a.Extra {
		if at := differ(c.Values, b.Extra[n].Values); at != "" {
			return "column " + c.Name + at
		}
	}
	if len(a.Trace) != len(b.Trace) {
		return fmt.Sprintf("%d steps and %d", len(a.Trace), len(b.Trace))
	}
	for n, s := range a.Trace {
		o := b.Trace[n]
		if at := differ([]float64{s.Objective, s.Change}, []float64{o.Objective, o.Change}); at != "" || s.Flips != o.Flips {
			return fmt.Sprintf("step %d: %+v and %+v", n+1, s, o)
		}
	}
	return ""
}

func differ(a, b []float64) string {
	if len(a) != len(b) {
		return fmt.Sprintf(" of %d entries and of %d", len(a), len(b))
	}
	for n := range a {
		if math.Float64bits(a[n]) != math.Float64bits(b[n]) {
			return fmt.Sprintf(" %d: %v and %v", n, a[n], b[n])
		}
	}
	return ""
}

// nearly is how far answers may differ when the same data come in another order, since sums round
// differently and iterations amplify that.
const nearly = 1e-6

// alike fails the test unless the answers for task i of a and place(i) of b agree, class k of a
// being class name(k) of b.
func (s *bench) alike(t tester, d *crowd.Dataset, a, b *crowd.Estimate, place, name func(int) int, tolerance float64) {
	t.Helper()
	k, wrong := d.Classes, 0
	compare := func(what string, x, y, tolerance float64) {
		if math.Abs(x-y) <= tolerance {
			return
		}
		if wrong++; wrong < 4 {
			t.Errorf("%s: the %s is %v, and then %v", s.Name, what, x, y)
		}
	}
	for i := range d.Tasks {
		if d.Numeric() {
			compare(fmt.Sprintf("value of task %d", i), a.Value[i], b.Value[place(i)], tolerance*(1+math.Abs(a.Value[i])))
		}
		for c := range k {
			compare(fmt.Sprintf("posterior of task %d, class %d", i, c), a.Posterior[i*k+c], b.Posterior[place(i)*k+name(c)], tolerance)
		}
	}
	if wrong > 3 {
		t.Errorf("%s: %d entries differ", s.Name, wrong)
	}
}

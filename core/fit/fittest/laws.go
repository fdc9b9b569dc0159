package fittest

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

func self(i int) int { return i }

// valid: every row of the posterior, the prior and the confusion matrices sums to one, and all
// entries are finite.
func valid(t tester, b *bench) {
	b.usual(t)
	for seed := uint64(2); seed <= b.worlds(); seed++ {
		b.run(t, b.world.make(seed).Dataset, usual)
	}
}

// rises: a likelihood or bound never falls by more than rounding.
func rises(t tester, b *bench) {
	if !b.Rises {
		t.Skipf("%s does not claim it", b.Name)
	}
	for seed := uint64(1); seed <= b.worlds(); seed++ {
		s := usual
		s.Tolerance = -1
		b.neverFalls(t, fmt.Sprintf("on data set %d", seed), b.run(t, b.world.make(seed).Dataset, s))
	}
}

func (b *bench) neverFalls(t tester, where string, r *fit.Result) {
	t.Helper()
	for n := 1; n < len(r.Trace); n++ {
		if before, after := r.Trace[n-1].Objective, r.Trace[n].Objective; after < before-1e-10*(1+math.Abs(before)) {
			t.Errorf("%s: %s the objective falls from %.12g to %.12g at step %d", b.Name, where, before, after, n+1)
		}
	}
}

// product: for any two possible classes the posterior log-odds are those of the prior plus what
// each vote adds by its worker's confusion matrix.
func product(t tester, b *bench) {
	if !b.Product {
		t.Skipf("%s does not claim it", b.Name)
	}
	compared := 0
	for seed := uint64(1); seed <= b.worlds(); seed++ {
		d := b.world.make(seed).Dataset
		r := b.run(t, d, usual)
		if r.Confusion == nil {
			t.Fatalf("%s: its posterior is to be a product over votes, and it has no confusion matrices", b.Name)
		}
		k := d.Classes
		for i := range d.Tasks {
			q := r.Posterior[i*k : (i+1)*k]
			logs := make([]float64, k)
			for c := range logs {
				if r.Prior != nil {
					logs[c] = math.Log(r.Prior[c])
				}
				from, to := d.Of(i)
				for n := from; n < to; n++ {
					logs[c] += math.Log(r.Confusion[(int(d.Worker[n])*k+c)*k+int(d.Class[n])])
				}
			}
			for a := range k {
				for c := range a {
					const least = 1e-300 // smaller numbers have fewer digits, or none
					got, want := logs[a]-logs[c], math.Log(q[a])-math.Log(q[c])
					if math.IsNaN(got) || math.IsInf(got, 0) || min(q[a], q[c]) < least {
						continue // impossible, or too improbable
					}
					compared++
					if math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
						t.Errorf("%s: on data set %d, task %d, the weights for class %d against %d sum to %.12g, the log-odds are %.12g", b.Name,
							seed, i, a, c, got, want)
						return
					}
				}
			}
		}
	}
	if compared == 0 {
		t.Errorf("%s: all tasks are certain: there is nothing to compare", b.Name)
	}
}

// repeatable: the data, the settings and the seed determine the answer.
func repeatable(t tester, b *bench) {
	d := b.data()
	if at := same(b.usual(t), b.run(t, d.Dataset, usual)); at != "" {
		t.Errorf("%s: the same seed gave two answers: %s", b.Name, at)
	}
}

// untouched: a method never modifies its data.
func untouched(t tester, b *bench) {
	d, was := b.data(), b.data()
	known(d)
	known(was)
	b.run(t, d.Dataset, usual)
	if !reflect.DeepEqual(d, was) {
		t.Errorf("%s changed its input", b.Name)
	}
}

func parts(t tester, b *bench) {
	d := b.data()
	one := b.usual(t)
	for _, n := range []int{2, 8}[:min(2, b.worlds())] {
		s := usual
		s.Parts = n
		b.alike(t, d.Dataset, one.Estimate, b.run(t, d.Dataset, s).Estimate, self, self, 1e-9)
	}
}

// poor: data that leave little to learn are fitted or refused with an error, without a panic or
// NaN. Data that are merely odd, as any file may be, are fitted.
func poor(t tester, b *bench) {
	for _, c := range b.world.poor() {
		func() {
			defer func() {
				if x := recover(); x != nil {
					t.Errorf("%s, %s: it panics: %v", b.Name, c.name, x)
				}
			}()
			r, err := fit.Run(c.Dataset, b.New(), usual)
			switch {
			case err == nil:
				b.check(t, ", "+c.name, c.Dataset, r)
			case c.odd:
				t.Errorf("%s, %s: refused, and there is enough to learn: %v", b.Name, c.name, err)
			default:
				t.Logf("%s, %s: refused: %v", b.Name, c.name, err)
			}
		}()
	}
}

// unanimous: where all workers agree, their label is the answer, and sure.
func unanimous(t tester, b *bench) {
	d := b.data()
	for n, i := range d.TaskOf() {
		if d.Numeric() {
			d.Value[n] = d.value[i]
		} else {
			d.Class[n] = uint16(d.truth[i])
		}
	}
	r := b.run(t, d.Dataset, usual)
	for i := range d.Tasks {
		if d.Numeric() {
			if x := r.Value[i]; !(math.Abs(x-d.value[i]) < .05) {
				t.Errorf("%s: everybody says %v of task %d; the answer is %v", b.Name, d.value[i], i, x)
				return
			}
		} else if p := r.Posterior[i*d.Classes+int(d.truth[i])]; !(p > .9) {
			t.Errorf("%s: everybody says %d of task %d; its posterior is %v", b.Name, d.truth[i], i, r.Posterior[i*d.Classes:(i+1)*d.Classes])
			return
		}
	}
}

// stopEarly: a fit can be asked for its answer after any step, or before the first, and then
// continues as if it had not been asked.
func stopEarly(t tester, b *bench) {
	d := b.data()
	whole := b.usual(t)
	s := b.start(t, d, b.New())
	look := func(n int) *fit.Result {
		r := b.result(t, s)
		b.check(t, fmt.Sprintf(" after %d steps", n), d.Dataset, r)
		return r
	}
	look(0)
	for n := range s.Steps() {
		look(n.N)
		if n.N == 3 {
			break
		}
	}
	look(3)
	for range s.Steps() {
	}
	if at := same(whole, look(len(whole.Trace))); at != "" {
		t.Errorf("%s: stopped, asked and gone on with, it ends elsewhere: %s", b.Name, at)
	}
}

// known makes every sixth task gold, the first of them contrary to all votes.
func known(s *sample) {
	if s.truth == nil {
		return
	}
	s.Gold = make([]int32, s.Tasks)
	for i := range s.Gold {
		s.Gold[i] = crowd.Unknown
		if i%6 == 0 {
			s.Gold[i] = s.truth[i]
		}
	}
	s.Gold[0] = (s.truth[0] + 1) % int32(s.Classes)
}

func gold(t tester, b *bench) {
	d := b.data()
	if d.Numeric() {
		t.Skipf("numbers have no gold")
	}
	known(d)
	uses, err := b.New().Uses(d.Parts())
	if err != nil {
		t.Fatalf("%s can't run where some truth is known: %v", b.Name, err)
	}
	if !uses.Gold {
		t.Fatalf("%s makes no use of known truth", b.Name)
	}
	s := usual
	s.Tolerance = -1
	r := b.run(t, d.Dataset, s)
	for i, k := range d.Gold {
		if k == crowd.Unknown {
			continue
		}
		if p := r.Posterior[i*d.Classes+int(k)]; p != 1 {
			t.Errorf("%s: the truth of task %d is known, yet its posterior is %v", b.Name, i, p)
		}
	}
	if b.Rises {
		b.neverFalls(t, "with gold", r)
	}
}

// independent: sessions share no state.
func independent(t tester, b *bench) {
	d, e := b.world.make(1), b.world.make(2)
	m := b.New() // both share one method
	one, two := b.start(t, d, m), b.start(t, e, m)
	for range steps {
		for range one.Steps() {
			break
		}
		for range two.Steps() {
			break
		}
	}
	for n, s := range []struct {
		*fit.Session
		d *sample
	}{{one, d}, {two, e}} {
		if at := same(b.run(t, s.d.Dataset, usual), b.result(t, s.Session)); at != "" {
			t.Errorf("%s: session %d of two at once differs from the same one alone: %s", b.Name, n+1, at)
		}
	}
}

// warm: started from its own answer, a fit stays there and its objective is no lower. Workers
// without a matrix are new, and allowed.
func warm(t tester, b *bench) {
	m, ok := b.New().(fit.Resumer)
	if !ok {
		t.Skipf("%s has no warm start", b.Name)
	}
	d := b.data()
	cold, err := fit.Run(d.Dataset, m, fit.Settings{Seed: usual.Seed, Tolerance: 1e-9})
	if err != nil {
		t.Fatalf("%s: %v", b.Name, err)
	}
	resume := func(from *crowd.Estimate, when string) *fit.Result {
		s, err := fit.Resume(d.Dataset, m, from, usual)
		if err != nil {
			t.Fatalf("%s%s: %v", b.Name, when, err)
		}
		for range s.Steps() {
		}
		r := b.result(t, s)
		b.check(t, when, d.Dataset, r)
		return r
	}
	r := resume(cold.Estimate, "")
	b.alike(t, d.Dataset, cold.Estimate, r.Estimate, self, self, 1e-3)
	if b.Rises {
		was, is := cold.Trace[len(cold.Trace)-1].Objective, r.Trace[len(r.Trace)-1].Objective
		if is < was-1e-6*(1+math.Abs(was)) {
			t.Errorf("%s: the objective was %v, and after a warm start it is %v", b.Name, was, is)
		}
	}
	if from := cold.Estimate; len(from.Confusion) > 0 {
		newcomer := *from
		newcomer.Confusion = slices.Clone(from.Confusion)
		clear(newcomer.Confusion[:d.Classes*d.Classes])
		resume(&newcomer, " with a new worker")
	}
}

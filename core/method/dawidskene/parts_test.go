package dawidskene

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
	"concord/internal/race"
)

// enough is a data set large enough to be split eight ways, with gold and tasks
// of many labels.
func enough(t *testing.T, classes int) *crowd.Dataset {
	t.Helper()
	d := simulate.DawidSkene{Tasks: 4000, Workers: 40, Classes: classes, PerTask: 5, Low: .5, High: .8}.Draw(3).Data
	d.Gold = make([]int32, d.Tasks)
	for i := range d.Gold {
		d.Gold[i] = crowd.Unknown
		if i%97 == 0 {
			d.Gold[i] = int32(i % classes)
		}
	}
	if n := len(newEngine(d, fit.Settings{Parts: 1}, false).passes); n < 2 {
		t.Fatalf("the data make %d parts only", n)
	}
	return d
}

var family = []struct {
	name   string
	method fit.Method
}{{"ds", &DS{}}, {"fds", &DS{Assign: Hard}}, {"hybrid", &DS{Assign: SoftThenHard}}}

// However many goroutines work on it, a fit is the same to the last bit.
func TestGoroutinesChangeNoBit(t *testing.T) {
	for _, m := range family {
		for _, classes := range []int{2, 4, 6} {
			if race.Enabled && classes != 4 {
				continue
			}
			d := enough(t, classes)
			var one *fit.Result
			for _, parts := range []int{1, 2, 3, 4, 8} {
				r, err := fit.Run(d, m.method, fit.Settings{Parts: parts, Seed: 5})
				if err != nil {
					t.Fatal(err)
				}
				if one == nil {
					one = r
				}
				what := fmt.Sprintf("%s, %d classes, %d goroutines", m.name, classes, parts)
				if !slices.Equal(r.Posterior, one.Posterior) || !slices.Equal(r.Confusion, one.Confusion) {
					t.Errorf("%s: the estimate differs from that of one", what)
				}
				for n, s := range r.Trace {
					if s.Objective != one.Trace[n].Objective || s.Flips != one.Trace[n].Flips {
						t.Errorf("%s: step %d is %+v, and %+v on one", what, n+1, s, one.Trace[n])
					}
				}
			}
		}
	}
}

// elsewhere runs a fit as an engine of several machines would: each has only
// its own tasks, numbered from 0, and sends back its counts. It returns the
// log-likelihood of each step and the labels.
func elsewhere(d *crowd.Dataset, machines, steps int, hard bool, seed uint64) (trace []float64, labels []int32, posterior []float64) {
	var passes []*Pass
	var counts []*Counts
	for n := range machines {
		from, to := d.Tasks*n/machines, d.Tasks*(n+1)/machines
		var task, worker, class []int32
		for i := from; i < to; i++ {
			a, z := d.Of(i)
			for at := a; at < z; at++ {
				task, worker, class = append(task, int32(i-from)), append(worker, d.Worker[at]), append(class, int32(d.Class[at]))
			}
		}
		own := &crowd.Dataset{
			Labels: crowd.NewLabels(to-from, d.Workers, d.Classes, task, worker, class),
			Gold:   d.Gold[from:to],
		}
		p := NewPass(own, from, seed)
		passes, counts = append(passes, p), append(counts, p.Counts())
	}
	m, total := NewModel(d.Workers, d.Classes), NewCounts(d.Workers, d.Classes)
	for _, p := range passes {
		if hard {
			p.StartHard()
		} else {
			p.StartSoft()
		}
	}
	for range steps {
		total.Sum(counts...)
		Rule{}.Maximise(total, m)
		for _, p := range passes {
			if hard {
				p.Hard(m)
			} else {
				p.Soft(m)
			}
		}
		total.Sum(counts...)
		if hard {
			trace = append(trace, total.Complete)
		} else {
			trace = append(trace, total.LogLikelihood)
		}
	}
	for _, p := range passes {
		q := make([]float64, len(p.Classes())*d.Classes)
		p.Posterior(m, q)
		posterior = append(posterior, q...)
	}
	labels, _ = m.Estimate(posterior).Labels(d.Classes, seed)
	return trace, labels, posterior
}

// However the tasks are split, and over however many machines, the labels are
// the same, posteriors agree to 1e-9 and log-likelihoods to 1e-13.
func TestSplitsAgree(t *testing.T) {
	race.Skip(t)
	const steps, seed = 25, 5
	for _, hard := range []bool{false, true} {
		for _, classes := range []int{2, 3, 5, 6} {
			d := enough(t, classes)
			trace, labels, posterior := elsewhere(d, 1, steps, hard, seed)
			for _, machines := range []int{2, 4, 7} {
				what := fmt.Sprintf("hard %v, %d classes, %d machines", hard, classes, machines)
				otherTrace, otherLabels, other := elsewhere(d, machines, steps, hard, seed)
				if !slices.Equal(labels, otherLabels) {
					t.Errorf("%s: labels differ", what)
				}
				for n := range posterior {
					if math.Abs(posterior[n]-other[n]) > 1e-9 {
						t.Errorf("%s: posterior %d: got %v, want %v", what, n, other[n], posterior[n])
						break
					}
				}
				for n := range trace {
					if math.Abs(trace[n]-otherTrace[n]) > 1e-13*math.Abs(trace[n]) {
						t.Errorf("%s: step %d: got %.17g, want %.17g", what, n+1, otherTrace[n], trace[n])
					}
				}
			}
		}
	}
}

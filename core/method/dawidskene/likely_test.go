package dawidskene

import (
	"math"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// FDS's objective counts one class a task; its log-likelihood sums over them, Σ_i log Σ_k p_k Π_j
// π_j[k][y_ij]. That of DS is its objective, so there is nothing to add.
func TestLogLikelihood(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(5, 3, 2, []int32{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4},
		[]int32{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}, []int32{0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0})}
	for _, m := range []fit.Method{&DS{Assign: Hard}, &DS{}} {
		s, err := fit.Start(d, m, fit.Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for range s.Steps() {
		}
		got := s.Fit().(fit.Likely).LogLikelihood()
		if m.(*DS).Assign == Soft {
			if !math.IsNaN(got) {
				t.Errorf("DS: got %g besides its objective", got)
			}
			continue
		}
		e := s.Fit().Estimate()
		var want float64
		for i := range d.Tasks {
			var sum float64
			for k, p := range e.Prior {
				from, to := d.Of(i)
				for n := from; n < to; n++ {
					p *= e.Confusion[int(d.Worker[n])*4+k*2+int(d.Class[n])]
				}
				sum += p
			}
			want += math.Log(sum)
		}
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("FDS: got %.12f want %.12f", got, want)
		}
		r, err := s.Result()
		if err != nil {
			t.Fatal(err)
		}
		if last := r.Trace[len(r.Trace)-1].Objective; got < last {
			t.Errorf("FDS: the log-likelihood %g is below that of one class a task, %g", got, last)
		}
	}
}

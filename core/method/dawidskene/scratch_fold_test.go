package dawidskene

import (
	"fmt"
	"testing"
	"time"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/internal/shared"
)

// split by file order
func splitTrec(t testing.TB, share float64) (s *shared.Set, old, all *crowd.Dataset, touched []bool) {
	s = shared.Load(t, "trec2011", "labels.csv")
	rows := shared.Records(t, "data", "trec2011", "labels.csv")
	ti, wi, ci := map[string]int32{}, map[string]int32{}, map[string]int32{}
	for i, n := range s.Tasks {
		ti[n] = int32(i)
	}
	for i, n := range s.Workers {
		wi[n] = int32(i)
	}
	for i, n := range s.Classes {
		ci[n] = int32(i)
	}
	cut := int(float64(len(rows)) * share)
	var a, b, c []int32
	touched = make([]bool, len(s.Tasks))
	for n, r := range rows {
		if n < cut {
			a, b, c = append(a, ti[r[0]]), append(b, wi[r[1]]), append(c, ci[r[2]])
		} else {
			touched[ti[r[0]]] = true
		}
	}
	old = &crowd.Dataset{Labels: crowd.NewLabels(len(s.Tasks), len(s.Workers), 2, a, b, c)}
	return s, old, s.Data, touched
}

func TestScratchFold(t *testing.T) {
	_, old, all, touched := splitTrec(t, .9)
	for _, m := range []fit.Method{&DS{}, &FDS{}, &Hybrid{}, &DS{Smoothing: 1}, &OneCoin{}, &IBCC{}} {
		for _, tol := range []float64{1e-4, 1e-7} {
			t0 := time.Now()
			a, _ := fit.Run(old, m, fit.Settings{Tolerance: tol, MaxSteps: 3000})
			t1 := time.Now()
			b, _ := fit.Run(all, m, fit.Settings{Tolerance: tol, MaxSteps: 3000})
			t2 := time.Now()
			la, _ := a.Labels(2, 0)
			lb, _ := b.Labels(2, 0)
			var un, unDiff, to, toDiff int
			for i := range la {
				if touched[i] {
					to++
					if la[i] != lb[i] {
						toDiff++
					}
				} else {
					un++
					if la[i] != lb[i] {
						unDiff++
					}
				}
			}
			fmt.Printf("%T tol %g: untouched differ %d of %d, touched differ (before folding) %d of %d; steps %d %d time %v %v prior %v %v\n", m, tol, unDiff, un, toDiff, to, len(a.Trace), len(b.Trace), t1.Sub(t0), t2.Sub(t1), a.Prior, b.Prior)
		}
	}
}

package dawidskene

import (
	"fmt"
	"math"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

func TestScratchFold2(t *testing.T) {
	s, old, all, touched := splitTrec(t, .9)
	_ = s
	// new labels only
	var a, b, c []int32
	{
		// subtract: take labels of all beyond those in old (per task order is preserved; old first)
		for i := range all.Tasks {
			of, ot := old.Of(i)
			f, to := all.Of(i)
			for n := f + (ot - of); n < to; n++ {
				a, b, c = append(a, int32(i)), append(b, all.Worker[n]), append(c, int32(all.Class[n]))
			}
		}
	}
	nd := &crowd.Dataset{Labels: crowd.NewLabels(all.Tasks, all.Workers, 2, a, b, c)}
	for _, m := range []fit.Method{&DS{}, &DS{Smoothing: 1}} {
		sm := m.(*DS).Smoothing
		ra, _ := fit.Run(old, m, fit.Settings{})
		rb, _ := fit.Run(all, m, fit.Settings{})
		lb, _ := rb.Labels(2, 0)
		k := 2
		N := all.Tasks
		for _, init := range []string{"shares", "estep"} {
			// which old tasks count? those with old labels
			q := append([]float64(nil), ra.Posterior...)
			has := make([]bool, N)
			base := NewCounts(all.Workers, k)
			for i := range N {
				f, to := old.Of(i)
				has[i] = to > f
				for n := f; n < to; n++ {
					for x := range k {
						base.Label[(int(old.Worker[n])*k+int(old.Class[n]))*k+x] += q[i*k+x]
					}
				}
				if has[i] && !touched[i] {
					for x := range k {
						base.Class[x] += q[i*k+x]
					}
				}
			}
			r := make([]float64, N*k)
			for i := range N {
				if touched[i] && has[i] {
					for x := range k {
						r[i*k+x] = prob.Log(q[i*k+x]) - prob.Log(ra.Prior[x])
					}
				}
			}
			rule := Rule{Smoothing: sm}
			model := NewModel(all.Workers, k)
			cur := NewCounts(all.Workers, k)
			estep := func() (fl int) {
				row := make([]float64, k)
				for i := range N {
					if !touched[i] {
						continue
					}
					f, to := nd.Of(i)
					for x := range k {
						row[x] = r[i*k+x] + prob.Log(model.Prior[x])
						for n := f; n < to; n++ {
							row[x] += prob.Log(model.Table[(int(nd.Worker[n])*k+int(nd.Class[n]))*k+x])
						}
					}
					prob.Softmax(row)
					if (row[0] > row[1]) != (q[i*k] > q[i*k+1]) {
						fl++
					}
					copy(q[i*k:], row)
				}
				return
			}
			mstep := func() float64 {
				copy(cur.Class, base.Class)
				copy(cur.Label, base.Label)
				for i := range N {
					if touched[i] {
						f, to := nd.Of(i)
						for x := range k {
							cur.Class[x] += q[i*k+x]
							for n := f; n < to; n++ {
								cur.Label[(int(nd.Worker[n])*k+int(nd.Class[n]))*k+x] += q[i*k+x]
							}
						}
					}
				}
				return rule.Maximise(cur, model)
			}
			if init == "shares" {
				for i := range N {
					if touched[i] {
						row := make([]float64, k)
						crowd.Share(nd, i, row)
						if has[i] {
							for x := range k {
								row[x] = row[x]*.5 + q[i*k+x]*.5
							}
						}
						copy(q[i*k:], row)
					}
				}
			} else {
				(Rule{Smoothing: sm + 1}).Maximise(base, model)
				estep()
			}
			diff := func(q []float64) (u, tt int) {
				for i := range N {
					l := int32(0)
					if q[i*k+1] > q[i*k] {
						l = 1
					}
					if l != lb[i] {
						if touched[i] {
							tt++
						} else {
							u++
						}
					}
				}
				return
			}
			for round := range 30 {
				ch := mstep()
				fl := estep()
				u, tt := diff(q)
				if round < 6 || round%10 == 9 {
					// full E step
					e := newEngine(all, 0, 1)
					full := e.posterior(model)
					u2, t2 := diff(full)
					// + one more full EM
					now := e.run(soft, model)
					m2 := NewModel(all.Workers, k)
					rule.Maximise(now, m2)
					u3, t3 := diff(e.posterior(m2))
					fmt.Printf("DS%g %s round %d: flips %d change %.2g; differ untouched %d touched %d; after full E: %d %d; after full EM: %d %d\n", sm, init, round+1, fl, ch, u, tt, u2, t2, u3, t3)
				}
			}
		}
		_ = math.Abs
	}
}

package vote

import (
	"fmt"
	"slices"

	"concord/core/crowd"
	"concord/core/yield"
	"concord/internal/humanize"
)

// maxPairs bounds the memory of pairs: 12 bytes each.
const maxPairs = 1 << 25

// pairs are the workers who labelled tasks in common, sparse and symmetric: those of worker j are
// the entries start[j] to start[j+1] of other, ascending, and c is how much more often than by
// chance they agree.
type pairs struct {
	start []int
	other []int32
	c     []float64
}

// newPairs counts over the tasks in common. It takes Σ_i n_i² time for n_i
// labels of task i, and memory for the pairs alone.
//
//	c_jj' = K/(K−1) · (share of pairs of labels that agree) − 1/(K−1)
//
// whose expectation under one-coin workers is s_j s_j', with s = (K p − 1)/(K−1)
// for a worker who is right with probability p (Ma & Olshevsky 2020, eq. 8).
func newPairs(d *crowd.Dataset, work *yield.Work) (*pairs, error) {
	start, label := d.ByWorker()
	task := d.TaskOf()
	p := &pairs{start: make([]int, d.Workers+1)}
	common, same := make([]float64, d.Workers), make([]float64, d.Workers)
	var met []int32
	k := float64(d.Classes)
	for j := range d.Workers {
		met = met[:0]
		for _, n := range label[start[j]:start[j+1]] {
			from, to := d.Of(int(task[n]))
			if !work.Continue(to - from) {
				return nil, work.Err()
			}
			for m := from; m < to; m++ {
				other := d.Worker[m]
				if int(other) == j {
					continue
				}
				if common[other] == 0 {
					met = append(met, other)
				}
				common[other]++
				if d.Class[m] == d.Class[n] {
					same[other]++
				}
			}
		}
		slices.Sort(met)
		for _, other := range met {
			p.other = append(p.other, other)
			p.c = append(p.c, (k*same[other]/common[other]-1)/max(k-1, 1))
			common[other], same[other] = 0, 0
		}
		p.start[j+1] = len(p.other)
		if len(p.other) > maxPairs {
			return nil, fmt.Errorf("it compares every two workers who share a task, and there are more than %s such pairs; choose another "+
				"method", humanize.Number(maxPairs/2))
		}
	}
	return p, nil
}

func (p *pairs) of(j int) (from, to int) { return p.start[j], p.start[j+1] }

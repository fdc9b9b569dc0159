package plain

import (
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
)

// Rule is what the papers of IWMV and Fast Dawid-Skene leave open.
type Rule struct {
	Anew   bool // a tie is drawn again in each step; else the task keeps its class if that is among the tied
	Shares bool // it ends at Σ|Δp| < 1e-4 of the shares of the classes; else once no label changes
}

// most is how many steps a fit makes at most, as in the program of Fast Dawid-Skene.
const most = 100

// IWMV returns the steps of the iterative weighted majority vote (Li & Yu 2014), and the tasks whose
// classes are tied in the last, with the weights of the workers there.
func (r Rule) IWMV(d *crowd.Dataset, seed uint64) (steps int, tied []int, weight []float64) {
	k := d.Classes
	weight = slices.Repeat([]float64{1}, d.Workers)
	weigh := func(j, l int, score []float64) { score[l] += weight[j] }
	steps, tied = r.repeat(d, seed, weigh, func(label []int) []float64 {
		right, given := make([]float64, d.Workers), make([]float64, d.Workers)
		for n, i := range d.TaskOf() {
			given[d.Worker[n]]++
			if int(d.Class[n]) == label[i] {
				right[d.Worker[n]]++
			}
		}
		for j := range weight {
			if given[j] > 0 {
				weight[j] = float64(k)*right[j]/given[j] - 1
			}
		}
		return nil
	})
	return steps, tied, weight
}

// FDS returns the steps of Fast Dawid-Skene.
func (r Rule) FDS(d *crowd.Dataset, seed uint64) int {
	k := d.Classes
	var pi []float64
	vote := func(j, l int, score []float64) {
		if pi == nil {
			score[l]++
			return
		}
		for t := range score {
			score[t] += pi[j*k*k+t*k+l]
		}
	}
	steps, _ := r.repeat(d, seed, vote, func(label []int) []float64 {
		pi = make([]float64, d.Workers*k*k)
		prior := make([]float64, k)
		for n, i := range d.TaskOf() {
			pi[int(d.Worker[n])*k*k+label[i]*k+int(d.Class[n])]++
		}
		for _, t := range label {
			prior[t] += 1 / float64(d.Tasks)
		}
		scale(pi, k, 1/float64(k))
		for _, x := range [][]float64{pi, prior} {
			for n := range x {
				x[n] = math.Log(x[n])
			}
		}
		return prior
	})
	return steps
}

// repeat votes, learns of the labels and votes again until the rule ends it. It returns how often it voted again and
// what is tied in the end. add adds what a worker's label says to the scores of a task's classes; learn returns those
// that tasks begin with.
func (r Rule) repeat(d *crowd.Dataset, seed uint64, add func(worker, class int, score []float64),
	learn func(label []int) []float64) (steps int, tied []int) {
	src := rand.New(rand.NewPCG(seed, 0x74696573))
	label, share := slices.Repeat([]int{-1}, d.Tasks), make([]float64, d.Classes)
	var begin []float64
	for ; ; steps++ {
		tied = tied[:0]
		score, next, changed := make([]float64, d.Classes), make([]float64, d.Classes), false
		for i := range d.Tasks {
			clear(score)
			copy(score, begin)
			from, to := d.Of(i)
			for n := from; n < to; n++ {
				add(int(d.Worker[n]), int(d.Class[n]), score)
			}
			best := leading(score)
			t := best[0]
			if len(best) > 1 {
				tied = append(tied, i)
				if t = label[i]; r.Anew || !slices.Contains(best, t) {
					t = best[src.IntN(len(best))]
				}
			}
			changed = changed || t != label[i]
			label[i] = t
			next[t] += 1 / float64(d.Tasks)
		}
		var moved float64
		for t := range next {
			moved += math.Abs(next[t] - share[t])
		}
		share = next
		if steps == most || steps > 0 && (r.Shares && moved < 1e-4 || !r.Shares && !changed) {
			return steps, tied
		}
		begin = learn(label)
	}
}

// leading are the classes of the greatest score, all of them if none is possible.
func leading(score []float64) (classes []int) {
	top := slices.Max(score)
	for t, x := range score {
		if x == top || x > top-1e-12*math.Abs(top) {
			classes = append(classes, t)
		}
	}
	return classes
}

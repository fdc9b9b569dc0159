package spectral

import (
	"gonum.org/v1/gonum/floats"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// deltas are the thresholds of the paper's Figure 1, among which cross-validation chooses.
var deltas = [...]float64{1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}

// folds of the cross-validation.
const folds = 5

// HeldOut says how well a threshold foretells labels that the start has not seen.
type HeldOut struct {
	Delta         float64
	LogLikelihood float64 // of all labels, each task's at the start made without it
}

// CrossValidate scores the thresholds of the paper's Figure 1, for groups as m has them. The paper
// advises it and does not say how. Here each fifth of the tasks is left out in turn: stage 1 makes a
// start of the others, and the score is the log-likelihood Σ_i log Σ_k (1/K) Π_j π_j[k][y_ij] of the
// tasks left out. EM has no part in it: its first M-step forgets Δ. A task's fifth depends on who
// said what of it, not on the order of the rows. Stage 1 is made once a fifth, so this takes less
// time than the search for groups.
func (m *OptDS) CrossValidate(d *crowd.Dataset, s fit.Settings) ([]HeldOut, error) {
	fixed := *m
	fixed.Validate = false
	_, group, err := fixed.begin(d, s, 1/float64(d.Classes))
	if err != nil {
		return nil, err
	}
	return crossValidate(d, group, s)
}

func crossValidate(d *crowd.Dataset, group []int, s fit.Settings) ([]HeldOut, error) {
	scores := make([]HeldOut, len(deltas))
	for n, delta := range deltas {
		scores[n].Delta = delta
	}
	equal := make([]float64, d.Classes)
	prob.Uniform(equal)
	err := leftOut(d, group, s, func(_, out *crowd.Dataset, raw []float64) {
		for n, delta := range deltas {
			scores[n].LogLikelihood += likelihood(out, raised(raw, d.Classes, delta), equal)
		}
	})
	return scores, err
}

// best is the threshold of the greatest score, or the paper's where all are equal.
func best(scores []HeldOut) float64 {
	top := scores[len(scores)-1]
	for _, s := range scores {
		if s.LogLikelihood > top.LogLikelihood {
			top = s
		}
	}
	return top.Delta
}

// fifths deals the tasks into folds. Tasks of which the same workers agree stay together.
func fifths(d *crowd.Dataset) []int {
	fold := make([]int, d.Tasks)
	who, same := crowd.Profiles(d), make([]uint64, d.Classes)
	for i := range fold {
		clear(same)
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			same[d.Class[n]] += crowd.Hash(who[d.Worker[n]], 0) // sums: labels come in no order, and classes have no names
		}
		var h uint64
		for _, x := range same {
			h += crowd.Hash(x, 1)
		}
		fold[i] = int(crowd.Hash(h, 2) % folds)
	}
	return fold
}

// parted returns the data without the labels of a fold, and these alone.
func parted(d *crowd.Dataset, fold []int, f int) (in, out *crowd.Dataset) {
	var task, worker, class [2][]int32
	for n, i := range d.TaskOf() {
		to := 0
		if fold[i] == f {
			to = 1
		}
		task[to], worker[to], class[to] = append(task[to], int32(i)), append(worker[to], d.Worker[n]), append(class[to], int32(d.Class[n]))
	}
	of := func(n int) *crowd.Dataset {
		return &crowd.Dataset{Labels: crowd.NewLabels(d.Tasks, d.Workers, d.Classes, task[n], worker[n], class[n])}
	}
	return of(0), of(1)
}

// likelihood of the labels, given the shares of the classes. Workers of whom stage 1 knows nothing say nothing.
func likelihood(d *crowd.Dataset, confusion, shares []float64) float64 {
	k := d.Classes
	var sum prob.Sum
	row := make([]float64, k)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if from == to {
			continue
		}
		for t := range row {
			row[t] = prob.Log(shares[t])
		}
		for n := from; n < to; n++ {
			pi := confusion[int(d.Worker[n])*k*k : (int(d.Worker[n])+1)*k*k]
			if floats.Sum(pi) == 0 {
				continue
			}
			for t := range row {
				row[t] += prob.Log(pi[t*k+int(d.Class[n])])
			}
		}
		sum.Add(prob.Softmax(row))
	}
	return sum.Value()
}

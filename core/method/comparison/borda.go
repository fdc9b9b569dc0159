package comparison

import (
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// Borda scores an item by the mean share of the other items of a ranking that it stands before: in rankings of all items this is the mean
// rank. Items that a ranking does not order share the places that are left.
//
// Jean-Charles de Borda. Mémoire sur les élections au scrutin. 1781.
type Borda struct {
	// Weighted: a worker's rankings count as much as log a/(1 − a), where a is the probability with which they order two items as they
	// are: the model of Dawid and Skene with one parameter a worker, each pair being a task, by EM; four right answers and a wrong one
	// count besides. Who is contrary counts against.
	Weighted bool
}

var _ fit.Method = Borda{}

// Uses implements fit.Method.
func (m Borda) Uses(has crowd.Parts) (crowd.Parts, error) { return ranked(has, m.Weighted) }

// ranked is Method.Uses of methods for rankings.
func ranked(has crowd.Parts, aware bool) (crowd.Parts, error) {
	parts, err := uses(has, aware, false)
	if err == nil && !has.Rankings {
		err = ErrNoRankings
	}
	parts.Rankings = true
	return fit.Uses(parts, err)
}

// Start implements fit.Method.
func (m Borda) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := newDirect(d, s)
	weight := make([]float64, d.Workers)
	for w := range weight {
		weight[w] = 1
	}
	if m.Weighted {
		for w, a := range accuracies(d, f.work) {
			weight[w] = prob.Log(a / (1 - a))
		}
		f.extra = append(f.extra, crowd.NewColumn(crowd.OfWorker, "weight", "Weight", weight))
	}
	lists := d.Comparisons.Rankings
	f.se = make([]float64, len(f.score))
	sum, all := make([]float64, len(f.score)), make([]float64, len(f.score))
	squares, lines := make([]float64, len(f.score)), make([]float64, len(f.score))
	each := func(do func(i int32, weight, share, place float64)) {
		for r, w := range lists.Worker {
			from, to := int(lists.Start[r]), int(lists.Start[r+1])
			others, ordered := float64(to-from-1), to-from
			if lists.Ranked != nil {
				ordered = int(lists.Ranked[r])
			}
			if others == 0 || !f.work.Continue(to-from) {
				continue
			}
			for n, i := range lists.Item[from:to] {
				behind := others - float64(n)
				if n >= ordered {
					behind = (others - float64(ordered)) / 2
				}
				do(i, weight[w], behind/others, 1/others)
			}
		}
	}
	each(func(i int32, weight, share, place float64) {
		sum[i] += weight * share
		all[i] += weight
		lines[i]++
		squares[i] = max(squares[i], weight*weight*place*place) // a list more that has it a place away: who is always first is not certain to be
	})
	for i := range f.score {
		f.score[i] = .5
		if all[i] > 0 {
			f.score[i] = sum[i] / all[i]
		}
	}
	each(func(i int32, weight, share, _ float64) {
		off := weight * (share - f.score[i])
		squares[i] += off * off
	})
	for i := range f.score {
		share := min(max(f.score[i], 0), 1)*lines[i] + .5
		f.strength[i] = prob.Log(share / (lines[i] + 1 - share))
		f.se[i] = math.NaN()
		if lines[i] > 1 && all[i] > 0 {
			f.se[i] = math.Sqrt(squares[i]*lines[i]/(lines[i]-1)) / all[i]
		}
	}
	return f, f.work.Err()
}

// accuracies returns how often each worker orders two items as they are, by EM with both orders as likely. It begins with how many say so.
func accuracies(d *crowd.Dataset, work *yield.Work) []float64 {
	const right, wrong = 4, 1
	odds := make([]float64, d.Workers) // log a/(1 − a)
	a, votes := make([]float64, d.Workers), make([]float64, d.Workers)
	for step := range 500 {
		for w := range a {
			a[w], votes[w] = right, right+wrong
		}
		for i := range d.Tasks {
			from, to := d.Of(i)
			if !work.Continue(to - from) {
				return a
			}
			lead, more := 0.0, 0.0
			for n := from; n < to; n++ {
				to := towards(uint8(d.Class[n]))
				lead += odds[d.Worker[n]] * to
				more += to
			}
			first := prob.Logistic(lead)
			if step == 0 && from < to {
				first = (1 + more/float64(to-from)) / 2
			}
			for n := from; n < to; n++ {
				if d.Class[n] == crowd.FirstWins {
					a[d.Worker[n]] += first
				} else {
					a[d.Worker[n]] += 1 - first
				}
				votes[d.Worker[n]]++
			}
		}
		moved := 0.0
		for w := range a {
			a[w] /= votes[w]
			now := prob.Log(a[w] / (1 - a[w]))
			moved = max(moved, math.Abs(now-odds[w]))
			odds[w] = now
		}
		if moved < 1e-12 {
			break
		}
	}
	return a
}

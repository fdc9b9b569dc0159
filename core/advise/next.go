package advise

import (
	"math"
	"slices"

	"concord/core/crowd"
)

// Plan tells which tasks to have labelled again, and what that is worth.
//
// With n more labels by workers like those so far, a task's answer is expected
// to be right with probability
//
//	A_i(n) = Σ_c max_k q_ik P(c | k)
//
// over the counts c of the n labels by class, P multinomial with row k of the
// whole crowd's confusion matrix: the expected value of sample information
// (Raiffa & Schlaifer 1961). A_i is not concave: one label more may never
// change an answer that two could. So tasks are ranked by the best gain per
// label, max_n (A_i(n) − A_i(0))/n, and so on for the labels after these: by
// the slopes of the least concave majorant of A_i.
type Plan struct {
	Tasks int
	Error float64 // expected share of wrong answers now, as the posterior has it
	Asks  []Ask   // best first; a task may come more than once, for its further labels
}

// Ask is to get a number of labels for a task.
type Ask struct {
	Task   int
	Labels int
	Gain   float64 // in the expected number of right answers, by all its labels together
}

// most bounds the rows of the table of counts, and mostLabels their labels.
const (
	mostRows   = 64
	mostLabels = 9
)

// Next plans further labels from what a method believes (N×K; labels are
// classes). A posterior that is
// too sure promises too much: metric.HeldOutScore.Cautious is the one to give.
// What is expected remains the model's opinion: errors that all workers share
// are unknown to it.
func Next(d *crowd.Dataset, posterior []float64) *Plan {
	k := d.Classes
	p := &Plan{Tasks: d.Tasks}
	outcomes := outcomesOf(pooled(&d.Labels, posterior), k)
	value := make([]float64, len(outcomes)+1)
	wrong := 0.0
	for i := range d.Tasks {
		if d.Gold != nil && d.Gold[i] != crowd.Unknown {
			continue
		}
		q := posterior[i*k : (i+1)*k]
		value[0] = slices.Max(q)
		wrong += 1 - value[0]
		if 1-value[0] < 1e-6 {
			continue // not worth a label, and not worth the time
		}
		for n, rows := range outcomes {
			value[n+1] = expectedBest(q, rows)
		}
		p.Asks = append(p.Asks, steps(i, value)...)
	}
	p.Error = wrong / float64(max(1, d.Tasks))
	slices.SortStableFunc(p.Asks, func(a, b Ask) int {
		x, y := a.Gain/float64(a.Labels), b.Gain/float64(b.Labels)
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return p
}

// expectedBest is Σ_c max_k q_k P(c | k).
func expectedBest(q []float64, rows [][]float64) float64 {
	sum := 0.0
	for _, row := range rows {
		best := 0.0
		for c, x := range row {
			best = max(best, q[c]*x)
		}
		sum += best
	}
	return sum
}

// steps cuts the least concave majorant of value (by number of labels) into its
// straight pieces; pieces without gain are left out.
func steps(i int, value []float64) []Ask {
	var out []Ask
	for at := 0; at+1 < len(value); {
		best, slope := at, 0.0
		for n := at + 1; n < len(value); n++ {
			if s := (value[n] - value[at]) / float64(n-at); s > slope*(1+1e-12) {
				best, slope = n, s
			}
		}
		if slope < 1e-12 {
			break
		}
		out = append(out, Ask{Task: i, Labels: best - at, Gain: value[best] - value[at]})
		at = best
	}
	return out
}

// outcomesOf lists, for n = 1, 2 …, the probabilities P(c | k) of every way in
// which n labels can fall on the classes, by k.
func outcomesOf(confusion []float64, k int) [][][]float64 {
	var out [][][]float64
	rows, counts := [][]float64{ones(k)}, [][]int{make([]int, k)}
	for n := 1; n <= mostLabels; n++ {
		var nextRows [][]float64
		var nextCounts [][]int
		for r, count := range counts {
			// Each multiset once: only add a class no less than the last one.
			last := 0
			for c, x := range count {
				if x > 0 {
					last = c
				}
			}
			for l := last; l < k; l++ {
				more := slices.Clone(count)
				more[l]++
				row := slices.Clone(rows[r])
				for t := range row {
					// multinomial coefficient n!/Π c!: times n, by the new count
					row[t] *= confusion[t*k+l] * float64(n) / float64(more[l])
				}
				nextRows, nextCounts = append(nextRows, row), append(nextCounts, more)
			}
		}
		if n > 1 && len(nextRows) > mostRows {
			break
		}
		rows, counts = nextRows, nextCounts
		out = append(out, rows)
	}
	return out
}

func ones(k int) []float64 {
	x := make([]float64, k)
	for c := range x {
		x[c] = 1
	}
	return x
}

// Expected is the expected share of wrong answers after the best use of a
// number of labels. Where the labels run out amid an ask, its gain counts in
// proportion.
func (p *Plan) Expected(labels int) float64 {
	gain := 0.0
	for _, a := range p.Asks {
		if labels <= 0 {
			break
		}
		part := min(1, float64(labels)/float64(a.Labels))
		gain += part * a.Gain
		labels -= a.Labels
	}
	return math.Max(0, p.Error-gain/float64(max(1, p.Tasks)))
}

// Curve is Expected at up to points budgets, evenly spread from 0 to all the
// labels that would bring anything.
func (p *Plan) Curve(points int) (labels []int, wrong []float64) {
	all := 0
	for _, a := range p.Asks {
		all += a.Labels
	}
	points = min(points, all+1)
	gain, used, at := 0.0, 0, 0
	for n := range points {
		budget := 0
		if points > 1 {
			budget = n * all / (points - 1)
		}
		for at < len(p.Asks) && used+p.Asks[at].Labels <= budget {
			gain += p.Asks[at].Gain
			used += p.Asks[at].Labels
			at++
		}
		part := 0.0
		if at < len(p.Asks) {
			part = p.Asks[at].Gain * float64(budget-used) / float64(p.Asks[at].Labels)
		}
		labels = append(labels, budget)
		wrong = append(wrong, math.Max(0, p.Error-(gain+part)/float64(max(1, p.Tasks))))
	}
	return labels, wrong
}

// First returns the labels to get with a budget: a task for each, best first.
func (p *Plan) First(budget int) []int {
	var tasks []int
	for _, a := range p.Asks {
		for range a.Labels {
			if len(tasks) == budget {
				return tasks
			}
			tasks = append(tasks, a.Task)
		}
	}
	return tasks
}

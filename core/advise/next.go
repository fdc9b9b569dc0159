package advise

import (
	"iter"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/yield"
)

// Plan lists the tasks worth labelling again, with the expected benefit.
//
// With n more labels from workers like those so far, the probability that a task's answer
// is right is expected to be
//
//	A_i(n) = Σ_c max_k q_ik P(c | k)
//
// over the counts c of the n labels by class, P multinomial with row k of the crowd's
// confusion matrix: the expected value of sample information (Raiffa & Schlaifer 1961).
// A_i is not concave: two labels may change an answer that one can't. So tasks are ranked
// by the best gain per label, max_n (A_i(n) − A_i(0))/n, and so on for later labels: by
// the slopes of the least concave majorant of A_i.
type Plan struct {
	Asks []Ask // best first; a task may recur, for further labels
	Full int   // uncertain tasks that every available worker has labelled
}

// Ask requests a number of labels for a task.
type Ask struct {
	Task   int
	Labels int
	Gain   float64 // in the expected number of right answers, from all its labels together
}

// mostRows bounds the outcomes of a number of labels, where there are many tasks more closely, and mostLabels that number.
const (
	mostRows      = 256
	mostRowsLarge = 64
	manyTasks     = 100_000
	mostLabels    = 12
)

func rowsFor(tasks int) int {
	if tasks > manyTasks {
		return mostRowsLarge
	}
	return mostRows
}

// Next plans further labels from a posterior (N×K). Its gains are those of workers who err on
// their own and are like those so far; what real crowds keep of that is for Foresee to say.
//
// may marks the workers who may be asked (M): no task gets more labels than those who have not
// labelled it can give. nil: anybody may be asked, known or not. pause is called from time to
// time (nil: never); its error is returned.
func Next(d *crowd.Dataset, posterior []float64, may []bool, pause func() error) (*Plan, error) {
	k := d.Classes
	p := &Plan{}
	confusion, err := pooled(&d.Labels, posterior, pause)
	if err != nil {
		return nil, err
	}
	left := leftOf(&d.Labels, may)
	outcomes := outcomesOf(confusion, k, rowsFor(d.Tasks))
	size := 0
	for _, rows := range outcomes {
		size += len(rows)
	}
	work := yield.New(pause)
	value := make([]float64, len(outcomes)+1)
	for i := range d.Tasks {
		if d.Truth(i) != crowd.Unknown {
			continue
		}
		q := posterior[i*k : (i+1)*k]
		value[0] = slices.Max(q)
		if 1-value[0] < 1e-6 {
			continue // not worth a label, and not worth the time
		}
		most := len(outcomes)
		if may != nil {
			most = min(most, left(i))
		}
		if most == 0 {
			p.Full++
			continue
		}
		for n, rows := range outcomes[:most] {
			value[n+1] = expectedBest(q, rows)
		}
		p.Asks = steps(p.Asks, i, value[:most+1])
		if !work.Continue(size) {
			return nil, work.Err()
		}
	}
	p.Asks = byGain(p.Asks, work)
	return p, work.Err()
}

// leftOf returns the function that counts those of may who have not labelled a task.
func leftOf(l *crowd.Labels, may []bool) func(task int) int {
	all := 0
	for _, yes := range may {
		if yes {
			all++
		}
	}
	seen := make([]int, len(may)) // the task last seen with the worker, plus one
	return func(task int) int {
		n := all
		from, to := l.Of(task)
		for _, j := range l.Worker[from:to] {
			if may[j] && seen[j] != task+1 {
				seen[j] = task + 1
				n--
			}
		}
		return n
	}
}

// byGain sorts asks by gain per label, best first, in linear time: a stable radix sort.
func byGain(asks []Ask, work *yield.Work) []Ask {
	const bits, size = 11, 1 << 11
	keys, other := make([]uint64, len(asks)), make([]uint64, len(asks))
	for n, a := range asks {
		keys[n] = ^math.Float64bits(a.Gain / float64(a.Labels)) // of numbers above 0 the order is that of their bits
	}
	to := make([]Ask, len(asks))
	for shift := 0; shift < 64; shift += bits {
		var at [size]int
		for _, key := range keys {
			at[key>>shift&(size-1)]++
		}
		if len(keys) > 0 && at[keys[0]>>shift&(size-1)] == len(keys) {
			continue // the same digit in all
		}
		from := 0
		for v, n := range at {
			at[v] = from
			from += n
		}
		for n, key := range keys {
			place := &at[key>>shift&(size-1)]
			to[*place], other[*place] = asks[n], key
			*place++
			if !work.Continue(1) {
				return nil
			}
		}
		asks, to, keys, other = to, asks, other, keys
	}
	return asks
}

// expectedBest is Σ_c max_k q_k P(c | k). rows holds the K numbers P(c | k) of each c.
func expectedBest(q, rows []float64) float64 {
	sum := 0.0
	for k := len(q); len(rows) >= k; rows = rows[k:] {
		best := 0.0
		for c, x := range rows[:k] {
			if v := q[c] * x; v > best {
				best = v
			}
		}
		sum += best
	}
	return sum
}

// steps appends the straight pieces of the least concave majorant of value (by number of labels) that bring a gain.
func steps(out []Ask, i int, value []float64) []Ask {
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

// outcomesOf lists, for n = 1, 2 …, the probabilities P(c | k) of all counts c of n labels by class: K numbers for each c.
func outcomesOf(confusion []float64, k, mostRows int) [][]float64 {
	var out [][]float64
	rows, counts := [][]float64{slices.Repeat([]float64{1}, k)}, [][]int{make([]int, k)}
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
		out = append(out, slices.Concat(rows...))
	}
	return out
}

// Labels yields the task of each label to get, best first, and the label's share of the gain of its Ask.
func (p *Plan) Labels() iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		for _, a := range p.Asks {
			for range a.Labels {
				if !yield(a.Task, a.Gain/float64(a.Labels)) {
					return
				}
			}
		}
	}
}

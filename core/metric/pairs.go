package metric

import (
	"math"

	"concord/core/crowd"
)

// TwoRaters is the agreement of two workers, from a table of their labels.
type TwoRaters struct {
	Percent, Cohen, Scott, BrennanPrediger, AC1, Alpha Figure
	Bangdiwala                                         Figure // B, Bangdiwala 1985: share of the agreement chart that is filled
}

// Compare measures a table K×K of two workers: table[k·K+l] is the number of
// tasks that the first put in class k and the second in class l. Standard
// errors are those of the coefficients' own papers, with tasks as the sample:
// Cohen's by Fleiss, Cohen & Everitt 1969, AC1 by Gwet 2008, Scott's as Fleiss's κ.
func Compare(table []float64, classes int) TwoRaters {
	n := total(table)
	if n == 0 {
		none := Undefined("they have no task in common")
		return TwoRaters{none, none, none, none, none, none, none}
	}
	k := classes
	row, column := make([]float64, k), make([]float64, k)
	pa, filled, chart := 0.0, 0.0, 0.0
	for c := range k {
		for l := range k {
			row[c] += table[c*k+l] / n
			column[l] += table[c*k+l] / n
		}
		pa += table[c*k+c] / n
	}
	var cohen, scott, ac float64 // p_e of each
	for c := range k {
		pi := (row[c] + column[c]) / 2
		cohen += row[c] * column[c]
		scott += pi * pi
		ac += pi * (1 - pi)
		filled += table[c*k+c] / n * (table[c*k+c] / n)
		chart += row[c] * column[c]
	}
	size := int(math.Round(n))
	of := func(pe float64, why string) Figure {
		v, ok := corrected(pa, pe)
		if !ok {
			return Undefined(why)
		}
		return exactly(v, size)
	}
	t := TwoRaters{
		Percent:    Wilson(pa*n, size),
		Cohen:      of(cohen, "both name one class only, the same"),
		Scott:      of(scott, "both name one class only, the same"),
		Alpha:      Undefined("both name one class only, the same"),
		AC1:        Undefined(oneOnly),
		Bangdiwala: Undefined("neither names a class that the other does"),
	}
	t.BrennanPrediger = of(1/float64(k), oneOnly)
	if k > 1 {
		ac /= float64(k - 1)
		t.AC1 = of(ac, oneOnly)
	}
	if chart > 0 {
		t.Bangdiwala = exactly(filled/chart, size)
	}
	// α of two workers without missing labels is π with a correction for the
	// finite number of labels, 2n.
	if t.Scott.Defined() {
		t.Alpha = exactly(1-(2*n-1)/(2*n)*(1-pa)/(1-scott), size)
	}
	t.standardErrors(table, row, column, pa, cohen, scott, ac)
	return t
}

// standardErrors sets SE, and the intervals that follow from it.
func (t *TwoRaters) standardErrors(table, row, column []float64, pa, cohen, scott, ac float64) {
	k := len(row)
	n := total(table)
	if n < 2 {
		return
	}
	var ofCohen, ofScott, ofAC, ofBP float64
	for c := range k {
		for l := range k {
			p := table[c*k+l] / n
			same := 0.0
			if c == l {
				same = 1
			}
			add := func(sum *float64, f Figure, pe, own float64) {
				d := (same-pe)/(1-pe) - 2*(1-f.Value)*(own-pe)/(1-pe) - f.Value
				*sum += p * d * d
			}
			pi := func(c int) float64 { return (row[c] + column[c]) / 2 }
			// The task's own part of p_e; with the 2 in front it is the first
			// order of p_e in the table's shares.
			add(&ofCohen, t.Cohen, cohen, (row[l]+column[c])/2)
			add(&ofScott, t.Scott, scott, (pi(c)+pi(l))/2)
			if k > 1 {
				add(&ofAC, t.AC1, ac, (1-(pi(c)+pi(l))/2)/float64(k-1))
				add(&ofBP, t.BrennanPrediger, 1/float64(k), 1/float64(k))
			}
		}
	}
	for _, f := range []struct {
		figure *Figure
		square float64
	}{{&t.Cohen, ofCohen}, {&t.Scott, ofScott}, {&t.AC1, ofAC}, {&t.BrennanPrediger, ofBP}} {
		if !f.figure.Defined() {
			continue
		}
		f.figure.SE = math.Sqrt(f.square / n)
		half := z95 * f.figure.SE
		f.figure.Low, f.figure.High = max(-1, f.figure.Value-half), min(1, f.figure.Value+half)
		f.figure.Interval = true
	}
}

// Table counts the labels of workers a and b on the tasks both labelled, K×K,
// row = a. A worker who repeats a task spreads it: the task counts one in all.
func Table(l *crowd.Labels, a, b int) []float64 {
	k := l.Classes
	table := make([]float64, k*k)
	for i := range l.Tasks {
		from, to := l.Of(i)
		ofA, ofB := 0, 0
		for _, j := range l.Worker[from:to] {
			if int(j) == a {
				ofA++
			}
			if int(j) == b {
				ofB++
			}
		}
		if ofA == 0 || ofB == 0 {
			continue
		}
		part := 1 / float64(ofA*ofB)
		for n := from; n < to; n++ {
			if int(l.Worker[n]) != a {
				continue
			}
			for m := from; m < to; m++ {
				if int(l.Worker[m]) == b {
					table[int(l.Class[n])*k+int(l.Class[m])] += part
				}
			}
		}
	}
	return table
}

// Pair is the agreement of two workers, in short.
type Pair struct {
	Tasks    int // that both labelled
	Same     float64
	Kappa    Figure // Cohen's, without interval: Compare has one
	Weighted Figure // weighted κ (see WeightedKappa), where classes have an order
}

// MaxPairs bounds the cells of one call of Pairs, times the classes.
const MaxPairs = 4 << 20

// Pairs returns Cohen's κ of each of the workers rows with each of the workers
// columns, row-major: a page of the worker × worker matrix. One pass over the
// labels; memory for the page only. It panics above MaxPairs. place is the place
// of each class in their order, nil where they have none.
func Pairs(l *crowd.Labels, rows, columns []int, place []int32) []Pair {
	k := l.Classes
	// Without an order any will do for counting.
	at := make([]int32, k)
	for c := range at {
		at[c] = int32(c)
	}
	if place != nil {
		at = place
	}
	if len(rows)*len(columns)*k > MaxPairs {
		panic("metric: page of pairs too large")
	}
	rowOf, columnOf := index(l.Workers, rows), index(l.Workers, columns)
	out := make([]Pair, len(rows)*len(columns))
	weight := make([]float64, len(out)) // tasks, as a sum of parts
	apart := make([]float64, len(out))
	rowShare, columnShare := make([]float64, len(out)*k), make([]float64, len(out)*k)
	times := make([]int32, l.Workers) // labels of each worker on the task at hand
	for i := range l.Tasks {
		from, to := l.Of(i)
		for _, j := range l.Worker[from:to] {
			times[j]++
		}
		for n := from; n < to; n++ {
			a := l.Worker[n]
			if rowOf[a] < 0 {
				continue
			}
			for m := from; m < to; m++ {
				b := l.Worker[m]
				if columnOf[b] < 0 {
					continue
				}
				pair := int(rowOf[a])*len(columns) + int(columnOf[b])
				part := 1 / (float64(times[a]) * float64(times[b]))
				x, y := at[l.Class[n]], at[l.Class[m]]
				weight[pair] += part
				rowShare[pair*k+int(x)] += part
				columnShare[pair*k+int(y)] += part
				if x == y {
					out[pair].Same += part
				} else if place != nil {
					apart[pair] += part * Apart(x-y, k)
				}
			}
		}
		for _, j := range l.Worker[from:to] {
			times[j] = 0
		}
	}
	for n := range out {
		p, row, column := &out[n], rowShare[n*k:(n+1)*k], columnShare[n*k:(n+1)*k]
		p.finish(weight[n], row, column)
		p.Weighted = Undefined(notOrdered)
		if place == nil {
			continue
		}
		if p.Weighted = p.Kappa; p.Tasks == 0 {
			continue
		}
		if v, ok := WeightedKappa(apart[n]/weight[n], row, column); ok {
			p.Weighted = exactly(v, p.Tasks)
		}
	}
	return out
}

func (p *Pair) finish(n float64, row, column []float64) {
	p.Tasks = int(math.Round(n))
	if p.Tasks == 0 {
		p.Kappa = Undefined("they have no task in common")
		return
	}
	p.Same /= n
	pe := 0.0
	for c := range row {
		pe += row[c] / n * column[c] / n
	}
	v, ok := corrected(p.Same, pe)
	if !ok {
		p.Kappa = Undefined("both name one class only, the same")
		return
	}
	p.Kappa = exactly(v, p.Tasks)
}

// index maps workers to their place in list, -1 where they have none.
func index(workers int, list []int) []int32 {
	at := make([]int32, workers)
	for j := range at {
		at[j] = -1
	}
	for n, j := range list {
		at[j] = int32(n)
	}
	return at
}

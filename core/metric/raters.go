package metric

import (
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/yield"
)

const (
	manyRaters = "there are too many workers to compare each with each"
	noVariety  = "no two workers share three tasks that both give different numbers"
	noKappa    = "no two workers share enough tasks on which chance would not agree always"
)

const (
	pairBudget = 6e6 // what a bootstrap of all pairs of workers may cost
	fewShared  = 3   // tasks that a pair must share to count in a mean of pairs: a correlation of two is 1 or −1
)

// raters measures how far workers agree pair by pair, and on the tasks that all of them labelled.
type raters struct {
	a    *api.Agreement
	seed uint64
	all  []int // the workers who gave labels
	cost int   // of one pass over all pairs of labels of the same task
	many bool  // there are too many of them
	work *yield.Work
}

// Raters adds to a, which Agree made of the same labels, what compares workers with each other: κ of classes, and correlations of
// ordered classes and of numbers. Of several pairs it is their mean, each pair counting by the tasks it shares.
//
// pause is called from time to time (nil: never); its error is returned.
func Raters(l *crowd.Labels, s Scale, a *api.Agreement, pause func() error) error {
	scaled, interval := l.Numeric() || !s.Nominal, l.Numeric() || s.Values != nil
	if scaled && interval {
		a.ICC = oneWay(numbered(l, s.Values))
	}
	if s.Anonymous {
		return nil
	}
	r := &raters{a: a, seed: s.Seed, work: yield.New(pause)}
	given := make([]bool, l.Workers)
	for i := range l.Tasks {
		from, to := l.Of(i)
		for _, j := range l.Worker[from:to] {
			given[j] = true
		}
		r.cost += (to - from) * (to - from)
	}
	for j, some := range given {
		if some {
			r.all = append(r.all, j)
		}
	}
	a.Raters = len(r.all)
	r.many = len(r.all)*len(r.all)*max(1, l.Classes) > MaxPairs || r.cost > MaxPairs
	if !l.Numeric() {
		r.kappas(l, s.Weights)
	}
	if scaled {
		r.correlations(numbered(l, s.Values), interval)
	}
	return r.work.Err()
}

// numbered returns labels as numbers: those of the classes (K), or their places in the order.
func numbered(l *crowd.Labels, values []float64) *crowd.Labels {
	if l.Numeric() {
		return l
	}
	out := *l
	out.Class, out.Classes, out.Value = nil, 0, make([]float64, len(l.Class))
	for n, c := range l.Class {
		out.Value[n] = float64(c)
		if values != nil {
			out.Value[n] = values[c]
		}
	}
	return &out
}

// pairs returns the statistic of all pairs, with its bootstrap interval if that costs little enough. of returns NaN where it has none.
func (r *raters) pairs(l *crowd.Labels, cost int, of func(l *crowd.Labels) float64, why string) api.Figure {
	switch {
	case r.a.Paired == 0:
		return api.Undefined(noPairs)
	case len(r.all) < 2:
		return api.Undefined(oneRater)
	case r.many:
		return api.Undefined(manyRaters)
	}
	v := of(l)
	if math.IsNaN(v) {
		return api.Undefined(why)
	}
	f := api.Exactly(v, r.a.Paired)
	draws := min(mostDraws, pairBudget/(cost+1))
	if draws < fewestDraws || l.Tasks < 2 {
		return f
	}
	random := rand.New(rand.NewPCG(r.seed, streamDraws))
	var values []float64
	for range draws {
		if v := of(resample(l, random)); !math.IsNaN(v) {
			values = append(values, v)
		}
		if !r.work.Continue(cost) {
			return f
		}
	}
	percentiles(&f, values, draws)
	return f
}

// resample draws as many tasks as there are, with replacement.
func resample(l *crowd.Labels, random *rand.Rand) *crowd.Labels {
	out := l.Empty(l.Tasks, l.Len())
	for i := range l.Tasks {
		from, to := l.Of(int(random.Uint32N(uint32(l.Tasks))))
		for n := from; n < to; n++ {
			out.Append(l, n)
		}
		out.Start[i+1] = int32(len(out.Worker))
	}
	return &out
}

// kappas are Cohen's κ and, with weights, weighted κ: of two workers, or the mean of all pairs, which Light 1971 proposed.
func (r *raters) kappas(l *crowd.Labels, weights []float64) {
	of := func(value func(api.Pair) *float64) func(l *crowd.Labels) float64 {
		return func(l *crowd.Labels) float64 {
			cells := Pairs(l, r.all, r.all, weights)
			var m meanOf
			for a := range r.all {
				for b := range a {
					if p := cells[a*len(r.all)+b]; value(p) != nil && (p.Tasks >= fewShared || len(r.all) == 2) {
						m.add(*value(p), p.Tasks)
					}
				}
			}
			return m.value()
		}
	}
	cost := r.cost + 2*len(r.all)*len(r.all)*l.Classes
	r.a.Kappa = r.pairs(l, cost, of(func(p api.Pair) *float64 { return p.Kappa }), noKappa)
	if weights != nil {
		r.a.Weighted = r.pairs(l, cost, of(func(p api.Pair) *float64 { return p.Weighted }), noKappa)
	}
	if len(r.all) == 2 && l.Classes <= maxClasses {
		table := Table(l, r.all[0], r.all[1])
		kappaError(&r.a.Kappa, table, l.Classes, nil)
		kappaError(&r.a.Weighted, table, l.Classes, weights)
	}
}

// meanOf is a mean of what pairs have, by the tasks that they share.
type meanOf struct{ sum, tasks float64 }

func (m *meanOf) add(x float64, tasks int) {
	m.sum += x * float64(tasks)
	m.tasks += float64(tasks)
}

func (m *meanOf) value() float64 { return m.sum / m.tasks }

// Table counts the labels of workers a and b on the tasks that both labelled, K×K, row = a. Repeats share what a task counts, 1. Of one
// worker it has the repeats, each with each other.
func Table(l *crowd.Labels, a, b int) []float64 {
	table := make([]float64, l.Classes*l.Classes)
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
		if a == b {
			ofB--
		}
		if ofA == 0 || ofB <= 0 {
			continue
		}
		part := 1 / float64(ofA*ofB)
		for n := from; n < to; n++ {
			for m := from; m < to; m++ {
				if n != m && int(l.Worker[n]) == a && int(l.Worker[m]) == b {
					table[int(l.Class[n])*l.Classes+int(l.Class[m])] += part
				}
			}
		}
	}
	return table
}

// kappaError sets the standard error of (weighted) κ of a table K×K of two workers (Fleiss, Cohen & Everitt 1969, equation 8):
//
//	SE² = (Σ_ck p_ck (w_ck − (w̄_c· + w̄_·k)(1 − κ))² − (κ − p_e (1 − κ))²) / (n (1 − p_e)²)
//
// where w̄_c· = Σ_k p_·k w_ck and w̄_·k = Σ_c p_c· w_ck. Without weights w is 1 for the same class and 0 otherwise.
func kappaError(f *api.Figure, table []float64, k int, weights []float64) {
	if !f.Defined() || f.N == 0 {
		return
	}
	weight := func(c, d int) float64 {
		switch {
		case weights != nil:
			return weights[max(c, d)-min(c, d)]
		case c == d:
			return 1
		}
		return 0
	}
	row, column, n := make([]float64, k), make([]float64, k), 0.0
	for at, x := range table {
		row[at/k] += x
		column[at%k] += x
		n += x
	}
	byRow, byColumn, chance := make([]float64, k), make([]float64, k), 0.0
	for c := range k {
		for d := range k {
			byRow[c] += column[d] / n * weight(c, d)
			byColumn[d] += row[c] / n * weight(c, d)
			chance += row[c] / n * column[d] / n * weight(c, d)
		}
	}
	square := 0.0
	for at, x := range table {
		c, d := at/k, at%k
		t := weight(c, d) - (byRow[c]+byColumn[d])*(1-f.Value)
		square += x / n * t * t
	}
	own := f.Value - chance*(1-f.Value)
	if se := math.Sqrt(max(0, square-own*own)/n) / (1 - chance); se > 1e-9 { // less is what rounding leaves of 0
		f.SE = se
	}
}

// correlations are those of labels that are numbers; interval: their differences mean something, too, not just their order.
func (r *raters) correlations(l *crowd.Labels, interval bool) {
	correlation := func(of func(x, y []float64) float64, times int) api.Figure {
		return r.pairs(l, times*(r.cost+len(r.all)*len(r.all)), func(l *crowd.Labels) float64 {
			said := byRater(l)
			var m meanOf
			for a, one := range r.all {
				for _, other := range r.all[:a] {
					x, y := said[one].shared(said[other])
					if v := of(x, y); !math.IsNaN(v) {
						m.add(v, len(x))
					}
				}
			}
			return m.value()
		}, noVariety)
	}
	r.a.Spearman = correlation(spearman, 8)
	r.fisher(l, &r.a.Spearman, func(rho float64) float64 { return 1 + rho*rho/2 }) // Bonett & Wright 2000
	g := complete(l)
	r.a.Complete = g.tasks
	r.a.Kendall = g.kendall()
	if !interval {
		return
	}
	r.a.Pearson = correlation(pearson, 1)
	r.fisher(l, &r.a.Pearson, func(float64) float64 { return 1 })
	g.twoWay(r.a.ICC)
}

// fisher gives the correlation of two workers the interval of Fisher's z, whose variance is factor/(n − 3). Pairs of more workers are
// not independent, and keep their bootstrap.
func (r *raters) fisher(l *crowd.Labels, f *api.Figure, factor func(r float64) float64) {
	if !f.Defined() || len(r.all) != 2 {
		return
	}
	said := byRater(l)
	x, _ := said[r.all[0]].shared(said[r.all[1]])
	*f = api.Exactly(f.Value, len(x))
	if len(x) < 4 || math.Abs(f.Value) > 1-1e-12 {
		return
	}
	z, half := math.Atanh(f.Value), z95*math.Sqrt(factor(f.Value)/float64(len(x)-3))
	f.Low, f.High, f.Interval = digits(math.Tanh(z-half)), digits(math.Tanh(z+half)), true
}

// ratings are what one worker said, by task; repeats are averaged.
type ratings struct {
	task  []int32
	value []float64
	times []float64
}

// byRater returns the ratings of each worker.
func byRater(l *crowd.Labels) []ratings {
	out := make([]ratings, l.Workers)
	for i := range l.Tasks {
		from, to := l.Of(i)
		for n := from; n < to; n++ {
			r := &out[l.Worker[n]]
			if at := len(r.task) - 1; at >= 0 && int(r.task[at]) == i {
				r.times[at]++
				r.value[at] += (l.Value[n] - r.value[at]) / r.times[at]
				continue
			}
			r.task, r.value, r.times = append(r.task, int32(i)), append(r.value, l.Value[n]), append(r.times, 1)
		}
	}
	return out
}

// shared returns what two workers said of the tasks that both labelled.
func (r *ratings) shared(o ratings) (x, y []float64) {
	b := 0
	for a, i := range r.task {
		for b < len(o.task) && o.task[b] < i {
			b++
		}
		if b < len(o.task) && o.task[b] == i {
			x, y = append(x, r.value[a]), append(y, o.value[b])
		}
	}
	return x, y
}

// Correlations returns the correlations of the workers in rows with those in columns, row-major, where labels are numbers. Of a worker
// with itself they are of the repeats, in either order.
func Correlations(l *crowd.Labels, rows, columns []int) []api.Pair {
	said := byRater(l)
	out := make([]api.Pair, 0, len(rows)*len(columns))
	for _, a := range rows {
		for _, b := range columns {
			x, y := said[a].shared(said[b])
			p := api.Pair{Tasks: len(x)}
			if a == b {
				x, y, p.Tasks = repeats(l, a)
			}
			p.Pearson, p.Spearman = defined(pearson(x, y)), defined(spearman(x, y))
			out = append(out, p)
		}
	}
	return out
}

func defined(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

// repeats returns the labels that a worker gave the same tasks, each with each other, and the number of these tasks.
func repeats(l *crowd.Labels, worker int) (x, y []float64, tasks int) {
	for i := range l.Tasks {
		from, to := l.Of(i)
		before := len(x)
		for n := from; n < to; n++ {
			for m := from; m < to; m++ {
				if n != m && int(l.Worker[n]) == worker && int(l.Worker[m]) == worker {
					x, y = append(x, l.Value[n]), append(y, l.Value[m])
				}
			}
		}
		if len(x) > before {
			tasks++
		}
	}
	return x, y, tasks
}

// pearson is the product-moment correlation; NaN: there are too few, or one side is constant.
func pearson(x, y []float64) float64 {
	n := float64(len(x))
	if len(x) < fewShared {
		return math.NaN()
	}
	var mx, my, xx, yy, xy, size float64
	for i := range x {
		mx += (x[i] - x[0]) / n
		my += (y[i] - y[0]) / n
	}
	for i := range x {
		dx, dy := x[i]-x[0]-mx, y[i]-y[0]-my
		xx += dx * dx
		yy += dy * dy
		xy += dx * dy
		size = max(size, math.Abs(x[i]), math.Abs(y[i]))
	}
	if least := 1e-24 * n * size * size; !(xx > least) || !(yy > least) {
		return math.NaN()
	}
	return max(-1, min(1, xy/math.Sqrt(xx*yy)))
}

// spearman is the correlation of midranks.
func spearman(x, y []float64) float64 {
	rx, _ := ranks(x)
	ry, _ := ranks(y)
	return pearson(rx, ry)
}

// ranks returns the midranks, from 1, and Σ (t³ − t) over the sizes t of the ties.
func ranks(x []float64) (rank []float64, ties float64) {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case x[a] < x[b]:
			return -1
		case x[a] > x[b]:
			return 1
		}
		return a - b
	})
	rank = make([]float64, len(x))
	below := 0.0
	for run := range runs(order, x) {
		t := float64(len(run))
		for _, i := range run {
			rank[i] = below + (t+1)/2
		}
		below += t
		ties += t*t*t - t
	}
	return rank, ties
}

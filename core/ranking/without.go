package ranking

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// others says how items stand without the votes of single workers. Let x be the leads, in log odds, that a fit says an average worker
// sees in the pairs of a worker's, y − e how far the worker's answers (1, ½ or 0) are from what the fit expects of that worker, v their
// variance, and g how strongly the worker follows the leads. One step of Newton's method from the fit, to the maximum without these votes,
// takes away of the leads
//
//	z = A (C⁻¹ − Aᵀ W A)⁻¹ Aᵀ r,   r = Σ g (y − e),   W = Σ g² v
//
// where A takes differences of the items' scores and C is their covariance. With A C Aᵀ = G this is z = G (I − W G)⁻¹ r, which needs C
// of the worker's own items alone. Methods that have no covariance, and more than 1,000 items, are as if C were diagonal.
type others struct {
	d    *crowd.Dataset
	r    *crowd.Ranking
	f    fit.Ranker
	work *yield.Work

	task  []int32   // of each label
	votes []int32   // by item
	all   []float32 // covariance of scores, in log odds: half as much to read for each worker; nil: there is none
	total []float64 // by item: information of all votes, in its place

	place []int32 // by item, among those of the worker at hand
	ballot
}

// ballot is what is known of one worker's pairs, of each in the order of the labels.
type ballot struct {
	worker int
	items  []int32
	own    []int32 // by item: the worker's votes
	pairs  []pair
	cov    []float32 // of items' scores, row by row up to the diagonal
	scale  float64   // g
}

// pair is a pair that a worker voted about.
type pair struct {
	task, a, b int32 // items: as places
	from, to   int32 // its votes, among the worker's
	row        [3]float64
	lead       float64 // of the first item, in log odds, for an average worker
	pull, info float64 // r and W
	spread     float64 // variance of the lead
	known      bool    // others compared both items
}

func newOthers(d *crowd.Dataset, r *crowd.Ranking, f fit.Ranker, work *yield.Work) *others {
	n := d.Comparisons.Items
	o := &others{d: d, r: r, f: f, work: work, task: d.TaskOf(), votes: make([]int32, n), place: make([]int32, n)}
	if r.Covariance != nil {
		scale := unit(d, r, f, work)
		o.all = make([]float32, n*n)
		for at, c := range r.Covariance {
			o.all[at] = float32(scale * c)
		}
	}
	for i := range d.Tasks {
		from, to := d.Of(i)
		o.votes[d.Comparisons.First[i]] += int32(to - from)
		o.votes[d.Comparisons.Second[i]] += int32(to - from)
	}
	return o
}

// unit is the variance of log odds for one of scores: the square of how many log odds one unit of scores makes, by least squares.
func unit(d *crowd.Dataset, r *crowd.Ranking, f fit.Ranker, work *yield.Work) float64 {
	var squares, products float64
	var row [3]float64
	for i := range d.Tasks {
		if !work.Continue(1) {
			return 1
		}
		a, b := d.Comparisons.First[i], d.Comparisons.Second[i]
		f.Answer(int(a), int(b), -1, 0, row[:d.Classes])
		apart := r.Score[a] - r.Score[b]
		squares += apart * apart
		products += apart * lead(row)
	}
	if !(squares > 0) {
		return 1
	}
	return products / squares * products / squares
}

// answer is what a worker says of a pair.
func (o *others) answer(task, worker, left int) (row [3]float64) {
	c := o.d.Comparisons
	o.f.Answer(int(c.First[task]), int(c.Second[task]), worker, left, row[:o.d.Classes])
	return row
}

// lead is the log of the odds of the first item against the second.
func lead(row [3]float64) float64 {
	const most = 30
	return min(max(prob.Log(row[crowd.FirstWins])-prob.Log(row[crowd.SecondWins]), -most), most)
}

// collect looks at the labels of a worker.
func (o *others) collect(worker int, labels []int32) {
	o.worker, o.items, o.own, o.pairs = worker, o.items[:0], o.own[:0], o.pairs[:0]
	c := o.d.Comparisons
	for from := 0; from < len(labels); {
		task := o.task[labels[from]-o.d.Start[0]]
		to := from + 1
		for to < len(labels) && o.task[labels[to]-o.d.Start[0]] == task {
			to++
		}
		o.pairs = append(o.pairs, pair{task: task, from: int32(from), to: int32(to)})
		o.items = append(o.items, c.First[task], c.Second[task])
		from = to
	}
	slices.Sort(o.items)
	o.items = slices.Compact(o.items)
	for at, item := range o.items {
		o.place[item] = int32(at)
	}
	o.own = slices.Grow(o.own, len(o.items))[:len(o.items)]
	clear(o.own)
	var squares, products float64
	for n := range o.pairs {
		p := &o.pairs[n]
		p.a, p.b = o.place[c.First[p.task]], o.place[c.Second[p.task]]
		p.row = o.answer(int(p.task), -1, 0)
		p.lead = lead(p.row)
		squares += p.lead * p.lead
		products += p.lead * lead(o.answer(int(p.task), worker, 0))
		o.own[p.a] += p.to - p.from
		o.own[p.b] += p.to - p.from
	}
	o.scale = 1
	if squares > 0 {
		o.scale = products / squares
	}
	for n := range o.pairs {
		p := &o.pairs[n]
		p.known = o.votes[o.items[p.a]] > o.own[p.a] && o.votes[o.items[p.b]] > o.own[p.b]
		for _, label := range labels[p.from:p.to] {
			row := o.answer(int(p.task), worker, sideOf(o.d, int(label)))
			if math.IsNaN(o.r.Tie) { // the model has no ties: one is half a win for each
				row = [3]float64{row[0] / (row[0] + row[1]), row[1] / (row[0] + row[1])}
			}
			mean, variance := moments(row)
			p.pull += o.scale * (worth(o.d.Class[label]) - mean)
			p.info += o.scale * o.scale * variance
		}
	}
}

// worth is what an answer is worth for the first item.
func worth(class uint16) float64 {
	switch class {
	case crowd.FirstWins:
		return 1
	case crowd.SecondWins:
		return 0
	}
	return .5
}

// inform sums up the information of all votes by item, labels being those of each worker, if there is no covariance.
func (o *others) inform(start, label []int32) {
	if o.all != nil {
		return
	}
	o.total = make([]float64, len(o.votes))
	for w := range o.d.Workers {
		own := label[start[w]:start[w+1]]
		if !o.work.Continue(8 * len(own)) {
			return
		}
		o.collect(w, own)
		for _, p := range o.pairs {
			o.total[o.items[p.a]] += p.info
			o.total[o.items[p.b]] += p.info
		}
	}
}

// leave takes the votes of the worker at hand out of the leads, and of what is known of these.
func (o *others) leave() {
	if o.all == nil {
		o.leaveAlone()
		return
	}
	n := o.d.Comparisons.Items
	o.cov = o.cov[:0]
	for at, a := range o.items {
		row := o.all[int(a)*n:][:n]
		for _, b := range o.items[:at+1] {
			o.cov = append(o.cov, row[b])
		}
	}
	of := func(a, b int32) float64 { return float64(o.cov[int(max(a, b))*int(max(a, b)+1)/2+int(min(a, b))]) }
	for at := range o.pairs {
		p := &o.pairs[at]
		v := max(0, of(p.a, p.a)+of(p.b, p.b)-2*of(p.a, p.b))
		p.spread = v / max(1-p.info*v, .05) // the exact one if the worker had compared no other pair
	}
	z := o.steps()
	for at := range o.pairs {
		o.pairs[at].lead -= z[at]
	}
}

// priorInformation of each item, where there is no covariance: that of the usual prior of scores, N(0, 1).
const priorInformation = 1

// leaveAlone is leave without a covariance: items are independent.
func (o *others) leaveAlone() {
	pull, own := make([]float64, len(o.items)), make([]float64, len(o.items))
	for _, p := range o.pairs {
		pull[p.a] += p.pull
		pull[p.b] -= p.pull
		own[p.a] += p.info
		own[p.b] += p.info
	}
	for at, item := range o.items {
		own[at] = 1 / (priorInformation + max(0, o.total[item]-own[at]))
	}
	for at := range o.pairs {
		p := &o.pairs[at]
		p.lead -= pull[p.a]*own[p.a] - pull[p.b]*own[p.b]
		p.spread = own[p.a] + own[p.b]
	}
}

// steps returns z. With W½ y = ŷ it solves (I − W½ G W½) ŷ = W⁻½ r by conjugate gradients, of which one or two do for a worker who is one
// of many; then z = G W½ ŷ.
func (o *others) steps() []float64 {
	const (
		most  = 100
		exact = 1e-3
	)
	n := len(o.pairs)
	root, solution, rest := make([]float64, n), make([]float64, n), make([]float64, n)
	for at, p := range o.pairs {
		root[at] = math.Sqrt(p.info)
		if root[at] > 1e-12 {
			rest[at] = p.pull / root[at]
		}
	}
	scaled, product := make([]float64, n), make([]float64, n)
	times := func(v []float64) []float64 {
		for at, x := range v {
			scaled[at] = root[at] * x
		}
		o.between(scaled, product)
		return product
	}
	copy(solution, rest)
	first := prob.Dot(rest, rest)
	for at, x := range times(solution) { // what is left of the first guess
		rest[at] = root[at] * x
	}
	direction := slices.Clone(rest)
	for size, tries := prob.Dot(rest, rest), 0; size > exact*exact*first && tries < most; tries++ {
		if !o.work.Continue(len(o.items) * len(o.items) / 4) {
			break
		}
		image := times(direction)
		bend := 0.0
		for at, x := range image {
			image[at] = direction[at] - root[at]*x
			bend += direction[at] * image[at]
		}
		if !(bend > 0) {
			break
		}
		t, next := size/bend, 0.0
		for at, x := range image {
			solution[at] += t * direction[at]
			rest[at] -= t * x
			next += rest[at] * rest[at]
		}
		for at, x := range rest {
			direction[at] = x + next/size*direction[at]
		}
		size = next
	}
	return times(solution)
}

// between writes G v, by pair.
func (o *others) between(v, out []float64) {
	sums, moved := make([]float64, len(o.items)), make([]float64, len(o.items))
	for at, p := range o.pairs {
		sums[p.a] += v[at]
		sums[p.b] -= v[at]
	}
	row := o.cov
	for i, x := range sums {
		sum := float64(row[i]) * x
		for j, c := range row[:i] {
			sum += float64(c) * sums[j]
			moved[j] += float64(c) * x
		}
		moved[i] += sum
		row = row[i+1:]
	}
	for at, p := range o.pairs {
		out[at] = moved[p.a] - moved[p.b]
	}
}

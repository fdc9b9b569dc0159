package advise

import (
	"cmp"
	"math"
	"runtime"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/yield"
)

// copying is the evidence, beside the number of pairs, from which copying is said: below it, workers answer alike. Difficulty
// that no label shows makes good workers alike, too, so an accusation needs far more than odds of 19 to 1 (Suspicious).
const copying = 20

// leastVoices is how many voices a task must be left in the mean where workers count as one: of two, neither can be outvoted.
const leastVoices = 3

// Copies finds groups of workers who answer alike, mistakes included. The posterior (N×K) says what the truth is. Those most
// alike come together first, and a group takes in another only where leastVoices are left on the tasks that they labelled. pause is
// called from time to time (nil: never); its error is returned.
func Copies(d *crowd.Dataset, posterior []float64, pause func() error) (fit.Merged, error) {
	m, err := newModel(d, posterior, pause)
	if err != nil {
		return nil, err
	}
	c := newCopiers(m, 1)
	for i := range d.Tasks {
		from, to := d.Of(i)
		m.others = m.without(i, m.others[:0])
		for n := from; n < to; n++ {
			c.add(n, m.others[(n-from)*m.k:][:m.k])
		}
		if !m.work.Continue((1 + to - from) * m.k) {
			return nil, m.work.Err()
		}
	}
	found, pairs := c.find()
	prior := logOf(pairs)
	slices.SortStableFunc(found, func(a, b fit.Pair) int { return cmp.Compare(b.Evidence, a.Evidence) })
	start, label := d.ByWorker()
	g := newGrouping(m, start, label)
	for _, p := range found {
		if p.Evidence <= Suspicious+prior {
			break
		}
		g.join(p)
	}
	return g.groups(copying + prior), m.work.Err()
}

// logOf is the log of the number of pairs examined, which evidence must outweigh.
func logOf(pairs int) float64 { return math.Log(float64(max(1, pairs))) }

// copiers compares pairs of workers whose labels may agree too well.
//
// If b works alone, it gives a's label l on a common task with probability
// p = Σ_k q_k π_b[k][l], q being what everybody but b says. But where others make
// the same mistake the task misleads, and p is at least (p + n_l)/(1 + n), n_l of the
// n others saying l: what they say is worth as much as the model, per label. If b copies a share
// c of the time, it is c + (1 − c) p, and another label has (1 − c)(1 − p). The
// evidence is the log of the ratio, averaged over c from 0.5 to 0.99. Where
// everybody agrees p is near one and the ratio says little: mistakes that the two
// share, and few others, are the evidence. The direction of copying is undetermined, so
// either ratio is evidence against both workers. It must outweigh the number of pairs examined.
//
// Without the n_l, sixteen classes and hard tasks make copies of three good workers, and of half of a crowd of experts.
//
// Whom a worker meets on tasks is listed for some workers at a time, so that time is linear in the pairs of labels of a task, and
// memory bounded. Pairs are examined closely that have enough common tasks, half of them labelled alike, and where
// Π 1/p · ½ⁿ, n of the labels being others, is large enough: no rate c has larger odds.
type copiers struct {
	m     *model
	said  []float32 // of each label, the p of its worker and, once counted, 1/p; not of repeats: the first label stands for the worker
	every int       // of so many tasks, one is looked at (Looks)

	differ [copyGrid]float64 // the log of the odds that labels which differ bring
}

// comparer compares some workers at a time with those met.
type comparer struct {
	*copiers
	work  *yield.Work   // nil: on another goroutine, which never pauses
	list  []meeting     // of those workers
	met   []int32       // by the worker at hand
	pair  []pair        // of each worker met
	odds  [][2]copyOdds // of those examined closely: that the worker at hand copies, and that the one met does
	pairs int           // examined
}

// meeting is a worker met on a task. There the label of one of the two is evidence by 1/p at most for having been copied by the other:
// the one at hand, or the one met. ½: the labels differ.
type meeting struct {
	worker   int32
	own, met float32
}

// pair is what meetings say of two workers.
type pair struct {
	shared, same int32
	own, met     float64 // the odds at most
	closely      int     // the place among the odds of those examined closely, plus one
}

const (
	meetings  = 1 << 20 // are listed at a time, or those of one worker
	leastOdds = 1e-250  // odds no lower than this never become 0
)

// comparing bounds the pairs of labels of a task, each counted twice, by which workers are compared: some 50 ms.
const comparing = 6 << 20

// Every returns 1, or of how many tasks one suffices for some most pairs of labels. A label's own cost may be added to its pairs.
func Every(l *crowd.Labels, own, most int) int {
	pairs := 0
	for i := range l.Tasks {
		from, to := l.Of(i)
		pairs += (to - from) * (to - from + own)
	}
	return pairs/most + 1
}

// Looks reports whether task i is looked at where one of so many suffices: one of each run of tasks, drawn by lot, since tasks that
// lie evenly apart may all have been given to the same workers.
func Looks(i, every int) bool {
	run := i / every
	return every == 1 || i == run*every+int(crowd.Hash(0, uint64(run))%uint64(every))
}

func newCopiers(m *model, every int) *copiers {
	c := &copiers{m: m, said: make([]float32, m.d.Len()), every: every}
	for r := range c.differ {
		c.differ[r] = math.Log1p(-copyRate(r))
	}
	return c
}

// add takes in label n, q being what everybody but its worker says.
func (c *copiers) add(n int, q []float64) {
	at := n - int(c.m.d.Start[0])
	if c.m.times[at] != 3 {
		c.said[at] = float32(c.m.says(int(c.m.d.Worker[n]), int(c.m.d.Class[n]), q))
	}
}

// find returns the pairs, of A and B either way, that may have evidence enough for their number, and how many were examined.
func (c *copiers) find() (found []fit.Pair, pairs int) {
	met := c.count()
	var some [][2]int // workers whose meetings are listed at a time: the first, and the one after the last
	for first := 0; first < len(met); {
		last, sum := first, 0
		for last < len(met) && (last == first || sum+met[last] <= meetings) {
			sum += met[last]
			last++
		}
		some = append(some, [2]int{first, last})
		first = last
	}
	comparers, of := make([]comparer, min(runtime.GOMAXPROCS(0), len(some))), make([][]fit.Pair, len(some))
	together(len(comparers), func(g int) {
		by := &comparers[g]
		by.copiers, by.pair = c, make([]pair, c.m.d.Workers)
		if g == 0 {
			by.work = c.m.work
		}
		for n := g; n < len(some) && by.work.Err() == nil; n += len(comparers) {
			of[n] = by.compare(some[n][0], met[some[n][0]:some[n][1]])
		}
	})
	for _, by := range comparers {
		pairs += by.pairs
	}
	return slices.Concat(of...), pairs
}

// compare returns the pairs of some workers, from the first, that may have evidence enough. Each meets so many others.
func (c *comparer) compare(first int, met []int) (found []fit.Pair) {
	sum := 1
	for _, n := range met {
		sum += n
	}
	c.list = slices.Grow(c.list[:0], sum)[:sum]
	c.meet(first, met, c.list)
	rest := c.list
	for a, n := range met {
		found = c.examine(int32(first+a), rest[:n], found)
		rest = rest[n:]
	}
	return found
}

// count returns how many others of a later number each worker meets on tasks, and inverts each p, which is at least what others say.
func (c *copiers) count() (met []int) {
	d, base := c.m.d, int(c.m.d.Start[0])
	met = make([]int, d.Workers)
	votes := make([]int32, d.Classes)
	var room []int32
	for i := range d.Tasks {
		if !Looks(i, c.every) {
			continue
		}
		from, to := d.Of(i)
		workers, classes, said := c.voices(from, to, &room), d.Class[from:to], c.said[from-base:to-base]
		voices := int32(0)
		for x, j := range workers {
			if j >= 0 {
				votes[classes[x]]++
				voices++
			}
		}
		for x, p := range said {
			if workers[x] < 0 {
				continue
			}
			later := 0
			for _, j := range workers {
				more := 0
				if j > workers[x] { // no branch: which of two is the later one is hard to foresee
					more = 1
				}
				later += more
			}
			met[workers[x]] += later
			said[x] = 1 / max(p, (p+float32(votes[classes[x]]-2))/float32(voices-1)) // without the two who are compared
		}
		for _, l := range classes {
			votes[l] = 0
		}
		if !c.m.work.Continue(to - from) {
			break
		}
	}
	return met
}

// voices returns the workers of some labels of a task, −1 for repeats.
func (c *copiers) voices(from, to int, room *[]int32) []int32 {
	workers := c.m.d.Worker[from:to]
	if !c.m.repeats {
		return workers
	}
	*room = append((*room)[:0], workers...)
	for n := range workers {
		if c.m.times[from+n-int(c.m.d.Start[0])] == 3 {
			(*room)[n] = -1
		}
	}
	return *room
}

// meet lists the meetings of some workers, one worker after the other: met of each.
func (c *comparer) meet(first int, met []int, list []meeting) {
	d, base := c.m.d, int(c.m.d.Start[0])
	half := math.Float32bits(.5)
	var room []int32
	next := make([]int, len(met))
	for j := range len(met) - 1 {
		next[j+1] = next[j] + met[j]
	}
	for i := range d.Tasks {
		if !Looks(i, c.every) {
			continue
		}
		from, to := d.Of(i)
		workers, classes, said := c.voices(from, to, &room), d.Class[from:to], c.said[from-base:to-base]
		for x, a := range workers {
			if own := int(a) - first; own >= 0 && own < len(met) {
				at := next[own]
				for y, b := range workers {
					if b <= a {
						continue
					}
					own, met := math.Float32bits(said[x]), math.Float32bits(said[y])
					if classes[x] != classes[y] { // as numbers, so that this is no branch: it is hard to foresee
						own, met = half, half
					}
					list[at] = meeting{b, math.Float32frombits(own), math.Float32frombits(met)}
					at++
				}
				next[own] = at
			}
		}
		if !c.work.Continue(to - from) {
			break
		}
	}
}

// examine compares worker a with those met, and adds to what was found.
func (c *comparer) examine(a int32, list []meeting, found []fit.Pair) []fit.Pair {
	c.met = c.met[:0]
	for _, x := range list {
		p := &c.pair[x.worker]
		if p.shared == 0 {
			c.met = append(c.met, x.worker)
			p.own, p.met = 1, 1
		}
		p.shared++
		if x.met >= 1 {
			p.same++
		}
		p.own, p.met = max(leastOdds, p.own*float64(x.own)), max(leastOdds, p.met*float64(x.met))
	}
	for _, b := range c.met {
		if c.pair[b].shared >= fewestShared {
			c.pairs++
		}
	}
	least := Suspicious + logOf(c.pairs) // or more, once all pairs are known
	odds := math.Exp(least)
	c.odds = c.odds[:0]
	for _, b := range c.met {
		p := &c.pair[b]
		if p.shared >= fewestShared && 2*p.same >= p.shared && max(p.own, p.met) > odds {
			logs := c.differ
			for r := range logs {
				logs[r] *= float64(p.shared - p.same)
			}
			c.odds = append(c.odds, [2]copyOdds{{logs: logs}, {logs: logs}})
			p.closely = len(c.odds)
		}
	}
	if len(c.odds) > 0 {
		for _, x := range list {
			if at := c.pair[x.worker].closely; at > 0 && x.met >= 1 {
				c.odds[at-1][0].agree(x.met)
				c.odds[at-1][1].agree(x.own)
			}
		}
	}
	for _, b := range c.met {
		if p := &c.pair[b]; p.closely > 0 {
			for n, of := range [...][2]int32{{a, b}, {b, a}} {
				if e := c.odds[p.closely-1][n].evidence(); e > least {
					found = append(found, fit.Pair{A: of[0], B: of[1], Evidence: e, Same: int(p.same), Shared: int(p.shared)})
				}
			}
		}
		c.pair[b] = pair{}
	}
	c.work.Continue(len(list))
	return found
}

// copyOdds are the odds that a copies from b at each rate: logs, and a factor that saves logarithms.
type copyOdds struct{ logs, factor [copyGrid]float64 }

const copyGrid = 6

// copyRate is the share of labels copied: 0.5, 0.6 … 0.9, 0.99.
func copyRate(c int) float64 { return min(0.99, 0.5+0.1*float64(c)) }

// agree takes in a label that is b's as well, and that a would have given with probability 1/odds.
func (o *copyOdds) agree(odds float32) {
	const most = 1e200 // a factor can still grow a lot
	more := float64(odds) - 1
	for c := range o.factor {
		x := max(1, o.factor[c]) * (1 + copyRate(c)*more)
		if x > most {
			o.logs[c] += math.Log(x)
			x = 1
		}
		o.factor[c] = x
	}
}

// evidence is the logarithm of the mean odds.
func (o *copyOdds) evidence() float64 {
	for c, x := range o.factor {
		o.logs[c] += math.Log(max(1, x))
		o.factor[c] = 1
	}
	return MeanOfLogs(o.logs[:]...)
}

// MeanOfLogs is the log of the mean of numbers whose logs these are.
func MeanOfLogs(logs ...float64) float64 {
	top, sum := slices.Max(logs), 0.0
	for _, x := range logs {
		sum += math.Exp(x - top)
	}
	return top + math.Log(sum/float64(len(logs)))
}

// says is Σ_k q_k π_b[k][l].
func (m *model) says(b, l int, q []float64) float64 {
	p := 0.0
	for t, x := range m.of(m.votes, b, l) {
		p += q[t] * x
	}
	return p
}

// Package panel says how the judges of a panel stand: few workers, models or people, who each label most of the tasks.
//
// Measure finds how far they share their mistakes. With e_j whether judge j errs on a task, ρ is the mean over all pairs of the
// correlation of e_j and e_k, and k judges are worth
//
//	k/(1 + (k − 1)ρ)
//
// who err on their own: the effective sample size of clusters (Kish 1965, § 5.4). Tasks that are hard for all make errors correlate,
// too: the panel is worth as little then.
//
// How often two judges agree, A, is seen on all tasks. With p_j how often judge j is right, q_j = 1 − p_j and s how often two who
// both err name the same class,
//
//	P(both err) = (A − p_j − p_k + 1)/(1 + s),   ρ_jk = (P(both err) − q_j q_k)/√(p_j q_j p_k q_k)
//
// With two classes s is 1, and this is exact. So what has to be known is how right the judges are (level): the same agreement comes of
// good judges who err on their own, and of poor ones who err together. Judges who copy from each other are one judge.
package panel

import (
	"math"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/yield"

	"gonum.org/v1/gonum/floats"
)

// Panel is what is known of the judges of a data set.
type Panel struct {
	Labels *crowd.Labels
	Judges []int32    // workers
	Truth  []int32    // N, known classes of tasks that stand for all, or crowd.Unknown; nil: none
	Copies fit.Merged // workers who answer alike, mistakes included: those who nearly always do are one judge
}

// Dependence is how far judges share their mistakes. Judges are places in Panel.Judges.
type Dependence struct {
	Judges      int
	Apart       int         // of them, without those who copy another
	Accuracy    api.Figure  // how right their labels are, in the mean; N of each: tasks of known truth
	Correlation api.Figure  // ρ, of judges who are not copies
	Effective   api.Figure  // k/(1 + (k − 1)ρ), copies being one judge
	Pairs       [][]float64 // ρ_jk, 1 with itself; 0: unknown
	Families    [][]int     // judges who err together more than with the others, two or more each
}

const (
	// leastShare of the tasks is what each labels.
	leastShare = .5
	// leastShared tasks are needed before the agreement of two judges says anything.
	leastShared = 10
	// leastTold tasks of known truth say how right judges are who agree no more than chance would.
	leastTold = 10
	// aboveChance is by how many standard errors judges must agree more.
	aboveChance = 2
)

// Judges returns the workers who label most of the tasks, if there are few and they give all labels but some; nil: these are no panel.
func Judges(l *crowd.Labels) []int32 {
	n, last := make([]int, l.Workers), make([]int32, l.Workers)
	tasks, all := 0, 0
	for i := range l.Tasks {
		from, to := l.Of(i)
		if from < to {
			tasks++
		}
		for _, j := range l.Worker[from:to] {
			if last[j] != int32(i+1) {
				last[j] = int32(i + 1)
				n[j]++
				all++
			}
		}
	}
	var judges []int32
	theirs := 0
	for j, n := range n {
		if n > 0 && float64(n) >= leastShare*float64(tasks) {
			judges = append(judges, int32(j))
			theirs += n
		}
	}
	if len(judges) > api.MostJudges || 10*theirs < 9*all {
		return nil
	}
	return judges
}

// Measure measures how far the judges share their mistakes. pause is called from time to time (nil: never); its error is returned.
func Measure(p *Panel, pause func() error) (*Dependence, error) {
	d := &Dependence{Judges: len(p.Judges), Pairs: square(len(p.Judges))}
	for a := range d.Pairs {
		d.Pairs[a][a] = 1
	}
	work := yield.New(pause)
	apart, voice := p.apart()
	d.Apart = len(apart.Judges)
	m, err := meet(apart, work)
	if err != nil {
		return nil, err
	}
	if why := m.silent(); why != "" {
		d.Accuracy = api.Undefined(why)
		d.Correlation, d.Effective = d.Accuracy, d.Accuracy
		return d, nil
	}
	l, err := newLevel(apart, m, work)
	if err != nil {
		return nil, err
	}
	figure := func(value, low, high float64) api.Figure {
		return api.Figure{Value: value, Low: low, High: high, N: m.told, Interval: true}
	}
	middle, low, high := l.quantile(.5), l.quantile(.025), l.quantile(.975)
	d.Accuracy = figure(l.mean(), low, high)
	// The luck of the tasks, and what is not known of how right the judges are.
	rho := m.correlate(middle, -1, nil)
	least, most := m.correlate(high, -1, nil), m.correlate(low, -1, nil)
	least = max(-1, rho-hypot(rho-least, m.luck(high)))
	most = min(1, rho+hypot(most-rho, m.luck(low)))
	d.Correlation = figure(rho, least, most)
	d.Effective = figure(Effective(m.k, rho), Effective(m.k, most), Effective(m.k, least))
	d.Families = join(m.families(middle), voice)
	if d.Apart < d.Judges {
		if m, err = meet(p, work); err != nil {
			return nil, err
		}
	}
	m.correlate(middle, -1, d.Pairs)
	return d, nil
}

// copied is the share of the tasks on which copies say the same, at least; of others who answer alike, ρ tells how far.
const copied = .97

// apart returns the panel without those who copy another, and which judge of it each judge is or copies.
func (p *Panel) apart() (*Panel, []int) {
	voice := make([]int, p.Labels.Workers)
	for j := range voice {
		voice[j] = j
	}
	for _, g := range p.Copies {
		for _, pair := range g.Pairs {
			a, b := voice[pair.A], voice[pair.B]
			if float64(pair.Same) < copied*float64(pair.Shared) {
				continue
			}
			for _, j := range g.Workers {
				if voice[j] == b {
					voice[j] = a
				}
			}
		}
	}
	out, at, of := *p, map[int]int{}, make([]int, len(p.Judges))
	out.Judges = nil
	for n, j := range p.Judges {
		one := voice[j]
		if _, is := at[one]; !is {
			at[one] = len(out.Judges)
			out.Judges = append(out.Judges, j)
		}
		of[n] = at[one]
	}
	return &out, of
}

// Effective returns how many judges who err on their own k judges are worth whose errors have the mean correlation rho (Kish 1965): at
// least 1, at most k.
func Effective(k int, rho float64) float64 {
	return float64(k) / (1 + float64(k-1)*min(max(rho, 0), 1))
}

// blocks of tasks, drawn by lot, tell how much what pairs of judges do depends on luck.
const blocks = 20

// meetings are what judges did on the tasks that they share.
type meetings struct {
	k, classes int
	both, same [blocks][]float64 // k×k, tasks that two judges labelled, and those on which they agree
	named      [][]float64       // k×K, how often a judge named a class
	agreement  float64           // mean of all pairs who share enough tasks
	chance     float64           // the same if each dealt out the own labels at random
	spread     float64           // standard error of the agreement
	shared     int               // tasks of two judges or more

	told         int               // tasks of known truth with labels of two judges or more
	right, wrong [blocks][]float64 // k, labels on these
	hits, square float64           // sums over these tasks of the share of judges who are right, and of its square
	err, alike   float64           // pairs of judges who both err on these, and those of them who name the same class
}

// each passes the tasks with what each judge said, crowd.Unknown if nothing; the first label of each counts.
func (p *Panel) each(work *yield.Work, visit func(i int, said []int32, n int)) error {
	k := len(p.Judges)
	place, said := make([]int32, p.Labels.Workers), make([]int32, k)
	for n, j := range p.Judges {
		place[j] = int32(n + 1)
	}
	for i := range p.Labels.Tasks {
		from, to := p.Labels.Of(i)
		if !work.Continue(1 + to - from + k*k) {
			return work.Err()
		}
		for a := range said {
			said[a] = crowd.Unknown
		}
		n := 0
		for v := from; v < to; v++ {
			if at := place[p.Labels.Worker[v]]; at > 0 && said[at-1] == crowd.Unknown {
				said[at-1] = int32(p.Labels.Class[v])
				n++
			}
		}
		if n >= 2 {
			visit(i, said, n)
		}
	}
	return nil
}

func meet(p *Panel, work *yield.Work) (*meetings, error) {
	k := len(p.Judges)
	m := &meetings{k: k, classes: p.Labels.Classes, named: make([][]float64, k)}
	for b := range blocks {
		m.both[b], m.same[b] = make([]float64, k*k), make([]float64, k*k)
		m.right[b], m.wrong[b] = make([]float64, k), make([]float64, k)
	}
	for a := range k {
		m.named[a] = make([]float64, m.classes)
	}
	err := p.each(work, func(i int, said []int32, n int) {
		block := crowd.Hash(blocks, uint64(i)) % blocks
		both, same := m.both[block], m.same[block]
		m.shared++
		for a, x := range said {
			if x == crowd.Unknown {
				continue
			}
			m.named[a][x]++
			for b, y := range said[:a] {
				if y == crowd.Unknown {
					continue
				}
				both[a*k+b]++
				if x == y {
					same[a*k+b]++
				}
			}
		}
		if p.Truth != nil && p.Truth[i] != crowd.Unknown {
			m.tell(said, n, p.Truth[i], int(block))
		}
	})
	if err != nil {
		return nil, err
	}
	m.agreement, m.chance = m.agree(-1)
	for b := range blocks {
		if without, _ := m.agree(b); !math.IsNaN(without) { // else all tasks are in this block
			m.spread += square2(without-m.agreement) * (blocks - 1) / blocks
		}
	}
	m.spread = math.Sqrt(m.spread)
	return m, nil
}

// luck is by how much the luck of the tasks may move ρ, if labels are right with probability level. On one task more all may differ:
// that they agree on a few is no certainty.
func (m *meetings) luck(level float64) float64 {
	return 1.96 * max(m.spread, 1/float64(m.shared+1)) / (2 * level * (1 - level))
}

// tell takes in a task of known truth.
func (m *meetings) tell(said []int32, n int, truth int32, block int) {
	right := 0
	for a, x := range said {
		switch {
		case x == crowd.Unknown:
		case x == truth:
			right++
			m.right[block][a]++
		default:
			m.wrong[block][a]++
			for _, y := range said[:a] {
				if y != crowd.Unknown && y != truth {
					m.err++
					if x == y {
						m.alike++
					}
				}
			}
		}
	}
	share := float64(right) / float64(n)
	m.told++
	m.hits += share
	m.square += share * share
}

// pair returns how many tasks two judges share, b being the earlier, and on how many of them they agree, without a block.
func (m *meetings) pair(a, b, without int) (both, same float64) {
	for block := range blocks {
		if block != without {
			both, same = both+m.both[block][a*m.k+b], same+m.same[block][a*m.k+b]
		}
	}
	return both, same
}

// pairs passes the pairs of judges who share enough tasks, b being the earlier, and how often they agree, without a block.
func (m *meetings) pairs(without int, visit func(a, b int, agree float64)) {
	for a := range m.k {
		for b := range a {
			all, _ := m.pair(a, b, -1)
			if both, same := m.pair(a, b, without); all >= leastShared && both > 0 {
				visit(a, b, same/both)
			}
		}
	}
}

// byChance is how often two judges would agree who deal out the labels that they gave at random.
func (m *meetings) byChance(a, b int) float64 {
	x, y, sum := 0.0, 0.0, 0.0
	for c, n := range m.named[a] {
		x, y, sum = x+n, y+m.named[b][c], sum+n*m.named[b][c]
	}
	return sum / (x * y)
}

// agree is how often two judges agree, and how often they would by chance, without a block; NaN if no two share enough tasks.
func (m *meetings) agree(without int) (agreement, chance float64) {
	n := 0.0
	m.pairs(without, func(a, b int, agree float64) {
		agreement, chance, n = agreement+agree, chance+m.byChance(a, b), n+1
	})
	return agreement / n, chance / n
}

// unlike is the variance of how often two judges agree, over the pairs, without what luck makes of it.
func (m *meetings) unlike() float64 {
	variance, n := 0.0, 0.0
	m.pairs(-1, func(a, b int, agree float64) {
		both, _ := m.pair(a, b, -1)
		variance, n = variance+square2(agree-m.agreement)-agree*(1-agree)/both, n+1
	})
	return max(variance/n, 0)
}

// silent says why nothing is known of how far the judges share their mistakes; empty: something is.
func (m *meetings) silent() string {
	const give = "20 tasks labelled by a person would show it"
	switch {
	case m.k < 2:
		return "there is only one judge"
	case math.IsNaN(m.agreement):
		return "no two judges share 10 tasks"
	case m.classes < 2:
		return "all labels are the same"
	case m.told < leastTold && m.agreement-m.chance < aboveChance*m.spread:
		return "the judges agree no more than chance would; " + give
	}
	return ""
}

// correlate returns the mean correlation of the errors of two judges if their labels are right with probability level in the mean, and
// writes that of each pair (nil: nowhere), without a block.
func (m *meetings) correlate(level float64, without int, pairs [][]float64) float64 {
	// A judge is as much better than the others as on the tasks of known truth, where there are many.
	const prior = 10
	p, right, told := make([]float64, m.k), make([]float64, m.k), make([]float64, m.k)
	for b := range blocks {
		if b == without {
			continue
		}
		for a := range p {
			right[a] += m.right[b][a]
			told[a] += m.right[b][a] + m.wrong[b][a]
		}
	}
	mean := floats.Sum(right) / max(floats.Sum(told), 1)
	for a := range p {
		p[a] = min(max(level+(right[a]-told[a]*mean)/(told[a]+prior), .02), .98)
	}
	sum, n := 0.0, 0.0
	other := 1 / float64(m.classes-1)
	m.pairs(without, func(a, b int, agree float64) {
		x, y := p[a], p[b]
		wrong := (1 - x) * (1 - y) // both, if they err on their own
		more := max((agree-x*y-other*wrong)/2, -wrong)
		// Mistakes that are shared are the same; what is known of others shows on tasks of known truth.
		alike := (other*wrong + max(more, 0)) / (wrong + max(more, 0))
		alike = (m.alike + prior*alike) / (m.err + prior)
		if m.classes == 2 {
			alike = 1
		}
		r := ((agree-x-y+1)/(1+alike) - wrong) / math.Sqrt(x*(1-x)*y*(1-y))
		r = min(max(r, -1), 1)
		if pairs != nil {
			pairs[a][b], pairs[b][a] = r, r
		}
		sum, n = sum+r, n+1
	})
	return sum / n
}

func square(k int) [][]float64 {
	x := make([][]float64, k)
	for n := range x {
		x[n] = make([]float64, k)
	}
	return x
}

func square2(x float64) float64 { return x * x }

// hypot is math.Hypot, which is not the same to the bit on every processor.
func hypot(x, y float64) float64 { return math.Sqrt(x*x + y*y) }

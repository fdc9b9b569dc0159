// Package comparison ranks items by what workers say of pairs of them: which of two is better, or that neither is.
//
// A pair of items is a task, and its classes are: the first wins, the second wins, a tie (crowd.FirstWins, SecondWins, Tied). So every
// method for classes can label pairs; those here know besides that pairs have items in common. Item i has a score s_i, and the first of
// a pair leads by d = s_i − s_j. The methods differ in how answers depend on d:
//
//	win rate             none: an item's score is its share of wins
//	eigenvector          none: a win counts as much as the score of who lost
//	PageRank             none: how often a walk from losers to winners is at an item
//	Kemeny               none: the order with which the fewest votes disagree
//	Elo                  σ(d), updated vote by vote
//	Bradley–Terry        P(first) = σ(d), a tie half a win for each, or left out
//	Thurstone            P(first) = Φ(d), likewise
//	Davidson             e^{d/2} : e^{−d/2} : ν
//	Rao–Kupper           P(first) = σ(d − c), P(second) = σ(−d − c), else a tie
//	Skill                Davidson's, where workers follow scores more or less, and lean to the left side and to ties
//	Crowd-BT             a worker says the opposite with probability 1 − η
//	Noisy Bradley–Terry  a worker who does not look chooses by the side
//	Borda                none: the mean rank, of whole rankings
//	Plackett–Luce        whole rankings: the best of the items left is chosen ∝ e^s
//
// Only differences of scores matter, and only within a group of items that comparisons connect (crowd.Dataset.Meeting): scores have mean
// zero in each. An item that always wins has no finite most likely score; the prior s ~ N(0, 1/α) gives it one.
//
// Where items or votes have features (crowd.Style), these add z β to d in Bradley–Terry, Thurstone, Davidson, Rao–Kupper and Skill.
//
// Intervals go by standard errors that allow votes of one worker to hang together (crowd.Ranking.Errors). In simulations (lab/comparison)
// those by the information of the votes alone hold as often where workers differ in skill, pulls and nothing else, and in 66 to 93 % of
// cases where they have tastes of their own. Intervals by the bootstrap over workers hold a little less often than those by worker, much
// less often where there are fewer than ten, and take a hundred times as long: they are there to check them.
//
// Estimates say of each pair what an average worker answers who sees the items on neither side, not which is truly better: that follows
// from the scores and their covariance (fit.Ranker). A model without ties of its own gives them the share that they have among all votes.
// A pair whose answer is known is certain; scores are learnt from votes alone.
package comparison

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
	"concord/internal/humanize"
)

// ErrNoPairs says why these methods can't run on other labels.
var ErrNoPairs = errors.New("it compares items, and these tasks are not pairs of them")

// uses is Method.Uses. aware: the method tells workers apart; styled: it learns from features.
func uses(has crowd.Parts, aware, styled bool) (crowd.Parts, error) {
	return fit.Uses(crowd.Parts{Gold: has.Gold, Comparisons: true, Repeat: has.Repeat, Style: has.Style && styled},
		fit.Need(!has.Numeric, fit.ErrClassesOnly),
		fit.Need(has.Comparisons, ErrNoPairs),
		fit.Need(has.Classes == 2 || has.Classes == 3, ErrNoPairs),
		fit.Need(!aware || !has.Anonymous, crowd.ErrAnonymous))
}

// Alpha is the precision of the prior of scores, N(0, 1/α). 0: 1; negative: none, so that scores are finite only if every item has won
// and lost, and by more than within a part of the items.
type Alpha float64

func (a Alpha) or(usual float64) float64 {
	switch {
	case a == 0:
		return usual
	case a < 0:
		return 0
	}
	return float64(a)
}

// answers is what a model says of a pair.
type answers func(a, b, worker, left int) (first, second, tie float64)

// share is that of ties among all votes.
func (v *votes) share() float64 { return v.ties / max(v.total, 1) }

// withTies are the answers of models without ties: these have the same share of all pairs.
func withTies(first, ties float64) (a, b, tie float64) {
	return first * (1 - ties), (1 - first) * (1 - ties), ties
}

// write writes what is said of a pair to a row of two classes or three.
func (say answers) write(a, b, worker, left int, row []float64) {
	first, second, tie := say(a, b, worker, left)
	if len(row) == 2 {
		row[0] = first / (first + second)
		row[1] = 1 - row[0]
		return
	}
	row[0], row[1], row[2] = first, second, tie
}

// estimate returns the answers of an average worker.
func estimate(d *crowd.Dataset, answer answers, extra ...crowd.Column) *crowd.Estimate {
	k, c := d.Classes, d.Comparisons
	e := &crowd.Estimate{Posterior: make([]float64, d.Tasks*k), Extra: extra}
	for i := range d.Tasks {
		row := e.Posterior[i*k : (i+1)*k]
		if !d.Certain(i, row) {
			answer.write(int(c.First[i]), int(c.Second[i]), -1, 0, row)
		}
	}
	return e
}

// islands warns of items that no comparisons connect.
func islands(d *crowd.Dataset) []error {
	if _, groups := d.Meeting(); groups > 1 {
		return []error{fmt.Errorf("the items fall into %s groups between which nobody compared: scores and ranks hold within a group only",
			humanize.Number(groups))}
	}
	return nil
}

// fitted is a fit of a model by Newton's method.
type fitted struct {
	*newton
	m     *model
	d     *crowd.Dataset
	style *style           // nil: none
	pairs map[[2]int32]int // the number of each pair with votes, if these have features of their own
	unit  float64          // what typical returns; 0: not known since the last step
	tying float64          // what usualTie returns; NaN: not known since the last step
}

// family is what the models that Newton's method fits have to choose.
type family struct {
	link  link
	ties  ties
	alpha float64
	own   [3]float64
	side  bool
	held  bool // at first workers are alike
}

// start prepares a fit. Where nobody ties, links of ties are the logistic one.
func (y family) start(d *crowd.Dataset, work *yield.Work) *fitted {
	z := styleOf(d)
	m := &model{votes: count(d, y.own[0] > 0, y.ties, z, work), link: y.link, alpha: y.alpha, own: y.own, held: y.held, work: work}
	if y.ties == asTies {
		if m.tied = m.ties > 0; !m.tied {
			m.link = logistic{}
		}
	}
	m.side = y.side && m.sides
	f := &fitted{newton: climb(m, m.begin(), work), m: m, d: d, style: z, tying: math.NaN()}
	if z.ofVotes() {
		f.pairs = map[[2]int32]int{}
		for p, i := range m.first {
			f.pairs[[2]int32{i, m.second[p]}] = p
		}
	}
	return f
}

// Step implements fit.Fit.
func (f *fitted) Step() (fit.Step, error) {
	f.unit, f.tying = 0, math.NaN()
	return f.iterate(), f.m.work.Err()
}

// typical returns the skill κ with which one worker in place of all, who is not torn by any side, would most likely say what all are
// expected to say, of pairs on which they don't tie: Σ d (σ(κ d) − σ((1 + g_w) d)) = 0 over all votes. So scores mean the same however much
// workers differ, and whether or not a model knows it.
func (f *fitted) typical() float64 {
	m := f.m
	if f.unit > 0 || !m.differ() {
		return max(f.unit, 1)
	}
	leads, own := f.leads()
	f.unit = 1
	for range 20 {
		off, slope := own, 0.0
		for n := range leads {
			if !m.work.Continue(1) {
				return f.unit
			}
			d, weight := leads[n].lead, leads[n].left+leads[n].right
			e := prob.Exp(-math.Abs(f.unit * d))
			q := 1 / (1 + e)
			slope += weight * d * d * e * q * q
			if d > 0 {
				off -= weight * d * q
			} else {
				off -= weight * d * e * q
			}
		}
		if !(slope > 0) {
			break
		}
		by := off / slope
		f.unit = min(max(f.unit+by, f.unit/2), 2*f.unit)
		if math.Abs(by) < 1e-9 {
			break
		}
	}
	return f.unit
}

// led is a lead, and how many votes are about it: with the first item on the left or nobody knows where, and on the right.
type led struct{ lead, left, right float64 }

// leads returns the leads that votes are about, for all those on one pair together unless they have features, and the sum over votes of the
// lead times how often their workers say so where there is neither side nor tie.
func (f *fitted) leads() (all []led, said float64) {
	m := f.m
	m.skills(f.x)
	beta := m.betaOf(f.x)
	all = make([]led, 0, len(m.first))
	for p, i := range m.first {
		from, to := m.of(p)
		if !m.work.Continue(to - from) {
			break
		}
		d := f.x[i] - f.x[m.second[p]]
		for n := from; n < to; n++ {
			at, weight := d, m.weight[n]
			if m.features > 0 {
				at += prob.Dot(beta, m.row(n))
			}
			if n == from || m.features > 0 {
				all = append(all, led{lead: at})
			}
			if m.left[n] < 0 {
				all[len(all)-1].right += weight
			} else {
				all[len(all)-1].left += weight
			}
			said += weight * at * prob.Logistic(m.scale[m.worker[n]]*at)
		}
	}
	return all, said
}

// usualTie returns the tie parameter with which one worker of typical skill in place of all would tie as often as they do: more often than
// by the mean of theirs, which are far apart.
func (f *fitted) usualTie() float64 {
	m := f.m
	if f.tying == f.tying {
		return f.tying
	}
	f.tying = f.x[m.c()]
	if !m.differ() || !m.tied {
		return f.tying
	}
	// Workers only differ in Davidson's model: they say that x is a tie with probability ν / (e^{x/2} + e^{−x/2} + ν). The slope along c
	// says how many ties more there are than they are expected to give.
	type decided struct{ odds, weight float64 }
	unit, half := f.typical(), prob.Exp(m.known*f.x[m.b()]/2)
	leads, _ := f.leads()
	all := make([]decided, 0, 2*len(leads))
	for _, x := range leads {
		e := prob.Exp(unit * x.lead / 2)
		if x.left > 0 {
			all = append(all, decided{e*half + 1/(e*half), x.left})
		}
		if x.right > 0 {
			all = append(all, decided{e/half + half/e, x.right})
		}
	}
	for range 20 {
		off, slope, nu := m.ties-f.gradient[m.c()], 0.0, prob.Exp(f.tying)
		if !m.work.Continue(len(all)) {
			return f.tying
		}
		for _, x := range all {
			tie := nu / (x.odds + nu)
			off -= x.weight * tie
			slope += x.weight * tie * (1 - tie)
		}
		if !(slope > 0) {
			break
		}
		by := min(max(off/slope, -1), 1)
		f.tying += by
		if math.Abs(by) < 1e-9 {
			break
		}
	}
	return f.tying
}

func (f *fitted) answer(a, b, worker, left int) (first, second, tie float64) {
	scale, lead, c := f.typical(), f.x[f.m.b()], f.usualTie()
	if f.m.differ() && worker >= 0 {
		g, k, h := f.m.workersOf(f.x)
		scale, lead, c = 1+g[worker], lead+k[worker], f.x[f.m.c()]+h[worker]
	}
	d := f.x[a] - f.x[b]
	if f.style != nil {
		d += prob.Dot(f.m.betaOf(f.x), f.between(a, b))
	}
	first, second, tie = f.m.odds(scale*d+lead*float64(left), c)
	if !f.m.tied {
		return withTies(first, f.m.share())
	}
	return first, second, tie
}

// Answer implements fit.Ranker.
func (f *fitted) Answer(a, b, worker, left int, row []float64) {
	answers(f.answer).write(a, b, worker, left, row)
}

// Estimate implements fit.Fit.
func (f *fitted) Estimate() *crowd.Estimate {
	if !f.m.differ() {
		return estimate(f.d, f.answer)
	}
	g, k, h := f.m.workersOf(f.x)
	extra := []crowd.Column{crowd.NewColumn(crowd.OfWorker, "skill", "Skill", g)}
	copy(extra[0].Values, f.skill())
	if f.m.side {
		extra = append(extra, crowd.NewColumn(crowd.OfWorker, "left_pull", "Pull to the left", k))
	}
	if f.m.tied {
		extra = append(extra, crowd.NewColumn(crowd.OfWorker, "tie_pull", "Pull to ties", h))
	}
	return estimate(f.d, f.answer, extra...)
}

// skill returns the skill of each worker, a typical one being one.
func (f *fitted) skill() []float64 {
	unit := f.typical()
	f.m.skills(f.x)
	out := slices.Clone(f.m.scale)
	for w := range out {
		out[w] /= unit
	}
	return out
}

// Warnings implements fit.Warner.
func (f *fitted) Warnings() []error { return islands(f.d) }

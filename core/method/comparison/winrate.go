package comparison

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// WinRate scores an item by the share of its votes that it won, a tie being half a win: whom it met makes no difference. Of a pair the
// first wins with the odds of its wins to its losses against those of the second, with half a win and half a loss more for each, as for
// standard errors. Scores are shares, and not centred.
type WinRate struct {
	Average bool // the mean of the shares that it won against each item that it met
}

// Elo goes through the votes in their order (crowd.Labels.Order). Each moves both scores, which begin at 1000, towards what it says:
//
//	s_i += K (y − 1/(1 + 10^{(s_j − s_i)/400})),   y = 1 if i wins, 0 if j does, ½ for a tie;   s_j as much the other way
//
// Scores depend on the order, and have no standard errors.
//
// Arpad E. Elo. The rating of chessplayers, past and present. 1978.
type Elo struct {
	K float64 // 0: 4, for items that stay as they are
}

var (
	_ fit.Method = WinRate{}
	_ fit.Method = Elo{}
	_ fit.Ranker = (*direct)(nil)
)

// WithDefaults returns Elo with its usual parameters in place of zeros.
func (m Elo) WithDefaults() Elo {
	if m.K == 0 {
		m.K = 4
	}
	return m
}

// Uses implements fit.Method.
func (WinRate) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, false, false) }

// Uses implements fit.Method.
func (Elo) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, false, false) }

// direct is a fit without steps.
type direct struct {
	fit.Once
	d         *crowd.Dataset
	ties      float64   // their share of all votes
	score, se []float64 // se: nil: not known
	strength  []float64 // log odds against an average item
	agree     float64   // how often the better item wins, whatever the scores; 0: as strengths have it
	extra     []crowd.Column
	work      *yield.Work
}

// Start implements fit.Method.
func (m WinRate) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := newDirect(d, s)
	p := winsOf(d, f.work)
	met, sum, variance := make([]float64, len(f.score)), make([]float64, len(f.score)), make([]float64, len(f.score))
	against := func(i int32, won, lost float64) { // half a win and half a loss more: who always wins is not certain to
		n, share := won+lost, (won+.5)/(won+lost+1)
		met[i]++
		sum[i] += won / n
		variance[i] += share * (1 - share) / n
	}
	for n, i := range p.first {
		if m.Average {
			against(i, p.won[n], p.lost[n])
			against(p.second[n], p.lost[n], p.won[n])
		}
	}
	f.se = make([]float64, len(f.score))
	for i := range f.score {
		won, lost := p.wins[i], p.losses[i]
		f.strength[i] = prob.Log((won + .5) / (lost + .5))
		f.score[i], f.se[i] = .5, math.NaN()
		if won+lost == 0 {
			continue
		}
		if !m.Average {
			against(int32(i), won, lost)
		}
		f.score[i], f.se[i] = sum[i]/met[i], math.Sqrt(variance[i])/met[i]
	}
	return f, f.work.Err()
}

func newDirect(d *crowd.Dataset, s fit.Settings) *direct {
	row := func() []float64 { return make([]float64, d.Comparisons.Items) }
	f := &direct{d: d, score: row(), strength: row(), work: yield.New(s.Pause)}
	ties := 0
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !f.work.Continue(to - from) {
			break
		}
		for _, class := range d.Class[from:to] {
			if class == crowd.Tied {
				ties++
			}
		}
	}
	f.ties = float64(ties) / float64(max(d.Len(), 1))
	return f
}

// Start implements fit.Method.
func (m Elo) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f, k := newDirect(d, s), m.WithDefaults().K
	order := make([]int32, d.Len())
	for n := range order {
		order[n] = int32(n) + d.Labels.Start[0]
	}
	if d.Order != nil {
		slices.SortStableFunc(order, func(a, b int32) int { return int(d.Order[a] - d.Order[b]) })
	}
	const scale = math.Ln10 / 400
	task := d.TaskOf()
	for _, n := range order {
		if !f.work.Continue(1) {
			break
		}
		i := task[n-d.Labels.Start[0]]
		a, b := d.Comparisons.First[i], d.Comparisons.Second[i]
		y := 1 - float64(d.Class[n])
		if d.Class[n] == crowd.Tied {
			y = .5
		}
		by := k * (y - prob.Logistic(scale*(f.score[a]-f.score[b])))
		f.score[a] += by
		f.score[b] -= by
	}
	for i, x := range f.score {
		f.strength[i] = scale * x
		f.score[i] += 1000
	}
	return f, f.work.Err()
}

func (f *direct) answer(a, b, _, _ int) (first, second, tie float64) {
	first = prob.Logistic(f.strength[a] - f.strength[b])
	switch {
	case f.agree > 0 && f.score[a] > f.score[b]:
		first = f.agree
	case f.agree > 0 && f.score[a] < f.score[b]:
		first = 1 - f.agree
	}
	return withTies(first, f.ties)
}

// Answer implements fit.Ranker.
func (f *direct) Answer(a, b, worker, left int, row []float64) {
	answers(f.answer).write(a, b, worker, left, row)
}

// Estimate implements fit.Fit.
func (f *direct) Estimate() *crowd.Estimate { return estimate(f.d, f.answer, f.extra...) }

// Ranking implements fit.Ranker.
func (f *direct) Ranking(pause func() error) (*crowd.Ranking, error) {
	f.work = yield.New(pause)
	r := newRanking(f.d, f.score)
	if f.se != nil {
		r.SE = slices.Clone(f.se)
		ranges(r, f.work, func(noise, out []float64) {
			for i, se := range f.se {
				if out[i] = se * noise[i]; se != se {
					out[i] = 0
				}
			}
		})
	}
	return r, f.work.Err()
}

// Warnings implements fit.Warner.
func (f *direct) Warnings() []error { return islands(f.d) }

package comparison

import (
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// Eigen scores an item by whom it beat: a win counts as much as the score of who lost, a tie half of it. Scores are the eigenvector
// λ s_i = Σ_j w_ij s_j of the largest eigenvalue, w_ij being how often i beat j, of length one in each group. Who never wins has none, and
// who is compared more often scores higher: of LLMFAO's votes it foretells fewer than half. It is there for comparison.
//
// M. G. Kendall. Further contributions to the theory of paired comparisons. Biometrics 11(1), 1955, after T. H. Wei.
type Eigen struct{}

// PageRank scores an item by how often a walk is there that goes from each item to one of those that beat it, as often as it did, a tie
// being half a win, and with probability 1 − Damping to any item. Scores sum to one. The first of a pair wins as often as the walk is at it
// rather than at the second. As with Eigen, who is compared more often scores higher.
//
// Lawrence Page, Sergey Brin, Rajeev Motwani, Terry Winograd. The PageRank citation ranking. Stanford, 1999.
type PageRank struct {
	Damping float64 // 0: 0.85
}

var (
	_ fit.Method = Eigen{}
	_ fit.Method = PageRank{}
)

// Uses implements fit.Method.
func (Eigen) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, false, false) }

// Uses implements fit.Method.
func (PageRank) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, false, false) }

// pairwise are the wins of each pair, ties being half a win for each.
type pairwise struct {
	first, second []int32
	won, lost     []float64 // of the first
	wins, losses  []float64 // by item
}

func winsOf(d *crowd.Dataset, work *yield.Work) *pairwise {
	v := count(d, false, half, nil, work)
	p := &pairwise{first: v.first, second: v.second, won: make([]float64, len(v.first)), lost: make([]float64, len(v.first))}
	p.wins, p.losses = make([]float64, v.items), make([]float64, v.items)
	for n, i := range v.first {
		for at, to := v.of(n); at < to; at++ {
			if v.class[at] == crowd.FirstWins {
				p.won[n] += v.weight[at]
			} else {
				p.lost[n] += v.weight[at]
			}
		}
		p.wins[i] += p.won[n]
		p.losses[i] += p.lost[n]
		p.wins[v.second[n]] += p.lost[n]
		p.losses[v.second[n]] += p.won[n]
	}
	return p
}

// power finds the fixed point of step, which writes the next scores to next: where no score changes by more than rounding.
func power(score []float64, work *yield.Work, cost int, step func(score, next []float64)) {
	const most, rounding = 10_000, 1e-15
	next := make([]float64, len(score))
	for range most {
		if !work.Continue(cost) {
			return
		}
		step(score, next)
		moved := 0.0
		for i, x := range next {
			moved = max(moved, math.Abs(x-score[i]))
		}
		copy(score, next)
		if moved <= rounding {
			return
		}
	}
}

// Start implements fit.Method.
func (Eigen) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := newDirect(d, s)
	p := winsOf(d, f.work)
	group, groups := d.Meeting()
	own := prob.Total(p.wins) / float64(max(len(p.wins), 1)) / 4 // added to λ, so that scores of two sides that only beat each other settle
	for i := range f.score {
		f.score[i] = 1
	}
	length := make([]float64, groups)
	power(f.score, f.work, len(p.first)+len(f.score), func(score, next []float64) {
		for i, x := range score {
			next[i] = own * x
		}
		for n, i := range p.first {
			j := p.second[n]
			next[i] += p.won[n] * score[j]
			next[j] += p.lost[n] * score[i]
		}
		clear(length)
		for i, g := range group {
			length[g] += next[i] * next[i]
		}
		for i, g := range group {
			if length[g] > 0 {
				next[i] /= math.Sqrt(length[g])
			}
		}
	})
	f.weigh()
	return f, f.work.Err()
}

// Start implements fit.Method.
func (m PageRank) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := newDirect(d, s)
	damping, items := m.Damping, float64(len(f.score))
	if damping == 0 {
		damping = .85
	}
	p := winsOf(d, f.work)
	for i := range f.score {
		f.score[i] = 1 / items
	}
	power(f.score, f.work, len(p.first)+len(f.score), func(score, next []float64) {
		lost := 0.0 // by the walk at items that nobody beat: it goes to any
		for i, x := range score {
			if p.losses[i] == 0 {
				lost += x
			}
		}
		for i := range next {
			next[i] = (1 - damping + damping*lost) / items
		}
		for n, i := range p.first {
			j := p.second[n]
			if p.won[n] > 0 {
				next[i] += damping * score[j] * p.won[n] / p.losses[j]
			}
			if p.lost[n] > 0 {
				next[j] += damping * score[i] * p.lost[n] / p.losses[i]
			}
		}
	})
	f.weigh()
	return f, f.work.Err()
}

// weigh takes scores for strengths: of a pair the first wins with the odds of their ratio.
func (f *direct) weigh() {
	const least = 1e-9 // of those that never won
	for i, x := range f.score {
		f.strength[i] = prob.Log(max(x, least))
	}
}

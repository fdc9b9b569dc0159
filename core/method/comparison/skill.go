package comparison

import (
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/ranking"
	"concord/core/yield"
)

// Skill is Davidson's model whose workers follow the scores more or less, like the left side more or less, and call more or less of the
// pairs a tie. Worker w sees the first item of a pair lead by
//
//	x = (1 + g_w) (s_i − s_j) + (b + k_w) left,   left = 1 if the first is on the left, −1 if the second is, 0 if nobody knows
//
// and says that the first wins, the second wins or neither as e^{x/2} : e^{−x/2} : e^{c + h_w}. Who says that one wins says which with
// probability σ(x); a worker with negative skill 1 + g_w prefers what others think worse. Objective: the log posterior under
//
//	s_i, b ~ N(0, 1/α),   g_w ~ N(0, 1/τ_g),   k_w ~ N(0, 1/τ_k),   h_w ~ N(0, 1/τ_h)
//
// so a worker with three votes is nearly an average one. The precisions are learnt before the first step by two rounds of EM (Laplace's
// approximation, without covariances):
//
//	τ = (M + 10) / (Σ_w (g_w² + var g_w) + 10/τ₀),   τ₀ = 8, 10 and 2
//
// and likewise α, from the items, as if two more had told of α = 1, but it is at most that: where items only met others of their own
// strength, what is left of the differences that votes show would look like a reason to believe in none.
//
// Scores are in units in which a typical skill is 1, with which one worker would answer as all do together: the mean skill depends on how
// much those differ who gave few votes, which is hardly known, and how often all choose an item does not.
//
// With features (crowd.Style) d is s_i − s_j + z β, where z is how many standard deviations more the first item has of each, and
// β ~ N(0, 10). What a feature of items adds and their own scores can't be told apart but by their priors: the score is what is left
// beside it, Ranking.WithStyle both.
//
// Why these choices, by votes held out from four sets (lab/comparison). Learnt precisions foretell as well as the best of fixed ones on
// each set. Skills that are e^g, which can't be negative, foretell worse on three of four, and are far from symmetric about their mode
// where workers gave few votes, so intervals of scores hold less often. A pull to ties of each worker's own keeps who ties often from
// passing for unskilled. Rao–Kupper's thresholds foretell ties a little better and, bent by skills, choices worse.
//
// The objective is not concave; it begins from the scores of equal workers.
//
// After Chen et al. (WSDM 2013) and crowd-kit's Noisy Bradley–Terry, whose workers err with one probability however clear the pair is.
type Skill struct{}

var _ fit.Method = Skill{}

// Uses implements fit.Method.
func (Skill) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, true, true) }

// Start implements fit.Method.
func (Skill) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	work := yield.New(s.Pause)
	f := family{link: davidson{}, alpha: usual[3], own: [3]float64(usual[:]), side: true, held: true}.start(d, work)
	f.rise()
	f.m.held = false
	if d.Comparisons.Rankings != nil {
		once := ranking.Independent(d)
		for n, w := range f.m.worker {
			f.m.weight[n] *= once[w]
		}
		f.m.weigh()
		f.restart()
	} else {
		f.revise()
	}
	f.settle()
	return f, work.Err()
}

// settle learns the precisions.
func (f *fitted) settle() {
	for range rounds {
		f.rise()
		f.m.learn(f.x)
		f.revise()
	}
}

// revise begins anew where x is, with other precisions.
func (f *fitted) revise() { f.from(f.m.weighed(f.x, f.gradient)) }

// usual are the precisions of workers' skills, pulls to the left and pulls to ties, and of scores, before anything is known of them.
var usual = [4]float64{8, 10, 2, 1}

const (
	rounds                     = 2
	pseudoWorkers, pseudoItems = 10, 2 // for whom usual precisions count
)

// rise makes a few steps, after which scores are near where they end.
func (f *fitted) rise() {
	for range 2 {
		if step := f.iterate(); step.Done || step.Change < .01 {
			break
		}
	}
}

// learn sets the precisions to what the parameters and their uncertainty say.
func (m *model) learn(x []float64) {
	precision := func(usual, pseudo float64, from, to int) float64 {
		sum := pseudo / usual
		for at := from; at < to; at++ {
			sum += x[at]*x[at] + 1/m.diagonal[at]
		}
		return (float64(to-from) + pseudo) / sum
	}
	for n := 0; m.differ() && n < len(m.own); n++ {
		from := m.globals() + n*m.workers
		m.own[n] = precision(usual[n], pseudoWorkers, from, from+m.workers)
	}
	m.alpha = min(usual[3], precision(usual[3], pseudoItems, 0, m.items))
}

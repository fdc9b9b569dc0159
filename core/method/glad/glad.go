// Package glad jointly infers labels, abilities and difficulties: how often a worker is right
// depends on the worker and the task.
//
// Task i has a true class, all equally likely, and an ease β_i > 0. Worker j has an ability α_j, 0
// for guessing and negative for saying what is wrong. Worker j names the truth of task i with
// probability
//
//	P(y_ij = truth) = σ(α_j β_i) = 1 / (1 + exp(−α_j β_i))
//
// and otherwise each of the K−1 wrong classes alike. α_j and log β_i have the prior N(1, 1).
//
//	paper        here
//	L_ij, Z_j    the labels y_ij and the truth (its i is the worker, its j the task)
//	α_i, 1/β_j   ability; difficulty
//	Q            what em.iterate raises
//
// The objective is the log posterior of α and log β given the labels, up to a constant; it never
// falls.
//
// A fit has converged once the objective has moved by less than 1e-7 per label in each of nine steps,
// in all of which one label in ten thousand changed at most, or sooner where there are many
// (fit.GainSettled).
//
// Departure: the paper climbs Q, the expected log-likelihood, by gradient ascent. Here the M-step
// climbs a lower bound of Q that touches it at the current α and β. Parabolas in s = α_j β_i bound
// the terms log σ(±s) (Jaakkola & Jordan 2000), so the best α_j is a quotient of two sums and the
// best log β_i a root in one dimension. That needs no line search, costs two exponentials per label
// and can't overshoot. EM crawls since doubling abilities and halving ease changes only the priors,
// so each step here is two iterations and an extrapolation (SQUAREM, Varadhan & Roland 2008), kept
// if it raises the objective.
//
// Jacob Whitehill, Paul Ruvolo, Tingfan Wu, Jacob Bergsma, Javier Movellan. Whose vote should count
// more: optimal integration of labels from labelers of unknown expertise. NIPS 2009.
package glad

import (
	"errors"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// Reasons why GLAD can't run.
var (
	ErrNumbers = errors.New("it tells right labels from wrong ones, and these labels are numbers")
	ErrOne     = errors.New("it tells right labels from wrong ones, and these data have fewer than two classes")
)

// GLAD is the method of Whitehill et al. 2009, for two classes or more.
type GLAD struct{}

var _ fit.Method = GLAD{}

// Uses implements fit.Method.
func (GLAD) Uses(has crowd.Parts) (crowd.Parts, error) {
	return fit.Uses(crowd.Parts{Gold: has.Gold}, fit.Need(!has.Numeric, ErrNumbers),
		fit.Need(!has.Anonymous, crowd.ErrAnonymous), fit.Need(has.Classes >= 2, ErrOne))
}

// Mean of the priors of α and of log β; their variance is 1.
const priorMean = 1

// Start makes everyone as able and every task as easy as the priors expect, so that the first
// posteriors rank classes as the vote does.
func (GLAD) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := &em{
		d: d, params: make([]float64, d.Workers+d.Tasks), beta: make([]float64, d.Tasks),
		posterior: crowd.Shares(d), up: make([]float64, d.Workers), down: make([]float64, d.Workers),
		work: yield.New(s.Pause),
	}
	f.alpha, f.logBeta = f.params[:d.Workers], f.params[d.Workers:]
	for n := range f.params {
		f.params[n] = priorMean
	}
	f.moved()
	return f, f.work.Err()
}

// Estimate returns, as GLAD has no confusion matrices, what they would be on average over the tasks
// each worker labelled.
func (f *em) Estimate() *crowd.Estimate {
	d := f.d
	right, given := make([]float64, d.Workers), make([]float64, d.Workers)
	for n, i := range d.TaskOf() {
		j := d.Worker[n]
		right[j] += 1 / (1 + prob.Exp(-f.alpha[j]*f.beta[i]))
		given[j]++
	}
	for j, a := range f.alpha {
		if given[j] > 0 {
			right[j] /= given[j]
		} else {
			right[j] = 1 / (1 + prob.Exp(-a*math.E)) // on a task that nobody labelled
		}
	}
	e := &crowd.Estimate{
		Posterior: slices.Clone(f.posterior), Prior: make([]float64, d.Classes), Confusion: crowd.OneCoin(right, d.Classes),
	}
	prob.Uniform(e.Prior)
	difficulty := make([]float64, d.Tasks)
	for i, b := range f.beta {
		difficulty[i] = 1 / b
	}
	e.Extra = []crowd.Column{
		crowd.NewColumn(crowd.OfWorker, "ability", "Ability", f.alpha),
		{Name: "difficulty", Title: "Difficulty", Of: crowd.OfTask, Values: difficulty},
	}
	return e
}

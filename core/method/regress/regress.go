// Package regress learns linear models from labels and features: classifiers that also learn the
// workers' reliabilities (Raykar, Rodrigues), one that takes another method's labels for true
// (LogReg), and ridge regression with worker biases and precisions (Ridge).
//
// For the classifiers, the true class z of a task with features x is a softmax of linear scores,
//
//	P(z = k | x) = exp(w_kᵀx + c_k) / Σ_l exp(w_lᵀx + c_l),
//
// and each method has its own model of how workers label it. The weights w have a Gaussian prior
// (an L2 penalty ½λ‖w‖²), the intercepts c a flat one. Features are used as they are: standardise
// them first, or the penalty means nothing.
//
// Each objective is the log posterior of the parameters, which never falls: every M-step raises its
// part (generalised EM), by L-BFGS.
//
// V. Raykar et al. Learning from crowds. JMLR 11, 2010.
// F. Rodrigues, F. Pereira, B. Ribeiro. Learning from multiple annotators: distinguishing good from
// random labelers. Pattern Recognition Letters 34, 2013.
package regress

import (
	"errors"

	"concord/core/crowd"
	"concord/core/fit"
)

// usesWorkers is Uses of the classifiers that tell workers apart.
func usesWorkers(has crowd.Parts) (crowd.Parts, error) {
	uses, err := usesClasses(has)
	return fit.Uses(uses, fit.Need(!has.Anonymous, crowd.ErrAnonymous), err)
}

// usesClasses is Uses of the classifiers.
func usesClasses(has crowd.Parts) (crowd.Parts, error) {
	return fit.Uses(crowd.Parts{Features: true, Gold: has.Gold, Repeat: has.Repeat}, fit.Need(!has.Numeric, fit.ErrClassesOnly),
		fit.Need(has.Features, fit.ErrNoFeatures), fit.Need(has.Classes >= 2, fit.ErrTwoClasses))
}

var (
	errNoLabels = errors.New("no task with features has labels to learn from")
	errPredict  = errors.New("no features to predict from")
)

// taught is a classifier with the tasks that teach it.
type taught struct {
	*softmax
	d     *crowd.Dataset
	tasks []int       // with features, and a label or a known truth
	x     [][]float64 // their features
}

func newTaught(d *crowd.Dataset, penalty float64) (taught, error) {
	t := taught{softmax: newSoftmax(d.Classes, len(d.Features.Names), penalty), d: d}
	for i := range d.Tasks {
		if d.HasEvidence(i) && d.Features.Describes(i) {
			t.tasks, t.x = append(t.tasks, i), append(t.x, d.Features.Row(i))
		}
	}
	return t, fit.Need(len(t.tasks) > 0, errNoLabels)
}

// Package regress learns linear models from labels and features: classifiers
// that learn the workers' reliabilities with them (Raykar, Rodrigues), one that
// takes another method's labels for true (LogReg), and ridge regression from
// workers with a bias and a precision (Ridge).
//
// The story of the classifiers: the true class z of a task with features x is
// drawn from a softmax of linear scores,
//
//	P(z = k | x) = exp(w_kᵀx + c_k) / Σ_l exp(w_lᵀx + c_l),
//
// and workers label it, each method with its own idea of how. The weights w have
// a Gaussian prior (an L2 penalty ½λ‖w‖²), the intercepts c a flat one. Features
// are taken as they are: standardise them first, or the penalty means nothing.
//
// The objective of each is the log posterior of its parameters, which never
// falls: every M-step raises its part of it (generalised EM), by L-BFGS.
//
// V. Raykar et al. Learning from crowds. JMLR 11, 2010.
// F. Rodrigues, F. Pereira, B. Ribeiro. Learning from multiple annotators:
// distinguishing good from random labelers. Pattern Recognition Letters 34, 2013.
package regress

import (
	"errors"

	"concord/core/crowd"
)

// usesWorkers is Uses of the classifiers that tell workers apart.
func usesWorkers(has crowd.Parts) (crowd.Parts, error) {
	if has.Anonymous {
		return crowd.Parts{}, crowd.ErrAnonymous
	}
	return usesClasses(has)
}

// usesClasses is Uses of the classifiers.
func usesClasses(has crowd.Parts) (crowd.Parts, error) {
	switch {
	case has.Numeric:
		return crowd.Parts{}, errors.New("it learns classes, and these labels are numbers")
	case !has.Features:
		return crowd.Parts{}, errNoFeatures
	case has.Classes < 2:
		return crowd.Parts{}, errors.New("it needs two classes or more")
	}
	return crowd.Parts{Features: true, Gold: has.Gold, Repeat: has.Repeat}, nil
}

var (
	errNoFeatures = errors.New("it learns from features: add a file with numbers that describe each task")
	errNoLabels   = errors.New("no task with features has labels to learn from")
	errPredict    = errors.New("no features to predict from")
)

// taught is a classifier with the tasks that teach it.
type taught struct {
	*softmax
	d     *crowd.Dataset
	tasks []int       // with features, and a label or a known truth
	x     [][]float64 // their features
}

func newTaught(d *crowd.Dataset, penalty float64) (taught, error) {
	t := taught{softmax: newSoftmax(d.Classes, len(d.Features.Names), penalty), d: d, tasks: learners(d)}
	if len(t.tasks) == 0 {
		return t, errNoLabels
	}
	for _, i := range t.tasks {
		t.x = append(t.x, d.Features.Row(i))
	}
	return t, nil
}

// learners returns the tasks that have features, and a label or a known truth.
func learners(d *crowd.Dataset) (tasks []int) {
	for i := range d.Tasks {
		if labelled(d, i) && d.Features.Describes(i) {
			tasks = append(tasks, i)
		}
	}
	return tasks
}

func labelled(d *crowd.Dataset, i int) bool {
	from, to := d.Of(i)
	return from < to || d.Truth(i) != crowd.Unknown
}

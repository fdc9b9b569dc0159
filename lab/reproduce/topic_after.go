package main

import (
	"errors"
	"runtime"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/regress"
	"concord/core/method/topic"
	"concord/lab/reproduce/cpu"
	"concord/lab/reproduce/texts"
)

// follower is a method that learns from LDA's topics.
type follower struct {
	name, title string
	method      fit.Method
}

// after are the paper's baselines; the last, of Bosch et al. 2006, it has for LabelMe alone.
func after() []follower {
	return []follower{
		{"lda-raykar", "LDA + Raykar", &regress.Raykar{}},
		{"lda-rodrigues", "LDA + Rodrigues", &regress.Random{}},
		{"lda-logreg", "LDA + LogReg (majority)", &regress.LogReg{}},
		{"lda-svm", "LDA + SVM (majority)", &topic.SVM{}},
		{"lda-knn", "Bosch 2006: LDA + kNN (majority)", &topic.KNN{}},
	}
}

// tap is a method after LDA that keeps what LDA hands it, so that the others can
// have the same without fitting LDA again.
type tap struct {
	fit.Method
	train, test *crowd.Dataset
}

// Start implements fit.Method.
func (t *tap) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	t.train = d
	f, err := t.Method.Start(d, s)
	return tapped{f, t}, err
}

type tapped struct {
	fit.Fit
	*tap
}

// Predict implements fit.Predictor.
func (t tapped) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	t.test = d // that is all that is wanted of it
	return &crowd.Estimate{}, nil
}

// ldaTopics are the documents' topics by LDA, and the bound and the time it took.
type ldaTopics struct {
	train, test    *crowd.Dataset
	bound, seconds float64
}

func newTopics(l *texts.Library, p topic.Prior, steps int, seed uint64) (*ldaTopics, error) {
	runtime.LockOSThread() // cpu.Seconds is a thread's
	t, from := &tap{Method: &topic.KNN{}}, cpu.Seconds()
	session, err := fit.Start(l.Data, &topic.LDA{Prior: p, Then: t}, fit.Settings{Seed: seed, MaxSteps: steps, Tolerance: -1})
	if err != nil {
		return nil, err
	}
	out := &ldaTopics{}
	for s := range session.Steps() {
		out.bound = s.Objective
	}
	out.seconds = cpu.Seconds() - from
	if _, err := session.Fit().(fit.Predictor).Predict(l.Test); err != nil {
		return nil, err
	}
	out.train, out.test = t.train, t.test
	return out, nil
}

// baselines scores each method after LDA with the shelf's settings, and returns the figures of each.
func (l *ledger) baselines(experiment string, run int, methods []follower, s shelf,
	of func(run int) (*texts.Library, error)) (all [][]float64, err error) {
	var own *texts.Library
	var t *ldaTopics
	steps := s.at[len(s.at)-1]
	for _, a := range methods {
		f, err := l.once(func() (_ []float64, err error) {
			if t == nil {
				if own, err = of(run); err != nil {
					return nil, err
				}
				if t, err = newTopics(own, prior(s.values), steps, uint64(run+1)); err != nil {
					return nil, err
				}
			}
			from := cpu.Seconds()
			session, err := fit.Start(t.train, a.method, fit.Settings{Seed: uint64(run + 1), Tolerance: 1e-3, MaxSteps: 300})
			if err != nil {
				return nil, err
			}
			for range session.Steps() {
			}
			result, err := session.Result()
			if err != nil {
				return nil, err
			}
			seconds := t.seconds + cpu.Seconds() - from
			predictor, ok := session.Fit().(fit.Predictor)
			if !ok {
				return nil, errors.New("it does not predict")
			}
			guess, err := predictor.Predict(t.test)
			if err != nil {
				return nil, err
			}
			return figures(own, t.bound, seconds, t.bound, guess, result.Estimate), nil
		}, experiment, run+1, a.name+" "+settings(s.values), steps)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

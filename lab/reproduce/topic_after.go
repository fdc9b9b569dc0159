package main

import (
	"errors"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/regress"
	"concord/core/method/topic"
	"concord/lab/processor"
)

// follower is a method that learns from LDA's topics.
type follower struct {
	name, title string
	method      fit.Method
}

// after are the paper's baselines.
func after() []follower {
	return []follower{
		{"lda-raykar", "LDA + Raykar", &regress.Raykar{}},
		{"lda-rodrigues", "LDA + Rodrigues", &regress.Random{}},
		{"lda-logreg", "LDA + LogReg (majority)", &regress.LogReg{}},
		{"lda-svm", "LDA + SVM (majority)", &topic.SVM{}},
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
	t.test = d
	return t.Fit.(fit.Predictor).Predict(d)
}

// ldaTopics are the documents' topics by LDA, and the bound and the time it took.
type ldaTopics struct {
	train, test    *crowd.Dataset
	bound, seconds float64
}

func newTopics(l *library, p topic.Prior, steps int, seed uint64) (*ldaTopics, error) {
	t, from := &tap{Method: &topic.SVM{}}, processor.Seconds()
	session, err := fit.Start(l.Data, &topic.LDA{Prior: p, Then: t}, fit.Settings{Seed: seed, MaxSteps: steps, Tolerance: -1})
	if err != nil {
		return nil, err
	}
	out := &ldaTopics{}
	for s := range session.Steps() {
		out.bound = s.Objective
	}
	out.seconds = processor.Seconds() - from
	if _, err := session.Fit().(fit.Predictor).Predict(l.test); err != nil {
		return nil, err
	}
	out.train, out.test = t.train, t.test
	return out, nil
}

// baselines scores each method after LDA, and returns the figures by method.
func (l *ledger) baselines(experiment string, run int, methods []follower, p topic.Prior, steps int,
	of func(run int) (*library, error)) (map[string][]float64, error) {
	var texts *library
	var t *ldaTopics
	all := map[string][]float64{}
	for _, a := range methods {
		f, err := l.once(func() (_ []float64, err error) {
			if t == nil {
				if texts, err = of(run); err != nil {
					return nil, err
				}
				if t, err = newTopics(texts, p, steps, uint64(run+1)); err != nil {
					return nil, err
				}
			}
			from := processor.Seconds()
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
			seconds := t.seconds + processor.Seconds() - from
			predictor, ok := session.Fit().(fit.Predictor)
			if !ok {
				return nil, errors.New("it does not predict")
			}
			guess, err := predictor.Predict(t.test)
			if err != nil {
				return nil, err
			}
			test, train := texts.score(guess, result.Estimate)
			return []float64{t.bound, test, train, seconds}, nil
		}, experiment, run+1, a.name, steps)
		if err != nil {
			return nil, err
		}
		all[a.name] = f
	}
	return all, nil
}

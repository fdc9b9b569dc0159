package dawidskene

import (
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// remote has a Source make the passes of an engine.
type remote struct {
	source fit.Source
	last   string // the key of the last pass
}

// newRemote returns an engine whose labels stay where they are, and a data set without labels of their shape.
func newRemote(from fit.Source) (*engine, *crowd.Dataset) {
	shape := from.Shape()
	d := &crowd.Dataset{Labels: crowd.Labels{Tasks: shape.Tasks, Workers: shape.Workers, Classes: shape.Classes}}
	return &engine{remote: &remote{source: from}, total: NewCounts(shape.Workers, shape.Classes)}, d
}

// run makes a pass.
func (r *remote) run(j job, m *Model, c *Counts) error {
	p := &fit.Pass{Before: r.last}
	switch j {
	case startSoft, startHard:
		p.Rule, p.Chosen = fit.Shares, j == startHard
	case soft, hard:
		p.Rule = fit.Soft
		if j == hard {
			p.Rule = fit.Hard
		}
		p.Prior, p.Table = m.Prior, m.Table
	}
	if err := r.source.Pass(p); err != nil {
		return err
	}
	r.last = p.Key
	*c = Counts{Class: p.Class, Label: p.Label, LogLikelihood: p.LogLikelihood, Complete: p.Complete, Flips: p.Flips}
	return nil
}

// scores are the posteriors of the model as sums over labels.
func (m *Model) scores() fit.Scores {
	s := fit.Scores{Link: fit.Softmax, Bias: make([]float64, len(m.Prior)), Table: make([]float64, len(m.Table))}
	for k, x := range m.Prior {
		s.Bias[k] = prob.Log(x)
	}
	for n, x := range m.Table {
		s.Table[n] = prob.Log(x)
	}
	return s
}

// StartRemote implements fit.Remote.
func (m *DS) StartRemote(from fit.Source, s fit.Settings) (fit.Fit, error) {
	e, d := newRemote(from)
	f := &em{engine: e, data: d}
	f.lead = m.lead(from.Shape().Parts(), s, NewModel(d.Workers, d.Classes))
	f.began(f.start(f.beginning(), nil))
	return f, f.err
}

// Scores implements fit.Scorer.
func (f *em) Scores() fit.Scores { return f.believed().scores() }

// StartRemote implements fit.Remote.
func (m *IBCC) StartRemote(from fit.Source, s fit.Settings) (fit.Fit, error) {
	e, d := newRemote(from)
	return m.fit(e, d, from.Shape().Labels, s)
}

// StartRemote implements fit.Remote.
func (m *Hierarchical) StartRemote(from fit.Source, s fit.Settings) (fit.Fit, error) {
	return m.ibcc().StartRemote(from, s)
}

// Scores implements fit.Scorer.
func (f *vb) Scores() fit.Scores {
	f.begin()
	return f.model.scores()
}

package consensus

import (
	"errors"
	"fmt"

	"concord/core/crowd"
	"concord/core/fit"
)

// StartRemote implements fit.Remote.
func (c *Consensus) StartRemote(from fit.Source, s fit.Settings) (fit.Fit, error) {
	shape := from.Shape()
	p := &panel{
		all: c.Members, settings: s, looked: c.Keep, learnt: true, from: from,
		data: &crowd.Dataset{Labels: crowd.Labels{Tasks: shape.Tasks, Workers: shape.Workers, Classes: shape.Classes}},
	}
	return p, p.beginRemote()
}

// beginRemote starts all members on the labels of the source.
func (p *panel) beginRemote() error {
	shape := p.from.Shape()
	return p.enlist(shape.Parts(), func(m fit.Method) (*fit.Session, error) {
		remote, ok := m.(fit.Remote)
		if !ok {
			return nil, errors.New("it can't fit labels that stay where they are")
		}
		f, err := remote.StartRemote(p.from, p.settings)
		if err != nil {
			return nil, err
		}
		return fit.Drive(f, shape.Tasks, p.settings), nil
	})
}

// merge starts the panel anew with one worker for each group.
func (p *panel) merge() (err error) {
	if p.from, err = p.from.Merge(p.group); err != nil {
		return fmt.Errorf("workers who answer alike: %w", err)
	}
	return p.beginRemote()
}

// Scored implements fit.ScoredPanel.
func (p *panel) Scored() (all []fit.Scored, from fit.Source) {
	for n, session := range p.sessions {
		if f, ok := session.Fit().(fit.Scorer); ok {
			all = append(all, fit.Scored{Name: p.members[n].Name, Title: p.members[n].Title, Scores: f.Scores()})
		}
	}
	return all, p.from
}

// Implied implements fit.ScoredPanel.
func (p *panel) Implied(d *crowd.Dataset, posterior []float64) *crowd.Estimate {
	return implied(d, posterior)
}

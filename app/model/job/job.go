// Package job is what the worker does for the page while all else waits: a fit, a comparison, a plan.
package job

import (
	"concord/app/model/setup"
	"concord/core/api"
)

// Run is a job under way.
type Run struct {
	ID       int
	Setup    setup.Setup
	Side     []*api.Opened // that it is given beside the labels
	Title    string        // of the method
	Progress *api.Progress // nil: nothing heard yet
	First    float64       // the change of the first step, to measure the way to the tolerance; 0: not known
	Fraction float64       // of the way, as far as it can be told; it never falls
	Ending   bool          // cancel was asked for
	Enough   bool          // it shall stop and keep what it has
	Amend    *api.Amend    // what it follows; nil: no amendment
	Undo     bool          // … which takes the last one back
	Auto     bool          // it began by itself
	Again    bool          // it follows the loss of a worker
	Regret   bool          // … which shall be taken back as soon as it is there
	Ordering bool          // … which puts the classes in order
	From     string        // the button that began it, where that is not the one for a fit
}

// CanSettle reports whether it can be stopped with a result: it is a fit that has made a step.
func (r *Run) CanSettle() bool {
	return r != nil && r.From == "" && r.Amend == nil && !r.Ending && !r.Enough && r.Progress != nil && r.Progress.Step != nil
}

// Follow takes in how far one fit has come, or several one after the other.
func (r *Run) Follow(p *api.Progress) {
	r.Progress = p
	if p.Of > 0 {
		r.Fraction = max(r.Fraction, float64(p.At-1)/float64(p.Of))
		return
	}
	step := p.Step
	if step == nil {
		return
	}
	if r.First == 0 && step.Change > 0 {
		r.First = step.Change
	}
	r.Fraction = max(r.Fraction, r.Setup.Fraction(step, r.First))
}

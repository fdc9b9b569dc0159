package engine

import (
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/session"
	"concord/core/wire"
)

// fold takes the labels that came since into the state.
func (e *Engine) fold(c *call, f *wire.Fold) (*wire.Fitted, error) {
	s := e.session
	switch {
	case s.State == nil:
		return nil, wire.Refuse("Open a saved state first; then the labels that came since.")
	case s.Labels == nil:
		return nil, wire.Refuse("Open a file of labels first.")
	case len(s.Labels.Amend.Exclude) > 0:
		return nil, wire.Refuse("Labels can't be folded in while workers are left out: the saved state has learnt from them. Fit all labels again instead.")
	}
	entry, err := e.find(s.State.Method)
	if err != nil {
		return nil, wire.Refuse("The saved state is of a method that this version of Concord does not have: %s. Drop the state, and fit all labels.", err)
	}
	_, values, err := entry.Method(s.State.Values)
	if err != nil {
		return nil, wire.Refuse("The saved state has settings that this version of Concord does not take: %s. Drop the state, and fit all labels.", err)
	}
	entry.Title += " with new labels folded in"
	entry.Objective = "" // a fold has none
	r := &result{
		session: s, of: s.Labels, entry: entry, values: values,
		asked:    &wire.Fit{Method: entry.Name, Values: values, Seed: f.Seed, MaxSteps: f.MaxSteps, Tolerance: f.Tolerance},
		settings: fit.Settings{MaxSteps: f.MaxSteps, Tolerance: f.Tolerance, Seed: f.Seed}.WithDefaults(),
	}
	if err := r.given(); err != nil {
		return nil, err
	}
	r.beside["fold"] = "yes"
	fresh := *s.Labels.Fresh
	fresh.Gold = r.gold
	r.data = &crowd.Dataset{Labels: s.Labels.Set.Data.Labels, Gold: r.gold}
	found, next, err := catalog.Fold(s.State.Model, &fresh, r.settings)
	if err != nil {
		return nil, wire.Refuse("The labels can't be folded in: %s. Fit all labels again instead.", err)
	}
	r.state = next
	if err := r.finish(c.Job, found); err != nil {
		return nil, err
	}
	return e.accept(c.Job, r)
}

// saving is a result as a state to be saved.
func (r *result) saving(c *job.Job) (*export.State, error) {
	switch {
	case r.answers.Label == nil:
		return nil, wire.Refuse("A state can't be saved where labels are numbers. Save a workspace instead: it keeps everything.")
	case r.of.Anonymous():
		return nil, session.Unnamed("A state can't be saved")
	case r.of.Pairs != nil:
		return nil, wire.Refuse("A state can't be saved where a task may have several labels. Save a workspace instead: it keeps everything.")
	}
	set := r.of.Set
	s := &export.State{Method: r.entry.Name, Values: r.values, Seed: r.settings.Seed, Source: r.of.Source.Name(), Model: r.state}
	for _, list := range []struct {
		to *[]string
		of export.Names
	}{{&s.Tasks, set.Tasks}, {&s.Workers, set.Workers}, {&s.Classes, set.Classes}} {
		*list.to = make([]string, list.of.Len())
		if err := c.Over(list.of.Len(), func(i int) { (*list.to)[i] = list.of.At(i) }); err != nil {
			return nil, err
		}
	}
	if s.Model == nil {
		s.Model = fit.Save(r.method, r.data, r.answers.Result.Estimate, r.settings.Seed)
	}
	return s, nil
}

package model

import (
	"slices"

	"concord/app/model/files"
	"concord/app/model/looking"
	"concord/core/api"
)

// besideOpened takes in what was read beside the labels.
func (s *State) besideOpened(role string, o *api.Opened, why files.Why) []Cmd {
	s.forgetCompared()
	if api.RoleOf(role).Learnt {
		s.prefer()
	}
	if why == files.Change || why == files.Goback {
		s.Note = files.Note(s.Answers().Role(role), o)
	}
	cmds := s.remeasured(role, o)
	if o.Decided != nil && why == files.Change {
		cmds = append(cmds, s.choose(o.Decided.Checks)...)
	}
	return cmds
}

// remeasured shows what costs or truth say of the result: it is also in the tables.
func (s *State) remeasured(role string, o *api.Opened) []Cmd {
	switch role {
	case api.RoleCosts:
		s.Pricing = Pricing{}
		s.measured(func(f *api.Fitted) { f.Priced = o.Priced })
	case api.RoleTruth:
		s.measured(func(f *api.Fitted) {
			f.Expected, f.Look, f.Accuracy, f.Numbers, f.Priced = o.Expected, o.Look, o.Accuracy, o.Numbers, o.Priced
		})
		s.Plan = s.Plan.Forget() // a forecast begins at what is expected now
	case api.RoleTestTruth:
		s.measured(func(f *api.Fitted) { f.Test = o.Test })
		return nil
	default:
		return nil
	}
	if s.Result == nil {
		return nil
	}
	s.relisted()
	s.rollAgain()
	return slices.Concat(s.askAgain(), s.askDetails(), s.askStudies(), OpenPaper{Open: s.Paper.Open}.apply(s))
}

// apply opens the file that could not be read as labels as what goes with them.
func (m TakeAs) apply(s *State) []Cmd {
	if m.Role == "" || m.Role != s.Labels.MayBe() || s.Busy() {
		return nil
	}
	from := files.Origin{Name: s.Labels.Tried.Name, File: s.Labels.Tried.File}
	s.dismiss()
	cmds := s.open(m.Role, from, files.Change)
	if r := s.Source(m.Role).Reading; r != nil {
		r.From, r.Taken = files.TitleID(m.Role), true
	}
	return cmds
}

// stateOpened takes in an earlier fit. Labels that are loaded are joined to it.
func (s *State) stateOpened(o *api.Opened, why files.Why) []Cmd {
	if why == files.Restore {
		return nil
	}
	s.Note = "The earlier fit is open. Now open the new labels."
	if o.Counts == nil || s.Labels.Opened == nil {
		return []Cmd{Focus{ID: api.RoleState + "-title"}}
	}
	s.recount(o.Counts, o.Methods)
	s.forgetLabels()
	s.prefer()
	s.Note = "The earlier fit is open. Add the new labels, or refit."
	cmds := []Cmd{Focus{ID: api.RoleState + "-title"}}
	for _, r := range api.Roles() {
		if r.Beside() && !r.Describing() && s.Source(r.Name).Opened != nil { // its tasks and workers have other numbers now
			cmds = append(cmds, s.reread(r.Name, files.Refresh)...)
		}
	}
	return append(cmds, s.describeAgain(false)...)
}

// forget drops what is loaded in a role.
func (s *State) forget(role string) []Cmd {
	if s.Run != nil {
		return nil
	}
	*s.Source(role) = files.Source{Role: role}
	s.changed(role, files.Change)
	cmds := []Cmd{Send{Request: api.Request{ID: s.id(), Drop: &api.Drop{Role: role}}}}
	for _, r := range api.Roles() {
		if r.Follows(role) {
			*s.Source(r.Name) = files.Source{Role: r.Name}
		}
	}
	switch {
	case role == api.RoleLabels:
		s.forgetLabels()
		return append(cmds, Focus{ID: "data-title"})
	case role == api.RoleState && s.Labels.Opened != nil: // the labels stand alone again
		return append(cmds, s.reread(api.RoleLabels, files.Refresh)...)
	}
	s.forgetCompared()
	if r := api.RoleOf(role); r.Learnt && r.Beside() {
		s.prefer()
	}
	return append(cmds, s.remeasured(role, &api.Opened{})...)
}

// forgetLabels drops all that followed from the labels: they are gone, or others.
func (s *State) forgetLabels() {
	s.forgetResult()
	s.forgetStudies()
	s.Amend, s.Before, s.Looking = api.Amend{}, nil, looking.Looking{}
}

// dismiss takes every error off the page.
func (s *State) dismiss() {
	if len(s.Labels.Among) > 0 {
		s.Batch, s.Labels.Among = &files.Batch{Items: s.Labels.Among}, nil
	}
	s.Failure = nil
	s.Settle()
}

func (Dismiss) apply(s *State) []Cmd {
	s.dismiss()
	if s.Batch != nil {
		return []Cmd{Focus{ID: "batch-title"}}
	}
	return []Cmd{Focus{ID: "data-title"}}
}

// describingOpened takes in a file that describes tasks, or the truth of tasks to predict.
func (s *State) describingOpened(role string, o *api.Opened, why files.Why) []Cmd {
	if why == files.Restore {
		return nil // every role is read again anyway
	}
	s.forgetCompared()
	if why != files.Refresh {
		s.Note = files.Note(s.Answers().Role(role), o)
	}
	switch {
	case api.RoleOf(role).Describes:
		s.prefer()
		if s.Predict.Opened != nil {
			return s.reread(api.RolePredict, files.Refresh)
		}
	case role == api.RoleTestTruth:
		return s.remeasured(role, o)
	}
	if s.TestTruth.Opened != nil {
		return s.reread(api.RoleTestTruth, files.Refresh)
	}
	return nil
}

// describeAgain reads files that describe tasks again after the labels have changed, or drops them.
func (s *State) describeAgain(drop bool) []Cmd {
	var cmds []Cmd
	for _, r := range api.Roles() {
		role := r.Name
		switch {
		case !r.Describing():
		case r.Predicts():
			if drop {
				s.Source(role).Settle()
			}
		case s.Source(role).Opened == nil:
			cmds = append(cmds, s.tryAgain(role, drop)...)
		case drop:
			cmds = append(cmds, s.forget(role)...)
		default: // the tasks to predict follow once it is there
			cmds = append(cmds, s.reread(role, files.Refresh)...)
		}
	}
	return cmds
}

// apply changes how words are made of texts, and makes them anew.
func (m SetWords) apply(s *State) []Cmd {
	return s.redraft(api.RoleText, "words-"+m.What, func(r *api.Choices) { files.SetWords(r, m.What, m.Text) })
}

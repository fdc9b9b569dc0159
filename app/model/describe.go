package model

import (
	"slices"

	"concord/app/model/files"
	"concord/core/method"
	"concord/core/wire"
)

// CanDescribe reports whether features and texts are of use: only where a task has one label.
func (s State) CanDescribe() bool { return s.Labels.Opened != nil && !s.Labels.Opened.Read.Sets }

// CanPredict reports whether tasks that nobody labelled can be described.
func (s State) CanPredict() bool { return s.Features.Opened != nil || s.Texts.Opened != nil }

// described are the methods with features and texts taken into account: a method can run if any of the three files allows it.
func (s State) described(methods []wire.Method) []wire.Method {
	for _, role := range []string{wire.RoleFeatures, wire.RoleText} {
		o := s.source(role).Opened
		if o == nil {
			continue
		}
		methods = slices.Clone(methods)
		for i := range methods {
			if m, ok := find(o.Methods, methods[i].Name); ok && m.Why == "" {
				methods[i].Why, methods[i].Seconds, methods[i].Fast = "", m.Seconds, m.Fast
			}
		}
	}
	return methods
}

// describingOpened takes in a file that describes tasks, or the truth of tasks to predict.
func (s *State) describingOpened(role string, o *wire.Opened, why files.Why) []Cmd {
	if why == files.Restore {
		return nil // every role is read again anyway
	}
	s.forgetCompared()
	if why != files.Refresh {
		s.Note = files.Note(role, o)
	}
	switch role {
	case wire.RoleFeatures, wire.RoleText:
		if why == files.Change {
			s.chooseLearner(role)
		}
		s.Setup.Method = s.usableMethod()
		if s.Predict.Opened != nil {
			return s.reread(wire.RolePredict, files.Refresh)
		}
	case wire.RoleTestTruth:
		s.measured(func(f *wire.Fitted) { f.Test = o.Test })
		return nil
	}
	if s.TestTruth.Opened != nil {
		return s.reread(wire.RoleTestTruth, files.Refresh)
	}
	return nil
}

// chooseLearner selects a method that uses what has just been opened, unless the one selected already does.
func (s *State) chooseLearner(role string) {
	plain, _ := find(s.Labels.Opened.Methods, s.Setup.Method)
	chosen, _ := find(s.Methods(), s.Setup.Method)
	if plain.Why != "" && chosen.Why == "" {
		return
	}
	for _, name := range method.Learners(role == wire.RoleText) {
		if m, ok := find(s.Methods(), name); ok && m.Why == "" {
			s.Setup.Method = name
			return
		}
	}
}

func find(methods []wire.Method, name string) (wire.Method, bool) {
	n := slices.IndexFunc(methods, func(m wire.Method) bool { return m.Name == name })
	if n < 0 {
		return wire.Method{}, false
	}
	return methods[n], true
}

// describeAgain reads files that describe tasks again after the labels have changed, or drops them.
func (s *State) describeAgain(drop bool) []Cmd {
	var cmds []Cmd
	for _, role := range files.Describing() {
		switch {
		case role == wire.RolePredict || role == wire.RoleTestTruth:
			if drop {
				s.source(role).Settle()
			}
		case s.source(role).Opened == nil:
			cmds = append(cmds, s.tryAgain(role, drop)...)
		case drop:
			cmds = append(cmds, s.forget(role)...)
		default: // the tasks to predict follow once it is there
			cmds = append(cmds, s.reread(role, files.Refresh)...)
		}
	}
	return cmds
}

// undescribed drops what depended on the file just dropped.
func (s *State) undescribed(role string) {
	switch role {
	case wire.RoleFeatures, wire.RoleText:
		s.Predict, s.TestTruth = files.Source{Role: wire.RolePredict}, files.Source{Role: wire.RoleTestTruth}
	case wire.RolePredict:
		s.TestTruth = files.Source{Role: wire.RoleTestTruth}
	case wire.RoleTestTruth:
		s.measured(func(f *wire.Fitted) { f.Test = nil })
		return
	default:
		return
	}
	s.Setup.Method = s.usableMethod()
}

// apply changes how words are made of texts, and makes them anew.
func (m SetWords) apply(s *State) []Cmd {
	return s.redraft(wire.RoleText, "words-"+m.What, func(r *wire.Read) { files.SetWords(r, m.What, m.Text) })
}

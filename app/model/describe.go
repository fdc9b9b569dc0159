package model

import (
	"slices"

	"concord/app/model/files"
	"concord/core/method"
	"concord/core/wire"
)

// CanDescribe reports whether features and texts are of use: where a task has one
// label.
func (s State) CanDescribe() bool { return s.Labels.Opened != nil && !s.Labels.Opened.Read.Sets }

// CanPredict reports whether tasks that nobody labelled can be described.
func (s State) CanPredict() bool { return s.Features.Opened != nil || s.Texts.Opened != nil }

// described are the methods as they are with what describes the tasks: one that
// can run by the labels, by their features or by their texts can run.
func (s State) described(methods []wire.Method) []wire.Method {
	for _, role := range []string{wire.RoleFeatures, wire.RoleText} {
		o := s.source(role).Opened
		if o == nil {
			continue
		}
		can := map[string]bool{}
		for _, m := range o.Methods {
			can[m.Name] = m.Why == ""
		}
		methods = slices.Clone(methods)
		for i := range methods {
			if can[methods[i].Name] {
				methods[i].Why = ""
			}
		}
	}
	return methods
}

// describingOpened takes in what describes tasks, or the truth of those that only
// that describes.
func (s State) describingOpened(role string, o *wire.Opened, why files.Why) (State, []Cmd) {
	if why == files.Restore {
		return s, nil // all roles are on their way
	}
	s = s.forgetCompared()
	if why != files.Refresh {
		s.Note = files.Note(role, o)
	}
	switch role {
	case wire.RoleFeatures, wire.RoleText:
		if why == files.Change {
			s = s.chooseLearner(role)
		}
		s.Setup.Method = s.usableMethod()
		if s.Predict.Opened != nil {
			return s.reread(wire.RolePredict, files.Refresh)
		}
	case wire.RoleTestTruth:
		return s.measured(func(f *wire.Fitted) { f.Test = o.Test }), nil
	}
	if s.TestTruth.Opened != nil {
		return s.reread(wire.RoleTestTruth, files.Refresh)
	}
	return s, nil
}

// chooseLearner chooses a method that makes use of what has just been opened,
// unless the user has chosen one that does.
func (s State) chooseLearner(role string) State {
	plain, _ := find(s.Labels.Opened.Methods, s.Setup.Method)
	chosen, _ := find(s.Methods(), s.Setup.Method)
	if plain.Why != "" && chosen.Why == "" {
		return s
	}
	for _, name := range method.Learners(role == wire.RoleText) {
		if m, ok := find(s.Methods(), name); ok && m.Why == "" {
			s.Setup.Method = name
			return s
		}
	}
	return s
}

func find(methods []wire.Method, name string) (wire.Method, bool) {
	for _, m := range methods {
		if m.Name == name {
			return m, true
		}
	}
	return wire.Method{}, false
}

// describeAgain reads what describes tasks again, since the labels have changed
// under it, or drops it.
func (s State) describeAgain(drop bool) (State, []Cmd) {
	var cmds []Cmd
	for _, role := range files.Describing() {
		var more []Cmd
		switch {
		case role == wire.RolePredict || role == wire.RoleTestTruth:
			if drop {
				s.source(role).Settle()
			}
		case s.source(role).Opened == nil:
			s, more = s.tryAgain(role, drop)
		case drop:
			s, more = s.forget(role)
		default:
			s, more = s.reread(role, files.Refresh) // the tasks to predict follow once it is there
		}
		cmds = append(cmds, more...)
	}
	return s, cmds
}

// undescribed drops what rested on what has just been dropped.
func (s State) undescribed(role string) State {
	switch role {
	case wire.RoleFeatures, wire.RoleText:
		s.Predict, s.TestTruth = files.Source{Role: wire.RolePredict}, files.Source{Role: wire.RoleTestTruth}
	case wire.RolePredict:
		s.TestTruth = files.Source{Role: wire.RoleTestTruth}
	case wire.RoleTestTruth:
		return s.measured(func(f *wire.Fitted) { f.Test = nil })
	default:
		return s
	}
	s.Setup.Method = s.usableMethod()
	return s
}

// apply changes how words are made of texts, and makes them anew.
func (m SetWords) apply(s State) (State, []Cmd) {
	return s.redraft(wire.RoleText, "words-"+m.What, func(r *wire.Read) { files.SetWords(r, m.What, m.Text) })
}

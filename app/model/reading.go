package model

import (
	"fmt"
	"slices"

	"concord/app/model/files"
	"concord/app/model/verdict"
	"concord/core/api"
)

// open starts to read a file or a sample.
func (s *State) open(role string, from files.Origin, why files.Why) []Cmd {
	src := s.Source(role)
	if s.Run != nil {
		s.Note = "A run is in progress. Cancel it before you open another file."
		return nil
	}
	r := api.RoleOf(role)
	if r.Beside() && s.Labels.Opened == nil {
		s.Note = "Open a file of labels first, then the files that go with it."
		return nil
	}
	if why == files.Change && !s.CanPredict() && r.Predicts() {
		s.Note = "Open features or texts of the labelled tasks first, then those to predict."
		return nil
	}
	var cmds []Cmd
	if src.Reading != nil { // what is being read is no longer wanted
		cmds = append(cmds, Send{Request: api.Request{ID: s.id(), Cancel: &api.Cancel{ID: src.Reading.ID}}})
	}
	id := s.id()
	if from.Serial == 0 {
		from.Serial = id
	}
	src.Reading = &files.Reading{ID: id, Origin: from, Why: why}
	src.Fault, src.Among = nil, nil
	s.Failure, s.Pasting, s.Dragging = nil, false, false
	if why == files.Change || why == files.Goback { // otherwise the note is about what caused this reading
		s.Note = ""
	}
	return append(cmds, Send{Request: api.Request{ID: id, Open: from.Open(role)}, File: from.File})
}

// reread reads a source again with the choices of its draft.
func (s *State) reread(role string, why files.Why) []Cmd {
	src := s.Source(role)
	failed := src.Fault != nil && why != files.Refresh
	from, read := src.Origin, src.Draft
	switch {
	case failed:
		from = src.Tried
	case why == files.Refresh:
		read = src.Opened.Read
	}
	from.Read = &read
	id := s.id()
	src.Reading = &files.Reading{ID: id, Origin: from, Why: why}
	if why != files.Refresh {
		s.Note = ""
	}
	return []Cmd{Send{Request: api.Request{ID: id, Reread: &api.Reread{Role: role, Failed: failed, Choices: read}}}}
}

// redraft changes how a source is read, and reads it again as soon as the choices make sense. From is the id of
// the control that the user changed.
func (s *State) redraft(role, from string, change func(*api.Choices)) []Cmd {
	src := s.Source(role)
	if s.Run != nil || src.Reading != nil || src.Shown() == nil {
		return nil
	}
	before := src.Draft
	src.Draft.Roles, src.Draft.Chosen = slices.Clone(src.Draft.Roles), slices.Clone(src.Draft.Chosen)
	change(&src.Draft)
	now := src.Draft
	asks := now.Question != before.Question
	same := before.TableLayout == now.TableLayout && before.Delimiter == now.Delimiter && before.Header == now.Header &&
		before.Encoding == now.Encoding && before.Sheet == now.Sheet && before.HeaderLine == now.HeaderLine
	switch {
	case asks:
		src.Draft = before.Asking(now.Question)
	case before.TableLayout != now.TableLayout:
		src.Draft.Roles, src.Draft.Chosen = nil, nil
	}
	if !same {
		src.Draft.Confirmed = false
	}
	if !asks && len(src.Missing()) > 0 && !files.Tells(before, src.Draft) {
		if same {
			return nil // the page says which role is missing
		}
		src.Draft.Roles, src.Draft.Chosen = nil, nil // the columns are others now: perhaps they tell
	}
	cmds := s.reread(role, files.Change)
	src.Reading.From = from
	return cmds
}

// undo goes back to what was loaded before.
func (s *State) undo(role string) []Cmd {
	src := s.Source(role)
	if src.Fault != nil {
		s.dismiss()
		return nil
	}
	if s.Run != nil || !src.CanUndo() {
		return nil
	}
	before := src.Past[len(src.Past)-1]
	from := "undo"
	if role != api.RoleLabels {
		from += "-" + role
	}
	var cmds []Cmd
	switch before.Serial {
	case 0: // nothing was
		past := src.Past[:len(src.Past)-1]
		cmds = s.forget(role)
		src.Past = past
		s.undid(role)
		return append(cmds, Focus{ID: from, Or: role + "-title"})
	case src.Origin.Serial:
		src.Draft = *before.Read
		cmds = s.reread(role, files.Goback)
	default:
		cmds = s.open(role, before, files.Goback)
	}
	src.Reading.From, src.Reading.Origin.Amend = from, before.Amend
	return cmds
}

// opened takes in what was read.
func (s *State) opened(role string, o *api.Opened) []Cmd {
	src := s.Source(role)
	r := src.Reading
	switch {
	case r.Why == files.Goback && len(src.Past) > 0:
		src.Past = src.Past[:len(src.Past)-1]
		s.undid(role)
	case r.Why == files.Change && (src.Opened != nil || role == api.RoleCosts || r.Taken):
		src.Past = append(slices.Clip(src.Past), s.leaving(role))
		s.did(role)
	}
	fresh := r.Origin.Serial != src.Origin.Serial
	if fresh && role == api.RoleLabels {
		s.Labelling = verdict.Labelling{}
	}
	if fresh && src.Origin.Packed {
		src.Past = nil // a project is opened as a whole or not at all
	}
	s.changed(role, r.Why)
	was, several := src.Opened, o.KindOf(&o.Read).Several
	sameSets := was != nil && was.KindOf(&was.Read).Several == several && was.Read.Separator == o.Read.Separator
	read := o.Read
	src.Origin = r.Origin
	src.Origin.Read, src.Origin.Amend = &read, nil
	src.Opened, src.Draft, src.Reading, src.Fault, src.Tried, src.Among = o, o.Read, nil, nil, files.Origin{}, nil
	var back []Cmd
	if r.From != "" {
		back = append(back, Focus{ID: r.From, Or: files.TitleID(role)})
	}
	switch is := api.RoleOf(role); {
	case is.Describing():
		return append(s.describingOpened(role, o, r.Why), back...)
	case is.Beside():
		return append(s.besideOpened(role, o, r.Why), back...)
	case role == api.RoleState:
		return s.stateOpened(o, r.Why)
	}
	if r.Why == files.Restore {
		failure := s.Failure // or the note says what happened; the truth is read again in its turn
		s.forgetResult()
		s.forgetStudies()
		s.Asked, s.Failure = false, failure
		s.prefer()
		return nil
	}
	questions := s.Questions
	s.forgetLabels()
	if !fresh && was != nil && was.Read.Question != o.Read.Question {
		s.Questions = questions // another of them is shown
	}
	s.Asked = false
	s.prefer()
	if o.Counts != nil {
		s.Note = files.Note(s.Answers().Role(role), o)
	}
	cmds := back
	if cmds == nil {
		cmds = []Cmd{Focus{ID: files.TitleID(api.RoleLabels)}}
	}
	for _, side := range api.Roles() {
		if side.Beside() && !side.Describing() {
			cmds = append(cmds, s.follow(side.Name, r.Origin, fresh, sameSets)...)
		}
	}
	cmds = append(cmds, s.describeAgain(fresh || several)...)
	if r.Origin.Amend != nil {
		cmds = append(cmds, s.amendAgain(*r.Origin.Amend)...)
	}
	return cmds
}

// follow opens, reads again or drops the file of a role after the labels were read. fresh means that they are
// other labels, sameSets that a cell may hold as many labels as before.
func (s *State) follow(role string, labels files.Origin, fresh, sameSets bool) []Cmd {
	embedded := s.Labels.Opened.Embedded
	held := slices.IndexFunc(embedded, func(h api.Embedded) bool { return h.Role == role })
	beside := s.Source(role)
	same := !beside.Origin.Packed && beside.Origin.Serial == labels.Serial // it is from the file of the labels
	from := beside.Origin
	switch {
	case held >= 0 && !labels.Packed && (fresh || beside.Opened == nil || same):
		from = labels
		from.Read = &embedded[held].Read
		*beside = files.Source{Role: role}
	case beside.Opened != nil && held < 0 && same: // that file no longer holds it
		return s.forget(role)
	case fresh && role == api.RoleTruth && labels.HasTruth():
		from = files.Origin{Name: labels.Name, Sample: labels.Sample}
		*beside = files.Source{Role: role}
	case beside.Opened == nil:
		if fresh {
			beside.Past = nil // it was read against other labels
		}
		return s.tryAgain(role, fresh)
	case fresh, !sameSets && beside.Origin.Packed: // it belonged to other tasks and workers
		return s.forget(role)
	case sameSets: // the tasks may have changed under it
		return s.reread(role, files.Refresh)
	default: // and so may what a cell holds
		from.Read = nil
	}
	return s.open(role, from, files.Refresh)
}

// tryAgain gives a file that could not be used another chance after the labels were read in another way. With
// fresh labels its fault is forgotten.
func (s *State) tryAgain(role string, fresh bool) []Cmd {
	src := s.Source(role)
	if src.Fault == nil || src.Reading != nil {
		return nil
	}
	from := src.Tried
	src.Settle()
	if fresh {
		return nil
	}
	return s.open(role, from, files.Refresh)
}

// leaving is the entry of the history by which Undo opens again what is loaded now.
func (s State) leaving(role string) files.Origin {
	from := s.Source(role).Origin
	if role == api.RoleLabels && s.Amendments() > 0 {
		amend := s.Amend
		from.Amend = &amend
	}
	return from
}

// faulted takes in why a reading failed. What was loaded stays.
func (s *State) faulted(role string, f *api.Fault) []Cmd {
	src := s.Source(role)
	r := src.Reading
	src.Reading = nil
	if role == api.RoleCosts {
		s.Pricing = Pricing{}
	}
	if r.Why == files.Restore { // the worker has nothing
		*src = files.Source{Role: role}
		if role == api.RoleLabels {
			s.Amend, s.Before = api.Amend{}, nil
		}
	}
	if f.Cancelled {
		s.Note = "Cancelled."
		if src.Opened != nil {
			src.Draft = src.Opened.Read
		}
		return []Cmd{Focus{ID: "data-title"}}
	}
	src.Fault, src.Tried = f, r.Origin
	if src.Handed = append(slices.Clip(src.Handed), r.Origin); !f.Awaits {
		src.Handed = nil
	}
	if f.Opened != nil {
		src.Draft = f.Opened.Read
	} else if r.Origin.Read != nil {
		src.Draft = *r.Origin.Read
	}
	return []Cmd{Focus{ID: role + "-problem"}}
}

func (m Pick) apply(s *State) []Cmd {
	role := m.File.For(m.Role)
	if m.Role == api.RoleLabels && (s.Recipe.Waits() || s.Recipe.Reading != nil) {
		role = api.RoleRecipe
	}
	if role == api.RoleRecipe && s.Recipe.Reading != nil { // its files are opened one after the other
		b := files.Batch{}
		if s.Batch != nil {
			b = *s.Batch
		}
		b.Queue = append(slices.Clip(b.Queue), files.Item{File: m.File, Role: role})
		s.Batch = &b
		return nil
	}
	return s.open(role, files.Origin{Name: m.File.Name, File: m.File}, files.Change)
}

func (m SetRole) apply(s *State) []Cmd {
	return s.redraft(m.Of, fmt.Sprintf("%s-role-%d", m.Of, m.Column), func(r *api.Choices) {
		files.AssignIn(m.Of, r, m.Column, m.Role)
		r.Confirmed = files.Chose(r)
	})
}

// apply makes a choice of how a file is read, unless it is none.
func (m SetOption) apply(s *State) []Cmd {
	change, id := files.Choosing(m.Option, m.Text), m.Of+"-"+m.Option
	if change == nil {
		return nil
	}
	if api.OptionOf(m.Option).Title == "" { // a button offered it, which is gone then
		id = files.TitleID(m.Of)
	}
	return s.redraft(m.Of, id, change)
}

func (m SetKind) apply(s *State) []Cmd {
	return s.redraft(api.RoleLabels, m.ID, func(r *api.Choices) {
		if m.On {
			r.As(m.Name)
		} else {
			r.Not(m.Name)
		}
	})
}

func (m SetNone) apply(s *State) []Cmd {
	return s.redraft(api.RoleLabels, files.NoneID(m.Cell), func(r *api.Choices) {
		r.Missing = slices.DeleteFunc(slices.Clone(r.Missing), func(s string) bool { return s == m.Cell })
		if m.None {
			r.Missing = append(r.Missing, m.Cell)
		}
	})
}

func (TakeApart) apply(s *State) []Cmd {
	return s.redraft(api.RoleLabels, "merge-0", func(r *api.Choices) { r.Merge = nil })
}

func (m Undo) apply(s *State) []Cmd { return s.undo(m.Of) }

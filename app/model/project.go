package model

import (
	"encoding/json"
	"slices"

	"concord/app/model/files"
	"concord/app/model/job"
	"concord/app/model/looking"
	"concord/app/model/setup"
	"concord/core/api"
)

// reopened replaces all that was open by what a project held, or a recipe made. Files asked for since are still awaited.
func (s *State) reopened(role string, w *api.Reopened) []Cmd {
	reading, failure, stated := *s.Source(role).Reading, s.Failure, s.Stated
	was, packed := s.Sources, role == api.RoleProject
	before := s.leaving(api.RoleLabels)
	for _, src := range s.Each() {
		awaited := src.Reading
		if *src = (files.Source{Role: src.Role}); awaited != nil && awaited.ID > reading.ID {
			src.Reading = awaited
		}
	}
	s.forgetLabels()
	s.loose = false
	for i := range w.Opened {
		o := &w.Opened[i]
		src := s.Source(o.Role)
		if src == nil {
			continue // the page has no place for it; fits are given it all the same
		}
		read := o.Read
		src.Opened, src.Draft = o, o.Read
		src.Origin = files.Origin{Serial: reading.Origin.Serial, Name: o.File.Name, File: reading.Origin.File, Packed: true}
		if !packed {
			src.Origin = was.OriginOf(o, append(slices.Clip(was.Recipe.Handed), reading.Origin))
		}
		src.Origin.Read = &read
	}
	if !packed && was.Labels.Opened != nil {
		s.Labels.Past = append(slices.Clip(was.Labels.Past), before)
		s.did(api.RoleLabels)
	}
	s.safe = safe{kept: s.Slot().Key != "", packed: packed && reading.Origin.File.Slot == ""}
	if a := w.Amended; a != nil && s.Labels.Opened != nil {
		s.Amend = a.Amend
		s.recount(a.Counts, a.Methods)
	}
	chosen := s.Setup
	if w.Fit != nil && w.Fit.Method != "" {
		chosen = setup.Of(w.Fit)
		if s.Stated = chosen.Method; s.Stated == s.Begin().Method && len(chosen.Own()) == 0 && s.Stated != stated {
			s.Stated = "" // nobody had to choose it
		}
	}
	if reading.Why != files.Restore { // then what the user has set since stays
		s.Setup = chosen
		s.prefer()
		chosen = s.Setup
	}
	s.Note = reading.Origin.Name + " is open as it was saved."
	if !packed {
		s.Note = w.Says
	}
	if reading.Why == files.Restore {
		s.Failure = failure
	}
	cmds := []Cmd{Focus{ID: "data-title"}}
	if f := w.Fitted; f != nil {
		s.Result, s.Tables = &Result{Fitted: f, Setup: chosen, Side: s.Beside()}, nil
		s.rankFirst()
		cmds = append(s.showResult(), s.askStudies()...)
	}
	s.openPage(w.Page)
	if s.Failure != nil { // it says why the project was opened again
		cmds = append(cmds, Focus{ID: "failure", Late: true})
	}
	return cmds
}

// keptPage is what a project keeps of the page: where a review stands.
func (s State) keptPage() string {
	k := s.Looking.Kept
	k.Paused, k.Query = s.paused()
	if k.Paused == nil && !k.Sealed {
		return ""
	}
	text, err := json.Marshal(k)
	if err != nil {
		panic(err) // it consists of plain values
	}
	return string(text)
}

// openPage takes in what a project kept of the page. Anything else is left alone.
func (s *State) openPage(text string) {
	var k looking.Kept
	if c := s.Counts(); text == "" || c == nil || json.Unmarshal([]byte(text), &k) != nil {
		return
	} else if k.Paused != nil {
		k.Paused = new(k.Paused.Of(c.Tasks))
		if k.Paused.Reviewing, k.Paused.Rows, k.Paused.Kind = false, nil, ""; k.Paused.Left() == 0 {
			k.Paused = nil
		}
		k.Query.Table = ViewTasks
	}
	s.Looking.Kept = k
}

// restore opens again what was loaded in a role, in a worker that has nothing loaded.
func (s *State) restore(role string) []Cmd {
	src := s.Source(role)
	if src.Origin.Packed {
		*src = files.Source{Role: role}
		return nil
	}
	id := s.id()
	src.Reading = &files.Reading{ID: id, Origin: src.Origin, Why: files.Restore}
	return []Cmd{Send{Request: api.Request{ID: id, Open: src.Origin.Open(role)}, File: src.Origin.File}}
}

// apply reads again what a worker that was ended, or that died, had loaded. Its
// results are gone. If reading the files again is what it died of, they are given up.
func (m Lost) apply(s *State) []Cmd {
	var cmds []Cmd
	hadResult, died := s.Result != nil, m.Why != ""
	failure := &Failure{About: s.about(m.Of), Fault: &api.Fault{Message: m.Why}}
	if died {
		s.spare(m.Of)
	}
	s.Run, s.Ordering = nil, nil
	s.forgetResult()
	s.forgetStudies()
	giveUp := died && s.Restoring()
	packed := s.Labels.Origin
	for _, src := range s.Each() {
		if giveUp {
			*src = files.Source{Role: src.Role}
		}
		src.Reading = nil
		if src.Role == api.RoleProject && packed.Packed && !giveUp {
			from := files.Origin{Serial: packed.Serial, Name: packed.File.Name, File: packed.File}
			cmds = append(cmds, s.open(src.Role, from, files.Restore)...)
		}
		if src.Opened != nil {
			cmds = append(cmds, s.restore(src.Role)...)
		}
	}
	switch {
	case s.Labels.Opened == nil:
		s.Amend, s.Before = api.Amend{}, nil
	case s.Amendments() > 0: // once all the files are there again
		cmds = append(cmds, s.amendAgain(s.Amend)...)
	}
	switch {
	case died:
		s.Note, s.Failure = "", failure
		failure.Fault.Message += s.outlived(giveUp, hadResult)
		cmds = append(cmds, Focus{ID: "failure"})
	case hadResult:
		s.Note = "Cancelled. The earlier result is gone; run the method again to see it."
	default:
		s.Note = "Cancelled."
	}
	return cmds
}

// spare has nothing computed unasked from now on for labels on which a worker died: it could take away each result again, without
// end. Nor is what it died of asked for again.
func (s *State) spare(request int) {
	if s.Reading() == nil {
		s.tight, s.View = s.Labels.Origin.Serial, ViewTasks
	}
	if request != 0 && request == s.Autosave.asked {
		s.Autosave.never = s.Autosave.of
	}
	if s.Run != nil && s.Run.Again && s.Run.ID == request {
		s.Amend, s.Before = api.Amend{}, nil
	}
}

// outlived says what is left after a worker has died.
func (s State) outlived(gaveUp, hadResult bool) string {
	switch {
	case gaveUp:
		return " To open your files again failed, too, so they are closed."
	case s.Work.Reading != nil:
		return " Your work is open again."
	case s.Labels.Opened != nil && hadResult:
		return " Your files are open again. The result is gone: run a method again."
	case s.Labels.Opened != nil:
		return " Your files are open again."
	}
	return ""
}

// amendAgain asks for what the user had changed about labels that are open again, once all files are read.
func (s *State) amendAgain(a api.Amend) []Cmd {
	s.Run = &job.Run{ID: s.id(), Setup: s.Setup, Side: s.Beside(), Title: "your changes", Amend: &a, Again: true}
	return []Cmd{Send{Request: api.Request{ID: s.Run.ID, Amend: &a}}}
}

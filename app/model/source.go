package model

import (
	"fmt"
	"slices"

	"concord/core/wire"
)

// The roles a file is opened in.
const (
	RoleLabels = "labels"
	RoleTruth  = "truth"
)

// The roles of a column.
const (
	ColumnTask   = "task"
	ColumnWorker = "worker"
	ColumnLabel  = "label"
	ColumnIgnore = ""
)

// Source is one of the two files: the labels or the truth.
type Source struct {
	Role    string
	Origin  Origin       // of what is loaded
	Opened  *wire.Opened // what is loaded; nil: nothing
	Reading *Reading     // a reading under way
	Fault   *wire.Fault  // why the last reading failed, until it is dismissed
	Tried   Origin       // what that reading read
	Draft   wire.Read    // the choices as the page shows them
	Past    []Origin     // what was loaded before, the latest last: what Undo goes back to
}

// Origin is where data came from and how they were read: enough to read them
// again.
type Origin struct {
	Serial int // tells contents apart: that of the request that first opened it
	Name   string
	File   File
	Sample string
	Read   *wire.Read // nil: as detected
}

func (o Origin) open(role string) *wire.Open {
	open := &wire.Open{Role: role, Sample: o.Sample, Read: o.Read}
	if o.Sample == "" {
		open.File = &wire.File{Name: o.File.Name, Size: o.File.Size}
	}
	return open
}

// Reading is a file being read.
type Reading struct {
	ID       int
	Origin   Origin
	Why      Why
	Progress *wire.Progress
	Ending   bool // cancel was asked for
}

// Why a file is read: it decides what becomes of the history.
type Why int

const (
	Change  Why = iota // the user chose another file or other choices
	Goback             // the user undid that
	Refresh            // what it refers to has changed
	Restore            // the worker was begun anew
)

// Shown is the file whose columns the page shows: the one that failed, so that
// its choices can be mended, or else what is loaded.
func (s Source) Shown() *wire.Opened {
	if s.Fault != nil && s.Fault.Opened != nil {
		return s.Fault.Opened
	}
	return s.Opened
}

// CanUndo reports whether there is something to go back to.
func (s Source) CanUndo() bool { return len(s.Past) > 0 && s.Reading == nil }

// Missing names the roles that no column of the draft has.
func (s Source) Missing() []string {
	need := []string{ColumnTask, ColumnWorker, ColumnLabel}
	if s.Role == RoleTruth {
		need = []string{ColumnTask, ColumnLabel}
	}
	return slices.DeleteFunc(need, func(r string) bool { return slices.Contains(s.Draft.Roles, r) })
}

// source returns the source of that role in s.
func (s *State) source(role string) *Source {
	if role == RoleTruth {
		return &s.Truth
	}
	return &s.Labels
}

// open starts to read a file or a sample.
func (s State) open(role string, from Origin, why Why) (State, []Cmd) {
	src := s.source(role)
	if s.Run != nil {
		s.Note = "A fit is running. Cancel it before you open another file."
		return s, nil
	}
	if role == RoleTruth && s.Labels.Opened == nil {
		s.Note = "Open a file of labels first; then its truth."
		return s, nil
	}
	var cmds []Cmd
	if src.Reading != nil { // the new file counts; what was being read is of no use now
		cmds = append(cmds, Send{Request: wire.Request{ID: s.id(), Cancel: &wire.Cancel{ID: src.Reading.ID}}})
	}
	id := s.id()
	if from.Serial == 0 {
		from.Serial = id
	}
	src.Reading = &Reading{ID: id, Origin: from, Why: why}
	src.Fault = nil
	s.Failure, s.Pasting, s.Dragging = nil, false, false
	if why == Change || why == Goback { // otherwise the note is of what caused this reading
		s.Note = ""
	}
	return s, append(cmds, Send{Request: wire.Request{ID: id, Open: from.open(role)}, File: from.File})
}

// reread reads a source again with the choices of its draft.
func (s State) reread(role string, why Why) (State, []Cmd) {
	src := s.source(role)
	failed := src.Fault != nil
	from := src.Origin
	if failed {
		from = src.Tried
	}
	read := src.Draft
	from.Read = &read
	id := s.id()
	src.Reading = &Reading{ID: id, Origin: from, Why: why}
	if why != Refresh {
		s.Note = ""
	}
	return s, []Cmd{Send{Request: wire.Request{ID: id, Reread: &wire.Reread{Role: role, Failed: failed, Read: read}}}}
}

// redraft changes the choices of a source and reads it again as soon as they
// make sense.
func (s State) redraft(role string, change func(*wire.Read)) (State, []Cmd) {
	src := s.source(role)
	if s.Run != nil || src.Reading != nil || src.Shown() == nil {
		return s, nil
	}
	src.Draft.Roles = slices.Clone(src.Draft.Roles)
	change(&src.Draft)
	if len(src.Missing()) > 0 {
		return s, nil // the page says which role is missing
	}
	return s.reread(role, Change)
}

// assign gives a role to a column. Whoever had it takes the other's in turn.
func assign(r *wire.Read, column int, role string) {
	if column < 0 || column >= len(r.Roles) {
		return
	}
	if role != ColumnIgnore {
		if other := slices.Index(r.Roles, role); other >= 0 {
			r.Roles[other] = r.Roles[column]
		}
	}
	r.Roles[column] = role
}

// undo goes back to what was loaded before.
func (s State) undo(role string) (State, []Cmd) {
	src := s.source(role)
	if src.Fault != nil {
		return s.dismiss(), nil
	}
	if s.Run != nil || !src.CanUndo() {
		return s, nil
	}
	before := src.Past[len(src.Past)-1]
	if before.Serial == src.Origin.Serial {
		src.Draft = *before.Read
		return s.reread(role, Goback)
	}
	return s.open(role, before, Goback)
}

// opened takes in what was read.
func (s State) opened(role string, o *wire.Opened) (State, []Cmd) {
	src := s.source(role)
	r := src.Reading
	switch {
	case r.Why == Goback && len(src.Past) > 0:
		src.Past = src.Past[:len(src.Past)-1]
	case r.Why == Change && src.Opened != nil:
		src.Past = append(slices.Clip(src.Past), src.Origin)
	}
	fresh := r.Origin.Serial != src.Origin.Serial
	read := o.Read
	src.Origin = r.Origin
	src.Origin.Read = &read
	src.Opened, src.Draft, src.Reading, src.Fault, src.Tried = o, o.Read, nil, nil, Origin{}
	if role == RoleTruth {
		return s.truthOpened(o, r.Why)
	}

	failure := s.Failure
	s = s.forgetResult()
	s.Setup.Method = s.usableMethod()
	if r.Why == Restore {
		s.Failure = failure
		return s, nil // the truth is read again in its turn, and the note or the failure says what happened
	}
	if c := o.Counts; c != nil {
		s.Note = fmt.Sprintf("%s: %s, %s, %s. Choose a method and run it.",
			o.File.Name, Plural(c.Labels, "label"), Plural(c.Tasks, "task"), Plural(c.Workers, "worker"))
	}
	cmds := []Cmd{Focus{ID: "data-title"}}
	var more []Cmd
	switch {
	case fresh && sampleHasTruth(r.Origin.Sample):
		s.Truth = Source{Role: RoleTruth}
		s, more = s.open(RoleTruth, Origin{Name: r.Origin.Name, Sample: r.Origin.Sample}, Refresh)
	case fresh && s.Truth.Opened != nil: // it belonged to other tasks
		s, more = s.forget(RoleTruth)
	case s.Truth.Opened != nil: // the tasks may have changed under it
		s, more = s.reread(RoleTruth, Refresh)
	}
	return s, append(cmds, more...)
}

func (s State) truthOpened(o *wire.Opened, why Why) (State, []Cmd) {
	if why == Change || why == Goback {
		s.Note = fmt.Sprintf("The true class of %s is known.", Plural(o.Known, "task"))
	}
	if s.Result != nil {
		result := *s.Result
		result.Accuracy, result.Numbers = o.Accuracy, o.Numbers
		s.Result = &result
		return s.askAgain()
	}
	return s, nil
}

func sampleHasTruth(name string) bool {
	i := slices.IndexFunc(wire.Samples(), func(x wire.Sample) bool { return x.Name == name })
	return i >= 0 && wire.Samples()[i].Truth
}

// faulted takes in why a reading failed. What was loaded stays.
func (s State) faulted(role string, f *wire.Fault) (State, []Cmd) {
	src := s.source(role)
	r := src.Reading
	src.Reading = nil
	if r.Why == Restore { // the worker has nothing
		*src = Source{Role: role}
	}
	if f.Cancelled {
		s.Note = "Cancelled."
		if src.Opened != nil {
			src.Draft = src.Opened.Read
		}
		return s, []Cmd{Focus{ID: "data-title"}}
	}
	src.Fault, src.Tried = f, r.Origin
	if f.Opened != nil {
		src.Draft = f.Opened.Read
	} else if r.Origin.Read != nil {
		src.Draft = *r.Origin.Read
	}
	return s, []Cmd{Focus{ID: role + "-problem"}}
}

// forget drops what is loaded in a role.
func (s State) forget(role string) (State, []Cmd) {
	if s.Run != nil {
		return s, nil
	}
	*s.source(role) = Source{Role: role}
	cmds := []Cmd{Send{Request: wire.Request{ID: s.id(), Drop: &wire.Drop{Role: role}}}}
	if role == RoleLabels {
		s.Truth = Source{Role: RoleTruth}
		s = s.forgetResult()
		return s, append(cmds, Focus{ID: "data-title"})
	}
	if s.Result != nil {
		result := *s.Result
		result.Accuracy, result.Numbers = nil, nil
		s.Result = &result
		var more []Cmd
		s, more = s.askAgain() // the truth is a column of the tables
		cmds = append(cmds, more...)
	}
	return s, cmds
}

// dismiss takes every error off the page.
func (s State) dismiss() State {
	for _, role := range []string{RoleLabels, RoleTruth} {
		src := s.source(role)
		src.Fault, src.Tried = nil, Origin{}
		if src.Opened != nil {
			src.Draft = src.Opened.Read
		}
	}
	s.Failure = nil
	return s
}

// lost reads again what a worker that was ended, or that died, had loaded. Its
// results are gone. A file whose reading again is what it died of is given up.
func (s State) lost(why string) (State, []Cmd) {
	var cmds []Cmd
	hadResult := s.Result != nil
	s.Run = nil
	s = s.forgetResult()
	if r := s.Labels.Reading; why != "" && r != nil && r.Why == Restore {
		s.Labels, s.Truth = Source{Role: RoleLabels}, Source{Role: RoleTruth}
	}
	for _, role := range []string{RoleLabels, RoleTruth} {
		src := s.source(role)
		src.Reading = nil
		if src.Opened == nil {
			continue
		}
		id := s.id()
		src.Reading = &Reading{ID: id, Origin: src.Origin, Why: Restore}
		cmds = append(cmds, Send{Request: wire.Request{ID: id, Open: src.Origin.open(role)}, File: src.Origin.File})
	}
	if why != "" {
		s.Note = ""
		s.Failure = &Failure{About: "The last request", Fault: &wire.Fault{Message: why}}
		return s, cmds
	}
	s.Note = "Cancelled."
	if hadResult {
		s.Note = "Cancelled. The earlier result is gone; run the method again to see it."
	}
	return s, cmds
}

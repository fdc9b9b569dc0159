package model

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/wire"
)

// The roles a file is opened in.
const (
	RoleLabels    = "labels"
	RoleTruth     = "truth"      // what results are compared with
	RoleGold      = "gold"       // true classes that fits are given
	RoleConfusion = "confusion"  // confusion matrices that fits begin with
	RoleCosts     = "costs"      // what wrong labels cost
	RoleState     = "state"      // a saved state
	RoleWorkspace = "workspace"  // all that there was
	RoleFeatures  = "features"   // numbers that describe each task
	RoleTexts     = "text"       // the text, or the words, of each task
	RolePredict   = "predict"    // what describes further tasks, to be predicted
	RoleTestTruth = "test-truth" // the truth of tasks that are predicted
)

// roles are all of them, in the order in which the worker needs them: what is
// read against the labels comes after them.
func roles() []string {
	return slices.Concat([]string{RoleWorkspace, RoleState, RoleLabels}, besides(), describing())
}

// besides are the roles of what is read against the labels.
func besides() []string { return []string{RoleTruth, RoleGold, RoleConfusion, RoleCosts} }

// How the names of saved states and of workspaces end.
const (
	stateEnding     = "-state.gz"
	workspaceEnding = ".concord"
)

// roleOf is the role of a file that was picked: a saved state and a workspace
// are known by their names wherever they are dropped.
func roleOf(p Pick) string {
	if strings.HasSuffix(p.File.Name, workspaceEnding) {
		return RoleWorkspace
	}
	if p.Role == RoleLabels && strings.HasSuffix(p.File.Name, stateEnding) {
		return RoleState
	}
	return p.Role
}

// The roles of a column.
const (
	ColumnTask   = "task"
	ColumnWorker = "worker"
	ColumnLabel  = "label"
	ColumnTruth  = "truth" // of confusion matrices
	ColumnValue  = "value" // … and of the truth where a task may have several labels
	ColumnCount  = "count" // of labels that are only counted
	ColumnIgnore = ""

	ColumnFeature  = "feature"   // of features: to be used, whatever it looks like
	ColumnLeaveOut = "leave-out" // … or not
)

// Source is a file in its role.
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
	Read   *wire.Read  // nil: as detected
	Files  []wire.File // that File is made of, one after the other; nil: it is one
	Packed bool        // it came out of a workspace, which File is
}

func (o Origin) open(role string) *wire.Open {
	open := &wire.Open{Role: role, Sample: o.Sample, Read: o.Read, Files: o.Files}
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
	switch s.Role {
	case RoleTruth, RoleGold, RoleTestTruth:
		need = []string{ColumnTask, ColumnLabel}
	case RoleConfusion:
		need = []string{ColumnWorker, ColumnTruth, ColumnLabel, ColumnValue}
	case RoleCosts:
		need = []string{ColumnTruth, ColumnLabel, ColumnValue}
	case RoleState, RoleWorkspace, RoleFeatures, RoleTexts, RolePredict: // of these the engine finds what is not chosen
		need = nil
	case RoleLabels:
		if o := s.Shown(); o != nil && o.Format == "wide" {
			need = []string{ColumnTask, ColumnLabel} // the columns of the labels are workers
		} else if o != nil && o.Format == "matrix" {
			need = []string{ColumnLabel} // and the rows are tasks
		}
		if slices.Contains(s.Draft.Roles, ColumnCount) { // the engine says what else is wanted
			need = nil
		}
		if s.Draft.ByFile {
			need = []string{ColumnTask, ColumnLabel} // the files are workers
		}
	}
	return slices.DeleteFunc(need, func(r string) bool { return slices.Contains(s.Draft.Roles, r) })
}

// source returns the source of that role in s.
func (s *State) source(role string) *Source {
	switch role {
	case RoleTruth:
		return &s.Truth
	case RoleGold:
		return &s.Gold
	case RoleConfusion:
		return &s.Matrices
	case RoleCosts:
		return &s.Costs
	case RoleState:
		return &s.Saved
	case RoleWorkspace:
		return &s.Work
	case RoleFeatures:
		return &s.Features
	case RoleTexts:
		return &s.Texts
	case RolePredict:
		return &s.Newcomers
	case RoleTestTruth:
		return &s.Exam
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
	if (slices.Contains(besides(), role) || slices.Contains(describing(), role)) && s.Labels.Opened == nil {
		s.Note = "Open a file of labels first; then what belongs to it."
		return s, nil
	}
	if why == Change && !s.CanPredict() && (role == RolePredict || role == RoleTestTruth) {
		s.Note = "Open the features or the texts of the labelled tasks first; then those of the tasks to predict."
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
	failed := src.Fault != nil && why != Refresh
	from, read := src.Origin, src.Draft
	switch {
	case failed:
		from = src.Tried
	case why == Refresh:
		read = src.Opened.Read
	}
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

// assign gives a role to a column. Whoever had it takes the other's in turn,
// unless several had it: the workers' columns of a wide table.
func assign(r *wire.Read, column int, role string) {
	if column < 0 || column >= len(r.Roles) {
		return
	}
	if role != ColumnIgnore && role != ColumnFeature && role != ColumnLeaveOut {
		other := slices.Index(r.Roles, role)
		if other >= 0 && !slices.Contains(r.Roles[other+1:], role) {
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
	if fresh && src.Origin.Packed {
		src.Past = nil // a workspace is opened as a whole or not at all
	}
	sameSets := src.Opened != nil && src.Opened.Read.Sets == o.Read.Sets && src.Opened.Read.Separator == o.Read.Separator
	read := o.Read
	src.Origin = r.Origin
	src.Origin.Read = &read
	src.Opened, src.Draft, src.Reading, src.Fault, src.Tried = o, o.Read, nil, nil, Origin{}
	switch role {
	case RoleTruth, RoleGold, RoleConfusion, RoleCosts:
		return s.besideOpened(role, o, r.Why)
	case RoleState:
		return s.stateOpened(o, r.Why)
	case RoleFeatures, RoleTexts, RolePredict, RoleTestTruth:
		return s.describingOpened(role, o, r.Why)
	}

	failure := s.Failure
	s = s.forgetResult()
	s = s.forgetStudies()
	s.Setup.Method = s.usableMethod()
	if r.Why == Restore {
		s.Failure = failure
		return s, nil // the truth is read again in its turn, and the note or the failure says what happened
	}
	s.Amend, s.Before = wire.Amend{}, nil
	if c := o.Counts; c != nil && c.Anonymous {
		s.Note = fmt.Sprintf("%s: %s, %s, by workers who are not known. Choose a method and run it.", o.File.Name, Plural(c.Labels, "label"), Plural(c.Tasks, "task"))
	} else if c != nil {
		s.Note = fmt.Sprintf("%s: %s, %s, %s. Choose a method and run it.",
			o.File.Name, Plural(c.Labels, "label"), Plural(c.Tasks, "task"), Plural(c.Workers, "worker"))
	}
	cmds := []Cmd{Focus{ID: "data-title"}}
	for _, role := range besides() {
		var more []Cmd
		held := slices.IndexFunc(o.Holds, func(h wire.Holds) bool { return h.Role == role })
		beside := s.source(role)
		same := !beside.Origin.Packed && beside.Origin.Serial == r.Origin.Serial // it is from the file of the labels
		switch {
		case held >= 0 && !r.Origin.Packed && (fresh || beside.Opened == nil || same):
			from := r.Origin
			from.Read = &o.Holds[held].Read
			*beside = Source{Role: role}
			s, more = s.open(role, from, Refresh)
		case beside.Opened != nil && held < 0 && same: // it holds that no more
			s, more = s.forget(role)
		case fresh && role == RoleTruth && sampleHasTruth(r.Origin.Sample):
			*beside = Source{Role: role}
			s, more = s.open(role, Origin{Name: r.Origin.Name, Sample: r.Origin.Sample}, Refresh)
		case beside.Opened == nil:
		case fresh, !sameSets && beside.Origin.Packed: // it belonged to other tasks and workers
			s, more = s.forget(role)
		case sameSets: // the tasks may have changed under it
			s, more = s.reread(role, Refresh)
		default: // and so has what a cell may hold
			from := beside.Origin
			from.Read = nil
			s, more = s.open(role, from, Refresh)
		}
		cmds = append(cmds, more...)
	}
	s, more := s.describeAgain(fresh || o.Read.Sets)
	return s, append(cmds, more...)
}

// besideOpened takes in what was read beside the labels.
func (s State) besideOpened(role string, o *wire.Opened, why Why) (State, []Cmd) {
	s = s.forgetCompared()
	if why == Change || why == Goback {
		switch role {
		case RoleCosts:
			s.Note = "The costs are known. The cheapest label of each task stands beside the most probable one."
		case RoleConfusion:
			s.Note = fmt.Sprintf("The matrices of %s are known.", Plural(o.Known, "worker"))
		case RoleGold:
			s.Note = fmt.Sprintf("The next fit is given the class of %s.", Plural(o.Known, "gold task"))
		default:
			s.Note = fmt.Sprintf("The true class of %s is known.", Plural(o.Known, "task"))
		}
	}
	if s.Result != nil && role == RoleCosts {
		return s.askAgain() // they are columns of the tables
	}
	if s.Result != nil && role == RoleTruth {
		result := *s.Result
		result.Accuracy, result.Numbers = o.Accuracy, o.Numbers
		s.Result = &result
		return s.askAgain()
	}
	return s, nil
}

// stateOpened takes in a saved state. Labels that are loaded are joined to it.
func (s State) stateOpened(o *wire.Opened, why Why) (State, []Cmd) {
	if why == Restore {
		return s, nil
	}
	s.Note = "The saved state is open. Now open the labels that came since."
	if o.Counts == nil || s.Labels.Opened == nil {
		return s, []Cmd{Focus{ID: RoleState + "-title"}}
	}
	joined := *s.Labels.Opened
	joined.Counts, joined.Methods = o.Counts, o.Methods
	s.Labels.Opened = &joined
	s = s.forgetResult()
	s = s.forgetStudies()
	s.Amend, s.Before = wire.Amend{}, nil
	s.Note = "The saved state is open. Fold the labels in, or fit again."
	cmds := []Cmd{Focus{ID: RoleState + "-title"}}
	for _, role := range besides() {
		if s.source(role).Opened != nil { // its tasks and workers have other numbers now
			var more []Cmd
			s, more = s.reread(role, Refresh)
			cmds = append(cmds, more...)
		}
	}
	s, more := s.describeAgain(false)
	return s, append(cmds, more...)
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
		if role == RoleLabels {
			s.Amend, s.Before = wire.Amend{}, nil
		}
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
	switch {
	case role == RoleLabels:
		for _, beside := range append(besides(), describing()...) {
			*s.source(beside) = Source{Role: beside}
		}
		s = s.forgetResult()
		s = s.forgetStudies()
		s.Amend, s.Before = wire.Amend{}, nil
		return s, append(cmds, Focus{ID: "data-title"})
	case role == RoleState && s.Labels.Opened != nil: // they stand alone again
		s, more := s.reread(RoleLabels, Refresh)
		return s, append(cmds, more...)
	}
	s = s.forgetCompared()
	s = s.undescribed(role)
	if s.Result != nil && role == RoleCosts {
		s, more := s.askAgain()
		return s, append(cmds, more...)
	}
	if s.Result != nil && role == RoleTruth {
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
	for _, role := range roles() {
		src := s.source(role)
		src.Fault, src.Tried = nil, Origin{}
		if src.Opened != nil {
			src.Draft = src.Opened.Read
		}
	}
	s.Failure = nil
	return s
}

// restore opens again what was loaded in a role, in a worker that has nothing.
func (s State) restore(role string) (State, []Cmd) {
	src := s.source(role)
	if src.Origin.Packed {
		*src = Source{Role: role}
		return s, nil
	}
	id := s.id()
	src.Reading = &Reading{ID: id, Origin: src.Origin, Why: Restore}
	return s, []Cmd{Send{Request: wire.Request{ID: id, Open: src.Origin.open(role)}, File: src.Origin.File}}
}

// lost reads again what a worker that was ended, or that died, had loaded. Its
// results are gone. A file whose reading again is what it died of is given up.
func (s State) lost(why string) (State, []Cmd) {
	var cmds []Cmd
	hadResult := s.Result != nil
	s.Run, s.Ordering = nil, nil
	s = s.forgetResult()
	s = s.forgetStudies()
	restoring := slices.ContainsFunc(roles(), func(role string) bool {
		r := s.source(role).Reading
		return r != nil && r.Why == Restore
	})
	packed := s.Labels.Origin
	for _, role := range roles() {
		if why != "" && restoring {
			*s.source(role) = Source{Role: role}
		}
		src := s.source(role)
		src.Reading = nil
		var more []Cmd
		if role == RoleWorkspace && packed.Packed && !(why != "" && restoring) {
			s, more = s.open(role, Origin{Name: packed.File.Name, File: packed.File}, Restore)
			cmds = append(cmds, more...)
		}
		if src.Opened == nil {
			continue
		}
		s, more = s.restore(role)
		cmds = append(cmds, more...)
	}
	switch {
	case s.Labels.Opened == nil:
		s.Amend, s.Before = wire.Amend{}, nil
	case s.Amendments() > 0: // once all that is there again
		amend := s.Amend
		s.Run = &Run{ID: s.id(), Setup: s.Setup, Beside: s.beside(), Title: "what you changed", Amend: &amend}
		cmds = append(cmds, Send{Request: wire.Request{ID: s.Run.ID, Amend: &amend}})
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

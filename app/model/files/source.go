// Package files holds what the page knows of the files that a user opens: their roles, origins, and how they are
// read; and batches of files before they are opened. All are plain values, parts of the state of the page.
package files

import (
	"slices"
	"strings"

	"concord/core/api"
)

// How the names of earlier fits and of projects end.
const (
	StateEnding   = "-state.gz"
	ProjectEnding = ".concord"
)

// The roles of a column.
const (
	ColumnTask   = "task"
	ColumnWorker = "worker"
	ColumnLabel  = "label"
	ColumnTruth  = "truth" // of confusion matrices
	ColumnRight  = "right" // of histories: how many labels of a worker were right
	ColumnValue  = "value" // … and of the truth where a task may have several labels
	ColumnCount  = "count" // of labels that are only counted
	ColumnIgnore = ""

	ColumnContent = "content" // of labels: what workers saw

	ColumnFeature  = "feature"   // of features: to be used, whatever it looks like
	ColumnLeaveOut = "leave-out" // … or not
)

// Source is a file in its role.
type Source struct {
	Role    string
	Origin  Origin      // of what is loaded
	Opened  *api.Opened // what is loaded; nil: nothing
	Reading *Reading    // a reading under way
	Fault   *api.Fault  // why the last reading failed: until that is dismissed, or the user got a result without it
	Tried   Origin      // what that reading read
	Draft   api.Choices // the choices as the page shows them
	Among   []Item      // that the failed reading was of, if nothing is loaded: dismissing it goes back to them
	Past    []Origin    // what was loaded before, the latest last: what Undo goes back to
	Handed  []Origin    // of a recipe that waits for files: those that were opened for it
}

// Origin is where data came from and how they were read: enough to read them again.
type Origin struct {
	Serial int // tells contents apart: that of the request that first opened it
	Name   string
	File   File
	Sample string
	Read   *api.Choices // nil: as detected
	Files  []api.File   // that File is made of, one after the other; nil: it is one
	Packed bool         // it came out of a project, which File is
	Amend  *api.Amend   // of labels that others took the place of: what the user had changed about them
}

func (o Origin) Open(role string) *api.Open {
	open := &api.Open{Role: role, Sample: o.Sample, Read: o.Read, Files: o.Files}
	if o.Sample == "" {
		open.File = &api.File{Name: o.File.Name, Size: o.File.Size}
	}
	return open
}

// Reading is a file being read.
type Reading struct {
	ID       int
	Origin   Origin
	Why      Why
	From     string // the control by which the user asked for it: the focus comes back to it
	Progress *api.Progress
	Ending   bool // cancel was asked for
	Taken    bool // it was dropped as labels, and is something else: Undo goes back to what was open
}

// Why a file is read: it decides what becomes of the history.
type Why int

const (
	Change  Why = iota // the user chose another file or other choices
	Goback             // the user undid that
	Refresh            // what it refers to has changed
	Restore            // the worker was begun anew
)

// Shown is the file whose columns the page shows: one that failed, so that the user can mend how it is read, or
// else what is loaded.
func (s Source) Shown() *api.Opened {
	if s.Fault != nil && s.Fault.Opened != nil {
		return s.Fault.Opened
	}
	return s.Opened
}

// Asks says why the user should confirm the roles of the columns before anything is computed, or "".
func (s Source) Asks() string {
	if s.Opened == nil || s.Opened.Read.Confirmed {
		return ""
	}
	return s.Opened.Read.Confirm
}

// Confirmed is the source once the user has confirmed the roles.
func (s Source) Confirmed() Source {
	o, read := *s.Opened, s.Opened.Read
	read.Confirmed = true
	o.Read, s.Opened, s.Draft.Confirmed, s.Origin.Read = read, &o, true, &read
	return s
}

// Keeping is the source once the user has left the issue of that key as it is.
func (s Source) Keeping(key string) Source {
	o, read := *s.Opened, s.Opened.Read
	read.Kept = append(slices.Clone(read.Kept), key)
	o.Read, s.Opened, s.Draft.Kept, s.Origin.Read = read, &o, read.Kept, &read
	return s
}

// Waits reports whether a recipe waits for files: whatever is opened next is one of them.
func (s Source) Waits() bool { return s.Fault != nil && s.Fault.Awaits }

// CanUndo reports whether there is something to go back to.
func (s Source) CanUndo() bool { return len(s.Past) > 0 && s.Reading == nil }

// Settle forgets why the last reading failed. The choices shown are again those of what is loaded.
func (s *Source) Settle() {
	s.Fault, s.Tried, s.Among, s.Handed = nil, Origin{}, nil, nil
	if s.Opened != nil {
		s.Draft = s.Opened.Read
	}
}

// Missing names the roles that no column of the draft has.
func (s Source) Missing() []string {
	need := slices.Clone(api.RoleOf(s.Role).Needs)
	if s.Role == api.RoleLabels {
		if o := s.Shown(); o != nil && o.Read.TableLayout == api.LayoutPeople {
			need = []string{ColumnLabel} // each row is a worker
		} else if o != nil && o.Read.Format == "wide" {
			need = []string{ColumnTask, ColumnLabel} // the columns of the labels are workers
		} else if o != nil && o.Read.Format == "matrix" {
			need = []string{ColumnLabel} // and the rows are tasks
		}
		if slices.Contains(s.Draft.Roles, ColumnCount) { // the engine says what else is wanted
			need = nil
		}
		if s.Draft.ByFile || s.Draft.Anonymous {
			need = []string{ColumnTask, ColumnLabel} // the files are workers, or nobody knows them
		}
		if s.Draft.Compares() {
			need = nil
		}
	}
	if s.Role == api.RoleTruth && s.Draft.Compares() {
		need = nil
	}
	if s.Role == api.RoleConfusion && slices.Contains(s.Draft.Roles, ColumnRight) {
		need = []string{ColumnWorker}
	}
	return slices.DeleteFunc(need, func(r string) bool { return slices.Contains(s.Draft.Roles, r) })
}

// File is a file that the user chose, dropped or pasted.
type File struct {
	Name string
	Size int64
	// Handle is the content: a js.Value with a File in the browser, a path (string) in tests. In both, pasted
	// text is a []byte, and several files opened as one are a []File.
	Handle any
	Slot   string // the key of the slot that it was kept in; empty: it is from elsewhere
}

// TitleID is the id of the heading of what is opened in a role.
func TitleID(role string) string {
	if role == api.RoleLabels {
		return "data-title"
	}
	return role + "-title"
}

// MayBe is the role in which to open a file that could not be read as labels: the one that its content shows, or truth where no
// column holds a worker; else "".
func (s Source) MayBe() string {
	switch {
	case s.Role != api.RoleLabels || s.Opened == nil || s.Fault == nil || s.Tried.Files != nil || s.Tried.Sample != "":
		return ""
	case s.Fault.Seems != nil:
		return s.Fault.Seems.Role
	case slices.Equal(s.Missing(), []string{ColumnWorker}):
		return api.RoleTruth
	}
	return ""
}

// For is what a file is opened as that was dropped for a role. Earlier fits and projects are recognised by their names.
func (f File) For(role string) string {
	switch {
	case strings.HasSuffix(f.Name, ProjectEnding):
		return api.RoleProject
	case role == api.RoleLabels && strings.HasSuffix(f.Name, StateEnding):
		return api.RoleState
	}
	return role
}

// HasTruth reports whether data are a sample whose truth is known.
func (o Origin) HasTruth() bool {
	_, simulated := api.ParseSimulated(o.Sample)
	return simulated || slices.ContainsFunc(api.Samples(), func(x api.Sample) bool { return x.Name == o.Sample && x.Truth })
}

// Package model is the page without the browser. Update takes its state and a message, and returns the next state
// and the commands that the world has to carry out; nothing else changes anything. A State is a value: what it
// points to is never modified, so parts of the page whose fields are unchanged need not be drawn again.
package model

import (
	"slices"

	"concord/app/model/budget"
	"concord/app/model/files"
	"concord/app/model/job"
	"concord/app/model/looking"
	"concord/app/model/setup"
	"concord/app/model/verdict"
	"concord/core/api"
)

// State is all that the page shows.
type State struct {
	files.Sources
	Pricing Pricing
	Batch   *files.Batch // several files that were dropped at once; nil: none

	Setup  setup.Setup
	Stated string      // the method that the user chose; empty: none, so it is the one to begin with
	Effort Effort      // what a fit by it would take
	Amend  api.Amend   // workers left out, tasks judged
	Before []api.Amend // what it was, the latest last: what UndoAmend goes back to
	Done   []string    // what was changed, the latest last: what Ctrl Z goes back through
	loose  bool        // Amend has changed since it was last kept or downloaded
	safe   safe        // where the result, as it is now, outlives the page
	Run    *job.Run    // a fit under way
	Asked  bool        // a fit was asked for, and waits for the roles of the columns to be confirmed
	Manual bool        // fits start only when the user asks
	due    bool        // something to fit has changed since the last fit began
	typing bool        // … and is still being typed
	tight  int         // the serial number of labels on which a worker died

	Findings
	View      string // what is shown of the result: ViewTasks …
	Agreement Agreement
	Panel     Panel
	Items     Items
	Autosave  Autosave
	Ordering  []string // the order of the classes as the user wants it, while it is not taken in; nil: it is
	Compare   Compare
	Looking   looking.Looking
	Quick     Quick          // why the default does
	Questions *api.Questions // what came of each question of the file; nil: they were not fitted

	Labelling verdict.Labelling // of tasks that nobody labelled
	blanks    int               // the request for those tasks; 0: none is under way
	refit     *setup.Setup      // how the method runs again once the labels are read with the user’s own; nil: it does not
	Images    verdict.Exhibits  // images and texts that the user dropped, of tasks
	Shape     string            // another one than CSV, in which labels can be downloaded
	Bare      bool              // downloads leave out what workers saw of the tasks
	Safe      bool              // downloads are safe to open in a spreadsheet
	Gzip      bool              // … are compressed
	Names     bool              // … name the workers in report and paper
	Failure   *Failure          // what went wrong in anything but reading a file

	Pasting  bool // the box to paste a table into is open
	Dragging bool // a file is dragged over the window
	Sheet    bool // the list of shortcuts is open
	About    bool // what Concord is, and how to check that, is open

	address string // the fragment of the page's address, as it was last read or written
	pushed  bool   // what is open has an entry of its own in the browser's history

	NoKeys      bool          // single-key shortcuts are off
	Theme       string        // "light", "dark" or "" for that of the system
	Programs    []job.Program // those that run, as they arrived
	Offline     bool          // everything is in the cache
	Waiting     bool          // the worker waits for a part of its program
	Update      bool          // a new version waits
	Installable bool

	Note string // what was done last, where the rest of the state doesn't say it
	last int    // the ID of the last request
}

// Findings are a result, and what was found out and shown of it. They are replaced as a whole once there is another.
type Findings struct {
	Result  *Result          // of the last fit that ended
	Tables  map[string]Table // by the view that shows them; a map is replaced, never changed
	Crew    Crew
	Look    Look
	Plan    budget.Plan
	Details []Detail // the opened task or worker, last; before it, those it was opened from
	Saves   []Save   // downloads asked for
	Paper   Paper

	verdict.Round // the last review
}

// Paper is what a paper takes over.
type Paper struct {
	Open  bool
	Part  string     // the one that is shown; empty: the first
	Texts *api.Paper // nil: not there yet
	asked int
}

// Shown is the part that is shown, zero while it is not there.
func (p Paper) Shown() (shown api.Part) {
	if p.Texts == nil {
		return api.Part{}
	}
	for n, part := range p.Texts.Parts {
		if n == 0 || part.Name == p.Part {
			shown = part
		}
	}
	return shown
}

// Result is the outcome of a fit. Its measures change when a truth or costs are opened or closed.
type Result struct {
	*api.Fitted
	Setup setup.Setup   // as it ran
	Side  []*api.Opened // what it was given
}

// Table is the part of a result table that is shown.
type Table struct {
	Query api.Rows
	Page  *api.Page // nil: not there yet
	asked int       // the request whose answer is awaited
}

// Detail is one task or worker, opened.
type Detail struct {
	Kind   string // ViewTasks or ViewWorkers
	Index  int
	From   string    // the id of what it was opened from
	Task   *api.Task // nil: not there yet, or a worker
	Worker *api.Worker
	Judged *api.Judged // what all others say of the worker; nil: not there yet, or it can't be told
	Note   string      // on the task, as far as it is written
	Asks   string      // the verdict on the task that the user was asked back about; empty: none
	asked  int
	judged int // the request for Judged
}

// Save is a download.
type Save struct {
	What string
	Of   string // of the problems: the role of the file
	As   string // the shape; empty: its usual one
	Name string // empty: still being written
	Size int64
	Next *api.Next // what to do with the file; nil: nothing is worth saying
	id   int
}

// Failure is a fault with what it was about.
type Failure struct {
	About string // "The fit", "The download" …
	Fault *api.Fault
}

// PageSize is how many rows of a table are shown at a time.
const PageSize = 50

// FirstShape is the shape, other than CSV, that downloads of labels are offered in first.
const FirstShape = api.XLSX

// New returns the state of a page that was just opened.
func New() State {
	s := State{
		Setup: setup.Setup{Method: setup.DefaultMethod, Seed: "1"},
		View:  ViewTasks,
		Shape: FirstShape,
		Safe:  true,

		Findings: Findings{Plan: budget.New()},
	}
	for _, r := range api.Roles() {
		s.Source(r.Name).Role = r.Name
	}
	return s
}

// The phases of the page: body[data-state].
const (
	Empty   = "empty"
	Loading = "loading"
	Ready   = "ready"
	Running = "running"
	Done    = "done"
	Error   = "error"
)

// Phase sums the state up in one word.
func (s State) Phase() string {
	switch {
	case s.Run != nil:
		return Running
	case s.Reading() != nil, s.Batch.Recognising():
		return Loading
	case s.Faulty() != nil || s.Failure != nil:
		return Error
	case s.Result != nil:
		return Done
	case s.Labels.Opened != nil:
		return Ready
	}
	return Empty
}

// Busy reports whether a file is being read or a fit is running.
func (s State) Busy() bool { return s.Run != nil || s.Reading() != nil }

// Method is the chosen one.
func (s State) Method() (api.Method, bool) { return s.MethodNamed(s.Setup.Method) }

// Menu are the methods that the page offers: baselines only if the address or a project names one, and where items are compared
// those first that rank them, then those that can take each pair on its own.
func (s State) Menu() []api.Method {
	items := s.Answers().Items
	menu := slices.DeleteFunc(slices.Clone(s.Methods()), func(m api.Method) bool {
		offered := !m.Baseline && (!items || m.Ranks || m.Why == "")
		return !offered && m.Name != s.Setup.Method && (s.Result == nil || m.Name != s.Result.Method)
	})
	if items {
		slices.SortStableFunc(menu, func(a, b api.Method) int {
			switch {
			case a.Ranks == b.Ranks:
				return 0
			case a.Ranks:
				return -1
			}
			return 1
		})
	}
	return menu
}

// Stale reports whether the settings, or what fits are given, have changed since the result.
func (s State) Stale() bool {
	if s.Result == nil {
		return false
	}
	now, then := s.Beside(), s.Result.Side
	if m, ok := s.MethodNamed(s.Result.Setup.Method); ok && !m.Described {
		describes := func(o *api.Opened) bool { return api.RoleOf(o.Role).Describing() }
		now, then = slices.DeleteFunc(now, describes), slices.DeleteFunc(slices.Clone(then), describes)
	}
	return !s.Setup.Same(s.Result.Setup) || !slices.Equal(now, then)
}

// Detail is the task or worker that is open.
func (s State) Detail() *Detail {
	if len(s.Details) == 0 {
		return nil
	}
	return &s.Details[len(s.Details)-1]
}

// id returns the number of the next request.
func (s *State) id() int {
	s.last++
	return s.last
}

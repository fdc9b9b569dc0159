package model

import (
	"strings"

	"concord/app/model/files"
	"concord/core/api"
)

// Done by the user.
type (
	// Started comes first, with what was kept on an earlier visit.
	Started struct{ Theme, Keys, Work, Auto string }
	// Address tells the settings in the page's address.
	Address struct{ Fragment string }

	Pick struct {
		Role string
		File files.File
	}
	PickSample struct{ Name string }
	Simulate   struct{ Crowd api.Simulated } // open a crowd that the user describes
	Forget     struct{ Role string }         // drop what is loaded in that role
	Drag       struct{ Over bool }
	Paste      struct{ Open bool } // the box to paste into

	SetRole struct {
		Of     string
		Column int
		Role   string
	} // Of: RoleLabels or RoleTruth
	SetOption struct{ Of, Option, Text string } // how a file is read; Option: the name of an api.Option
	SetKind   struct {
		Name, ID string
		On       bool
	} // labels are answers of that kind, or not; ID: of the box
	SetWords struct{ What, Text string } // how words are made of texts; What: files.WordsLanguage …
	TakeAs   struct{ Role string }       // what the file that could not be read as labels is
	Undo     struct{ Of string }
	Dismiss  struct{} // every error shown

	SetMethod struct{ Name string }
	SetValue  struct{ Param, Value string }
	SetSeed   struct{ Text string }
	SetStop   struct{ What, Text string } // What: StopSteps, StopRule, StopTolerance or StopGain
	Defaults  struct{}
	// ConfirmRoles tells that the roles of the columns of the labels are right.
	ConfirmRoles struct{}
	StartRun     struct{ Resume bool } // Resume: from the earlier fit
	FoldIn       struct{}              // take the labels into the earlier fit, without a fit
	Cancel       struct{}              // the fit or the reading under way
	Enough       struct{}              // … the fit is good enough: stop and keep what there is

	Show        struct{ View string }
	Sort        struct{ Table, Column string }
	Filter      struct{ Table, Text string }
	FilterLabel struct{ Label string }
	Turn        struct {
		Table string
		From  int
	}
	Choose struct {
		Method string
		On     bool
	} // a method to compare
	StartCompare struct{}
	HideLabels   struct{ On bool }         // … and how well each predicts labels hidden from it
	SortMethods  struct{ Column string }   // the table of methods
	RunAdvised   struct{ Method string }   // run that method, or the one that came first
	TurnPairs    struct{ Row, Column int } // of the matrix of workers
	SetWeights   struct{ Weights string }  // of AC2 and weighted κ, as api.WeightsOf takes them
	Confuse      api.Confused              // which labels two workers confuse; an index below 0 is nobody yet
	SetRate      struct{ Rate api.Rate }   // of which tasks would pass
	Open         struct {
		Kind  string
		Index int
		From  string // the id of what was clicked, for the focus to come back to
	}
	Exclude struct {
		Worker int
		Out    bool
	} // leave a worker out, or take the worker in again
	Review struct {
		Task  int
		Label string
	} // the user's verdict; empty: it is taken back
	TickWorker struct {
		Worker int
		On     bool
	}
	ExcludeTicked  struct{}
	ShowTiers      struct{ On bool }     // of workers, and name them in downloads
	JudgeBy        struct{ Others bool } // show every figure of the workers, in place of what matters
	UndoAmend      struct{}              // of these two
	StartReview    struct{}              // of the tasks that are listed, the least certain first
	ContinueReview struct{}              // the one that was closed before its end
	SetSealed      struct{ On bool }     // reviews show nothing of what anybody says
	SetReviewer    struct{ Name string } // who reviews so
	SetNote        struct{ Text string } // on the task that is open
	SkipTask       struct{}              // to the next task to review
	UndoReview     struct{}              // of the last verdict, or of the last skip
	Back           struct{}              // to the detail that this one was opened from
	Close          struct{}              // whatever lies on top
	Search         struct{}              // go to the search field of the table shown

	Download struct {
		What string
		Of   string // of "problems", the role of the file; empty: the one that was read last
		As   string // of the labels: another shape than CSV
		Many int    // of tasks to check: how many
	}
	SetShape  struct{ Shape string }      // the one that Reshape shall use
	Reshape   struct{}                    // download the labels in another shape than CSV
	SetAmount struct{ What, Text string } // of a plan; What: budget.Budget …
	SetAsk    struct{ Suspects bool }
	StartPlan struct{} // find out which labels to get next
	SetBare   struct{ Bare bool }
	SetSafe   struct{ Safe bool }
	SetGzip   struct{ Gzip bool }
	SetNames  struct{ On bool }     // name the workers in report and paper
	OpenPaper struct{ Open bool }   // what a paper takes over
	SetPart   struct{ Part string } // … which part of it
	CopyPart  struct{}              // … to the clipboard

	Sheet    struct{ Open bool }
	About    struct{ Open bool }
	SetTheme struct{ Theme string }
	SetKeys  struct{ On bool } // single-key shortcuts
	Key      struct {
		Key                  string
		Ctrl, Editing, Modal bool
	} // Editing: in a field; Modal: a dialog is open
	TakeUpdate struct{}
	Install    struct{}
)

// put sets a field, which is all that some messages do.
func put[T any](field *T, value T) []Cmd {
	*field = value
	return nil
}

func (m Offline) apply(s *State) []Cmd     { return put(&s.Offline, m.Ready) }
func (m Waiting) apply(s *State) []Cmd     { return put(&s.Waiting, m.Yes) }
func (UpdateReady) apply(s *State) []Cmd   { return put(&s.Update, true) }
func (m Installable) apply(s *State) []Cmd { return put(&s.Installable, m.Yes) }
func (m Arrived) apply(s *State) []Cmd {
	return put(&s.Programs, append(s.Programs[:len(s.Programs):len(s.Programs)], m.Program))
}
func (m Drag) apply(s *State) []Cmd { return put(&s.Dragging, m.Over) }
func (m SetAmount) apply(s *State) []Cmd {
	return put(s.Plan.Of(m.What), strings.TrimSpace(m.Text))
}
func (m ShowTiers) apply(s *State) []Cmd   { return put(&s.Crew.Tiers, m.On) }
func (m SetAsk) apply(s *State) []Cmd      { return put(&s.Plan.Suspects, m.Suspects) }
func (m SetShape) apply(s *State) []Cmd    { return put(&s.Shape, m.Shape) }
func (m SetSealed) apply(s *State) []Cmd   { return put(&s.Looking.Sealed, m.On) }
func (m SetReviewer) apply(s *State) []Cmd { return put(&s.Looking.Reviewer, m.Name) }
func (m SetSafe) apply(s *State) []Cmd     { return put(&s.Safe, m.Safe) }
func (m SetGzip) apply(s *State) []Cmd     { return put(&s.Gzip, m.Gzip) }
func (m SetBare) apply(s *State) []Cmd     { return put(&s.Bare, m.Bare) }

func (m SetPart) apply(s *State) []Cmd { return put(&s.Paper.Part, m.Part) }

func (m SetNames) apply(s *State) []Cmd {
	s.Names = m.On
	return OpenPaper{Open: s.Paper.Open}.apply(s)
}

// apply asks for the texts again: workers may have got their names, or a truth has come.
func (m OpenPaper) apply(s *State) []Cmd {
	s.Paper = Paper{Open: m.Open, Part: s.Paper.Part}
	if !m.Open || s.Result == nil {
		return nil
	}
	s.Paper.asked = s.id()
	return []Cmd{Send{Request: api.Request{ID: s.Paper.asked, Publish: &api.Publish{Names: s.Names}}}}
}

func (CopyPart) apply(s *State) []Cmd {
	shown := s.Paper.Shown()
	if shown.Name == "" {
		return nil
	}
	s.Note = shown.Title + " is copied."
	return []Cmd{Copy{ID: "paper-text"}}
}

func (m Started) apply(s *State) []Cmd {
	s.Theme, s.NoKeys, s.Autosave.On = theme(m.Theme), m.Keys == keysOff, m.Work == workOn
	s.Manual = s.Manual || m.Auto == autoOff
	return []Cmd{Theme{Name: s.Theme}}
}

func (DropBatch) apply(s *State) []Cmd {
	s.Batch = nil
	return []Cmd{Focus{ID: "data-title"}}
}

func (m Paste) apply(s *State) []Cmd {
	s.Pasting = m.Open
	if m.Open {
		return []Cmd{Focus{ID: "paste-text"}}
	}
	return []Cmd{Focus{ID: "paste"}}
}

func (m Sheet) apply(s *State) []Cmd { return overlay(&s.Sheet, m.Open, "shortcuts") }
func (m About) apply(s *State) []Cmd { return overlay(&s.About, m.Open, "about-link") }

// overlay opens or closes a dialog. Closed, it gives the focus back to the button that opened it.
func overlay(dialog *bool, open bool, button string) []Cmd {
	if *dialog = open; open {
		return nil
	}
	return []Cmd{Focus{ID: button}}
}

func (m SetTheme) apply(s *State) []Cmd {
	s.Theme = theme(m.Theme)
	return []Cmd{Theme{Name: s.Theme}, Keep{KeepTheme, s.Theme}}
}

func (m SetKeys) apply(s *State) []Cmd {
	if s.NoKeys = !m.On; s.NoKeys {
		return []Cmd{Keep{KeepKeys, keysOff}}
	}
	return []Cmd{Keep{KeepKeys, ""}}
}

func (TakeUpdate) apply(s *State) []Cmd {
	if s.Run == nil { // never in the middle of a run
		return []Cmd{Reload{}}
	}
	return nil
}

func (Install) apply(s *State) []Cmd { return []Cmd{Prompt{}} }

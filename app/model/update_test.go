package model

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
	"concord/core/kind/all"
)

// world is a page at work with a worker that answers as the test says.
type world struct {
	*testing.T
	State
	cmds []Cmd // of the last message
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, State: New()}
	w.Manual = true // fits start when a test asks for them; auto_test.go is about those that start by themselves
	return w
}

func (w *world) do(messages ...Msg) {
	for _, m := range messages {
		w.State, w.cmds = Update(w.State, m)
	}
}

// sent returns the requests that the last message caused, but for those that nobody waits for.
func (w *world) sent() []api.Request { return w.requests(false) }

// requests returns those that the last message caused, of the ones that give way or of the others.
func (w *world) requests(giveWay bool) (all []api.Request) {
	for _, c := range w.cmds {
		if s, ok := c.(Send); ok && s.Request.GivesWay() == giveWay {
			all = append(all, s.Request)
		}
	}
	return all
}

// only returns the one request that the last message caused.
func (w *world) only() api.Request {
	w.Helper()
	all := w.sent()
	if len(all) != 1 {
		w.Fatalf("got %d requests, want 1: %+v", len(all), all)
	}
	return all[0]
}

// reply answers a request.
func (w *world) reply(id int, r api.Reply) {
	r.ID = id
	w.do(Replied{r})
}

func (w *world) phase(want string) {
	w.Helper()
	if got := w.Phase(); got != want {
		w.Fatalf("phase: got %s, want %s", got, want)
	}
}

// focused returns what the last message moved the focus to.
func (w *world) focused() string {
	for _, c := range w.cmds {
		if f, ok := c.(Focus); ok {
			return f.ID
		}
	}
	return ""
}

var file = files.File{Name: "labels.csv", Size: 9, Handle: []byte("a,b,c\n")}

func openedLabels() *api.Opened {
	return &api.Opened{
		Role: api.RoleLabels, File: api.File{Name: "labels.csv"},
		Read: api.Choices{Delimiter: ",", Header: true, Roles: []string{"task", "worker", "label", ""},
			Detected: api.Detected{Columns: make([]api.Column, 4), Form: []byte(`"shown"`)}},
		Kinds:  all.Infos(),
		Counts: &api.Counts{Tasks: 2, Workers: 3, Labels: 6, Classes: 2},
		Methods: []api.Method{
			{Name: "majority", Title: "Majority vote", Plain: true},
			{Name: "consensus", Title: "Consensus"},
			{Name: "ds", Title: "DS", Params: []api.Param{{Name: "smoothing", Default: "0", Max: 10}}},
			{Name: "median", Title: "Median", Why: "labels are no numbers"},
		},
	}
}

func openedTruth() *api.Opened {
	return &api.Opened{Role: api.RoleTruth, File: api.File{Name: "truth.csv"}, Known: 2,
		Read: api.Choices{Delimiter: ",", Roles: []string{"task", "label"}}}
}

// open opens the file of labels.
func (w *world) Open() {
	w.Helper()
	w.do(Pick{api.RoleLabels, file})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	w.phase(Ready)
}

// fit runs the default method.
func (w *world) fit() {
	w.Helper()
	w.do(StartRun{})
	w.reply(w.only().ID, api.Reply{Fitted: &api.Fitted{Method: "ds", Title: "DS", Steps: 3}})
	w.phase(Done)
}

func TestPhases(t *testing.T) {
	w := newWorld(t)
	w.phase(Empty)
	w.do(Pick{api.RoleLabels, file})
	w.phase(Loading)
	open := w.only()
	if open.Open == nil || open.Open.Role != api.RoleLabels || open.Open.File.Name != "labels.csv" || open.Open.Read != nil {
		t.Fatalf("got %+v, want to open labels.csv as detected", open.Open)
	}
	w.reply(open.ID, api.Reply{Progress: &api.Progress{Rows: 5}})
	w.phase(Loading)
	w.reply(open.ID, api.Reply{Opened: openedLabels()})
	w.phase(Ready)
	if w.focused() != "data-title" {
		t.Errorf("focus: got %q, want data-title", w.focused())
	}
	w.do(StartRun{})
	w.phase(Running)
	run := w.only()
	if run.Fit == nil || run.Fit.Method != "consensus" || run.Fit.Seed != 1 || len(run.Fit.Values) != 0 {
		t.Fatalf("got %+v, want the consensus with its defaults and seed 1", run.Fit)
	}
	w.reply(run.ID, api.Reply{Fitted: &api.Fitted{Method: "consensus", Title: "Consensus"}})
	w.phase(Done)
	if w.focused() != "results-title" {
		t.Errorf("focus: got %q, want results-title", w.focused())
	}
	asked := w.sent()
	if len(asked) != 1 || asked[0].Rows.Table != ViewTasks || asked[0].Rows.Count != PageSize {
		t.Errorf("got %+v, want the first tasks: workers are judged when they are looked at", asked)
	}
	w.do(Pick{api.RoleLabels, files.File{Name: "bad.csv"}})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "bad"}})
	w.phase(Error)
	w.do(Dismiss{})
	w.phase(Done)
}

func TestUpdateNeverInTheMiddleOfARun(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(UpdateReady{}, StartRun{}, TakeUpdate{})
	if len(w.cmds) != 0 {
		t.Errorf("got %v during a run", w.cmds)
	}
	w.do(Lost{}, TakeUpdate{})
	if !slices.Contains(w.cmds, Cmd(Reload{})) {
		t.Errorf("got %v, want to reload", w.cmds)
	}
}

func TestKeys(t *testing.T) {
	w := newWorld(t)
	w.do(Key{Key: "?", Editing: true})
	if w.Sheet {
		t.Error("a question mark typed into a field opened the sheet")
	}
	w.do(Key{Key: "?"})
	if !w.Sheet {
		t.Fatal("? does not open the sheet")
	}
	w.do(Key{Key: "Escape", Modal: true})
	if !w.Sheet {
		t.Error("the browser closes a dialog by itself and says so: Escape must not count twice")
	}
	w.do(Close{})
	if w.Sheet || w.focused() != "shortcuts" {
		t.Error("the sheet is still open, or the focus lost")
	}
	w.do(SetKeys{false}, Key{Key: "?"})
	if w.Sheet {
		t.Error("single keys are off")
	}
	w.do(SetKeys{true})
	w.Open()
	w.do(Key{Key: "Enter", Ctrl: true, Editing: true})
	w.phase(Running)
	w.do(Key{Key: "Escape"})
	if c := w.only().Cancel; c == nil {
		t.Error("Escape does not cancel")
	}
}

func TestSearchKeyFollowsTheView(t *testing.T) {
	w := newWorld(t)
	w.do(Key{Key: "/"})
	if w.focused() != "" {
		t.Error("there is nothing to search yet")
	}
	w.Open()
	w.fit()
	w.do(Key{Key: "w"}, Key{Key: "/"})
	if w.focused() != "workers-filter" {
		t.Errorf("focus: got %q, want workers-filter", w.focused())
	}
}

func TestTheme(t *testing.T) {
	w := newWorld(t)
	w.do(Started{Theme: "dark", Keys: "off"})
	if w.Theme != "dark" || !w.NoKeys {
		t.Errorf("got %q and %v, want what was kept", w.Theme, w.NoKeys)
	}
	w.do(SetTheme{"neon"})
	if want := []Cmd{Theme{""}, Keep{KeepTheme, ""}}; !reflect.DeepEqual(w.cmds, want) {
		t.Errorf("got %v, want %v", w.cmds, want)
	}
}

// No state may share what a later one changes: Update works on values.
func TestUpdateLeavesTheOldStateAlone(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Download{What: "labels"}, Open{Kind: ViewTasks, Index: 1})
	for _, m := range []Msg{
		SetRole{api.RoleLabels, 3, files.ColumnLabel}, SetValue{"smoothing", "1"}, Download{What: "all"}, Open{Kind: ViewWorkers, Index: 1},
		Close{}, StartRun{}, Sort{ViewTasks, "label"}, Forget{api.RoleLabels}, Lost{}, Cancel{},
	} {
		before := fmt.Sprintf("%+v %v %v %v", w.Setup, w.Labels.Draft, w.Saves, w.Details)
		old := w.State
		Update(old, m)
		if after := fmt.Sprintf("%+v %v %v %v", old.Setup, old.Labels.Draft, old.Saves, old.Details); after != before {
			t.Errorf("%T changed the state it was given:\n%s\n%s", m, before, after)
		}
	}
}

// A crowd that the user describes is opened as a sample whose truth is known; one that can't be is refused.
func TestSimulate(t *testing.T) {
	w := newWorld(t)
	crowd := api.DefaultSimulated()
	crowd.PerTask = crowd.Workers + 1
	w.do(Simulate{crowd})
	if len(w.sent()) != 0 || w.Failure == nil {
		t.Errorf("more labels of a task than workers: got %+v", w.Failure)
	}
	crowd.PerTask = 3
	w.do(Simulate{crowd})
	r := w.only().Open
	if r == nil || r.Role != api.RoleLabels {
		t.Fatalf("got %+v", r)
	}
	if back, ok := api.ParseSimulated(r.Sample); !ok || back != crowd {
		t.Errorf("got the sample %q: %+v, want %+v", r.Sample, back, crowd)
	}
	if !(files.Origin{Sample: r.Sample}).HasTruth() {
		t.Error("its truth is not known")
	}
}

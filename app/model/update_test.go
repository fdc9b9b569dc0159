package model

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"concord/core/wire"
)

// world is a page at work with a worker that answers as the test says.
type world struct {
	*testing.T
	State
	cmds []Cmd // of the last message
}

func newWorld(t *testing.T) *world { return &world{T: t, State: New()} }

func (w *world) do(messages ...Msg) {
	for _, m := range messages {
		w.State, w.cmds = Update(w.State, m)
	}
}

// sent returns the requests that the last message caused.
func (w *world) sent() []wire.Request {
	var all []wire.Request
	for _, c := range w.cmds {
		if s, ok := c.(Send); ok {
			all = append(all, s.Request)
		}
	}
	return all
}

// only returns the one request that the last message caused.
func (w *world) only() wire.Request {
	w.Helper()
	all := w.sent()
	if len(all) != 1 {
		w.Fatalf("got %d requests, want 1: %+v", len(all), all)
	}
	return all[0]
}

// reply answers a request.
func (w *world) reply(id int, r wire.Reply) {
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

var file = File{Name: "labels.csv", Size: 9, Handle: []byte("a,b,c\n")}

func openedLabels() *wire.Opened {
	return &wire.Opened{
		Role: RoleLabels, File: wire.File{Name: "labels.csv"},
		Read:    wire.Read{Delimiter: ",", Header: true, Roles: []string{"task", "worker", "label", ""}},
		Columns: make([]wire.Column, 4),
		Counts:  &wire.Counts{Tasks: 2, Workers: 3, Labels: 6, Classes: 2},
		Methods: []wire.Method{
			{Name: "majority", Title: "Majority vote"},
			{Name: "ds", Title: "DS", Params: []wire.Param{{Name: "smoothing", Default: "0", Max: 10}}},
			{Name: "median", Title: "Median", Why: "labels are no numbers"},
		},
	}
}

func openedTruth() *wire.Opened {
	return &wire.Opened{Role: RoleTruth, File: wire.File{Name: "truth.csv"}, Known: 2,
		Read: wire.Read{Delimiter: ",", Roles: []string{"task", "label"}}}
}

// open opens the file of labels.
func (w *world) open() {
	w.Helper()
	w.do(Pick{RoleLabels, file})
	w.reply(w.only().ID, wire.Reply{Opened: openedLabels()})
	w.phase(Ready)
}

// fit runs the default method.
func (w *world) fit() {
	w.Helper()
	w.do(StartRun{})
	w.reply(w.only().ID, wire.Reply{Fitted: &wire.Fitted{Method: "ds", Title: "DS", Steps: 3}})
	w.phase(Done)
}

func TestPhases(t *testing.T) {
	w := newWorld(t)
	w.phase(Empty)
	w.do(Pick{RoleLabels, file})
	w.phase(Loading)
	open := w.only()
	if open.Open == nil || open.Open.Role != RoleLabels || open.Open.File.Name != "labels.csv" || open.Open.Read != nil {
		t.Fatalf("got %+v, want to open labels.csv as detected", open.Open)
	}
	w.reply(open.ID, wire.Reply{Progress: &wire.Progress{Rows: 5}})
	w.phase(Loading)
	w.reply(open.ID, wire.Reply{Opened: openedLabels()})
	w.phase(Ready)
	if w.focused() != "data-title" {
		t.Errorf("focus: got %q, want data-title", w.focused())
	}
	w.do(StartRun{})
	w.phase(Running)
	run := w.only()
	if run.Fit == nil || run.Fit.Method != "ds" || run.Fit.Seed != 1 || len(run.Fit.Values) != 0 {
		t.Fatalf("got %+v, want DS with its defaults and seed 1", run.Fit)
	}
	w.reply(run.ID, wire.Reply{Fitted: &wire.Fitted{Method: "ds", Title: "DS"}})
	w.phase(Done)
	if w.focused() != "results-title" {
		t.Errorf("focus: got %q, want results-title", w.focused())
	}
	asked := w.sent()
	if len(asked) != 2 || asked[0].Rows.Table != ViewTasks || asked[1].Rows.Table != ViewWorkers || asked[0].Rows.Count != PageSize {
		t.Errorf("got %+v, want the first rows of both tables", asked)
	}
	w.do(Pick{RoleLabels, File{Name: "bad.csv"}})
	w.reply(w.only().ID, wire.Reply{Fault: &wire.Fault{Message: "bad"}})
	w.phase(Error)
	w.do(Dismiss{})
	w.phase(Done)
}

func TestFaultKeepsWhatWasLoaded(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.fit()
	before := w.State
	w.do(Pick{RoleLabels, File{Name: "other.csv"}})
	failed := openedLabels()
	failed.Read.Roles = []string{"task", "", "label", ""}
	w.reply(w.only().ID, wire.Reply{Fault: &wire.Fault{Message: "no worker", Opened: failed}})
	w.phase(Error)
	if w.Labels.Opened != before.Labels.Opened || w.Result != before.Result || w.Labels.Origin.Name != "labels.csv" {
		t.Error("a file that failed has changed what was loaded")
	}
	if w.focused() != "labels-problem" {
		t.Errorf("focus: got %q, want labels-problem", w.focused())
	}
	if got := w.Labels.Missing(); !reflect.DeepEqual(got, []string{"worker"}) {
		t.Errorf("missing: got %v, want worker", got)
	}

	// The choices shown are those of the file that failed: choosing a column reads that file again.
	w.do(SetRole{RoleLabels, 1, ColumnWorker})
	r := w.only().Reread
	if r == nil || !r.Failed || !reflect.DeepEqual(r.Roles, []string{"task", "worker", "label", ""}) {
		t.Fatalf("got %+v, want to read the failed file again with a worker", r)
	}

	// Dismissing instead shows the choices of the loaded file.
	w.State = before
	w.do(Pick{RoleLabels, File{Name: "other.csv"}})
	w.reply(w.only().ID, wire.Reply{Fault: &wire.Fault{Message: "no worker", Opened: failed}})
	w.do(Dismiss{})
	if !reflect.DeepEqual(w.Labels.Draft, openedLabels().Read) {
		t.Errorf("draft: got %+v, want that of the loaded file", w.Labels.Draft)
	}
	w.do(SetHeader{RoleLabels, false})
	if r := w.only().Reread; r == nil || r.Failed || r.Header {
		t.Errorf("got %+v, want to read the loaded file again without a header", r)
	}
}

func TestSkipBadRows(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{RoleLabels, file})
	w.reply(w.only().ID, wire.Reply{Fault: &wire.Fault{Message: "3 rows", Count: 3, CanSkip: true, Opened: openedLabels()}})
	w.do(Skip{RoleLabels})
	r := w.only()
	if r.Reread == nil || !r.Reread.Skip || !r.Reread.Failed {
		t.Fatalf("got %+v, want the failed file without its bad rows", r.Reread)
	}
	w.reply(r.ID, wire.Reply{Opened: openedLabels()})
	w.phase(Ready)
	if w.Labels.Fault != nil {
		t.Error("the fault is still shown")
	}
}

func TestAssign(t *testing.T) {
	for _, c := range []struct {
		roles  string
		column int
		role   string
		want   string
	}{
		{"task,worker,label,", 3, "label", "task,worker,,label"},    // whoever had it takes the other's
		{"task,worker,label,", 0, "worker", "worker,task,label,"},   // two change places
		{"task,worker,label,", 2, "", "task,worker,,"},              // given up
		{"task,worker,label,", 1, "worker", "task,worker,label,"},   // nothing new
		{"task,worker,label,", 9, "label", "task,worker,label,"},    // no such column
		{"task,,label,", 3, "worker", "task,,label,worker"},         // nobody had it
		{"task,worker,label,worker", 0, "", ",worker,label,worker"}, // two ignored at once is fine
		{"task,worker,label,", -1, "label", "task,worker,label,"},   // nonsense
		{",,,", 1, "task", ",task,,"},                               // from nothing
		{"label,worker,task,", 0, "task", "task,worker,label,"},     // the wrong way round
		{"task,worker,,label", 2, "label", "task,worker,label,"},    // back again
		{"task,worker,label,x", 3, "label", "task,worker,x,label"},  // unknown roles travel too
		{"worker,task,label,", 0, "task", "task,worker,label,"},     // one click puts both right
		{"task,task,label,", 2, "task", "label,task,task,"},         // the first that had it
		{"task,worker,label,", 3, "worker", "task,,label,worker"},   // moved to a free column
		{"task,worker,label,", 3, "task", ",worker,label,task"},     // likewise
		{"task,worker,label,", 0, "label", "label,worker,task,"},    // changed places
		{"task,worker,label,", 0, "task", "task,worker,label,"},     // nothing new
	} {
		r := wire.Read{Roles: strings.Split(c.roles, ",")}
		assign(&r, c.column, c.role)
		if got := strings.Join(r.Roles, ","); got != c.want {
			t.Errorf("%s, column %d to be %q: got %s, want %s", c.roles, c.column, c.role, got, c.want)
		}
	}
}

func TestUndo(t *testing.T) {
	w := newWorld(t)
	w.open()
	if w.Labels.CanUndo() {
		t.Fatal("nothing was changed yet")
	}
	w.do(SetRole{RoleLabels, 3, ColumnLabel})
	changed := openedLabels()
	changed.Read.Roles = []string{"task", "worker", "", "label"}
	w.reply(w.only().ID, wire.Reply{Opened: changed})
	if !w.Labels.CanUndo() {
		t.Fatal("the change can't be undone")
	}
	w.do(Key{Key: "z", Ctrl: true})
	r := w.only()
	if r.Reread == nil || !reflect.DeepEqual(r.Reread.Roles, openedLabels().Read.Roles) {
		t.Fatalf("got %+v, want the roles as they were", r.Reread)
	}
	w.reply(r.ID, wire.Reply{Opened: openedLabels()})
	if w.Labels.CanUndo() {
		t.Error("undone, and there is still something to undo")
	}

	// Another file can be undone too: the first is opened again, as it was read.
	w.do(Pick{RoleLabels, File{Name: "other.csv"}})
	w.reply(w.only().ID, wire.Reply{Opened: changed})
	w.do(Undo{RoleLabels})
	open := w.only().Open
	if open == nil || open.File.Name != "labels.csv" || !reflect.DeepEqual(*open.Read, openedLabels().Read) {
		t.Errorf("got %+v, want labels.csv as it was read", open)
	}
	if send := w.cmds[0].(Send); !reflect.DeepEqual(send.File, file) {
		t.Errorf("got the content %+v, want that of the first file", send.File)
	}
}

func TestUndoOfAFailureDismissesIt(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.do(SetDelimiter{RoleLabels, ";"})
	w.reply(w.only().ID, wire.Reply{Fault: &wire.Fault{Message: "one column only"}})
	w.do(Undo{RoleLabels})
	w.phase(Ready)
	if len(w.sent()) != 0 || w.Labels.Draft.Delimiter != "," {
		t.Errorf("got %+v and delimiter %q, want no request and the old one", w.sent(), w.Labels.Draft.Delimiter)
	}
}

func TestMissingRoleWaits(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.do(SetRole{RoleLabels, 1, ColumnIgnore})
	if len(w.sent()) != 0 {
		t.Error("a file was read again without a worker")
	}
	w.do(SetRole{RoleLabels, 3, ColumnWorker})
	if r := w.only().Reread; !reflect.DeepEqual(r.Roles, []string{"task", "", "label", "worker"}) {
		t.Errorf("got %v", r.Roles)
	}
}

func TestTruth(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{RoleTruth, File{Name: "truth.csv"}})
	if len(w.sent()) != 0 || w.Note == "" {
		t.Error("a truth without labels must be refused with a word why")
	}
	w.open()
	w.fit()
	w.do(Pick{RoleTruth, File{Name: "truth.csv"}})
	o := openedTruth()
	o.Accuracy = &wire.Accuracy{Evaluated: 2, Accuracy: 0.5}
	w.reply(w.only().ID, wire.Reply{Opened: o})
	w.phase(Done)
	if w.Result.Accuracy == nil || w.Result.Accuracy.Accuracy != 0.5 {
		t.Errorf("accuracy: got %+v, want that of the truth opened after the fit", w.Result.Accuracy)
	}

	// Reading the labels otherwise reads the truth again after them.
	w.do(SetHeader{RoleLabels, false})
	w.reply(w.only().ID, wire.Reply{Opened: openedLabels()})
	if r := w.only(); r.Reread == nil || r.Reread.Role != RoleTruth {
		t.Fatalf("got %+v, want the truth to be read again", r)
	}
	w.reply(w.only().ID, wire.Reply{Opened: openedTruth()})
	if w.Truth.CanUndo() {
		t.Error("the truth was only refreshed: there is nothing to undo")
	}

	// Other labels have another truth.
	w.do(Pick{RoleLabels, File{Name: "other.csv"}})
	w.reply(w.only().ID, wire.Reply{Opened: openedLabels()})
	if r := w.only(); r.Drop == nil || r.Drop.Role != RoleTruth || w.Truth.Opened != nil {
		t.Errorf("got %+v, want the truth to be dropped", r)
	}
}

func TestForgetTruth(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.do(Pick{RoleTruth, File{Name: "truth.csv"}})
	w.reply(w.only().ID, wire.Reply{Opened: openedTruth()})
	w.do(StartRun{})
	w.reply(w.only().ID, wire.Reply{Fitted: &wire.Fitted{Accuracy: &wire.Accuracy{}}})
	w.do(Forget{RoleTruth})
	if w.Result == nil || w.Result.Accuracy != nil || w.only().Drop == nil {
		t.Error("the result must stay, its accuracy go")
	}
}

func TestSample(t *testing.T) {
	for _, sample := range wire.Samples() {
		w := newWorld(t)
		w.do(PickSample{sample.Name})
		r := w.only()
		if r.Open == nil || r.Open.Sample != sample.Name || r.Open.File != nil {
			t.Fatalf("%s: got %+v", sample.Name, r.Open)
		}
		w.reply(r.ID, wire.Reply{Opened: openedLabels()})
		if opens := len(w.sent()) == 1; opens != sample.Truth {
			t.Errorf("%s: opens its truth: %v, want %v", sample.Name, opens, sample.Truth)
		}
	}
	w := newWorld(t)
	w.do(PickSample{"no such"})
	w.phase(Empty)
}

func TestAnotherFileWhileReading(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{RoleLabels, file})
	first := w.only().ID
	w.do(Pick{RoleLabels, File{Name: "second.csv"}})
	sent := w.sent()
	if len(sent) != 2 || sent[0].Cancel == nil || sent[0].Cancel.ID != first || sent[1].Open == nil {
		t.Fatalf("got %+v, want the first cancelled and the second opened", sent)
	}
	w.reply(first, wire.Reply{Fault: &wire.Fault{Cancelled: true}})
	w.phase(Loading)
	w.reply(sent[1].ID, wire.Reply{Opened: openedLabels()})
	w.phase(Ready)
}

func TestDropDuringAFit(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.do(StartRun{})
	w.do(Pick{RoleLabels, File{Name: "second.csv"}})
	w.phase(Running)
	if len(w.sent()) != 0 || !strings.Contains(w.Note, "Cancel") {
		t.Errorf("got %+v and %q, want a word only", w.sent(), w.Note)
	}
}

func TestCancel(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.fit()
	result := w.Result
	w.do(StartRun{})
	run := w.only().ID
	w.do(Cancel{})
	if c := w.only().Cancel; c == nil || c.ID != run {
		t.Fatalf("got %+v, want to cancel %d", c, run)
	}
	w.do(Key{Key: "Escape"})
	if len(w.sent()) != 0 {
		t.Error("cancelled twice")
	}
	w.reply(run, wire.Reply{Fault: &wire.Fault{Cancelled: true}})
	w.phase(Done)
	if w.Result != result {
		t.Error("a cancelled fit took the earlier result away")
	}
}

func TestCancelReading(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{RoleLabels, file})
	id := w.only().ID
	w.do(Cancel{})
	w.reply(id, wire.Reply{Fault: &wire.Fault{Cancelled: true}})
	w.phase(Empty)
}

func TestLost(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.do(Pick{RoleTruth, File{Name: "truth.csv"}})
	w.reply(w.only().ID, wire.Reply{Opened: openedTruth()})
	w.fit()
	w.do(StartRun{})
	run := w.only().ID
	w.do(Lost{})
	w.phase(Loading)
	sent := w.sent()
	if len(sent) != 2 || sent[0].Open.Role != RoleLabels || sent[1].Open.Role != RoleTruth || sent[0].Open.Read == nil {
		t.Fatalf("got %+v, want both files opened again as they were read", sent)
	}
	w.reply(run, wire.Reply{Fault: &wire.Fault{Cancelled: true}}) // comes too late to matter
	w.reply(sent[0].ID, wire.Reply{Opened: openedLabels()})
	if len(w.sent()) != 0 {
		t.Errorf("got %+v: the truth is under way already", w.sent())
	}
	w.reply(sent[1].ID, wire.Reply{Opened: openedTruth()})
	w.phase(Ready)
	if w.Labels.CanUndo() || w.Truth.CanUndo() {
		t.Error("nothing was changed: there is nothing to undo")
	}
	if !strings.Contains(w.Note, "Cancelled") {
		t.Errorf("note: got %q", w.Note)
	}
}

func TestLostFileCannotBeReadAgain(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.do(Lost{})
	w.reply(w.only().ID, wire.Reply{Fault: &wire.Fault{Message: "the file has changed on disk"}})
	w.phase(Error)
	w.do(Dismiss{})
	w.phase(Empty) // the worker has nothing
}

func TestStaleRepliesAreDropped(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.fit()
	w.do(Filter{ViewTasks, "a"})
	first := w.only().ID
	w.do(Filter{ViewTasks, "ab"})
	second := w.only()
	w.reply(second.ID, wire.Reply{Page: &wire.Page{Matching: 2}})
	w.reply(first, wire.Reply{Page: &wire.Page{Matching: 7}})
	if w.Tasks.Page.Matching != 2 || second.Rows.Filter != "ab" {
		t.Errorf("got the rows of an older question")
	}
	w.reply(999, wire.Reply{Fault: &wire.Fault{Message: "who asked?"}})
	w.phase(Done)
}

func TestSort(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.fit()
	w.State.Tasks.Query.From = 100
	for i, want := range []wire.Rows{
		{Table: ViewTasks, Sort: "probability", Count: PageSize},
		{Table: ViewTasks, Sort: "probability", Desc: true, Count: PageSize},
		{Table: ViewTasks, Count: PageSize},
		{Table: ViewTasks, Sort: "probability", Count: PageSize},
	} {
		w.do(Sort{ViewTasks, "probability"})
		if got := *w.only().Rows; got != want {
			t.Errorf("click %d: got %+v, want %+v", i+1, got, want)
		}
	}
	w.do(Sort{ViewTasks, "votes"})
	if got := w.only().Rows; got.Sort != "votes" || got.Desc {
		t.Errorf("another column: got %+v, want votes, rising", got)
	}
}

func TestTurn(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.fit()
	rows := func(matching int) {
		w.State.Tasks.Page = &wire.Page{Matching: matching}
	}
	rows(120)
	for i, want := range []int{50, 100, -1} {
		w.do(Key{Key: "n"})
		if want < 0 {
			if len(w.sent()) != 0 {
				t.Error("turned beyond the last page")
			}
			continue
		}
		if got := w.only().Rows.From; got != want {
			t.Errorf("page %d: got from %d, want %d", i+2, got, want)
		}
	}
	w.do(Key{Key: "p"})
	if got := w.only().Rows.From; got != 50 {
		t.Errorf("back: got from %d, want 50", got)
	}
	w.do(FilterLabel{"yes"})
	if got := w.only().Rows; got.From != 0 || got.Label != "yes" {
		t.Errorf("a filter starts at the first row: got %+v", got)
	}
}

func TestDetails(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.fit()
	w.do(Open{ViewTasks, 7})
	r := w.only()
	if r.Task == nil || r.Task.Index != 7 || w.focused() != "detail-title" {
		t.Fatalf("got %+v, focus %q", r, w.focused())
	}
	w.reply(r.ID, wire.Reply{Task: &wire.Task{Name: "seven"}})
	w.do(Open{ViewWorkers, 2})
	w.reply(w.only().ID, wire.Reply{Worker: &wire.Worker{Name: "two"}})
	if d := w.Detail(); d.Worker == nil || d.Worker.Name != "two" {
		t.Fatalf("got %+v, want worker two", d)
	}
	w.do(Back{})
	if d := w.Detail(); d.Task == nil || d.Task.Name != "seven" {
		t.Fatalf("back: got %+v, want task seven", d)
	}
	w.do(Close{})
	if w.Detail() != nil || w.focused() != "tasks-7" {
		t.Errorf("closed: got %+v, focus %q, want the focus back at the row", w.Detail(), w.focused())
	}
}

func TestDownloads(t *testing.T) {
	w := newWorld(t)
	w.do(Download{"labels"})
	if len(w.sent()) != 0 {
		t.Error("there is nothing to download yet")
	}
	w.open()
	w.fit()
	w.do(Download{"labels"})
	r := w.only()
	if r.Export == nil || r.Export.What != "labels" || !r.Export.Safe {
		t.Fatalf("got %+v, want the labels, safe", r.Export)
	}
	w.do(Download{"labels"})
	if len(w.sent()) != 0 {
		t.Error("asked twice for what is being written")
	}
	w.reply(r.ID, wire.Reply{Exported: &wire.File{Name: "x-labels.csv", Size: 12}})
	if got := w.Saves; len(got) != 1 || got[0].Name != "x-labels.csv" {
		t.Errorf("got %+v", got)
	}
	w.do(SetSafe{false}, Download{"labels"})
	r = w.only()
	if r.Export.Safe {
		t.Error("exact bytes were asked for")
	}
	w.reply(r.ID, wire.Reply{Fault: &wire.Fault{Message: "disk full"}})
	w.phase(Error)
	if len(w.Saves) != 0 {
		t.Errorf("got %+v, want the failed download gone", w.Saves)
	}
}

func TestUpdateNeverInTheMiddleOfARun(t *testing.T) {
	w := newWorld(t)
	w.open()
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
	w.open()
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
	w.open()
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
	w.open()
	w.fit()
	w.do(Download{"labels"}, Open{ViewTasks, 1})
	for _, m := range []Msg{
		SetRole{RoleLabels, 3, ColumnLabel}, SetValue{"smoothing", "1"}, Download{"all"}, Open{ViewWorkers, 1},
		Close{}, StartRun{}, Sort{ViewTasks, "label"}, Forget{RoleLabels}, Lost{}, Cancel{},
	} {
		before := fmt.Sprintf("%+v %v %v %v", w.Setup, w.Labels.Draft, w.Saves, w.Details)
		old := w.State
		Update(old, m)
		if after := fmt.Sprintf("%+v %v %v %v", old.Setup, old.Labels.Draft, old.Saves, old.Details); after != before {
			t.Errorf("%T changed the state it was given:\n%s\n%s", m, before, after)
		}
	}
}

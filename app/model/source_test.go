package model

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

func TestFaultKeepsWhatWasLoaded(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	before := w.State
	w.do(Pick{api.RoleLabels, files.File{Name: "other.csv"}})
	failed := openedLabels()
	failed.Read.Roles = []string{"task", "", "label", ""}
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "no worker", Opened: failed}})
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
	w.do(SetRole{api.RoleLabels, 1, files.ColumnWorker})
	r := w.only().Reread
	if r == nil || !r.Failed || !reflect.DeepEqual(r.Roles, []string{"task", "worker", "label", ""}) {
		t.Fatalf("got %+v, want to read the failed file again with a worker", r)
	}

	// Dismissing instead shows the choices of the loaded file.
	w.State = before
	w.do(Pick{api.RoleLabels, files.File{Name: "other.csv"}})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "no worker", Opened: failed}})
	w.do(Dismiss{})
	if !reflect.DeepEqual(w.Labels.Draft, openedLabels().Read) {
		t.Errorf("draft: got %+v, want that of the loaded file", w.Labels.Draft)
	}
	w.do(SetOption{api.RoleLabels, "header", "no"})
	if r := w.only().Reread; r == nil || r.Failed || r.Header {
		t.Errorf("got %+v, want to read the loaded file again without a header", r)
	}
}

func TestSkipBadRows(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleLabels, file})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "3 rows", Count: 3, CanSkip: true, Opened: openedLabels()}})
	w.do(SetOption{api.RoleLabels, "skip", "yes"})
	r := w.only()
	if r.Reread == nil || !r.Reread.Skip || !r.Reread.Failed {
		t.Fatalf("got %+v, want the failed file without its bad rows", r.Reread)
	}
	w.reply(r.ID, api.Reply{Opened: openedLabels()})
	w.phase(Ready)
	if w.Labels.Fault != nil {
		t.Error("the fault is still shown")
	}
}

func TestTakeMany(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleLabels, file})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "more than 1,000", Many: true, Opened: openedLabels()}})
	w.do(SetOption{api.RoleLabels, "many-labels", "yes"})
	if r := w.only().Reread; r == nil || !r.ManyClasses || !r.Failed {
		t.Errorf("got %+v, want the failed file with all its classes", r)
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
		{"task,,label,", 3, "worker", "task,,label,worker"},         // nobody had it
		{",,,", 1, "task", ",task,,"},                               // from nothing
		{"task,label,label,", 3, "label", "task,label,label,label"}, // several may have it
		{"task,worker,label,", 9, "label", "task,worker,label,"},    // no such column
		{"task,worker,label,", -1, "label", "task,worker,label,"},
	} {
		r := api.Choices{Roles: strings.Split(c.roles, ",")}
		files.Assign(&r, c.column, c.role)
		if got := strings.Join(r.Roles, ","); got != c.want {
			t.Errorf("%s, column %d to be %q: got %s, want %s", c.roles, c.column, c.role, got, c.want)
		}
	}
}

func TestUndo(t *testing.T) {
	w := newWorld(t)
	w.Open()
	if w.Labels.CanUndo() {
		t.Fatal("nothing was changed yet")
	}
	w.do(SetRole{api.RoleLabels, 3, files.ColumnLabel})
	changed := openedLabels()
	changed.Read.Roles = []string{"task", "worker", "", "label"}
	w.reply(w.only().ID, api.Reply{Opened: changed})
	if !w.Labels.CanUndo() {
		t.Fatal("the change can't be undone")
	}
	w.do(Key{Key: "z", Ctrl: true})
	r := w.only()
	if r.Reread == nil || !reflect.DeepEqual(r.Reread.Roles, openedLabels().Read.Roles) {
		t.Fatalf("got %+v, want the roles as they were", r.Reread)
	}
	w.reply(r.ID, api.Reply{Opened: openedLabels()})
	if w.Labels.CanUndo() {
		t.Error("undone, and there is still something to undo")
	}

	// Another file can be undone too: the first is opened again, as it was read.
	w.do(Pick{api.RoleLabels, files.File{Name: "other.csv"}})
	w.reply(w.only().ID, api.Reply{Opened: changed})
	w.do(Undo{api.RoleLabels})
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
	w.Open()
	w.do(SetOption{api.RoleLabels, "delimiter", ";"})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "one column only"}})
	w.do(Undo{api.RoleLabels})
	w.phase(Ready)
	if len(w.sent()) != 0 || w.Labels.Draft.Delimiter != "," {
		t.Errorf("got %+v and delimiter %q, want no request and the old one", w.sent(), w.Labels.Draft.Delimiter)
	}
}

func TestMissingRoleWaits(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(SetRole{api.RoleLabels, 1, files.ColumnIgnore})
	if len(w.sent()) != 0 {
		t.Error("a file was read again without a worker")
	}
	w.do(SetRole{api.RoleLabels, 3, files.ColumnWorker})
	if r := w.only().Reread; !reflect.DeepEqual(r.Roles, []string{"task", "", "label", "worker"}) {
		t.Errorf("got %v", r.Roles)
	}
}

func TestTruth(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleTruth, files.File{Name: "truth.csv"}})
	if len(w.sent()) != 0 || w.Note == "" {
		t.Error("a truth without labels must be refused with a word why")
	}
	w.Open()
	w.fit()
	w.do(Pick{api.RoleTruth, files.File{Name: "truth.csv"}})
	o := openedTruth()
	o.Accuracy = &api.Accuracy{Evaluated: 2, Accuracy: 0.5}
	w.reply(w.only().ID, api.Reply{Opened: o})
	w.phase(Done)
	if w.Result.Accuracy == nil || w.Result.Accuracy.Accuracy != 0.5 {
		t.Errorf("accuracy: got %+v, want that of the truth opened after the fit", w.Result.Accuracy)
	}

	// Reading the labels otherwise reads the truth again after them.
	w.do(SetOption{api.RoleLabels, "header", "no"})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	if r := w.only(); r.Reread == nil || r.Reread.Role != api.RoleTruth {
		t.Fatalf("got %+v, want the truth to be read again", r)
	}
	w.reply(w.only().ID, api.Reply{Opened: openedTruth()})
	if w.Truth.CanUndo() {
		t.Error("the truth was only refreshed: there is nothing to undo")
	}

	// Other labels have another truth.
	w.do(Pick{api.RoleLabels, files.File{Name: "other.csv"}})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	if r := w.only(); r.Drop == nil || r.Drop.Role != api.RoleTruth || w.Truth.Opened != nil {
		t.Errorf("got %+v, want the truth to be dropped", r)
	}
}

// A truth file of which nothing can be used is not said to tell the truth.
func TestTruthOfNothing(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(Pick{api.RoleTruth, files.File{Name: "truth.csv"}})
	nothing := openedTruth()
	nothing.Known = 0
	w.reply(w.only().ID, api.Reply{Opened: nothing})
	if w.Note != api.RoleOf(api.RoleTruth).Empty {
		t.Errorf("got %q", w.Note)
	}
}

// A truth file that was taken for labels can be said to be what it is.
func TestTakeAs(t *testing.T) {
	w := newWorld(t)
	fault := &api.Fault{Message: "no column holds the worker", Opened: openedTruth()}
	w.do(Pick{api.RoleLabels, files.File{Name: "truth.csv"}})
	w.reply(w.only().ID, api.Reply{Fault: fault})
	if w.Labels.MayBe() != "" {
		t.Error("a truth of nothing")
	}
	w.Open()
	w.fit()
	w.do(Pick{api.RoleLabels, files.File{Name: "truth.csv", Size: 7}})
	w.reply(w.only().ID, api.Reply{Fault: fault})
	if w.Labels.MayBe() != api.RoleTruth {
		t.Fatalf("missing is %v", w.Labels.Missing())
	}
	w.do(TakeAs{api.RoleGold}, TakeAs{api.RoleTruth})
	r := w.only()
	if r.Open == nil || r.Open.Role != api.RoleTruth || r.Open.File.Name != "truth.csv" || w.Labels.Fault != nil {
		t.Fatalf("got %+v, want truth.csv opened as the truth", r)
	}
	w.reply(r.ID, api.Reply{Opened: openedTruth()})
	if w.Truth.Opened == nil || w.Result == nil || w.focused() != "truth-title" {
		t.Errorf("got the truth %+v, the result %+v, focus on %q", w.Truth.Opened, w.Result, w.focused())
	}
}

// A history that was taken for labels becomes one by a click, and Undo takes it away again.
func TestTakeAsHistory(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(Pick{api.RoleLabels, files.File{Name: "sheet.csv", Size: 7}})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{
		Message: "no column holds the task", Opened: openedTruth(), Seems: &api.Seems{Role: api.RoleConfusion, Why: "so"},
	}})
	w.do(TakeAs{api.RoleTruth}, TakeAs{api.RoleConfusion})
	r := w.only()
	if r.Open == nil || r.Open.Role != api.RoleConfusion || r.Open.File.Name != "sheet.csv" || w.Labels.Fault != nil {
		t.Fatalf("got %+v, want sheet.csv opened as a history", r)
	}
	w.reply(r.ID, api.Reply{Opened: &api.Opened{Role: api.RoleConfusion, Known: 2}})
	if w.Confusion.Opened == nil || w.Labels.Opened == nil || !w.Confusion.CanUndo() {
		t.Fatalf("got the history %+v, the labels %+v", w.Confusion, w.Labels.Opened)
	}
	w.do(Key{Key: "u"})
	if w.Confusion.Opened != nil || w.Labels.Opened == nil {
		t.Errorf("undone: got the history %+v, the labels %+v", w.Confusion.Opened, w.Labels.Opened)
	}
}

func TestForgetTruth(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(Pick{api.RoleTruth, files.File{Name: "truth.csv"}})
	w.reply(w.only().ID, api.Reply{Opened: openedTruth()})
	w.do(StartRun{})
	w.reply(w.only().ID, api.Reply{Fitted: &api.Fitted{Accuracy: &api.Accuracy{}}})
	w.do(Forget{api.RoleTruth})
	if w.Result == nil || w.Result.Accuracy != nil || w.sent()[0].Drop == nil {
		t.Error("the result must stay, its accuracy go")
	}
}

func TestSample(t *testing.T) {
	for _, sample := range api.Samples() {
		w := newWorld(t)
		w.do(PickSample{sample.Name})
		r := w.only()
		if r.Open == nil || r.Open.Sample != sample.Name || r.Open.File != nil {
			t.Fatalf("%s: got %+v", sample.Name, r.Open)
		}
		w.reply(r.ID, api.Reply{Opened: openedLabels()})
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
	w.do(Pick{api.RoleLabels, file})
	first := w.only().ID
	w.do(Pick{api.RoleLabels, files.File{Name: "second.csv"}})
	sent := w.sent()
	if len(sent) != 2 || sent[0].Cancel == nil || sent[0].Cancel.ID != first || sent[1].Open == nil {
		t.Fatalf("got %+v, want the first cancelled and the second opened", sent)
	}
	w.reply(first, api.Reply{Fault: &api.Fault{Cancelled: true}})
	w.phase(Loading)
	w.reply(sent[1].ID, api.Reply{Opened: openedLabels()})
	w.phase(Ready)
}

func TestDropDuringAFit(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(StartRun{})
	w.do(Pick{api.RoleLabels, files.File{Name: "second.csv"}})
	w.phase(Running)
	if len(w.sent()) != 0 || !strings.Contains(w.Note, "Cancel") {
		t.Errorf("got %+v and %q, want a word only", w.sent(), w.Note)
	}
}

func TestCancelReading(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleLabels, file})
	id := w.only().ID
	w.do(Cancel{})
	w.reply(id, api.Reply{Fault: &api.Fault{Cancelled: true}})
	w.phase(Empty)
}

func TestLost(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(Pick{api.RoleTruth, files.File{Name: "truth.csv"}})
	w.reply(w.only().ID, api.Reply{Opened: openedTruth()})
	w.fit()
	w.do(StartRun{})
	run := w.only().ID
	w.do(Lost{})
	w.phase(Loading)
	sent := w.sent()
	if len(sent) != 2 || sent[0].Open.Role != api.RoleLabels || sent[1].Open.Role != api.RoleTruth || sent[0].Open.Read == nil {
		t.Fatalf("got %+v, want both files opened again as they were read", sent)
	}
	w.reply(run, api.Reply{Fault: &api.Fault{Cancelled: true}}) // comes too late to matter
	w.reply(sent[0].ID, api.Reply{Opened: openedLabels()})
	if len(w.sent()) != 0 {
		t.Errorf("got %+v: the truth is under way already", w.sent())
	}
	w.reply(sent[1].ID, api.Reply{Opened: openedTruth()})
	w.phase(Ready)
	if w.Labels.CanUndo() || w.Truth.CanUndo() {
		t.Error("nothing was changed: there is nothing to undo")
	}
	if !strings.Contains(w.Note, "Cancelled") {
		t.Errorf("note: got %q", w.Note)
	}
}

func TestWorkerThatDies(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(StartRun{})
	w.only()
	w.do(Lost{Why: "no memory"})
	w.phase(Loading)
	if w.Failure == nil || w.Failure.Fault.Message != "no memory Your files are open again." {
		t.Fatalf("failure: got %+v", w.Failure)
	}
	again := w.only()
	if again.Open == nil {
		t.Fatalf("got %+v, want the labels opened again", again)
	}
	w.reply(again.ID, api.Reply{Opened: openedLabels()})
	w.phase(Error)
	w.do(Dismiss{})
	w.phase(Ready)

	w.do(Lost{Why: "no memory"})
	w.only()
	w.do(Lost{Why: "no memory"}) // of reading the labels again: it must not go on for ever
	if sent := w.sent(); len(sent) != 0 {
		t.Errorf("got %+v, want the labels given up", sent)
	}
	w.do(Dismiss{})
	w.phase(Empty)
}

func TestLostFileCannotBeReadAgain(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(Lost{})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "the file has changed on disk"}})
	w.phase(Error)
	w.do(Dismiss{})
	w.phase(Empty) // the worker has nothing
}

// Each of several columns may count labels: none takes the role from another.
func TestSeveralColumnsCount(t *testing.T) {
	r := api.Choices{Roles: []string{"task", "label", "worker"}}
	files.Assign(&r, 1, files.ColumnCount)
	files.Assign(&r, 2, files.ColumnCount)
	if !slices.Equal(r.Roles, []string{"task", "count", "count"}) {
		t.Errorf("got %v", r.Roles)
	}
}

package model

import (
	"strings"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

// dropped are files as the page has them.
func dropped(names ...string) (all []files.File) {
	for n, name := range names {
		all = append(all, files.File{Name: name, Size: int64(10 + n), Handle: name})
	}
	return all
}

// seen answers what was asked about each of the files: their roles, a "?" behind
// those that are in doubt; "!" stands for a file that nobody can read.
func (w *world) seen(roles ...string) {
	for n, r := range w.sent() {
		if !r.Open.Look || r.Open.Role != "" {
			w.Fatalf("got %+v, want a look at the file", r.Open)
		}
		w.reply(r.ID, api.Reply{Progress: &api.Progress{Phase: "read", Bytes: 1, Total: 2}}) // a large file takes a while
		if !w.Batch.Recognising() {
			w.Fatalf("%s counts as looked at while it is", r.Open.File.Name)
		}
		role, doubt := strings.CutSuffix(roles[n], "?")
		if role == "!" {
			w.reply(r.ID, api.Reply{Fault: &api.Fault{Message: "a picture"}})
			continue
		}
		w.reply(r.ID, api.Reply{Opened: &api.Opened{Role: role, Why: "so", Sure: !doubt}})
	}
}

// Files are opened in the order in which they need each other, each when the one
// before is there; files of labels are opened as one.
func TestSeveralFilesAtOnce(t *testing.T) {
	w := newWorld(t)
	w.do(PickMany{Files: dropped("truth.csv", "b.csv", "photo.png", "c.csv", "gold.csv")})
	w.phase(Loading)
	w.seen("truth", "labels", "!", "labels", "gold")
	w.phase(Empty)
	if got := w.Batch.Items[2]; got.Role != "" || got.Fault != "a picture" {
		t.Errorf("the picture: got %+v", got)
	}
	w.do(SetTaken{Item: 4, Role: ""}, SetTaken{Item: 9, Role: api.RoleGold}, OpenBatch{})
	r := w.only()
	if o := r.Open; o == nil || o.Role != api.RoleLabels || o.File.Name != "b+1.csv" || o.File.Size != 11+13 || len(o.Files) != 2 ||
		o.Files[1].Name != "c.csv" {
		t.Fatalf("got %+v, want both files of labels", r.Open)
	}
	w.reply(r.ID, api.Reply{Opened: openedLabels()})
	r = w.only()
	if r.Open == nil || r.Open.Role != api.RoleTruth || r.Open.Files != nil {
		t.Fatalf("got %+v, want the truth next", r)
	}
	w.reply(r.ID, api.Reply{Opened: &api.Opened{Role: api.RoleTruth, Known: 2}})
	if len(w.sent()) != 0 || w.Batch != nil {
		t.Errorf("there is more to open: %+v", w.Batch)
	}
	// A worker that is begun anew is given all the files again.
	w.do(Lost{})
	again := w.sent()
	if len(again) != 2 || len(again[0].Open.Read.Files)+len(again[0].Open.Files) < 2 {
		t.Errorf("got %+v, want the labels, of two files, and the truth", again)
	}
}

func TestSeveralFilesOfOneLabelATask(t *testing.T) {
	w := newWorld(t)
	w.do(PickMany{Files: dropped("ann.csv", "bob.csv")})
	w.seen("truth?", "truth?")
	if got := w.Batch.Items[0].Role + w.Batch.Items[1].Role; got != api.RoleLabels+api.RoleLabels {
		t.Errorf("got %s, want both labels, of a worker each", got)
	}
	w = newWorld(t)
	w.do(PickMany{Files: dropped("labels.csv", "x.csv", "y.csv")})
	w.seen("labels", "truth?", "truth?")
	if got := w.Batch.Trouble(false); !strings.HasPrefix(got, "Only one file can be the truth file.") {
		t.Errorf("got %q", got)
	}
	w.do(OpenBatch{})
	if len(w.sent()) != 0 {
		t.Error("they are opened all the same")
	}
	w.do(SetTaken{Item: 1, Role: api.RoleLabels}, SetTaken{Item: 2, Role: api.RoleLabels})
	if got := w.Batch.Trouble(false); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestTroubleWithSeveralFiles(t *testing.T) {
	for _, c := range []struct{ roles, want string }{
		{"truth gold", "None of the files is set as labels."},
		{"project labels", "A project holds everything."},
		{"! !", "All files are skipped."},
		{"labels features features", "Only one file can be the"},
		{"labels text", ""}, {"state labels", ""}, {"project !", ""},
	} {
		w := newWorld(t)
		roles := strings.Fields(c.roles)
		w.do(PickMany{Files: dropped(roles...)})
		w.seen(roles...)
		if got := w.Batch.Trouble(false); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: got %q, want %q", c.roles, got, c.want)
		}
	}
}

// Where one can't be opened, those that were to follow are not.
func TestSeveralFilesStopAtTheFirstFault(t *testing.T) {
	w := newWorld(t)
	w.do(PickMany{Files: dropped("a.csv", "truth.csv")})
	w.seen("labels", "truth")
	w.do(OpenBatch{})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "no"}})
	if len(w.sent()) != 0 || w.Batch != nil {
		t.Error("the truth is opened without labels")
	}
	w.phase(Error)
	w.do(Dismiss{})
	if w.Batch == nil || len(w.Batch.Items) != 2 || w.Batch.Items[1].Role != api.RoleTruth || w.focused() != "batch-title" {
		t.Fatalf("got %+v, want to be asked again what the files are", w.Batch)
	}
	w.do(SetTaken{Item: 0, Role: ""}, SetTaken{Item: 1, Role: api.RoleLabels}, OpenBatch{})
	w.reply(w.only().ID, api.Reply{Opened: &api.Opened{Role: api.RoleLabels}})
	if w.Batch != nil || w.Labels.Opened == nil || w.Labels.Among != nil {
		t.Fatal("the other file is not opened alone")
	}
	w.do(PickMany{Files: dropped("a.csv", "truth.csv")}) // what is open stays what it is
	w.seen("labels", "truth")
	w.do(OpenBatch{})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "no"}})
	if w.do(Dismiss{}); w.Batch != nil || w.Labels.Opened == nil {
		t.Error("what was open is not kept")
	}
	w.do(PickMany{Files: dropped("a.csv", "truth.csv")}, DropBatch{})
	if w.Batch != nil {
		t.Error("the batch is still there")
	}
	w.do(PickMany{Files: dropped("one.csv")})
	for _, r := range w.sent() {
		if r.Open != nil && r.Open.File.Name == "one.csv" && r.Open.Role == api.RoleLabels {
			return
		}
	}
	t.Error("one file alone is not opened at once")
}

package model

import (
	"slices"
	"testing"

	"concord/core/api"
)

func TestCancel(t *testing.T) {
	w := newWorld(t)
	w.Open()
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
	w.reply(run, api.Reply{Fault: &api.Fault{Cancelled: true}})
	w.phase(Done)
	if w.Result != result {
		t.Error("a cancelled fit took the earlier result away")
	}
}

func TestStaleRepliesAreDropped(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Filter{ViewTasks, "a"})
	first := w.only().ID
	w.do(Filter{ViewTasks, "ab"})
	second := w.only()
	w.reply(second.ID, api.Reply{Page: &api.Page{Matching: 2}})
	w.reply(first, api.Reply{Page: &api.Page{Matching: 7}})
	if w.Tables[ViewTasks].Page.Matching != 2 || second.Rows.Filter != "ab" {
		t.Errorf("got the rows of an older question")
	}
	w.reply(999, api.Reply{Fault: &api.Fault{Message: "who asked?"}})
	w.phase(Done)
}

func TestSort(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Turn{Table: ViewTasks, From: 100})
	for i, want := range []api.Rows{
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
	w.Open()
	w.fit()
	rows := func(matching int) {
		w.do(Filter{Table: ViewTasks})
		w.reply(w.only().ID, api.Reply{Page: &api.Page{Matching: matching}})
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

// A view that is a table needs no more than its entry: its rows are asked for when it is first looked
// at, and again after whatever changes the result.
func TestTableOfItsOwn(t *testing.T) {
	all := Views
	defer func() { Views = all }()
	Views = append(slices.Clip(Views), View{Name: "pairs", Title: "Pairs", Row: "pair", Opens: ViewWorkers})
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Show{"pairs"})
	r := w.only()
	if r.Rows == nil || *r.Rows != (api.Rows{Table: "pairs", Count: PageSize}) {
		t.Fatalf("got %+v, want the rows of the view", r)
	}
	w.reply(r.ID, api.Reply{Page: &api.Page{Matching: 60}})
	w.do(Show{ViewTasks}, Show{"pairs"})
	if len(w.sent()) != 0 || w.Tables["pairs"].Page.Matching != 60 {
		t.Errorf("got %+v, want the rows that are there", w.sent())
	}
	w.do(Sort{"pairs", "kappa"}, Key{Key: "n"})
	if q := w.only().Rows; q.Sort != "kappa" || q.From != PageSize {
		t.Errorf("got %+v, want the second page by kappa", q)
	}
	again := func(after string) {
		t.Helper()
		asked := 0
		for _, r := range w.sent() {
			if r.Rows != nil && r.Rows.Table == "pairs" {
				asked++
			}
		}
		if asked != 1 || w.Tables["pairs"].Page == nil {
			t.Errorf("%s: got %+v, want the rows asked for once, and the old ones in place until then", after, w.sent())
		}
	}
	w.do(Exclude{Worker: 1})
	w.amended(1)
	again("an amendment")
	w.beside(api.RoleTruth, api.Opened{})
	again("another truth")
	w.fit()
	if w.Tables["pairs"].Page != nil {
		t.Error("the rows of another result are still there")
	}
}

func TestDetails(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Open{Kind: ViewTasks, Index: 7})
	r := w.only()
	if r.Task == nil || r.Task.Index != 7 || w.focused() != "detail-title" {
		t.Fatalf("got %+v, focus %q", r, w.focused())
	}
	w.reply(r.ID, api.Reply{Task: &api.Task{Name: "seven"}})
	w.do(Open{Kind: ViewWorkers, Index: 2})
	w.reply(w.sent()[0].ID, api.Reply{Worker: &api.Worker{Name: "two"}})
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
	w.do(Download{What: "labels"})
	if len(w.sent()) != 0 {
		t.Error("there is nothing to download yet")
	}
	w.Open()
	w.fit()
	w.do(Download{What: "labels"})
	r := w.only()
	if r.Export == nil || r.Export.What != "labels" || !r.Export.Safe {
		t.Fatalf("got %+v, want the labels, safe", r.Export)
	}
	w.do(Download{What: "labels"})
	if len(w.sent()) != 0 {
		t.Error("asked twice for what is being written")
	}
	w.reply(r.ID, api.Reply{Exported: &api.File{Name: "x-labels.csv", Size: 12}})
	if got := w.Saves; len(got) != 1 || got[0].Name != "x-labels.csv" {
		t.Errorf("got %+v", got)
	}
	w.do(Reshape{})
	if shaped := w.only(); shaped.Export.What != "labels" || shaped.Export.As != "xlsx" {
		t.Errorf("got %+v, want the labels as a workbook", shaped.Export)
	}
	w.do(SetShape{"json"}, Reshape{})
	shaped := w.only()
	if shaped.Export.As != "json" {
		t.Errorf("got %+v, want the labels as JSON", shaped.Export)
	}
	w.reply(shaped.ID, api.Reply{Fault: &api.Fault{Cancelled: true}})
	w.Saves = w.Saves[:1]
	w.do(SetSafe{false}, SetGzip{true}, Download{What: "labels"})
	r = w.only()
	if !r.Export.Gzip {
		t.Error("a compressed file was asked for")
	}
	if r.Export.Safe {
		t.Error("exact bytes were asked for")
	}
	w.reply(r.ID, api.Reply{Fault: &api.Fault{Message: "disk full"}})
	w.phase(Error)
	if len(w.Saves) != 0 {
		t.Errorf("got %+v, want the failed download gone", w.Saves)
	}
}

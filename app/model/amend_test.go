package model

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
	"concord/core/kind/number"
)

// amended answers the last amendment with a result that followed it.
func (w *world) amended(changed int) {
	w.Helper()
	r := w.only()
	if r.Amend == nil {
		w.Fatalf("got %+v, want an amendment", r)
	}
	w.reply(r.ID, api.Reply{Amended: &api.Amended{
		Amend: *r.Amend, Counts: openedLabels().Counts, Methods: openedLabels().Methods,
		Fitted: &api.Fitted{Method: "ds", Title: "DS", Steps: 2}, Changed: changed, Warm: true,
	}})
}

// rows answers the requests for rows that the last message caused: tasks in this
// order.
func (w *world) rows(index ...int) {
	for _, r := range w.sent() {
		if r.Rows != nil && r.Rows.Table == ViewTasks {
			w.reply(r.ID, api.Reply{Page: &api.Page{Table: ViewTasks, Index: index, Matching: len(index), Total: len(index)}})
			return
		}
	}
	w.Fatalf("no rows were asked for: %+v", w.sent())
}

// A worker is left out and taken in again; the result follows, and what is
// looked at stays.
func TestExcludeAndUndo(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Open{Kind: ViewWorkers, Index: 2})
	w.reply(w.sent()[0].ID, api.Reply{Worker: &api.Worker{Index: 2, Name: "eve"}})
	w.do(Exclude{Worker: 2, Out: true})
	w.phase(Running)
	w.amended(3)
	w.phase(Done)
	if !w.Excluded(2) || w.Excluded(1) || !strings.Contains(w.Note, "3 labels changed") || w.Stale() {
		t.Errorf("amendment %+v, note %q, stale %v", w.Amend, w.Note, w.Stale())
	}
	var again []api.Request
	for _, r := range w.sent() {
		if r.Worker != nil {
			again = append(again, r)
		}
	}
	if len(again) != 1 || w.Detail() == nil || w.Detail().Worker == nil {
		t.Fatalf("got %+v, want the worker asked for again while the old figures stay", w.sent())
	}
	w.do(Close{}, Exclude{Worker: 0, Out: true})
	w.amended(0)
	if !slices.Equal(w.Amend.Exclude, []int{2, 0}) {
		t.Errorf("got %v", w.Amend.Exclude)
	}
	w.do(Key{Key: "z", Ctrl: true})
	if r := w.only(); !slices.Equal(r.Amend.Exclude, []int{2}) {
		t.Fatalf("got %+v", r.Amend)
	}
	w.amended(0)
	w.do(UndoAmend{})
	w.amended(3)
	if w.Amendments() != 0 || len(w.Before) != 0 {
		t.Errorf("got %+v, before %v", w.Amend, w.Before)
	}
	w.do(UndoAmend{})
	if len(w.sent()) != 0 {
		t.Error("there is nothing to undo")
	}
}

// Several workers are ticked and excluded in one step, which is undone in one; what is looked at stays until the new figures are
// there.
func TestExcludeTicked(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(ExcludeTicked{})
	if len(w.sent()) != 0 {
		t.Errorf("got %+v: nobody is ticked", w.sent())
	}
	w.do(Show{ViewWorkers})
	sent := w.sent()
	w.reply(sent[0].ID, api.Reply{Roster: &api.Roster{Workers: 4}})
	w.reply(sent[1].ID, api.Reply{Page: &api.Page{Matching: 4}})
	w.do(TickWorker{Worker: 3, On: true}, TickWorker{Worker: 2, On: true}, TickWorker{Worker: 0, On: true}, TickWorker{Worker: 2})
	if !slices.Equal(w.Crew.Ticked, []int{3, 0}) {
		t.Fatalf("got %v, want 3 and 0 ticked", w.Crew.Ticked)
	}
	w.do(ExcludeTicked{})
	if r := w.only(); !slices.Equal(r.Amend.Exclude, []int{0, 3}) {
		t.Fatalf("got %+v", r.Amend)
	}
	w.amended(5)
	rolls, rows := 0, 0
	for _, r := range w.sent() {
		if r.Roster != nil {
			rolls++
		}
		if r.Rows != nil && r.Rows.Table == ViewWorkers {
			rows++
		}
	}
	there := w.Crew.Roster != nil && w.Tables[ViewWorkers].Page != nil
	if rolls != 1 || rows != 1 || !there || len(w.Crew.Ticked) != 0 || w.View != ViewWorkers {
		t.Errorf("got %+v, %+v, want the roster and the table asked for again, and nobody ticked", w.sent(), w.Crew)
	}
	if w.focused() != "undo-workers" {
		t.Errorf("the focus goes to %q, want undo-workers", w.focused())
	}
	w.do(Exclude{Worker: 3})
	if r := w.only(); !slices.Equal(r.Amend.Exclude, []int{0}) {
		t.Errorf("included again: got %+v", r.Amend)
	}
	w.amended(1)
	w.do(UndoAmend{})
	w.amended(1)
	w.do(UndoAmend{})
	if r := w.only(); len(r.Amend.Exclude) != 0 {
		t.Errorf("undone: got %+v, want nobody excluded", r.Amend)
	}
}

// An amendment that fails or is cancelled changes nothing.
func TestAmendmentThatFails(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Exclude{Worker: 1, Out: true})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "No label would be left."}})
	w.phase(Error)
	w.do(Dismiss{}, Exclude{Worker: 1, Out: true})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Cancelled: true}})
	w.phase(Done)
	if w.Amendments() != 0 || len(w.Before) != 0 || w.Result == nil {
		t.Errorf("got %+v", w.Amend)
	}
}

// From the keyboard alone: the most doubtful task, accept it; the next, overrule
// it; the next, skip it.
func TestReview(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Key{Key: "r"})
	q := w.only().Rows
	if q.Sort != "probability" || q.Desc || q.From != 0 {
		t.Fatalf("got %+v, want the least probable first", q)
	}
	w.rows(4, 1, 3)
	if d := w.Detail(); d == nil || d.Index != 4 || w.focused() != "detail-title" {
		t.Fatalf("got %+v", d)
	}
	task := func(i int) {
		w.reply(w.only().ID, api.Reply{Task: &api.Task{Index: i, Label: "x", Classes: []string{"x", "y"}, Posterior: []float64{.6, .4}}})
	}
	task(4)
	w.do(Key{Key: "a", Modal: true})
	w.amended(0)
	w.rows(1, 3, 4)
	if d := w.Detail(); d == nil || d.Index != 1 || len(w.Details) != 1 {
		t.Fatalf("got %+v, want the next task", w.Details)
	}
	task(1)
	w.do(Key{Key: "2", Modal: true})
	w.amended(1)
	want := []api.Reviewed{{Task: 4, Label: "x"}, {Task: 1, Label: "y"}}
	if !reflect.DeepEqual(w.Amend.Review, want) || w.Verdict(1) != "y" {
		t.Errorf("got %+v, want %+v", w.Amend.Review, want)
	}
	w.rows(3, 4, 1)
	task(3)
	w.do(Key{Key: "s", Modal: true})
	if w.Reviewing || w.Detail() != nil || !strings.Contains(w.Note, "reviewed") {
		t.Errorf("there is no task left: %+v, note %q", w.Details, w.Note)
	}
	// A verdict is taken back.
	w.do(Review{Task: 4})
	if r := w.only(); !reflect.DeepEqual(r.Amend.Review, want[1:]) {
		t.Errorf("got %+v", r.Amend)
	}
}

// While a fit runs nothing is judged or skipped, and no review begins.
func TestReviewWaits(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(StartReview{})
	w.rows(4, 1)
	w.reply(w.only().ID, api.Reply{Task: &api.Task{Index: 4, Label: "x", Classes: []string{"x", "y"}}})
	w.do(StartRun{})
	w.phase(Running)
	for _, m := range []Msg{StartReview{}, SkipTask{}, Key{Key: "a", Modal: true}, Key{Key: "s", Modal: true}, Key{Key: "2", Modal: true}} {
		if w.do(m); len(w.cmds) != 0 || w.Round.Skipped != nil || w.Detail() == nil || w.Detail().Index != 4 {
			t.Errorf("%+v: got %+v, skipped %v, %+v", m, w.cmds, w.Round.Skipped, w.Detail())
		}
	}
}

// Keys that mean something in a review mean nothing elsewhere in a dialog, nor
// where the user has turned them off.
func TestReviewKeysElsewhere(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Open{Kind: ViewTasks, Index: 1})
	w.reply(w.only().ID, api.Reply{Task: &api.Task{Index: 1, Label: "x", Classes: []string{"x"}}})
	for _, k := range []Key{{Key: "s"}, {Key: "2"}, {Key: "q"}, {Key: "a", Editing: true}, {Key: "1", Ctrl: true}} {
		k.Modal = true
		if w.do(k); len(w.cmds) != 0 {
			t.Errorf("%+v: got %+v", k, w.cmds)
		}
	}
	w.NoKeys = true
	if w.do(Key{Key: "a", Modal: true}); len(w.cmds) != 0 {
		t.Errorf("got %+v", w.cmds)
	}
	w.Labels.Opened.Counts.Kind = number.Kind{}.Info()
	if w.CanReview() {
		t.Error("numbers can't be judged by a class")
	}
}

// Amendments are of the labels that are loaded: they end with them, but not with
// the worker.
func TestAmendmentsOutliveTheWorker(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Exclude{Worker: 1, Out: true})
	w.amended(0)
	w.do(Lost{Why: "no memory"})
	sent := w.sent()
	if len(sent) != 2 || sent[0].Open == nil || sent[1].Amend == nil || !slices.Equal(sent[1].Amend.Exclude, []int{1}) {
		t.Fatalf("got %+v, want the labels opened and amended again", sent)
	}
	w.reply(sent[0].ID, api.Reply{Opened: openedLabels()})
	w.reply(sent[1].ID, api.Reply{Amended: &api.Amended{Amend: *sent[1].Amend, Counts: openedLabels().Counts,
		Methods: openedLabels().Methods}})
	if w.State.Run != nil || !w.Excluded(1) || len(w.Before) != 1 {
		t.Errorf("got %+v, before %+v", w.Amend, w.Before)
	}
	w.do(Dismiss{}, SetOption{api.RoleLabels, "header", "no"})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	if w.Amendments() != 0 || len(w.Before) != 0 {
		t.Errorf("got %+v", w.Amend)
	}
}

// Of many labels, workers are there before they are compared with each other, and then with their verdicts; never the other way round.
func TestWorkersBeforeTheyAreCompared(t *testing.T) {
	early, late := &api.Roster{Sentence: "Comparing"}, &api.Roster{Sentence: "No worker stands out"}
	counted, compared := &api.Page{Total: 3}, &api.Page{Total: 3, Columns: []api.Heading{{Name: "verdict"}}}
	for _, order := range [][]int{{0, 1, 2, 3}, {2, 3, 0, 1}, {3, 0, 2, 1}} {
		w := newWorld(t)
		w.do(Pick{api.RoleLabels, file})
		o := openedLabels()
		o.Counts.Labels = lateComparison
		w.reply(w.only().ID, api.Reply{Opened: o})
		w.fit()
		w.do(Show{ViewWorkers})
		sent := w.sent()
		if len(sent) != 4 || sent[0].Roster == nil || !sent[0].Roster.Counted || sent[1].Rows.Table != api.TableCounted ||
			sent[2].Roster == nil || sent[2].Roster.Counted || sent[3].Rows.Table != ViewWorkers || sent[1].Rows.Sort != sent[3].Rows.Sort {
			t.Fatalf("got %+v, want the roster and the rows before and after the comparison", sent)
		}
		answers := []api.Reply{{Roster: early}, {Page: counted}, {Roster: late}, {Page: compared}}
		final := map[int]bool{}
		for _, n := range order {
			w.reply(sent[n].ID, answers[n])
			final[n] = true
			if r := w.Crew.Roster; (r == late) != final[2] || r == nil && final[0] || w.Crew.Early != (r == early) {
				t.Errorf("%v, after %d: got %+v", order, n, r)
			}
			if p := w.Tables[ViewWorkers].Page; (p == compared) != final[3] || p == nil && final[1] {
				t.Errorf("%v, after %d: got %+v", order, n, p)
			}
		}
		w.do(Show{ViewData}, Show{ViewWorkers})
		if more := w.sent(); len(more) > 1 { // the view of the data asks for the agreement
			t.Errorf("shown again: got %+v", more)
		}
	}
}

// Workers are listed the worst first: what matters of them, or every figure.
func TestJudgedByOthers(t *testing.T) {
	w := newWorld(t)
	w.do(JudgeBy{Others: true})
	if len(w.sent()) != 0 {
		t.Error("there is nobody to judge")
	}
	w.Open()
	w.fit()
	w.do(Show{ViewWorkers})
	if sent := w.sent(); len(sent) != 2 || sent[0].Roster == nil || sent[1].Rows.Sort != "verdict" || !sent[1].Rows.Desc {
		t.Fatalf("got %+v, want the roster, and the worst workers", sent)
	}
	w.do(JudgeBy{Others: true})
	if q := w.only().Rows; q.Table != "judged" || q.Sort != "flags" || !q.Desc || !w.Tables[ViewWorkers].Others() {
		t.Errorf("got %+v", q)
	}
	w.do(Sort{Table: ViewWorkers, Column: "spammer"})
	if q := w.only().Rows; q.Table != "judged" || q.Sort != "spammer" {
		t.Errorf("got %+v", q)
	}
	w.do(JudgeBy{})
	if q := w.only().Rows; q.Table != ViewWorkers || q.Sort != "verdict" || !q.Desc || w.Tables[ViewWorkers].Others() {
		t.Errorf("got %+v", q)
	}

	w.do(Open{Kind: ViewWorkers, Index: 2})
	sent := w.sent()
	if len(sent) != 2 || sent[0].Worker == nil || sent[1].Judge == nil || sent[1].Judge.Index != 2 {
		t.Fatalf("got %+v", sent)
	}
	w.reply(sent[1].ID, api.Reply{Judged: &api.Judged{Index: 2, Spammer: .5}})
	w.reply(sent[0].ID, api.Reply{Worker: &api.Worker{Index: 2}})
	if d := w.Detail(); d.Worker == nil || d.Judged == nil || d.Judged.Spammer != .5 {
		t.Errorf("got %+v", d)
	}
	w.do(Close{}, Open{Kind: ViewWorkers, Index: 1})
	w.reply(w.sent()[1].ID, api.Reply{Fault: &api.Fault{Message: "too many"}})
	w.phase(Done) // it is shown without
}

// What the user decided is unsaved until it is downloaded or kept in the browser.
func TestUnsaved(t *testing.T) {
	w := newWorld(t)
	want := func(when string, want bool) {
		t.Helper()
		if got := w.Unsaved(); got != want {
			t.Errorf("%s: got unsaved %v, want %v", when, got, want)
		}
	}
	w.Open()
	w.fit()
	want("with a result alone", true)
	w.do(Download{What: "labels"})
	w.reply(w.only().ID, api.Reply{Exported: &api.File{Name: "labels.csv"}})
	want("with its labels downloaded", false)
	w.do(Review{Task: 2, Label: "yes"})
	w.amended(0)
	want("with a task judged", true)
	w.do(Download{What: "labels"})
	w.reply(w.only().ID, api.Reply{Exported: &api.File{Name: "labels.csv"}})
	want("with the labels downloaded", true)
	w.do(Download{What: api.RoleProject})
	w.reply(w.only().ID, api.Reply{Exported: &api.File{Name: "all.concord"}})
	want("with the project downloaded", false)
	w.do(Exclude{Worker: 1, Out: true})
	w.amended(0)
	want("with a worker left out since", true)
	kept := SlotsTold{Listed: true, Slots: files.Slots{{Key: "1", Name: "all.concord", Own: true}}, Kept: "1"}
	w.do(SetAutosave{true})
	want("while it is being kept", true)
	w.do(kept)
	want("kept in the browser", false)
	w.do(SlotsTold{Listed: true})
	want("with that deleted, in another tab, say", true)
	w.do(kept)
	want("kept in the browser again", false)
	w.do(UndoAmend{})
	w.amended(0)
	want("with that undone", true)
	w.do(kept)
	want("and kept again", false)
	w.do(UndoAmend{})
	w.amended(0)
	want("with nothing decided, but another result", true)
	w.do(Download{What: "all"})
	w.reply(w.only().ID, api.Reply{Exported: &api.File{Name: "all.zip"}})
	want("with that downloaded", false)
	w.do(SlotsTold{Why: "Not saved: the browser has no room for it"})
	want("and not to be kept", false)
	w.do(PickSample{api.Samples()[0].Name})
	w.reply(w.sent()[0].ID, api.Reply{Opened: openedLabels()})
	w.reply(w.sent()[0].ID, api.Reply{Opened: openedTruth()})
	w.fit()
	want("with a sample", false)
	w.do(Review{Task: 2, Label: "yes"})
	w.amended(0)
	want("with a task of it judged", true)
}

// What is used to change something is switched off while the result follows, and
// may be gone then: the focus goes to what takes its place.
func TestFocusAfterAChange(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	focus := func(what, want string) {
		t.Helper()
		if got := w.focused(); got != want {
			t.Errorf("after %s: the focus goes to %q, want %q", what, got, want)
		}
	}
	w.do(Open{Kind: ViewTasks, Index: 2})
	w.do(Review{Task: 2, Label: "yes"})
	w.amended(0)
	focus("a verdict", "take-back")
	w.do(Review{Task: 2})
	w.amended(0)
	focus("taking it back", "accept")
	w.do(Close{}, Open{Kind: ViewWorkers, Index: 1})
	w.do(Exclude{Worker: 1, Out: true})
	w.amended(0)
	focus("leaving a worker out", "exclude")
	w.do(Close{}, UndoAmend{})
	w.amended(0)
	focus("the button Undo", "undo-amend")
	w.do(Key{Key: "z", Ctrl: true})
	w.amended(0)
	focus("the key to undo", "")
	w.do(Pick{api.RoleTruth, files.File{Name: "truth.csv"}})
	w.reply(w.only().ID, api.Reply{Opened: openedTruth()})
	w.do(Forget{api.RoleTruth})
	focus("removing the truth", "truth-title")
}

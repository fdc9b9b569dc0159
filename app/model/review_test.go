package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/app/model/verdict"
	"concord/core/api"
)

// A key gives the class that shows it; a digit is never another class than itself.
func TestVerdictKeys(t *testing.T) {
	numbers := func(from, to int) (all []string) {
		for n := from; n <= to; n++ {
			all = append(all, fmt.Sprint(n))
		}
		return all
	}
	for name, c := range map[string]struct {
		classes string // divided by |
		keys    string
		of      int
	}{
		"digits from 0":                    {"0|1|2|3", "0|1|2|3", 4},
		"digits in another order":          {"3|1|0|2", "3|1|0|2", 4},
		"words":                            {"cat|dog|bird", "1|2|3", 3},
		"more words than keys":             {"a|b|c|d|e|f|g|h|i|j|k", "1|2|3|4|5|6|7|8|9||", 11},
		"1 to 12":                          {strings.Join(numbers(1, 12), "|"), "1|2|3|4|5|6|7|8|9|||", 12},
		"1 to 12 in the order of text":     {"1|10|11|12|2|3|4|5|6|7|8|9", "1||||2|3|4|5|6|7|8|9", 12},
		"0 to 10":                          {strings.Join(numbers(0, 10), "|"), "0|1|2|3|4|5|6|7|8|9|", 11},
		"a digit after a word":             {"a|1", "2|1", 2},
		"signs":                            {"-1|0|1", "2|0|1", 3},
		"tens":                             {"10|20|30", "1|2|3", 3},
		"numbers that begin alike":         {"5|10|15|20", "5|3|4|2", 4},
		"all begin alike":                  {"100|150|180", "2|3|4", 3},
		"words that begin with digits":     {"5 stars|4 stars|1 star", "5|4|1", 3},
		"a word that begins with 0":        {"0 none|some", "0|1", 2},
		"a digit and a word with it":       {"1|1 and a half|2", "1|3|2", 3},
		"no ASCII digits":                  {"١|٢", "1|2", 2},
		"words, of which the likely shown": {"cat|dog", "|", 60},
		"numbers, of which the likely":     {"2|7|31", "2|7|", 60},
	} {
		t.Run(name, func(t *testing.T) {
			task := &api.Task{Classes: strings.Split(c.classes, "|"), Of: c.of}
			got := verdict.Keys(task)
			if want := strings.Split(c.keys, "|"); !slices.Equal(got, want) {
				t.Fatalf("%q: got the keys %q, want %q", task.Classes, got, want)
			}
			for n, key := range got {
				if key != "" && slices.Index(got, key) != n {
					t.Errorf("the key %s is given twice", key)
				}
				if m := slices.Index(task.Classes, key); key != "" && m >= 0 && m != n {
					t.Errorf("the key %s gives %q", key, task.Classes[n])
				}
			}
			// The key does what the button with it says.
			for n, key := range got {
				if key == "" {
					continue
				}
				w := reviewed(t, task)
				w.do(Key{Key: key, Modal: true})
				if r := w.only(); r.Amend == nil || r.Amend.Review[0].Label != task.Classes[n] {
					t.Errorf("the key %s: got %+v, want %q", key, r.Amend, task.Classes[n])
				}
			}
		})
	}
}

// reviewed is in a review, at a task.
func reviewed(t *testing.T, task *api.Task) *world {
	t.Helper()
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(StartReview{})
	w.rows(4, 1, 3)
	w.show(task)
	return w
}

// show answers the request for the task that was opened.
func (w *world) show(task *api.Task) {
	w.Helper()
	for _, r := range w.sent() {
		if r.Task != nil {
			task := *task
			task.Index = r.Task.Index
			w.reply(r.ID, api.Reply{Task: &task})
			return
		}
	}
	w.Fatalf("no task was asked for: %+v", w.sent())
}

func digits(posterior ...float64) *api.Task {
	task := &api.Task{Posterior: posterior, Of: len(posterior)}
	most := 0
	for k, q := range posterior {
		task.Classes = append(task.Classes, fmt.Sprint(k))
		if q > posterior[most] {
			most = k
		}
	}
	task.Label = task.Classes[most]
	return task
}

// A verdict on a class that can hardly be is asked back about once, by key and by
// click; what is likely is not, however many classes there are.
func TestReviewAsksBack(t *testing.T) {
	doubtful := digits(.6, .3994, .0006, 0)
	key := func(k string) Msg { return Key{Key: k, Modal: true} }
	click := func(label string) Msg { return Review{Task: 4, Label: label} }
	flat := make([]float64, 300)
	for k := range flat {
		flat[k] = 1. / 300
	}
	for name, c := range map[string]struct {
		task *api.Task
		do   []Msg
		asks string // about what the page asks then
		says string // the verdict that is sent then
	}{
		"a likely one":          {doubtful, []Msg{key("1")}, "", "1"},
		"the label itself":      {doubtful, []Msg{key("a")}, "", "0"},
		"its key":               {doubtful, []Msg{key("0")}, "", "0"},
		"an unlikely one":       {doubtful, []Msg{key("2")}, "2", ""},
		"one without a chance":  {doubtful, []Msg{key("3")}, "3", ""},
		"by click":              {doubtful, []Msg{click("2")}, "2", ""},
		"key and key":           {doubtful, []Msg{key("2"), key("2")}, "", "2"},
		"key and click":         {doubtful, []Msg{key("2"), click("2")}, "", "2"},
		"another unlikely one":  {doubtful, []Msg{key("2"), key("3")}, "3", ""},
		"there and back":        {doubtful, []Msg{key("2"), key("3"), key("2")}, "2", ""},
		"then a likely one":     {doubtful, []Msg{key("2"), key("1")}, "", "1"},
		"then the label":        {doubtful, []Msg{key("2"), key("a")}, "", "0"},
		"withdrawn":             {doubtful, []Msg{key("2"), key("Escape")}, "", ""},
		"withdrawn by the undo": {doubtful, []Msg{key("2"), key("u")}, "", ""},
		"withdrawn, and again":  {doubtful, []Msg{key("2"), key("Escape"), key("2")}, "2", ""},
		"many, all as likely":   {digits(flat...), []Msg{key("7")}, "", "7"},
		"at the ratio":          {digits(.64, .3536, .0064), []Msg{key("2")}, "", "2"},
		"taken back":            {doubtful, []Msg{Review{Task: 4}}, "", "none"},
	} {
		t.Run(name, func(t *testing.T) {
			w := reviewed(t, c.task)
			w.do(c.do...)
			d := w.Detail()
			if d == nil || d.Index != 4 {
				t.Fatalf("the task is gone: %+v", d)
			}
			if asks := verdict.AskBack(d.Task, d.Asks); d.Asks != c.asks || (asks != "") != (c.asks != "") || !strings.Contains(asks, c.asks) {
				t.Errorf("asked back about %q: %q; want %q", d.Asks, asks, c.asks)
			}
			switch sent := w.sent(); {
			case c.says == "" && len(sent) != 0:
				t.Errorf("got %+v, want nothing sent", sent)
			case c.says == "none" && (len(sent) != 1 || len(sent[0].Amend.Review) != 0):
				t.Errorf("got %+v", sent)
			case c.says != "" && c.says != "none" && (len(sent) != 1 || sent[0].Amend.Review[0] != (api.Reviewed{Task: 4, Label: c.says})):
				t.Errorf("got %+v, want the verdict %s", sent, c.says)
			}
		})
	}
	w := reviewed(t, doubtful)
	w.do(key("2"), SkipTask{})
	w.show(doubtful)
	if d := w.Detail(); d.Index != 1 || d.Asks != "" {
		t.Errorf("got %+v, want no question about the next task", d)
	}
	w.do(key("2"))
	w.do(key("2"))
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Cancelled: true}})
	w.do(key("2"))
	if d := w.Detail(); d.Asks != "2" || len(w.sent()) != 0 {
		t.Errorf("got %+v, want the question again after a verdict that was cancelled", d)
	}
}

// A key that is pressed before the next task is there does not overrule the verdict on the one before.
func TestReviewKeyTooEarly(t *testing.T) {
	for _, key := range []string{"0", "a", "s"} {
		w := reviewed(t, digits(.6, .4))
		w.do(Key{Key: "1", Modal: true})
		w.amended(1) // the rows that say what comes next are awaited
		w.do(Key{Key: key, Modal: true})
		if got, sent := w.Verdict(4), w.sent(); got != "1" || len(sent) != 0 {
			t.Errorf("the key %s: got the verdict %q and sent %+v; want 1 to stay", key, got, sent)
		}
	}
}

// An undo is one key; it brings the task back, whatever has come since.
func TestReviewUndo(t *testing.T) {
	task := digits(.6, .4)
	for _, undo := range []Msg{Key{Key: "u", Modal: true}, Key{Key: "U", Modal: true}, Key{Key: "z", Ctrl: true, Modal: true}, UndoReview{}} {
		for name, c := range map[string]struct {
			do      func(w *world)
			task    int // that comes back
			reviews int // verdicts that remain
		}{
			"the next task is there": {func(w *world) {
				w.do(Key{Key: "1", Modal: true})
				w.amended(1)
				w.rows(1, 3, 4)
				w.show(task)
				w.do(undo)
				w.amended(1)
			}, 4, 0},
			"it is being fetched": {func(w *world) {
				w.do(Key{Key: "1", Modal: true})
				w.amended(1)
				w.rows(1, 3, 4)
				w.do(undo)
				w.amended(1)
			}, 4, 0},
			"the rows are awaited": {func(w *world) {
				w.do(Key{Key: "1", Modal: true})
				w.amended(1)
				w.do(undo)
				w.amended(1)
			}, 4, 0},
			"the result follows": {func(w *world) {
				w.do(Key{Key: "1", Modal: true})
				first := w.only()
				w.do(undo)
				if len(w.sent()) != 0 || w.Status() != "Undoing …" {
					w.Errorf("got %+v, %q; want the undo to wait for the result", w.sent(), w.Status())
				}
				w.reply(first.ID, api.Reply{Amended: &api.Amended{Amend: *first.Amend, Counts: openedLabels().Counts, Fitted: &api.Fitted{}}})
				sent := w.sent()
				last := sent[len(sent)-1]
				if last.Amend == nil || len(last.Amend.Review) != 0 {
					w.Fatalf("got %+v, want the verdict undone", sent)
				}
				w.reply(last.ID, api.Reply{Amended: &api.Amended{Counts: openedLabels().Counts, Fitted: &api.Fitted{}}})
			}, 4, 0},
			"after a skip": {func(w *world) {
				w.do(Key{Key: "s", Modal: true})
				w.show(task)
				w.do(undo)
			}, 4, 0},
			"a skip after a verdict": {func(w *world) {
				w.do(Key{Key: "1", Modal: true})
				w.amended(1)
				w.rows(1, 3, 4)
				w.show(task)
				w.do(SkipTask{})
				w.show(task)
				w.do(undo)
			}, 1, 1},
			"both": {func(w *world) {
				w.do(Key{Key: "1", Modal: true})
				w.amended(1)
				w.rows(1, 3, 4)
				w.show(task)
				w.do(SkipTask{})
				w.show(task)
				w.do(undo)
				w.show(task)
				w.do(undo)
				w.amended(1)
			}, 4, 0},
		} {
			t.Run(fmt.Sprintf("%s/%+v", name, undo), func(t *testing.T) {
				w := reviewed(t, task)
				c.do(w)
				d := w.Detail()
				if d == nil || d.Index != c.task || !w.Reviewing || w.Verdict(c.task) != "" || len(w.Amend.Review) != c.reviews {
					t.Fatalf("got %+v, reviewing %v, verdicts %v; want task %d back", d, w.Reviewing, w.Amend.Review, c.task)
				}
				w.show(task)
				w.do(Key{Key: "0", Modal: true}) // and the review goes on
				w.amended(0)
				if w.Verdict(c.task) != "0" {
					t.Errorf("got %v", w.Amend.Review)
				}
			})
		}
	}
}

// The last task of a review closes it; the undo brings it back all the same.
func TestReviewUndoAfterItsEnd(t *testing.T) {
	w := reviewed(t, digits(.6, .4))
	w.do(SkipTask{})
	w.show(digits(.6, .4))
	w.do(SkipTask{})
	w.show(digits(.6, .4))
	w.do(Key{Key: "1", Modal: true})
	w.amended(1)
	w.rows(4, 1, 3)
	if w.Detail() != nil || w.Reviewing {
		t.Fatalf("the review has not ended: %+v", w.Detail())
	}
	w.do(Key{Key: "u"})
	w.amended(1)
	if d := w.Detail(); d == nil || d.Index != 3 || !w.Reviewing || w.Amendments() != 0 {
		t.Errorf("got %+v, verdicts %v", d, w.Amend.Review)
	}
}

// Nothing else is undone by way of a task that is open.
func TestReviewUndoesVerdictsOnly(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Exclude{Worker: 1, Out: true})
	w.amended(0)
	w.do(StartReview{})
	w.rows(4, 1, 3)
	w.show(digits(.6, .4))
	for _, k := range []Key{{Key: "u", Modal: true}, {Key: "z", Ctrl: true, Modal: true}} {
		if w.do(k); len(w.sent()) != 0 || !w.Excluded(1) || w.CanUndoReview() {
			t.Errorf("%+v: got %+v; nothing was judged in this review", k, w.sent())
		}
	}
	w.NoKeys = true
	w.do(Key{Key: "1", Modal: true})
	if len(w.sent()) != 0 {
		t.Error("single keys are off")
	}
	w.do(Review{Task: 4, Label: "1"})
	w.amended(0)
	w.rows(1, 3, 4)
	w.do(Key{Key: "u", Modal: true})
	if len(w.sent()) != 0 {
		t.Error("single keys are off")
	}
	w.do(Key{Key: "z", Ctrl: true, Modal: true})
	if r := w.only(); len(r.Amend.Review) != 0 || !slices.Equal(r.Amend.Exclude, []int{1}) {
		t.Errorf("got %+v, want the verdict undone", r.Amend)
	}
}

// A note goes with the verdict that follows, stays with the task when that is undone, and can be added to a verdict later; the
// queue keeps its place whatever becomes of the rows.
func TestReviewNotesAndPlace(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.measured(func(f *api.Fitted) { f.Look = looked(15) })
	w.do(StartReview{})
	if q := w.only().Rows; q.Only != (api.Only{What: api.OnlyUncertain, First: 3}) || q.Sort != "probability" {
		t.Fatalf("got %+v, want a fifth of the labels, the least certain first", q)
	}
	w.rows(4, 1, 3)
	w.show(digits(.6, .4))
	place := func(want string) {
		t.Helper()
		if at, of := w.ReviewPlace(w.Detail().Index); fmt.Sprint(at, " of ", of) != want {
			t.Errorf("got %d of %d, want %s", at, of, want)
		}
	}
	place("1 of 3")
	w.do(SetNote{Text: " blurred "}, Key{Key: "1", Modal: true})
	w.amended(1)
	place("1 of 3") // until the next is open
	if v := w.Amend.Review[0]; v.Note != "blurred" {
		t.Errorf("got %+v, want the note", v)
	}
	w.rows(3, 1) // another order, and one has gone
	w.show(digits(.6, .4))
	place("2 of 3")
	if d := w.Detail(); d.Index != 1 || d.Note != "" {
		t.Errorf("got %+v, want the next of the queue without a note", d)
	}
	w.do(Key{Key: "b", Modal: true})
	w.amended(1)
	if d := w.Detail(); d.Index != 4 || d.Note != "blurred" {
		t.Errorf("got %+v, want the task back with its note", d)
	}
	place("1 of 3")
	w.show(digits(.6, .4))
	w.do(Key{Key: "1", Modal: true})
	w.amended(1)
	w.rows(3, 1)
	w.do(Close{}, Open{Kind: ViewTasks, Index: 4})
	w.show(digits(.6, .4))
	w.do(SetNote{Text: "blurred"})
	if len(w.sent()) != 0 {
		t.Error("the same note was sent again")
	}
	w.do(SetNote{Text: "dark"})
	if r := w.only(); len(r.Amend.Review) != 1 || r.Amend.Review[0].Note != "dark" || r.Amend.Review[0].Label != "1" {
		t.Errorf("got %+v, want the verdict with another note", r.Amend)
	}
}

// However a review ends, the table of tasks shows what it showed before.
func TestReviewLeavesTheTable(t *testing.T) {
	for name, end := range map[string]func(w *world){
		"closed": func(w *world) { w.do(Close{}) },
		"to its end": func(w *world) {
			for range 3 {
				w.show(digits(.6, .4))
				w.do(SkipTask{})
			}
		},
		"begun twice": func(w *world) {
			w.do(Close{}, StartReview{})
			w.do(StartReview{})
			w.rows(4, 1, 3)
			w.do(Close{})
		},
		"failed": func(w *world) {
			w.show(digits(.6, .4))
			w.do(Key{Key: "1", Modal: true})
			w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "no"}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.Open()
			w.fit()
			w.measured(func(f *api.Fitted) { f.Look = looked(15) })
			w.do(Sort{Table: ViewTasks, Column: "task"}, Filter{Table: ViewTasks, Text: "a"})
			before := w.Tables[ViewTasks].Query
			w.do(StartReview{})
			w.rows(4, 1, 3)
			end(w)
			if got := w.Tables[ViewTasks].Query; got != before || w.Detail() != nil {
				t.Errorf("got %+v, %+v open; want %+v", got, w.Detail(), before)
			}
		})
	}
}

// A queue that is longer than a page goes on after a page of tasks that were skipped.
func TestReviewSkipsAPage(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	const all = PageSize + 1
	w.measured(func(f *api.Fitted) { f.Look = looked(500) })
	w.do(LookAt{Text: "51"})
	w.sent()
	page := func(from, to int) {
		t.Helper()
		q := w.only()
		if q.Rows == nil || q.Rows.From != from {
			t.Fatalf("got %+v, want the rows from %d", q, from)
		}
		var index []int
		for i := from; i < to; i++ {
			index = append(index, i)
		}
		w.reply(q.ID, api.Reply{Page: &api.Page{Table: ViewTasks, Index: index, Matching: all, Total: all}})
	}
	w.do(StartReview{})
	page(0, PageSize)
	for range PageSize {
		w.show(digits(.6, .4))
		w.do(SkipTask{})
	}
	page(PageSize, all)
	if d := w.Detail(); d == nil || d.Index != PageSize {
		t.Errorf("got %+v, want the first task of the next page", d)
	}
}

package model

import (
	"strings"
	"testing"

	"concord/core/api"
)

// leaves begins a review of three tasks with a label, one of which is judged already, skips one, and closes it.
func leaves(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.Open()
	w.fit()
	w.State.Amend.Review = []api.Reviewed{{Task: 4, Label: "a"}}
	w.do(FilterLabel{Label: "a"})
	w.rows(4, 7, 9)
	w.do(StartReview{})
	if q := w.Tables[ViewTasks].Query; q.Label != "a" || q.Only.What != "" || q.Sort != "probability" {
		t.Errorf("got %+v reviewed, want what is listed, the least certain first", q)
	}
	w.rows(4, 7, 9)
	if d := w.Detail(); d == nil || d.Index != 7 {
		t.Fatalf("got %+v open, want the first that is not judged", d)
	}
	if at, of := w.ReviewPlace(7); at != 2 || of != 3 {
		t.Errorf("got %d of %d, want 2 of 3", at, of)
	}
	w.show(digits(.6, .4))
	w.do(SkipTask{}, Close{})
	w.sent()
	if p := w.Looking.Paused; p == nil || p.Left() != 1 {
		t.Fatalf("got %+v to go on with, want one task left", p)
	}
	return w
}

// A review that was closed goes on where it was, in the filter it was of.
func TestReviewGoesOn(t *testing.T) {
	w := leaves(t)
	w.do(FilterLabel{Label: ""})
	w.sent()
	w.do(ContinueReview{})
	w.rows(4, 7, 9)
	if q, d := w.Tables[ViewTasks].Query, w.Detail(); q.Label != "a" || d == nil || d.Index != 9 || w.Looking.Paused != nil {
		t.Errorf("got %+v listed, %+v open", q, d)
	}
}

// A project keeps how far a review has got; what else it says of the page is not believed.
func TestProjectsKeepTheReview(t *testing.T) {
	w := leaves(t)
	w.do(SetSealed{On: true}, SetReviewer{Name: "Anna"})
	page := w.keptPage()
	for name, c := range map[string]struct {
		page        string
		left, queue int
	}{
		"as it was":     {page, 1, 3},
		"nothing":       {"", 0, 0},
		"no JSON":       {page[1:], 0, 0},
		"no such tasks": {strings.NewReplacer("9", "999999", "7", "-1", `"All":3`, `"All":9999999`).Replace(page), 19, 1},
	} {
		other := newWorld(t)
		other.Open()
		other.fit()
		counts := *other.Counts()
		counts.Tasks = 20
		other.recount(&counts, nil)
		other.openPage(c.page)
		left, queue := 0, 0
		if p := other.Looking.Paused; p != nil {
			left, queue = p.Left(), len(p.Queue)
		}
		if left != c.left || queue != c.queue || other.Looking.Sealed != (c.left > 0) {
			t.Errorf("%s: got %d of %d left, sealed %v; want %d of %d", name, left, queue, other.Looking.Sealed, c.left, c.queue)
		}
	}
}

// A sealed review takes tasks in the order of the file, gives nothing away, and is saved under a name.
func TestSealedReview(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(SetSealed{On: true}, SetReviewer{Name: " Anna "}, StartReview{})
	if q := w.only(); q.Rows == nil || q.Rows.Sort != "" {
		t.Fatalf("got %+v, want the order of the file", q)
	}
	w.do(StartReview{})
	w.rows(7, 9)
	w.show(digits(1, 0))
	w.do(Key{Key: "a", Modal: true})
	if w.State.Run != nil {
		t.Error("the key of a label that is hidden keeps it")
	}
	w.do(Key{Key: "1", Modal: true}) // the result holds it to be impossible, and does not say so
	if w.State.Run == nil {
		t.Fatal("a verdict is asked back about")
	}
	w.amended(1)
	if w.Note != "" {
		t.Errorf("after a verdict the page says %q", w.Note)
	}
	w.do(Download{What: api.FileGold})
	for _, r := range w.sent() {
		if r.Export != nil && r.Export.Name == "Anna.review.csv" {
			return
		}
	}
	t.Error("the review is not saved as Anna.review.csv")
}

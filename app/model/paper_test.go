package model

import (
	"slices"
	"testing"

	"concord/core/api"
)

// What a paper takes over is asked for once it is opened, and again once workers get their names. It goes with the result.
func TestPaper(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(CopyPart{})
	if sent := w.sent(); len(sent) != 0 {
		t.Errorf("got %+v, want nothing to copy yet", sent)
	}
	w.do(OpenPaper{Open: true})
	first := w.only()
	if first.Publish == nil || first.Publish.Names {
		t.Fatalf("got %+v", first)
	}
	w.do(SetNames{On: true})
	second := w.only()
	if second.Publish == nil || !second.Publish.Names {
		t.Fatalf("got %+v", second)
	}
	parts := []api.Part{{Name: "methods", Text: "a"}, {Name: "latex", Text: "b"}}
	w.reply(first.ID, api.Reply{Paper: &api.Paper{Parts: []api.Part{{Name: "methods", Text: "old"}}}})
	w.reply(second.ID, api.Reply{Paper: &api.Paper{Parts: parts}})
	if got := w.Paper.Shown().Text; got != "a" {
		t.Errorf("got %q, want the first part of the last answer", got)
	}
	w.do(SetPart{"latex"})
	if got := w.Paper.Shown().Text; got != "b" {
		t.Errorf("got %q", got)
	}
	w.do(Download{What: api.FileReport})
	if x := w.only().Export; x == nil || !x.Names {
		t.Errorf("got %+v, want a report with names", x)
	}
	w.beside(api.RoleTruth, api.Opened{Accuracy: &api.Accuracy{Evaluated: 1}})
	if asked := slices.ContainsFunc(w.sent(), func(r api.Request) bool { return r.Publish != nil }); !asked || w.Paper.Texts != nil {
		t.Error("with a truth it says what it said without")
	}
	w.do(OpenPaper{Open: true})
	late := w.only()
	w.do(OpenPaper{Open: false})
	w.reply(late.ID, api.Reply{Paper: &api.Paper{Parts: parts}})
	if w.Paper.Open {
		t.Error("what was closed opens once it is there")
	}
	w.do(OpenPaper{Open: true})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "no"}})
	if w.Paper.Open || w.Failure == nil {
		t.Errorf("got %+v, %v", w.Paper, w.Failure)
	}
	w.fit()
	if w.Paper.Texts != nil || w.Paper.Open {
		t.Errorf("got %+v of another result", w.Paper)
	}
}

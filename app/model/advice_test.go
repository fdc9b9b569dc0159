package model

import (
	"testing"

	"concord/core/result"
	"concord/core/wire"
)

func TestAdvise(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(StartAdvise{})
	if len(w.sent()) != 0 {
		t.Error("advice without a result")
	}
	w.fit()
	w.do(StartAdvise{})
	r := w.only()
	if r.Advise == nil || r.Advise.Seed != 1 || len(r.Advise.Methods) != 0 {
		t.Fatalf("got %+v", r)
	}
	w.phase(Running)
	w.do(RunAdvised{})
	if len(w.sent()) != 0 {
		t.Error("ran what nobody has recommended yet")
	}
	w.reply(r.ID, wire.Reply{Advised: &result.Advised{Best: "majority", Sentence: "It does."}})
	w.phase(Done)
	if w.Advised == nil || w.View != ViewAdvice || w.focused() != "advice-title" {
		t.Fatalf("got %+v", w.Advised)
	}
	w.do(RunAdvised{})
	if f := w.only().Fit; f == nil || f.Method != "majority" || w.Setup.Method != "majority" {
		t.Errorf("got %+v, want a fit of the recommended method", w.sent())
	}
}

func TestAdviceGrowsOldAndCancels(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(StartAdvise{})
	id := w.only().ID
	w.reply(id, wire.Reply{Fault: &wire.Fault{Cancelled: true}})
	if w.Advised != nil || w.focused() != "advise" {
		t.Errorf("got %+v, the focus on %q", w.Advised, w.focused())
	}
	w.do(StartAdvise{})
	w.reply(w.only().ID, wire.Reply{Advised: &result.Advised{}})
	w.do(RunAdvised{}) // none is recommended
	if len(w.sent()) != 0 {
		t.Errorf("got %+v", w.sent())
	}
	w.Open()
	if w.Advised != nil {
		t.Error("the advice is of other labels")
	}
}

// Where no task has two labels nothing tells the methods apart, unless something
// describes the tasks.
func TestNoAdviceOnSingleLabels(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	o := *w.Labels.Opened
	counts := *o.Counts
	counts.Single = counts.Tasks
	o.Counts, w.Labels.Opened = &counts, &o
	if w.AdviseBlocked() == "" {
		t.Error("methods are compared on single labels")
	}
	w.Features.Opened = &wire.Opened{}
	if why := w.AdviseBlocked(); why != "" {
		t.Errorf("got %q with features", why)
	}
}

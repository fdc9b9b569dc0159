package model

import (
	"testing"

	"concord/core/result"
	"concord/core/wire"
)

// The overview asks for the agreement, for the suspects and why the default suits the labels, once,
// and has no table to turn.
func TestOverview(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Show{ViewOverview})
	sent := w.sent()
	if w.View != ViewOverview || len(sent) != 3 || sent[0].Agree == nil || sent[1].Roster == nil || w.focused() != "tab-overview" {
		t.Fatalf("got %q, %+v", w.View, sent)
	}
	if a := sent[2].Advise; a == nil || !a.Quick {
		t.Errorf("got %+v, want quick advice", sent[2])
	}
	for _, r := range sent { // which is no answer yet
		w.reply(r.ID, wire.Reply{Progress: &wire.Progress{Phase: "think"}})
	}
	w.reply(sent[0].ID, wire.Reply{Agreed: &result.Agreement{Tasks: 3}})
	w.reply(sent[1].ID, wire.Reply{Roster: &result.Roster{Workers: 9}})
	w.reply(sent[2].ID, wire.Reply{Advised: &result.Advised{Best: "consensus", Rival: "ds", Sentence: "It is."}})
	if w.Quick.Advised == nil || w.Advised != nil || w.View != ViewOverview {
		t.Errorf("got %+v", w.Quick)
	}
	if w.Agreement.Agreed == nil || w.Crew.Roster == nil {
		t.Errorf("got %+v, %+v", w.Agreement, w.Crew)
	}
	w.do(Show{ViewTasks}, Show{ViewOverview}, Key{Key: "n"})
	if len(w.sent()) != 0 {
		t.Errorf("asked for what is there: %+v", w.sent())
	}
	w.fit()
	w.do(Show{ViewOverview})
	if r := w.only(); r.Roster == nil || w.Crew.Roster != nil {
		t.Errorf("got %+v: another result has other suspects", r)
	}
	w.reply(w.only().ID, wire.Reply{Roster: &result.Roster{}})
	w.do(RunAdvised{Method: "ds"})
	if r := w.only(); r.Fit == nil || r.Fit.Method != "ds" || w.Setup.Method != "ds" {
		t.Errorf("got %+v, want the rival to be run", r)
	}
}

// Where nobody can be judged the overview says so, and nothing has failed.
func TestOverviewWithoutSuspects(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Show{ViewOverview})
	w.reply(w.sent()[1].ID, wire.Reply{Fault: &wire.Fault{Message: "There are too many labels."}})
	if w.Crew.Why == "" || w.Failure != nil || w.Phase() != Done {
		t.Errorf("got %+v, %+v", w.Crew, w.Failure)
	}
}

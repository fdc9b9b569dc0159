package model

import (
	"testing"

	"concord/core/api"
)

// The overview asks for the agreement and for the suspects, once, and has no table to turn.
func TestOverview(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Show{ViewData})
	sent := w.sent()
	if w.View != ViewData || len(sent) != 2 || sent[0].Agree == nil || sent[1].Roster == nil || w.focused() != "tab-data" {
		t.Fatalf("got %q, %+v", w.View, sent)
	}
	for _, r := range sent { // which is no answer yet
		w.reply(r.ID, api.Reply{Progress: &api.Progress{Phase: "think"}})
	}
	w.reply(sent[0].ID, api.Reply{Agreed: &api.Agreement{Tasks: 3}})
	w.reply(sent[1].ID, api.Reply{Roster: &api.Roster{Workers: 9}})
	if w.Agreement.Agreed == nil || w.Crew.Roster == nil {
		t.Errorf("got %+v, %+v", w.Agreement, w.Crew)
	}
	w.do(Show{ViewTasks}, Show{ViewData}, Key{Key: "n"})
	if len(w.sent()) != 0 {
		t.Errorf("asked for what is there: %+v", w.sent())
	}
	w.fit() // the view stays, so it asks at once
	var roster api.Request
	for _, r := range w.sent() {
		if r.Roster != nil {
			roster = r
		}
	}
	if roster.ID == 0 || w.Crew.Roster != nil {
		t.Errorf("got %+v: another result has other suspects", w.sent())
	}
	w.reply(roster.ID, api.Reply{Roster: &api.Roster{}})
}

// Why the default suits the labels is asked for after every result, behind all else. It is asked for again if it had to give way,
// once nothing is under way that the user waits for, and not if it can't be told.
func TestQuickAdvice(t *testing.T) {
	w := newWorld(t)
	w.Open()
	if all := w.requests(true); len(all) > 0 {
		t.Errorf("before there is a result: got %+v", all)
	}
	asked := func(when string) int {
		t.Helper()
		all := w.requests(true)
		if len(all) != 1 || all[0].Advise == nil || w.cmds[len(w.cmds)-1].(Send).Request.ID != all[0].ID {
			t.Fatalf("%s: got %+v, want one request, the last", when, w.cmds)
		}
		return all[0].ID
	}
	w.fit()
	first := asked("after a fit")
	w.do(Filter{ViewTasks, "a"})
	if all := w.requests(true); len(all) > 0 {
		t.Errorf("under way: asked again, %+v", all)
	}
	cancelled := api.Reply{Fault: &api.Fault{Cancelled: true}}
	w.reply(first, cancelled)
	second := asked("cancelled")
	w.do(StartRun{})
	run := w.only().ID
	w.reply(second, cancelled)
	if all := w.requests(true); len(all) > 0 {
		t.Errorf("while a fit runs: got %+v", all)
	}
	w.reply(run, api.Reply{Fitted: &api.Fitted{Method: "ds"}})
	third := asked("after another fit")
	w.reply(third, api.Reply{Advised: &api.Advised{Best: "consensus", Rival: "ds", Sentence: "It is."}})
	w.do(Show{ViewData})
	if w.Quick.Advised == nil || w.Failure != nil || len(w.requests(true)) > 0 {
		t.Errorf("got %+v, %+v", w.Quick, w.cmds)
	}
	w.do(Pick{api.RoleGold, file})
	w.reply(w.only().ID, api.Reply{Opened: &api.Opened{Role: api.RoleGold}})
	w.reply(asked("with other gold"), api.Reply{Fault: &api.Fault{Message: "too few"}})
	w.do(Show{ViewTasks}, Show{ViewData})
	if w.Quick.Advised != nil || w.Failure != nil || len(w.requests(true)) > 0 {
		t.Errorf("can't be told: got %+v, %+v", w.Failure, w.cmds)
	}
	w.Quick.Advised = &api.Advised{Best: "consensus", Rival: "ds"}
	if got := w.Rival(); got != "" {
		t.Errorf("got the rival %q, whose result is shown", got)
	}
	w.Result.Fitted = &api.Fitted{Method: "consensus"}
	if got := w.Rival(); got != "ds" {
		t.Errorf("got the rival %q, want ds", got)
	}
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
	w.do(Show{ViewData})
	w.reply(w.sent()[1].ID, api.Reply{Fault: &api.Fault{Message: "There are too many labels."}})
	if w.Crew.Why == "" || w.Failure != nil || w.Phase() != Done {
		t.Errorf("got %+v, %+v", w.Crew, w.Failure)
	}
}

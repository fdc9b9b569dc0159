package model

import (
	"testing"

	"concord/core/wire"
)

func TestPlan(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.do(StartPlan{})
	if len(w.sent()) != 0 {
		t.Error("planned without a result")
	}
	w.fit()
	for _, text := range []string{"", "0", "-3", "1.5", "many", "100001"} {
		w.do(SetBudget{text})
		if w.Plan.Wrong() == "" {
			t.Errorf("a budget of %q is let through", text)
		}
		w.do(StartPlan{})
		if len(w.sent()) != 0 {
			t.Errorf("planned %q labels", text)
		}
	}
	w.do(SetBudget{" 300 "})
	w.do(StartPlan{})
	r := w.only()
	if p := r.Plan; p == nil || p.Budget != 300 || p.Seed != 1 {
		t.Fatalf("got %+v", r.Plan)
	}
	w.phase(Running)
	w.reply(r.ID, wire.Reply{Planned: &wire.Planned{Budget: 300, Useful: 300, Error: 0.073, Expected: 0.059}})
	w.phase(Done)
	if w.View != ViewPlan || w.focused() != "plan-title" || w.Note != "300 more labels: expected error 7.30 % → 5.90 %." {
		t.Errorf("got %q", w.Note)
	}
	again := *w.Plan.Planned
	again.Useful, again.Expected = 0, again.Error
	w.do(StartPlan{})
	w.reply(w.only().ID, wire.Reply{Planned: &again})
	if want := "No further label is expected to change an answer."; w.Note != want {
		t.Errorf("got %q, want %q", w.Note, want)
	}
	w.do(Download{What: "plan"})
	if e := w.only().Export; e == nil || e.What != "plan" {
		t.Errorf("got %+v", w.sent())
	}
	w.fit()
	if w.Plan.Planned != nil || w.Plan.Budget != "300" {
		t.Error("the plan is of another result")
	}
}

func TestCancelPlan(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.fit()
	w.do(StartPlan{})
	w.reply(w.only().ID, wire.Reply{Fault: &wire.Fault{Cancelled: true}})
	w.phase(Done)
	if w.focused() != "plan" {
		t.Errorf("got the focus on %q", w.focused())
	}
}

package model

import (
	"testing"

	"concord/core/result"
	"concord/core/wire"
)

func TestPlan(t *testing.T) {
	w := newWorld(t)
	w.Open()
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
	w.reply(r.ID, wire.Reply{Planned: &result.Planned{Budget: 300, Count: 300, Sentence: "300 more labels."}})
	w.phase(Done)
	if w.View != ViewPlan || w.focused() != "plan-title" || w.Note != "300 more labels." {
		t.Errorf("got %q", w.Note)
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

// The most for one worker and suspects go with the request; what can't be a share
// holds it up.
func TestPlanForWhom(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	for _, text := range []string{"0", "-1", "101", "1e9", "NaN", "half", "%", "Inf"} {
		w.do(SetShare{text})
		if w.Plan.WrongShare() == "" {
			t.Errorf("a share of %q is let through", text)
		}
		w.do(StartPlan{})
		if len(w.sent()) != 0 {
			t.Errorf("planned with a share of %q", text)
		}
	}
	for text, want := range map[string]float64{"": 0, " 20 ": .2, "12.5 %": .125, "100%": 1} {
		w.do(SetShare{text})
		w.do(StartPlan{})
		r := w.only()
		if r.Plan == nil || r.Plan.Share != want || r.Plan.Suspects {
			t.Errorf("a share of %q: got %+v", text, r.Plan)
		}
		w.reply(r.ID, wire.Reply{Planned: &result.Planned{}})
	}
	w.do(SetAsk{Suspects: true})
	w.do(StartPlan{})
	if r := w.only(); r.Plan == nil || !r.Plan.Suspects {
		t.Errorf("got %+v", r.Plan)
	}
}

func TestCancelPlan(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(StartPlan{})
	w.reply(w.only().ID, wire.Reply{Fault: &wire.Fault{Cancelled: true}})
	w.phase(Done)
	if w.focused() != "plan" {
		t.Errorf("got the focus on %q", w.focused())
	}
}

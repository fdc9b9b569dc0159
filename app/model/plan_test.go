package model

import (
	"strings"
	"testing"

	"concord/app/model/budget"
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

// How many labels are needed is asked for with the seed and the worker to do without; the download has the prices, if there are any.
func TestNeed(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(StartNeed{})
	w.do(DownloadNeed{})
	if len(w.sent()) != 0 {
		t.Error("asked without a result")
	}
	w.fit()
	w.do(SetWithout{Name: "ann"})
	w.do(StartNeed{})
	r := w.only()
	if r.Needed == nil || r.Needed.Without != "ann" || r.Needed.Seed != 1 {
		t.Fatalf("got %+v", r.Needed)
	}
	w.phase(Running)
	x := &result.Forecast{Curves: []result.Needed{{Points: []result.NeedsPoint{
		{More: -1, PerTask: 1, Right: .7}, {More: 0, PerTask: 2, Right: .8}, {More: 2, PerTask: 4, Right: .9}, {More: 4, PerTask: 6, Right: .92},
	}}}}
	w.reply(r.ID, wire.Reply{Needed: x})
	w.phase(Done)
	// A task costs .05·2 + .2 = .3, with one label more .15 + .15, with two .2 + .1, with three .25 + .09.
	want := "With 2 more labels per task about 90 % would be right instead of 80 %, but they cost more than they save."
	if w.View != ViewPlan || w.focused() != "need-title" || w.Note != want {
		t.Errorf("got %q, want %q", w.Note, want)
	}
	w.do(SetMistake{Text: " 3,5 "})
	w.do(DownloadNeed{})
	if e := w.only().Export; e == nil || e.What != "needed" || e.Prices == nil || *e.Prices != (result.Prices{Label: .05, Mistake: 3.5}) {
		t.Errorf("got %+v", e)
	}
	for _, text := range []string{"0", "-1", "free", "NaN", "Inf"} {
		if budget.WrongAmount(text) == "" {
			t.Errorf("a price of %q is let through", text)
		}
	}
	w.do(SetPrice{Text: ""})
	if p := w.Plan.Need.Prices(); p.Known() {
		t.Errorf("got %+v without a price", p)
	}
	w.fit()
	if w.Plan.Need.Found != nil || w.Plan.Need.Without != "ann" {
		t.Error("what was found is of another result")
	}
}

// A replay waits for features and a method that tells what to label next, and says so.
func TestReplay(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	if why := w.ReplayBlocked(); !strings.Contains(why, "features") {
		t.Errorf("without features: got %q", why)
	}
	w.do(StartReplay{})
	if len(w.sent()) != 0 {
		t.Error("replayed without features")
	}
	w = withFeatures(t)
	w.fit()
	if why := w.ReplayBlocked(); !strings.Contains(why, "what to label next") {
		t.Errorf("without such a method: got %q", why)
	}
	w.do(StartRun{})
	w.fitted()
	if why := w.ReplayBlocked(); why != "" {
		t.Fatalf("got %q", why)
	}
	w.do(StartReplay{})
	r := w.only()
	if r.Replay == nil || r.Replay.Seed != 1 {
		t.Fatalf("got %+v", r)
	}
	enough := 40
	found := &result.Replayed{Labels: 100, Slack: .01, Ways: []result.Way{{Name: result.WayRandom, Enough: &enough}}}
	w.reply(r.ID, wire.Reply{Replayed: found})
	if w.View != ViewPlan || w.focused() != "replay-title" || w.Note != found.Sentence() || w.Plan.Replayed == nil {
		t.Errorf("got %q, %q", w.View, w.Note)
	}
	w.fit()
	if w.Plan.Replayed != nil {
		t.Error("the replay is of another result")
	}
}

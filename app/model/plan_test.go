package model

import (
	"testing"

	"concord/app/model/budget"
	"concord/core/api"
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
		w.do(SetAmount{budget.Budget, text})
		if w.Plan.Wrong(budget.Budget) == "" {
			t.Errorf("a budget of %q is let through", text)
		}
		w.do(StartPlan{})
		if len(w.sent()) != 0 {
			t.Errorf("planned %q labels", text)
		}
	}
	w.do(SetAmount{budget.Budget, " 300 "})
	w.do(StartPlan{})
	r := w.only()
	if p := r.Plan; p == nil || p.Budget != 300 || !p.Fewer {
		t.Fatalf("got %+v", r.Plan)
	}
	w.phase(Running)
	w.reply(r.ID, api.Reply{Planned: &api.Planned{Budget: 300, Count: 300, Sentence: "300 more labels."}})
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
		w.do(SetAmount{budget.Share, text})
		if w.Plan.Wrong(budget.Share) == "" {
			t.Errorf("a share of %q is let through", text)
		}
		w.do(StartPlan{})
		if len(w.sent()) != 0 {
			t.Errorf("planned with a share of %q", text)
		}
	}
	for text, want := range map[string]float64{"": 0, " 20 ": .2, "12.5 %": .125, "100%": 1} {
		w.do(SetAmount{budget.Share, text})
		w.do(StartPlan{})
		r := w.only()
		if r.Plan == nil || r.Plan.Share != want || r.Plan.Suspects {
			t.Errorf("a share of %q: got %+v", text, r.Plan)
		}
		w.reply(r.ID, api.Reply{Planned: &api.Planned{}})
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
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Cancelled: true}})
	w.phase(Done)
	if w.focused() != "plan" {
		t.Errorf("got the focus on %q", w.focused())
	}
}

// ahead is a forecast of few points.
func ahead() *api.Forecast {
	x := &api.Forecast{Now: .8, PerTask: 2}
	for n, right := range []float64{.7, .8, .9, .92} {
		more := []float64{-1, 0, 2, 4}[n]
		p := api.ForecastPoint{More: more, PerTask: 2 + more, Right: right}
		if more >= 0 {
			p.Targeted = new(right)
		}
		x.Points = append(x.Points, p)
	}
	return x
}

// One answer has the forecast and the labels to get. Nothing costs anything until both prices are typed; the download has them then.
func TestForecast(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(Download{What: api.FileNeeded})
	if len(w.sent()) != 0 {
		t.Error("asked without a result")
	}
	w.fit()
	if p := w.Plan.Prices(); p.Known() || w.Plan.Price+w.Plan.Mistake != "" {
		t.Errorf("before anything was typed: got %+v", w.Plan.Amounts)
	}
	w.do(StartPlan{})
	w.phase(Running)
	w.reply(w.only().ID, api.Reply{Planned: &api.Planned{Sentence: "100 more labels.", Forecast: ahead()}})
	w.phase(Done)
	want := "With 2 more labels per task, we expect 90.0 % to be right instead of 80.0 %."
	if w.View != ViewPlan || w.focused() != "need-title" || w.Note != want {
		t.Errorf("got %q, want %q", w.Note, want)
	}
	w.do(Download{What: api.FileNeeded})
	r := w.only()
	if e := r.Export; e == nil || e.What != "needed" || e.Prices != nil {
		t.Errorf("without prices: got %+v", e)
	}
	w.reply(r.ID, api.Reply{Exported: &api.File{Name: "labels-needed.csv"}})
	w.do(SetAmount{budget.Price, "0.05"})
	w.do(SetAmount{budget.Mistake, " 3,5 "})
	w.do(Download{What: api.FileNeeded})
	if e := w.only().Export; e == nil || e.What != "needed" || e.Prices == nil || *e.Prices != (api.Prices{Label: .05, Mistake: 3.5}) {
		t.Errorf("got %+v", e)
	}
	for _, text := range []string{"0", "-1", "free", "NaN", "Inf"} {
		if a := (budget.Amounts{Price: text}); a.Wrong(budget.Price) == "" {
			t.Errorf("a price of %q is let through", text)
		}
	}
	w.do(SetAmount{budget.Price, ""})
	if p := w.Plan.Prices(); p.Known() {
		t.Errorf("got %+v without a price", p)
	}
	w.fit()
	if w.Plan.Planned != nil || w.Plan.Mistake != "3,5" {
		t.Error("what was found is of another result")
	}
}

// A forecast that takes long says so beforehand, once: what fewer labels would have left is known from then on.
func TestForecastSaysHowLong(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	x := *w.Result.Fitted
	x.Seconds = 10
	w.Result.Fitted = &x
	if got := w.PlanSeconds(); got != 20 {
		t.Errorf("got %g seconds, want 20", got)
	}
	w.do(StartPlan{})
	w.reply(w.only().ID, api.Reply{Planned: &api.Planned{Forecast: ahead()}})
	if got := w.PlanSeconds(); got != 0 {
		t.Errorf("again: got %g seconds, want 0", got)
	}
}

// Where nothing shows how right the labels are, nothing is foretold, and the view says why. A new estimate ends an older forecast.
func TestForecastWithoutAnEstimate(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(StartPlan{})
	w.reply(w.only().ID, api.Reply{Planned: &api.Planned{Forecast: ahead()}})
	x := *w.Result.Fitted
	x.Expected = &api.Expected{Why: "Nothing in the file shows how many labels are right: one label a task.", Give: "Check 20 by hand."}
	w.Result.Fitted = &x
	if got, want := w.PlanBlocked(), x.Expected.Why+" Check 20 by hand."; got != want || w.PlanSilent() != want {
		t.Errorf("got %q, want %q", got, want)
	}
	w.do(StartPlan{})
	if len(w.sent()) != 0 {
		t.Error("planned without an estimate")
	}
	w.beside(api.RoleTruth, api.Opened{Known: 50, Expected: &api.Expected{Value: .9, Checked: 50}})
	if w.Plan.Planned != nil {
		t.Error("the forecast begins at an earlier estimate")
	}
}

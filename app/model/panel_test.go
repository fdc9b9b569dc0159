package model

import (
	"slices"
	"testing"

	"concord/core/api"
)

// asks names what is asked about the panel, and how.
func (w *world) asks() (all []string) {
	for _, r := range w.sent() {
		switch {
		case r.Panel != nil:
			all = append(all, "judges "+r.Panel.Pass)
		case r.Rate != nil:
			all = append(all, "rate "+r.Rate.Pass+r.Rate.Judge+r.Rate.Group)
		}
	}
	return all
}

// answers answers these requests.
func (w *world) answers(j *api.Judges, p *api.PassRate) {
	w.Helper()
	for _, r := range w.sent() {
		switch {
		case r.Panel != nil:
			w.reply(r.ID, api.Reply{Judges: j})
		case r.Rate != nil:
			w.reply(r.ID, api.Reply{PassRate: p})
		}
	}
}

func TestJudgesAreOfAPanel(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(Show{ViewJudges})
	if w.View == ViewJudges {
		t.Error("there is no result to judge by")
	}
	w.fit()
	if !ViewOf(ViewJudges).There(w.State) {
		t.Error("three workers who label both tasks are no panel")
	}
	alter(&w.Labels.Opened, func(o *api.Opened) { o.Counts = &api.Counts{Tasks: 200, Workers: 50, Labels: 1000, Classes: 2} })
	w.do(Show{ViewJudges})
	if w.View == ViewJudges || len(w.sent()) != 0 {
		t.Error("fifty workers are a panel")
	}
}

func TestJudges(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Show{ViewJudges})
	if got, want := w.asks(), []string{"judges ", "rate "}; !slices.Equal(got, want) || w.focused() != "tab-judges" {
		t.Fatalf("asked %q, want %q", got, want)
	}
	judges, rate := &api.Judges{Tasks: 2}, &api.PassRate{Columns: []string{"model"}}
	w.answers(judges, rate)
	if w.Panel.Judges.Found != judges || w.Panel.Passed.Found != rate {
		t.Fatalf("got %+v", w.Panel)
	}
	w.do(Show{ViewTasks}, Show{ViewJudges})
	if got := w.asks(); got != nil {
		t.Errorf("asked %q for what is there", got)
	}

	for _, c := range []struct {
		rate api.Rate
		want []string
	}{
		{api.Rate{Group: "model"}, []string{"rate model"}},
		{api.Rate{Judge: "ann"}, []string{"rate ann"}},
		{api.Rate{Pass: "yes"}, []string{"judges yes", "rate yes"}}, // TPR is of the label that passes
	} {
		if w.do(SetRate{c.rate}); !slices.Equal(w.asks(), c.want) {
			t.Errorf("%+v: asked %q, want %q", c.rate, w.asks(), c.want)
		}
		if w.Panel.Passed.Found == nil {
			t.Errorf("%+v: what was shown is gone before the answer is there", c.rate)
		}
		w.answers(judges, rate)
	}

	w.do(SetRate{api.Rate{Pass: "yes", Group: "colour"}})
	late := w.only().ID
	w.do(SetRate{api.Rate{Pass: "yes", Group: "day"}})
	w.reply(late, api.Reply{Fault: &api.Fault{Message: "There is no column “colour”."}})
	if w.Panel.Passed.Why != "" {
		t.Errorf("got %q in answer to what is no longer asked", w.Panel.Passed.Why)
	}
	w.reply(w.last, api.Reply{Fault: &api.Fault{Message: "A day has one task."}})
	w.phase(Done)
	if w.Panel.Passed.Why != "A day has one task." || w.Panel.Passed.Found != rate {
		t.Errorf("got %+v; want the reason beside what was shown", w.Panel.Passed)
	}
}

// What a person says changes how the judges stand, and so does another result.
func TestJudgesFollowWhatIsKnown(t *testing.T) {
	for _, c := range []struct {
		about string
		do    func(*world)
	}{
		{"a truth", func(w *world) { w.beside(api.RoleTruth, api.Opened{Known: 2}) }},
		{"no truth", func(w *world) { w.do(Forget{api.RoleTruth}) }},
		{"another fit", func(w *world) { w.fit() }},
		{"a worker left out", func(w *world) {
			w.do(Exclude{Worker: 1, Out: true})
			w.reply(w.last, api.Reply{Amended: &api.Amended{
				Amend: api.Amend{Exclude: []int{1}}, Counts: w.Counts(), Fitted: &api.Fitted{Method: "ds"},
			}})
		}},
	} {
		w := newWorld(t)
		w.Open()
		w.fit()
		w.do(Show{ViewJudges})
		w.answers(&api.Judges{}, &api.PassRate{})
		c.do(w)
		if got, want := w.asks(), []string{"judges ", "rate "}; !slices.Equal(got, want) {
			t.Errorf("%s: asked %q, want %q", c.about, got, want)
		}
		if w.Panel.Judges.Found == nil {
			t.Errorf("%s: what was shown is gone before the answer is there", c.about)
		}
	}
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(SetRate{api.Rate{Group: "model"}})
	w.Open()
	if w.Panel != (Panel{}) {
		t.Errorf("got %+v of other labels", w.Panel)
	}
}

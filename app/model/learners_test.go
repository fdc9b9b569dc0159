package model

import (
	"slices"
	"testing"

	"concord/app/format"
	"concord/app/model/files"
	"concord/core/analysis"
	"concord/core/api"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/kind/number"
	"concord/core/kind/set"
)

// Whatever is opened, and however much of it, the method is that of the table. It starts by itself only if it is quick; where
// there is a result already, a slow one is offered beside it. The estimates are those of the catalog.
func TestNothingSlowStartsByItself(t *testing.T) {
	classes := crowd.Parts{Tasks: 800, Workers: 160, Classes: 2, Labels: 8000}
	numbers := crowd.Parts{Tasks: 800, Workers: 160, Labels: 8000, Numeric: true}
	many := crowd.Parts{Tasks: 500_000, Workers: 20_000, Classes: 4, Labels: 4_000_000}
	few, wide := crowd.Parts{Features: true, Dimensions: 5}, crowd.Parts{Features: true, Dimensions: 5000}
	short, long := crowd.Parts{Words: true, Entries: 2000}, crowd.Parts{Words: true, Entries: 4_000_000}
	gold := crowd.Parts{Gold: true}
	for _, c := range []struct {
		about  string
		labels crowd.Parts
		counts api.Counts
		beside []crowd.Parts // opened one after the other
		want   string
		offer  string // what is offered beside the result of a method that makes no use of it
	}{
		{about: "classes", labels: classes, want: "consensus"},
		{about: "many classes", labels: many, want: "consensus"},
		{about: "numbers", labels: numbers, counts: api.Counts{Kind: number.Kind{}.Info()}, want: "biasprecision"},
		{about: "several answers a task", labels: classes, counts: api.Counts{Kind: set.Kind{}.Info()}, want: "consensus"},
		{about: "nobody knows whose", labels: crowd.Parts{Tasks: 800, Classes: 2, Labels: 8000, Anonymous: true},
			counts: api.Counts{Anonymous: true}, want: "majority"},
		{about: "classes, gold", labels: classes, beside: []crowd.Parts{gold}, want: "consensus"},
		{about: "one label a task, gold", labels: classes, counts: api.Counts{Thin: "No task has two labels"}, beside: []crowd.Parts{gold},
			want: "consensus"},
		{about: "classes, features", labels: classes, beside: []crowd.Parts{few}, want: "raykar"},
		{about: "classes, wide features", labels: classes, beside: []crowd.Parts{wide}, want: "raykar", offer: "features"},
		{about: "classes, texts", labels: classes, beside: []crowd.Parts{short}, want: "lda-raykar"},
		{about: "classes, long texts", labels: classes, beside: []crowd.Parts{long}, want: "lda-raykar", offer: "texts"},
		{about: "classes, features, long texts", labels: classes, beside: []crowd.Parts{few, long}, want: "lda-raykar", offer: "texts"},
		{about: "classes, long texts, features", labels: classes, beside: []crowd.Parts{long, few}, want: "lda-raykar", offer: "texts"},
		{about: "classes, wide features, texts", labels: classes, beside: []crowd.Parts{wide, short}, want: "lda-raykar"},
		{about: "classes, gold, long texts", labels: classes, beside: []crowd.Parts{gold, long}, want: "lda-raykar", offer: "texts"},
		{about: "numbers, features", labels: numbers, counts: api.Counts{Kind: number.Kind{}.Info()}, beside: []crowd.Parts{few}, want: "ridge"},
		{about: "numbers, wide features", labels: numbers, counts: api.Counts{Kind: number.Kind{}.Info()}, beside: []crowd.Parts{wide},
			want: "ridge", offer: "features"},
		{about: "numbers, texts", labels: numbers, counts: api.Counts{Kind: number.Kind{}.Info()}, beside: []crowd.Parts{short}, want: "ridge"},
		{about: "numbers, longer texts", labels: numbers, counts: api.Counts{Kind: number.Kind{}.Info()},
			beside: []crowd.Parts{{Words: true, Entries: 60_000}}, want: "ridge"},
		{about: "numbers, long texts", labels: numbers, counts: api.Counts{Kind: number.Kind{}.Info()}, beside: []crowd.Parts{long},
			want: "ridge", offer: "texts"},
		{about: "numbers, features, long texts", labels: numbers, counts: api.Counts{Kind: number.Kind{}.Info()},
			beside: []crowd.Parts{few, long},
			want:   "ridge"},
	} {
		all := analysis.Methods{List: catalog.All()}
		o := openedLabels()
		o.Methods = all.For(c.labels)
		counts := c.counts
		counts.Tasks, counts.Workers, counts.Labels, counts.Classes = c.labels.Tasks, c.labels.Workers, c.labels.Labels, c.labels.Classes
		counts.Anonymous = c.labels.Anonymous
		o.Counts = &counts
		o.Read.As(counts.Kind.Name)
		w := byItself(t, o)
		check := func() {
			m, ok := w.Method()
			if running := w.State.Run != nil; !ok || m.Why != "" || running != (m.Seconds <= api.SlowSeconds) {
				t.Errorf("%s: %q takes %.1f s, and running is %v", c.about, m.Name, m.Seconds, running)
			}
			if w.State.Run != nil {
				w.reply(w.State.Run.ID, api.Reply{Fitted: &api.Fitted{Method: m.Name, Title: m.Title, Steps: 3}})
			}
		}
		check()
		for _, p := range c.beside {
			has := c.labels
			has.Features, has.Dimensions, has.Words, has.Entries, has.Gold = p.Features, p.Dimensions, p.Words, p.Entries, p.Gold
			role := api.RoleGold
			switch {
			case p.Features:
				role = api.RoleFeatures
			case p.Words:
				role = api.RoleText
			}
			known := api.Opened{Role: role, Known: 4, Read: api.Choices{Roles: []string{"task", ""}}}
			if role != api.RoleGold {
				known.Methods = all.For(has)
			}
			w.do(Pick{role, file})
			w.reply(w.Source(role).Reading.ID, api.Reply{Opened: &known})
			check()
		}
		if w.Setup.Method != c.want {
			t.Errorf("%s: got %q preselected, want %q", c.about, w.Setup.Method, c.want)
		}
		offer := ""
		for _, i := range w.Issues() {
			if i.Kind == api.IssueLearner {
				offer = i.Text
			}
		}
		want := ""
		if m, _ := w.Method(); c.offer != "" {
			want = "This result is by " + w.Result.Title + ". " + m.Title + " learns from the " + c.offer + ", too: " + format.About(m.Seconds) + "."
		}
		if offer != want {
			t.Errorf("%s: got the offer %q, want %q", c.about, offer, want)
		}
		if waits := w.Result != nil && w.Result.Method != c.want; waits != (c.offer != "") {
			t.Errorf("%s: the result is by %s", c.about, w.Result.Method)
		}
	}
}

// described are labels with a result of the consensus, on which two methods learn from texts, one of them the table's, which
// takes that long.
func described(t *testing.T, seconds float64) *world {
	w := byItself(t, openedLabels())
	w.fitted()
	learner := api.Learner(true, false)
	without := []api.Method{{Name: learner, Title: "Learner", Described: true, Why: "no texts"},
		{Name: "ma-sldac", Title: "Topics", Described: true, Why: "no texts"}}
	w.Labels.Opened.Methods = append(slices.Clone(w.Labels.Opened.Methods), without...)
	if w.Result.Method != "consensus" {
		t.Fatalf("got a result of %s", w.Result.Method)
	}
	w.texts(seconds)
	return w
}

// texts opens texts.
func (w *world) texts(seconds float64) {
	w.Helper()
	learner := api.Learner(true, false)
	w.beside(api.RoleText, api.Opened{Known: 4, Read: api.Choices{Roles: []string{"task", "text"}, Words: &api.Words{}},
		Methods: []api.Method{{Name: learner, Seconds: seconds}, {Name: "ma-sldac", Seconds: seconds}}})
}

// offered is the issue that offers the learner, as the page shows it; its kind is empty if there is none.
func (w *world) offered() api.Issue {
	for _, i := range w.Issues() {
		if i.Kind == api.IssueLearner {
			return i
		}
	}
	return api.Issue{}
}

// Texts that come to a result bring their method along: at once where it is quick.
func TestAQuickLearnerTakesOver(t *testing.T) {
	learner := api.Learner(true, false)
	w := described(t, 1)
	if w.State.Run == nil || w.Setup.Method != learner || w.offered().Kind != "" {
		t.Fatalf("got %+v, %q, offer %+v, want the learner running", w.State.Run, w.Setup.Method, w.offered())
	}
	w.fitted()
	if w.Result.Method != learner || w.Stated != "" || w.fragment() != "" {
		t.Errorf("got %s, stated %q, address %q", w.Result.Method, w.Stated, w.fragment())
	}
	w.do(Forget{api.RoleText})
	if w.Setup.Method != "consensus" || w.State.Run == nil {
		t.Errorf("without texts: got %q, running %v", w.Setup.Method, w.State.Run)
	}
}

// A slow one waits beside the result, which stays until somebody runs it.
func TestASlowLearnerIsOffered(t *testing.T) {
	learner := api.Learner(true, false)
	w := described(t, 40)
	o := w.offered()
	if w.State.Run != nil || w.Result.Method != "consensus" || w.Setup.Method != learner || !w.Offered() ||
		o.Text != "This result is by M. Learner learns from the texts, too: about 40 s." || len(o.Remedies) != 2 {
		t.Fatalf("got %q, offer %+v", w.Setup.Method, o)
	}
	w.do(Forget{api.RoleText})
	if w.Setup.Method != "consensus" || w.Stale() || w.offered().Kind != "" || w.State.Run != nil {
		t.Errorf("texts taken out: got %q, stale %v, offer %+v", w.Setup.Method, w.Stale(), w.offered())
	}
	w.texts(40)
	w.do(Settle{Issue: o.Key(), Remedy: o.Remedies[0]})
	if w.offered().Kind != "" {
		t.Error("what runs is still offered")
	}
	w.fitted()
	if w.Result.Method != learner || w.Stale() || w.offered().Kind != "" {
		t.Errorf("run: got %s, stale %v, offer %+v", w.Result.Method, w.Stale(), w.offered())
	}

	w = described(t, 40)
	w.do(Settle{Issue: o.Key(), Remedy: o.Remedies[1]})
	if w.Setup.Method != "consensus" || w.Stale() || w.offered().Kind != "" || w.State.Run != nil {
		t.Errorf("kept: got %q, stale %v, offer %+v", w.Setup.Method, w.Stale(), w.offered())
	}
}

// What the user has chosen stays, and so does its result, however quick the learner is.
func TestAChosenMethodStays(t *testing.T) {
	learner := api.Learner(true, false)
	for _, seconds := range []float64{1, 40} {
		w := byItself(t, openedLabels())
		w.fitted()
		w.Labels.Opened.Methods = append(slices.Clone(w.Labels.Opened.Methods),
			api.Method{Name: learner, Title: "Learner", Described: true, Why: "no texts"})
		w.do(SetMethod{"majority"})
		w.fitted()
		w.texts(seconds)
		o := w.offered()
		if w.Setup.Method != "majority" || w.Stale() || w.State.Run != nil || o.Of != learner || w.fragment() != "method=majority" {
			t.Fatalf("%g s: got %q, stale %v, offer %+v", seconds, w.Setup.Method, w.Stale(), o)
		}
		// The fit says so, too, once it runs with them; that is said once.
		w.do(StartRun{})
		w.reply(w.only().ID, api.Reply{Fitted: &api.Fitted{Method: "majority", Steps: 1, Issues: []api.Issue{
			{Kind: api.IssueUnused, Of: api.RoleText, Text: "Majority makes no use of texts."},
			{Kind: api.IssueUnused, Text: "something else."}}}})
		if all := w.Issues(); len(all) != 2 || all[0].Text != "something else." || all[1].Key() != o.Key() {
			t.Errorf("got %+v", all)
		}
		w.do(Settle{Issue: o.Key(), Remedy: o.Remedies[1]})
		if all := w.Issues(); len(all) != 1 || w.Setup.Method != "majority" || w.Stale() {
			t.Errorf("dismissed: got %+v, %q", all, w.Setup.Method)
		}
	}
}

// A method named in the address waits for the files that it needs, and is not overruled by what the table says.
func TestAnAddressStatesItsMethod(t *testing.T) {
	w := &world{T: t, State: New()}
	w.do(Address{"method=ma-sldac"})
	w.do(Pick{api.RoleLabels, file})
	o := openedLabels()
	o.Methods = append(o.Methods, api.Method{Name: "ma-sldac", Described: true, Why: "no texts"},
		api.Method{Name: api.Learner(true, false), Described: true, Why: "no texts"})
	w.reply(w.only().ID, api.Reply{Opened: o})
	w.fitted()
	if w.Result.Method != "consensus" {
		t.Fatalf("got %s", w.Result.Method)
	}
	w.texts(1)
	if w.Setup.Method != "ma-sldac" {
		t.Errorf("got %s, want what the address says", w.Setup.Method)
	}
	w.fitted()
	if i := w.offered(); i.Kind != "" {
		t.Errorf("got the offer %+v beside a method that learns from the texts", i)
	}

	// Other settings say nothing of the method, neither in the address nor when Back leads there.
	w = described(t, 40)
	w.do(SetSeed{"7"}, Typed{})
	if got := w.fragment(); got != "seed=7" {
		t.Errorf("got the address %q", got)
	}
	w.do(Address{"seed=7"})
	if w.Stated != "" || w.Setup.Method != api.Learner(true, false) {
		t.Errorf("got %q, stated %q", w.Setup.Method, w.Stated)
	}
}

// A project states its method where that is not the one to begin with.
func TestAProjectStatesItsMethod(t *testing.T) {
	for name, stated := range map[string]string{"consensus": "", "ds": "ds"} {
		w := newWorld(t)
		w.do(Pick{api.RoleLabels, files.File{Name: "work.concord"}})
		w.reply(w.only().ID, api.Reply{Reopened: &api.Reopened{Opened: []api.Opened{*openedLabels()}, Fit: &api.Fit{Method: name,
			Settings: api.Settings{Seed: 1}}}})
		if w.Stated != stated || w.Setup.Method != name {
			t.Errorf("%s: got %q, stated %q", name, w.Setup.Method, w.Stated)
		}
	}
}

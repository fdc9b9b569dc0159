package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/app/model/verdict"
	"concord/core/api"
)

// looked is what a look at so many labels should find, of which every tenth is wrong.
func looked(labels int) *api.Look {
	n := float64(labels) / 10
	return &api.Look{Labels: labels, Wrong: n, Curve: []api.Found{{Labels: labels / 5, Wrong: n / 2}, {Labels: labels, Wrong: n}}}
}

// withMistakes has a result of 500 labels, of which 50 are probably wrong, and 80 differ from the majority vote.
func withMistakes(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.Open()
	w.fit()
	w.measured(func(f *api.Fitted) {
		f.Look, f.Method, f.Differ = looked(500), api.MethodDefault, 80
		f.Expected = &api.Expected{Value: .9, Low: .8, High: .95, Labelled: 500, Unknown: 500}
	})
	return w
}

// The list follows how many labels are looked at, and the choice of others.
func TestTheListFollows(t *testing.T) {
	first := func(n int) api.Only { return api.Only{What: api.OnlyUncertain, First: n} }
	ofAnn := api.Only{What: api.OnlyWorker, Worker: 2}
	for name, c := range map[string]struct {
		do   []Msg
		want api.Only
		at   int
	}{
		"nothing yet":          {nil, api.Only{}, 50},
		"as many":              {[]Msg{LookAt{"120"}}, first(120), 120},
		"too many":             {[]Msg{LookAt{"9999"}}, first(500), 500},
		"being typed":          {[]Msg{LookAt{"7"}, LookAt{""}}, first(7), 7},
		"no number":            {[]Msg{LookAt{"many"}}, api.Only{}, 50},
		"the suggested":        {[]Msg{Narrow{Only: api.Only{What: api.OnlyUncertain}}}, first(50), 50},
		"ties":                 {[]Msg{LookAt{"7"}, Narrow{Only: api.Only{What: api.OnlyTies}}}, api.Only{What: api.OnlyTies}, 7},
		"all again":            {[]Msg{LookAt{"7"}, Narrow{}}, api.Only{}, 7},
		"a worker's":           {[]Msg{Narrow{ofAnn, "Ann"}}, ofAnn, 50},
		"and the first, again": {[]Msg{Narrow{Only: api.Only{What: api.OnlyTies}}, LookAt{"8"}}, first(8), 8},
	} {
		t.Run(name, func(t *testing.T) {
			w := withMistakes(t)
			w.do(c.do...)
			if q := w.Tables[ViewTasks].Query; q.Only != c.want || w.LookAt() != c.at || c.want.What != "" && q.Sort != "probability" {
				t.Errorf("got %+v, looking at %d; want %+v, %d", q, w.LookAt(), c.want, c.at)
			}
		})
	}
}

// Of a pair of classes the two differ, whatever is chosen.
func TestTheListOfAPair(t *testing.T) {
	w := withMistakes(t)
	w.measured(func(f *api.Fitted) {
		f.Classes = []api.Share{{Class: "a"}, {Class: "b", Tasks: 3}, {Class: "c", Tasks: 5}}
	})
	for _, c := range []struct{ class, other, want string }{
		{"", "", "c b"}, {"a", "b", "a b"}, {"b", "b", "b a"}, {"c", "c", "c b"}, {"c", "a", "c a"},
	} {
		w.do(Narrow{Only: api.Only{What: api.OnlyPair, Class: c.class, Other: c.other}})
		if o := w.Tables[ViewTasks].Query.Only; o.Class+" "+o.Other != c.want {
			t.Errorf("chose %q against %q: got %+v, want %s", c.class, c.other, o, c.want)
		}
	}
}

// What is listed is what is reviewed.
func TestReviewOfWhatIsListed(t *testing.T) {
	w := withMistakes(t)
	w.do(Narrow{Only: api.Only{What: api.OnlyTies}})
	w.reply(w.only().ID, api.Reply{Page: &api.Page{Table: ViewTasks, Index: []int{7, 9}, Matching: 2, Total: 500}})
	w.do(StartReview{})
	w.rows(9, 7)
	if q := w.Tables[ViewTasks].Query; q.Only.What != api.OnlyTies || w.All != 2 || w.Detail() == nil || w.Detail().Index != 9 {
		t.Errorf("got %+v, %d to review, %+v open", q.Only, w.All, w.Detail())
	}
}

// draw answers the request for tasks to check.
func (w *world) draw(of int, tasks ...api.DrawnTask) {
	w.Helper()
	r := w.only()
	if r.Draw == nil {
		w.Fatalf("got %+v, want tasks drawn", r)
	}
	w.reply(r.ID, api.Reply{Drawn: &api.Drawn{Tasks: tasks, Of: of}})
}

// checked answers the request with the verdicts of a check, and brings the rows along.
func (w *world) checked(said string) api.Amend {
	w.Helper()
	r := w.only()
	if r.Amend == nil {
		w.Fatalf("got %+v, want a verdict", r)
	}
	a := *r.Amend
	for n := range a.Checked {
		if a.Checked[n].Said == "" {
			a.Checked[n].Said = said
		}
	}
	f := *w.Result.Fitted
	w.reply(r.ID, api.Reply{Amended: &api.Amended{Amend: a, Counts: openedLabels().Counts, Methods: openedLabels().Methods, Fitted: &f}})
	w.rows(1, 2, 3)
	return a
}

// Tasks drawn at random open one after the other. Verdicts on them measure, and no method learns from them; a check that was left goes
// on where it was.
func TestCheckAtRandom(t *testing.T) {
	w := withMistakes(t)
	w.do(StartCheck{Count: 50})
	w.draw(500, api.DrawnTask{Task: 7}, api.DrawnTask{Task: 3}, api.DrawnTask{Task: 5})
	w.show(digits(.6, .4))
	if d := w.Detail(); d == nil || d.Index != 7 || w.Round.Kind != verdict.Sample {
		t.Fatalf("got %+v", d)
	}
	w.do(Key{Key: "a", Modal: true})
	if a := w.checked("0"); len(a.Review) != 0 || len(a.Checked) != 1 || a.Checked[0].Task != 7 || a.Checked[0].Label != "0" {
		t.Fatalf("got %+v", a)
	}
	w.show(digits(.6, .4))
	if at, of := w.ReviewPlace(w.Detail().Index); w.Looking.Place(w.Kind, at, of, &w.Amend) != "2 of 3, 1 right so far" {
		t.Errorf("got %q", w.Looking.Place(w.Kind, at, of, &w.Amend))
	}
	w.do(Close{}, StartCheck{Count: 50})
	w.show(digits(.6, .4))
	if d := w.Detail(); d == nil || d.Index != 3 {
		t.Fatalf("got %+v, want the check to go on", d)
	}
	w.do(Key{Key: "1", Modal: true})
	w.checked("0")
	w.show(digits(.6, .4))
	w.do(Key{Key: "b", Modal: true})
	r := w.only()
	if r.Amend == nil || len(r.Amend.Checked) != 1 {
		t.Fatalf("got %+v, want the verdict undone", r)
	}
	w.reply(r.ID, api.Reply{Fault: &api.Fault{Cancelled: true}})
	w.do(SkipTask{})
	if !strings.Contains(w.Note, "checked 2 tasks: 1 right") || w.Reviewing {
		t.Errorf("got the note %q", w.Note)
	}
	w.do(Review{Task: 7})
	if r := w.only(); r.Amend == nil || len(r.Amend.Checked) != 1 || r.Amend.Checked[0].Task != 3 {
		t.Errorf("got %+v, want the verdict on 7 taken back", r.Amend)
	}
}

// Ten tasks on which the methods differ choose between them: no more are asked for than it takes, and the choice can be undone.
func TestChecksChoose(t *testing.T) {
	for name, c := range map[string]struct {
		votes  string // by task, whether the vote is right (v), the default (d), or neither (n)
		asked  int
		chosen string
	}{
		"the default":       {"dddddddddd", 5, api.MethodDefault},
		"the vote":          {"vvvvvvvvvv", 6, api.MethodBaseline},
		"mixed":             {"dvdvdvdvdv", 9, api.MethodDefault},
		"the vote, at last": {"dvvdvvdvvv", 9, api.MethodBaseline},
		"neither":           {"nnnnnnnnnn", 9, api.MethodDefault},
	} {
		t.Run(name, func(t *testing.T) {
			w := withMistakes(t)
			w.do(StartCheck{Count: api.MostChecks, Differ: true})
			var drawn []api.DrawnTask
			for i := range api.MostChecks {
				drawn = append(drawn, api.DrawnTask{Task: 10 + i, Label: "0", Vote: "1"})
			}
			w.draw(80, drawn...)
			asked := 0
			for w.Detail() != nil {
				w.show(&api.Task{Label: "0", Classes: []string{"0", "1", "2"}, Posterior: []float64{.4, .3, .3}, Of: 3})
				key := map[byte]string{'d': "0", 'v': "1", 'n': "2"}[c.votes[asked]]
				w.do(Key{Key: key, Modal: true})
				if a := w.checked(""); len(a.Checked) != 0 || len(a.Review) != asked+1 {
					t.Fatalf("got %+v, want it told to the method", a)
				}
				asked++
			}
			if asked != c.asked || w.Setup.Method != c.chosen || w.Looking.Chose == nil || w.Duels() != 0 {
				t.Errorf("asked %d times and chose %s: %+v; want %d, %s", asked, w.Setup.Method, w.Looking.Chose, c.asked, c.chosen)
			}
			if c.chosen == api.MethodDefault {
				return
			}
			var fit api.Request
			for _, r := range w.sent() {
				if r.Fit != nil {
					fit = r
				}
			}
			if fit.Fit == nil || fit.Fit.Method != api.MethodBaseline {
				t.Fatalf("got %+v, want the vote to be counted", w.sent())
			}
			w.reply(fit.ID, api.Reply{Fitted: &api.Fitted{Method: api.MethodBaseline}})
			w.sent()
			w.do(UndoChoice{})
			if i := slices.IndexFunc(w.sent(), func(r api.Request) bool { return r.Fit != nil && r.Fit.Method == api.MethodDefault }); i < 0 {
				t.Errorf("got %s, want the default again", fmt.Sprint(w.sent()))
			}
		})
	}
}

// A list of checks that was filled in elsewhere chooses the method when it is dropped as truth.
func TestAFileOfChecksChooses(t *testing.T) {
	for want, c := range map[string]api.Checks{
		api.MethodBaseline: {Tasks: 10, Default: 2, Vote: 8, Of: 11}, api.MethodDefault: {Tasks: 10, Default: 6, Vote: 4, Of: 11},
	} {
		w := withMistakes(t)
		w.Setup.Method = api.MethodDefault
		w.beside(api.RoleTruth, api.Opened{Decided: &api.Decided{Checks: c, Method: want}})
		if w.Setup.Method != want || w.Looking.Chose == nil || !strings.Contains(w.Looking.Chose.Checks.Sentence("it"), "10 checked tasks") {
			t.Errorf("%+v: got %s, %+v; want %s", c, w.Setup.Method, w.Looking.Chose, want)
		}
	}
}

package model

import (
	"slices"
	"testing"

	"concord/core/api"
)

// comparisons is a file of comparisons, fitted by a method that ranks items.
func comparisons(t *testing.T) *world {
	w := newWorld(t)
	o := openedLabels()
	o.Counts.Kind = api.Kind{Name: api.KindComparisons, Items: true}
	o.Methods = append(o.Methods, api.Method{Name: api.MethodComparisons, Title: "Skill"})
	w.do(Pick{api.RoleLabels, file})
	w.reply(w.only().ID, api.Reply{Opened: o})
	w.rank(api.FileItems)
	return w
}

// rank runs a method whose result has these files.
func (w *world) rank(files ...string) {
	w.Helper()
	w.do(StartRun{})
	w.reply(w.only().ID, api.Reply{Fitted: &api.Fitted{Method: "skill", Title: "Skill", Files: files}})
	w.phase(Done)
}

// asksRanking is what is asked of the ranking, or nil.
func (w *world) asksRanking() *api.Request {
	for _, r := range w.sent() {
		if r.Ranking != nil {
			return &r
		}
	}
	return nil
}

func TestComparisonsBeginWithTheRanking(t *testing.T) {
	w := comparisons(t)
	r := w.asksRanking()
	if w.View != ViewRanking || r == nil || r.Ranking.Held || r.Ranking.Pairs > 0 {
		t.Fatalf("the view is %s, asked %+v; want the ranking", w.View, r)
	}
	if got, want := w.fragment(), "view=ranking"; got != want {
		t.Errorf("address: got %q, want %q", got, want)
	}
	for _, c := range w.cmds {
		if f, ok := c.(Fragment); ok && f.Push {
			t.Error("Back leads to where nobody was")
		}
	}
	table := w.Tables[ViewRanking]
	if table.Query.Table != api.FileItems {
		t.Errorf("the rows are those of %q, want the items", table.Query.Table)
	}
	found := &api.Ranking{Count: 2}
	w.reply(r.ID, api.Reply{Ranking: found})
	if w.Items.Found != found {
		t.Error("the ranking is not shown")
	}
	w.do(Show{ViewTasks}, Show{ViewRanking})
	if w.asksRanking() != nil {
		t.Error("the ranking is asked for although it is there")
	}
	w.do(Show{ViewTasks})
	w.rank(api.FileItems)
	if w.View != ViewTasks {
		t.Errorf("another fit turned to %s", w.View)
	}
	if w.asksRanking() == nil || w.Items.Found != found { // the answer names the best item, whatever the view
		t.Error("the ranking of another result is not asked for, or the one before is gone too early")
	}
}

func TestChosenViewStays(t *testing.T) {
	w := newWorld(t)
	w.do(Address{"view=agreement"})
	o := openedLabels()
	o.Counts.Kind.Items = true
	w.do(Pick{api.RoleLabels, file})
	w.reply(w.only().ID, api.Reply{Opened: o})
	w.rank(api.FileItems)
	if w.View != ViewAgreement {
		t.Errorf("got the view %s, want the one that the address names", w.View)
	}
}

func TestMethodsThatRankNothing(t *testing.T) {
	w := comparisons(t)
	w.rank()
	if w.View != ViewTasks || ViewOf(ViewRanking).There(w.State) {
		t.Errorf("the view is %s, want the labels, and no ranking", w.View)
	}
	i := slices.IndexFunc(w.State.Issues(), func(i api.Issue) bool { return i.Kind == api.IssueLearner })
	if i < 0 {
		t.Fatal("nothing offers a method that ranks")
	}
	offer := w.State.Issues()[i]
	want := "Skill answers each pair by itself and ranks no items. Skill ranks them: under 1 s."
	if offer.Text != want || offer.Of != "skill" {
		t.Errorf("got %q of %s, want %q", offer.Text, offer.Of, want)
	}
}

func TestMoreOfTheRanking(t *testing.T) {
	w := comparisons(t)
	w.reply(w.asksRanking().ID, api.Reply{Ranking: &api.Ranking{Count: 2}})
	w.do(HoldVotes{})
	if r := w.only().Ranking; r == nil || !r.Held || w.Phase() != Running {
		t.Fatalf("asked %+v in the phase %s, want held-out votes as a run", r, w.Phase())
	}
	held := []api.HeldOut{{Method: "skill"}}
	w.reply(w.last, api.Reply{Ranking: &api.Ranking{Held: held}})
	if w.Items.Held == nil || w.Items.Found.Count != 2 || w.focused() != "hold-votes" {
		t.Errorf("got %+v with the focus on %s", w.Items, w.focused())
	}
	if w.do(SetAmount{What: "budget", Text: "many"}, AskPairs{}); len(w.cmds) != 0 {
		t.Errorf("asked for many pairs: %+v", w.cmds)
	}
	w.do(SetAmount{What: "budget", Text: "40"}, AskPairs{})
	if r := w.only().Ranking; r == nil || r.Pairs != 40 || r.Held {
		t.Fatalf("asked %+v, want pairs for 40 votes", r)
	}
	w.reply(w.last, api.Reply{Ranking: &api.Ranking{Next: []api.NextPair{{First: "a"}}}})
	if len(w.Items.Next) != 1 || len(w.Items.Held) != 1 {
		t.Errorf("got %+v, want both", w.Items)
	}
	w.rank(api.FileItems)
	if w.Items.Next != nil || len(w.Items.Held) != 1 {
		t.Errorf("got %+v: pairs are of a result, what methods predict is not", w.Items)
	}
	w.do(Exclude{Worker: 1, Out: true})
	w.reply(w.last, api.Reply{Amended: &api.Amended{Amend: api.Amend{Exclude: []int{1}}, Counts: w.Counts(),
		Fitted: &api.Fitted{Method: "skill", Files: []string{api.FileItems}}}})
	if w.Items.Held != nil {
		t.Error("the methods are still compared on votes that don’t count")
	}
}

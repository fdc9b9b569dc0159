package model

import (
	"slices"
	"strings"
	"testing"

	"concord/app/model/setup"
	"concord/core/api"
)

// thin opens labels that are too thin for more than the plain answer.
func (w *world) thin() {
	w.do(Pick{api.RoleLabels, file})
	o := openedLabels()
	o.Counts.Thin = "No task has labels of two workers"
	w.reply(w.only().ID, api.Reply{Opened: o})
}

// Who does nothing gets the plain answer where all else is guesswork, and is told; on
// other labels the default again; and the own choice is kept.
func TestThinLabelsPreselectThePlainAnswer(t *testing.T) {
	w := newWorld(t)
	w.thin()
	if w.Setup.Method != "majority" || !strings.HasPrefix(w.Guesswork(), "No task") {
		t.Errorf("got %q chosen, and %q said", w.Setup.Method, w.Guesswork())
	}
	w.Open()
	if w.Setup.Method != setup.DefaultMethod || w.Guesswork() != "" {
		t.Errorf("other labels: got %q chosen, and %q said", w.Setup.Method, w.Guesswork())
	}
	w.thin()
	w.do(SetMethod{"ds"})
	w.thin()
	if w.Setup.Method != "ds" || w.Blocked() != "" || w.Guesswork() == "" {
		t.Errorf("chosen by hand: got %q, blocked %q, said %q", w.Setup.Method, w.Blocked(), w.Guesswork())
	}
	link := newWorld(t)
	link.do(Address{Fragment: "#method=ds"})
	link.thin()
	if link.Setup.Method != "ds" {
		t.Errorf("chosen by the address: got %q", link.Setup.Method)
	}
}

// Known classes tell of the workers too: nothing is guesswork then.
func TestGoldTellsOfWorkers(t *testing.T) {
	w := newWorld(t)
	w.thin()
	w.beside(api.RoleGold, api.Opened{Known: 1, Read: api.Choices{Roles: []string{"task", "label"}}})
	if w.Setup.Method != setup.DefaultMethod || w.Guesswork() != "" {
		t.Errorf("got %q chosen, and %q said", w.Setup.Method, w.Guesswork())
	}
	w.do(Forget{api.RoleGold})
	if w.Setup.Method != "majority" || w.Guesswork() == "" {
		t.Errorf("forgotten: got %q chosen, and %q said", w.Setup.Method, w.Guesswork())
	}
}

// A method that takes classes as steps of a scale asks for their order before it runs.
func TestRankedMethodAsksForTheOrder(t *testing.T) {
	w := newWorld(t)
	ranked := func() {
		w.Labels.Opened.Methods = append(w.Labels.Opened.Methods, api.Method{Name: "kos", Title: "KOS", Ranked: true})
	}
	w.graded("cat", "dog", "fish")
	ranked()
	if r := w.Ranking(); r.Why != "" || len(r.Order) != 0 {
		t.Errorf("another method asks: %+v", r)
	}
	w.do(SetMethod{"kos"})
	if !strings.Contains(w.Blocked(), "Order them first") {
		t.Errorf("got %q", w.Blocked())
	}
	w.do(StartRun{})
	if len(w.sent()) != 0 {
		t.Errorf("it runs: %+v", w.sent())
	}
	w.do(OrderClasses{})
	if w.focused() != "later-0" {
		t.Errorf("got the focus on %q, want it where the classes are put in order", w.focused())
	}
	w.follows()
	ranked() // the answer above has no methods
	if r := w.Ranking(); w.Blocked() != "" || !r.Given || !slices.Equal(r.Order, []string{"cat", "dog", "fish"}) {
		t.Errorf("got %+v, blocked %q", r, w.Blocked())
	}
	w.do(SetOrdered{false})
	w.follows()
	w.graded("3", "20", "1")
	ranked()
	w.Labels.Opened.Counts.Natural = []string{"1", "3", "20"}
	w.do(SetMethod{"kos"})
	if r := w.Ranking(); w.Blocked() != "" || r.Given || !slices.Equal(r.Order, []string{"1", "3", "20"}) {
		t.Errorf("numbers: got %+v, blocked %q", r, w.Blocked())
	}
}

package model

import (
	"slices"
	"testing"

	"concord/app/model/setup"
	"concord/core/api"
)

// Addresses that name one of the views that are now one lead there.
func TestOldNamesOfTheMethods(t *testing.T) {
	for _, name := range []string{"compared", "advice", "methods"} {
		w := newWorld(t)
		w.Open()
		w.fit()
		w.do(Address{Fragment: "#view=" + name})
		if w.Showing() != ViewMethods {
			t.Errorf("%s: got the view %q", name, w.Showing())
		}
	}
}

// compare asks for a comparison of two methods.
func (w *world) compare() api.Request {
	w.Helper()
	w.Compare.Chosen = []string{}
	w.do(Choose{"majority", true})
	w.do(Choose{"ds", true})
	w.do(StartCompare{})
	return w.only()
}

func TestCompare(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(SetMethod{"ds"}, SetValue{"smoothing", "0.5"})
	w.do(SetStop{setup.StopSteps, "7"}, SetStop{setup.StopTolerance, "1e-3"}, SetStop{setup.StopGain, "0.5"})
	w.fit()
	w.do(Show{ViewCompare}) // its earlier name
	r := w.compare()
	if c := r.Compare; c == nil || !slices.Equal(c.Methods, []string{"majority", "ds"}) || c.Values["ds"]["smoothing"] != "0.5" ||
		c.Settings != (api.Settings{Seed: 1, MaxSteps: 7, Tolerance: 1e-3, Gain: .5}) || c.Reference != "ds" || !c.HeldOut {
		t.Fatalf("got %+v", r.Compare)
	}
	w.phase(Running)
	w.reply(r.ID, api.Reply{Progress: &api.Progress{At: 2, Of: 2}})
	if w.State.Run.Fraction != 0.5 {
		t.Errorf("got %v of the way, want one of two methods", w.State.Run.Fraction)
	}
	w.reply(r.ID, api.Reply{Compared: &api.Compared{Tasks: 2, Differ: 1, Methods: make([]api.Contender, 2)}})
	w.phase(Done)
	rows := w.only()
	if rows.Rows == nil || rows.Rows.Table != "compared" || w.focused() != "compared-title" {
		t.Fatalf("got %+v", rows)
	}
	w.reply(rows.ID, api.Reply{Page: &api.Page{Matching: 1}})
	if w.Tables[ViewCompare].Page == nil || w.View != ViewMethods {
		t.Error("the rows are not shown")
	}
	w.do(Key{Key: "/"})
	if w.focused() != "compared-filter" {
		t.Errorf("got the focus on %q", w.focused())
	}
	w.do(Open{Kind: ViewTasks, Index: 1, From: "compared-tasks-1"})
	w.do(Close{})
	if w.focused() != "compared-tasks-1" {
		t.Errorf("got the focus on %q", w.focused())
	}
}

func TestCompareBlocked(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(StartCompare{})
	if len(w.sent()) != 0 {
		t.Error("compared without a result")
	}
	w.fit()
	for _, name := range w.ToCompare() {
		w.do(Choose{name, false})
	}
	w.do(Choose{"median", true}) // which can't run
	w.do(Choose{"ds", true})
	w.do(StartCompare{})
	if len(w.sent()) != 0 || w.CompareBlocked() != "Choose at least two methods." {
		t.Errorf("got %v, %q", w.ToCompare(), w.CompareBlocked())
	}
}

func TestCancelCompare(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	r := w.compare()
	w.do(Cancel{})
	if c := w.only().Cancel; c == nil || c.ID != r.ID {
		t.Fatalf("got %+v", w.sent())
	}
	w.reply(r.ID, api.Reply{Fault: &api.Fault{Cancelled: true}})
	w.phase(Done)
	if w.focused() != "compare" {
		t.Errorf("got the focus on %q", w.focused())
	}
}

// What changes the labels, the truth or the gold takes the comparison away; which
// methods were chosen stays.
func TestComparisonGrowsOld(t *testing.T) {
	for name, change := range map[string]func(*world){
		"truth":  func(w *world) { w.beside(api.RoleTruth, *openedTruth()) },
		"labels": func(w *world) { w.Open() },
		"amend": func(w *world) {
			w.do(Exclude{1, true})
			w.reply(w.only().ID, api.Reply{Amended: &api.Amended{Amend: api.Amend{Exclude: []int{1}}, Counts: &api.Counts{},
				Methods: w.Methods()}})
		},
	} {
		w := newWorld(t)
		w.Open()
		w.fit()
		w.reply(w.compare().ID, api.Reply{Compared: &api.Compared{Methods: make([]api.Contender, 2)}})
		if w.Compare.Compared == nil {
			t.Fatal("not compared")
		}
		change(w)
		if w.Compare.Compared != nil || len(w.Compare.Chosen) != 2 {
			t.Errorf("%s: got %+v", name, w.Compare)
		}
	}
}

// Unasked, methods are compared that are quick, and that of the result; where a truth is known no labels are hidden.
func TestSlowMethodsAreComparedOnlyIfChosen(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	o := *w.Labels.Opened
	o.Methods = slices.Clone(o.Methods)
	other := func(m api.Method) bool { return m.Why == "" && m.Name != "majority" && m.Name != w.Result.Method }
	slow := o.Methods[slices.IndexFunc(o.Methods, other)].Name
	for n := range o.Methods {
		if m := &o.Methods[n]; m.Name == slow || m.Name == w.Result.Method {
			m.Seconds = api.SlowSeconds + 1
		}
	}
	w.Labels.Opened = &o
	if names := w.ToCompare(); slices.Contains(names, slow) || !slices.Contains(names, w.Result.Method) {
		t.Errorf("got %v, want the method of the result and not %s", names, slow)
	}
	w.do(Choose{slow, true})
	if names := w.ToCompare(); !slices.Contains(names, slow) {
		t.Errorf("got %v, want %s, which was chosen", names, slow)
	}
	w.beside(api.RoleTruth, *openedTruth())
	if w.HidesLabels() {
		t.Error("labels are hidden where a truth is known")
	}
	w.do(HideLabels{On: true})
	if !w.HidesLabels() {
		t.Error("labels are not hidden, as asked")
	}
}

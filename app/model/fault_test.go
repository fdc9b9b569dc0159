package model

import (
	"testing"

	"concord/app/model/files"
	"concord/core/result"
	"concord/core/wire"
)

// What is wrong with a file is said as long as it matters: until the file is
// replaced, or removed, or labels that it was not read against are there, or the
// user has got a result without it.
func TestFaultOfAFileGoes(t *testing.T) {
	bad := wire.Reply{Fault: &wire.Fault{Message: "truth.csv: no task of it is labelled"}}
	pick := func(w *world, role string) int {
		w.do(Pick{role, files.File{Name: role + ".csv"}})
		return w.sent()[len(w.sent())-1].ID
	}
	for name, c := range map[string]struct {
		role  string
		after func(w *world)
		want  bool // the page still shows the fault
	}{
		"nothing":             {wire.RoleTruth, func(w *world) {}, true},
		"a run that succeeds": {wire.RoleTruth, (*world).fit, false},
		"… of gold":           {wire.RoleGold, (*world).fit, false},
		"… of matrices":       {wire.RoleConfusion, (*world).fit, false},
		"… of costs":          {wire.RoleCosts, (*world).fit, false},
		"… of features":       {wire.RoleFeatures, (*world).fit, false},
		"… of other labels":   {wire.RoleLabels, (*world).fit, false},
		"a run that fails": {wire.RoleTruth, func(w *world) {
			w.do(StartRun{})
			w.reply(w.only().ID, wire.Reply{Fault: &wire.Fault{Message: "no memory"}})
		}, true},
		"a run that is cancelled": {wire.RoleTruth, func(w *world) {
			w.do(StartRun{})
			w.reply(w.only().ID, wire.Reply{Fault: &wire.Fault{Cancelled: true}})
		}, true},
		"a comparison": {wire.RoleTruth, func(w *world) {
			w.fit()
			w.reply(pick(w, wire.RoleTruth), bad)
			w.do(Show{ViewMethods})
			w.reply(w.compare().ID, wire.Reply{Compared: &result.Compared{}})
		}, false},
		"a verdict": {wire.RoleTruth, func(w *world) {
			w.fit()
			w.reply(pick(w, wire.RoleTruth), bad)
			w.do(Review{Task: 1, Label: "yes"})
			w.amended(0)
		}, false},
		"a better file": {wire.RoleTruth, func(w *world) { w.reply(pick(w, wire.RoleTruth), wire.Reply{Opened: openedTruth()}) }, false},
		"its removal":   {wire.RoleTruth, func(w *world) { w.do(Forget{wire.RoleTruth}) }, false},
		"other labels":  {wire.RoleTruth, func(w *world) { w.reply(pick(w, wire.RoleLabels), wire.Reply{Opened: openedLabels()}) }, false},
		"… of features that are bad": {wire.RoleFeatures, func(w *world) {
			w.reply(pick(w, wire.RoleLabels), wire.Reply{Opened: openedLabels()})
		}, false},
		"labels that are closed": {wire.RoleTruth, func(w *world) { w.do(Forget{wire.RoleLabels}) }, false},
		"labels that are bad too": {wire.RoleTruth, func(w *world) {
			w.reply(pick(w, wire.RoleLabels), wire.Reply{Fault: &wire.Fault{Message: "no labels"}})
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.Open()
			w.reply(pick(w, c.role), bad)
			if w.Source(c.role).Fault == nil {
				t.Fatal("there is no fault to begin with")
			}
			c.after(w)
			if got := w.Source(c.role).Fault != nil; got != c.want {
				t.Errorf("a fault of %s: shown %v, want %v; the page says %q", c.role, got, c.want, w.Status())
			}
			if !c.want && w.Phase() == Error {
				t.Errorf("the page is still red: %q", w.Status())
			}
		})
	}
}

// Labels that are read in another way may be what the file was made for.
func TestFaultyFileIsReadAgainWithItsLabels(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(Pick{wire.RoleTruth, files.File{Name: "truth.csv"}})
	w.reply(w.only().ID, wire.Reply{Fault: &wire.Fault{Message: "no task of it is labelled"}})
	w.do(SetHeader{wire.RoleLabels, false})
	w.reply(w.only().ID, wire.Reply{Opened: openedLabels()})
	r := w.only()
	if r.Open == nil || r.Open.Role != wire.RoleTruth || r.Open.File.Name != "truth.csv" || w.Truth.Fault != nil {
		t.Fatalf("got %+v, want the truth read again", r)
	}
	w.reply(r.ID, wire.Reply{Opened: openedTruth()})
	if w.Truth.Opened == nil || w.Phase() != Ready {
		t.Errorf("got %+v, %s", w.Truth.Opened, w.Phase())
	}
}

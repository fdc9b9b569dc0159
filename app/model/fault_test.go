package model

import (
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

// What is wrong with a file is said as long as it matters: until the file is
// replaced, or removed, or labels that it was not read against are there, or the
// user has got a result without it.
func TestFaultOfAFileGoes(t *testing.T) {
	bad := api.Reply{Fault: &api.Fault{Message: "truth.csv: no task of it is labelled"}}
	pick := func(w *world, role string) int {
		w.do(Pick{role, files.File{Name: role + ".csv"}})
		return w.sent()[len(w.sent())-1].ID
	}
	for name, c := range map[string]struct {
		role  string
		after func(w *world)
		want  bool // the page still shows the fault
	}{
		"nothing":             {api.RoleTruth, func(w *world) {}, true},
		"a run that succeeds": {api.RoleTruth, (*world).fit, false},
		"… of gold":           {api.RoleGold, (*world).fit, false},
		"… of matrices":       {api.RoleConfusion, (*world).fit, false},
		"… of costs":          {api.RoleCosts, (*world).fit, false},
		"… of features":       {api.RoleFeatures, (*world).fit, false},
		"… of other labels":   {api.RoleLabels, (*world).fit, false},
		"a run that fails": {api.RoleTruth, func(w *world) {
			w.do(StartRun{})
			w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "no memory"}})
		}, true},
		"a run that is cancelled": {api.RoleTruth, func(w *world) {
			w.do(StartRun{})
			w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Cancelled: true}})
		}, true},
		"a comparison": {api.RoleTruth, func(w *world) {
			w.fit()
			w.reply(pick(w, api.RoleTruth), bad)
			w.do(Show{ViewMethods})
			w.reply(w.compare().ID, api.Reply{Compared: &api.Compared{}})
		}, false},
		"a verdict": {api.RoleTruth, func(w *world) {
			w.fit()
			w.reply(pick(w, api.RoleTruth), bad)
			w.do(Review{Task: 1, Label: "yes"})
			w.amended(0)
		}, false},
		"a better file": {api.RoleTruth, func(w *world) { w.reply(pick(w, api.RoleTruth), api.Reply{Opened: openedTruth()}) }, false},
		"its removal":   {api.RoleTruth, func(w *world) { w.do(Forget{api.RoleTruth}) }, false},
		"other labels":  {api.RoleTruth, func(w *world) { w.reply(pick(w, api.RoleLabels), api.Reply{Opened: openedLabels()}) }, false},
		"… of features that are bad": {api.RoleFeatures, func(w *world) {
			w.reply(pick(w, api.RoleLabels), api.Reply{Opened: openedLabels()})
		}, false},
		"labels that are closed": {api.RoleTruth, func(w *world) { w.do(Forget{api.RoleLabels}) }, false},
		"labels that are bad too": {api.RoleTruth, func(w *world) {
			w.reply(pick(w, api.RoleLabels), api.Reply{Fault: &api.Fault{Message: "no labels"}})
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
	w.do(Pick{api.RoleTruth, files.File{Name: "truth.csv"}})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "no task of it is labelled"}})
	w.do(SetOption{api.RoleLabels, "header", "no"})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	r := w.only()
	if r.Open == nil || r.Open.Role != api.RoleTruth || r.Open.File.Name != "truth.csv" || w.Truth.Fault != nil {
		t.Fatalf("got %+v, want the truth read again", r)
	}
	w.reply(r.ID, api.Reply{Opened: openedTruth()})
	if w.Truth.Opened == nil || w.Phase() != Ready {
		t.Errorf("got %+v, %s", w.Truth.Opened, w.Phase())
	}
}

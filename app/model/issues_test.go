package model

import (
	"slices"
	"testing"

	"concord/core/api"
)

// messyLabels are labels of which it is open which classes they have.
func messyLabels() *api.Opened {
	o := openedLabels()
	keep := api.Remedy{Do: api.DoKeep, Title: "Keep apart"}
	o.Alike, o.AlikeOf = []api.Alike{{Of: "label", Names: []string{"X", "x"}, Labels: []int{1, 2}, To: "x"}}, 1
	o.Issues = []api.Issue{
		{Kind: api.IssueAlike, Of: "label", Text: "alike", Classes: true, Remedies: []api.Remedy{{Do: api.DoMerge, With: "label"}, keep}},
		{Kind: api.IssueLeftOut, Text: "left out", Remedies: []api.Remedy{keep}},
	}
	return o
}

// What decides which classes there are is asked before the first fit starts by itself, and one click starts it.
func TestClassesAreSettledBeforeTheFirstFit(t *testing.T) {
	keys := func(w *world) (all []string) {
		for _, i := range w.Issues() {
			all = append(all, i.Key())
		}
		return all
	}
	w := byItself(t, messyLabels())
	w.phase(Ready)
	if w.Waits() == "" || !w.Unsettled() || !slices.Equal(keys(w), []string{"alike-label", "left-out"}) {
		t.Fatalf("got %q, %v", w.Waits(), keys(w))
	}
	w.do(Settle{Issue: "alike-label", Remedy: w.Issues()[0].Remedies[0]})
	again := w.only()
	if r := again.Reread; r == nil || len(r.Merge) != 1 || r.Merge[0].To != "x" {
		t.Fatalf("merged: got %+v", again)
	}
	w.reply(again.ID, api.Reply{Opened: openedLabels()})
	w.fitted()

	// Kept apart, they are not asked about again: the engine is told, so that recipe and report say the same.
	w = byItself(t, messyLabels())
	w.do(Settle{Issue: "alike-label", Remedy: w.Issues()[0].Remedies[1]})
	if fit := w.only().Fit; fit == nil || !slices.Equal(fit.Kept, []string{"alike-label"}) || !slices.Equal(keys(w), []string{"left-out"}) {
		t.Fatalf("kept apart: got %+v, %v", w.only(), keys(w))
	}

	// Who runs a method all the same has a result, in which it is still to be settled.
	w = byItself(t, messyLabels())
	w.do(StartRun{})
	fit := w.only()
	w.reply(fit.ID, api.Reply{Fitted: &api.Fitted{Method: "majority", Steps: 1, Expected: &api.Expected{Verdict: api.Usable},
		Issues: []api.Issue{{Kind: api.IssueCopies, Text: "copy", Remedies: []api.Remedy{{Do: api.DoWorkers}, {Do: api.DoKeep}}}}}})
	if !slices.Equal(keys(w), []string{"alike-label", "left-out", "copies"}) || w.Unsettled() {
		t.Errorf("run: got %v", keys(w))
	}
	if use, _ := api.UseOf(w.Result.Expected, w.Issues()); use != api.CheckFirst {
		t.Errorf("got the verdict %q", use)
	}
	w.do(Settle{Issue: "copies", Remedy: api.Remedy{Do: api.DoKeep}})
	if w.State.Run != nil || slices.Contains(keys(w), "copies") {
		t.Errorf("left: got %v", keys(w))
	}

	// While roles are a guess, so is all else.
	o := messyLabels()
	o.Read.Confirm = doubtfulLabels().Read.Confirm
	o.Issues = append([]api.Issue{{Kind: api.IssueRoles, Remedies: []api.Remedy{{Do: api.DoConfirm}}}}, o.Issues...)
	w = byItself(t, o)
	if !slices.Equal(keys(w), []string{"roles"}) {
		t.Errorf("got %v", keys(w))
	}
	w.do(Settle{Issue: "roles", Remedy: api.Remedy{Do: api.DoConfirm}})
	if !slices.Equal(keys(w), []string{"alike-label", "left-out"}) || w.State.Run != nil {
		t.Errorf("confirmed: got %v", keys(w))
	}
}

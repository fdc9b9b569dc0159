package engine

import (
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// Two of three workers are nearly always right, the third guesses.
const explained = "task,worker,label\n" +
	"a,ann,x\na,bob,x\na,eve,y\nb,ann,y\nb,bob,y\nb,eve,y\nc,ann,x\nc,bob,x\nc,eve,x\n" +
	"d,ann,y\nd,bob,x\nd,eve,y\ne,ann,x\ne,bob,x\ne,eve,y\nf,ann,y\nf,bob,y\nf,eve,x\n"

// What the members of a panel say is there after a run, not after a file is opened, and then the page says so; a fold has
// no members, and decides in a way of its own.
func TestMembersAreNotSaved(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, explained)
	v.fit("consensus")
	decides := func(v *visit) string {
		task := v.must(api.Request{Task: &api.Subject{}}, nil).Task
		if len(task.Panel) > 0 {
			return "a panel"
		}
		return task.Decides
	}
	again := v.reopened()
	if got := decides(again); !strings.Contains(got, "run it again") {
		t.Errorf("opened again: got %q", got)
	}
	again.fit("consensus")
	if got := decides(again); got != "a panel" {
		t.Errorf("run again: got %q, want a panel", got)
	}
	state := save(t, v)
	v.must(openState(v, state), state)
	v.open(api.RoleLabels, "task,worker,label\nz,ann,x\nz,eve,y\n")
	v.must(api.Request{Fold: &api.Fold{Settings: api.Settings{Seed: 1}}}, nil)
	if got := decides(v); strings.Contains(got, "run it again") || strings.Contains(got, "panel") || !strings.Contains(got, "new labels") {
		t.Errorf("folded: got %q", got)
	}
}

// While a panel runs, its progress names the members that have not ended, and nobody else.
func TestProgressNamesWhoIsAtWork(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, explained)
	v.tick = 1 // each step is told
	_, progress := v.do(api.Request{Fit: &api.Fit{Method: "consensus", Settings: api.Settings{Seed: 1}}}, nil)
	steps, before := 0, 5
	for _, p := range progress {
		if p.Step == nil {
			continue
		}
		if steps++; len(p.Working) >= 5 || len(p.Working) > before || slices.Contains(p.Working, "Vote shares") {
			t.Errorf("after step %d: got %q at work, of %d before", p.Step.N, p.Working, before)
		}
		before = len(p.Working)
	}
	if steps < 3 || before != 0 {
		t.Errorf("got %d at work after the last of %d steps, want nobody after some", before, steps)
	}
	if _, progress = v.do(api.Request{Fit: &api.Fit{Method: "ds"}}, nil); progress[0].Working != nil {
		t.Errorf("Dawid–Skene alone: got %q", progress[0].Working)
	}
}

// A fit of the consensus can be saved, folded on and resumed from.
func TestConsensusGoesOnFromItsState(t *testing.T) {
	old, fresh, all, _ := halves(t, "moderation")
	whole := newVisit(t)
	whole.open("labels", all)
	whole.fit("consensus")
	want := labelsOf(whole.File("labels"))
	first := newVisit(t)
	first.open("labels", old)
	first.fit("consensus")
	state := save(t, first)

	v := newVisit(t)
	v.must(openState(v, state), state)
	v.open("labels", fresh)
	for how, request := range map[string]api.Request{
		"folded in": {Fold: &api.Fold{Settings: api.Settings{Seed: 1}}}, "resumed": {Fit: &api.Fit{Method: "consensus",
			Settings: api.Settings{Seed: 1}, Resume: true}},
	} {
		v.must(request, nil)
		same, got := 0, labelsOf(v.File("labels"))
		for task, label := range want {
			if got[task] == label {
				same++
			}
		}
		if len(got) != 200 || same < 190 {
			t.Errorf("%s: %d of %d labels are those of a fit of everything", how, same, len(got))
		}
	}
}

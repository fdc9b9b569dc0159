package model

import (
	"slices"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

var projectFile = files.File{Name: "all.concord", Size: 99}

func aProject() *api.Reopened {
	labels, truth := openedLabels(), openedTruth()
	counts := *labels.Counts
	counts.Labels = 4
	return &api.Reopened{
		Opened: []api.Opened{*labels, *truth, {Role: "features"}},
		Amended: &api.Amended{
			Amend: api.Amend{Exclude: []int{1}}, Counts: &counts, Methods: labels.Methods,
		},
		Fit:    &api.Fit{Method: "ds", Settings: api.Settings{Seed: 7, Tolerance: 0.001}, Values: map[string]string{"smoothing": "0.5"}},
		Fitted: &api.Fitted{Method: "ds", Title: "DS", Steps: 3, Accuracy: &api.Accuracy{Evaluated: 2}},
	}
}

func (w *world) openProject() {
	w.Helper()
	w.do(Pick{api.RoleLabels, projectFile})
	r := w.only()
	if r.Open == nil || r.Open.Role != api.RoleProject {
		w.Fatalf("got %+v, want a project opened", r)
	}
	w.reply(r.ID, api.Reply{Reopened: aProject()})
	cleared := func(c Cmd) bool {
		got, ok := c.(Clear)
		return ok && slices.Equal(got.IDs, []string{"tasks-filter", "workers-filter"})
	}
	if !slices.ContainsFunc(w.cmds, cleared) {
		w.Errorf("got %+v, want the filters of the result before emptied", w.cmds)
	}
}

func TestProjectTakesThePlaceOfAll(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.openProject()
	w.phase(Done)
	if w.Labels.Opened.Counts.Labels != 4 || w.Truth.Opened == nil || len(w.Amend.Exclude) != 1 || w.Labels.CanUndo() {
		t.Errorf("got %+v", w.State)
	}
	if w.Result.Accuracy == nil || w.Stale() || w.Setup.Seed != "7" || w.Setup.Values["ds.smoothing"] != "0.5" ||
		w.Setup.Tolerance != "0.001" {
		t.Errorf("settings: got %+v, stale: %v", w.Setup, w.Stale())
	}
	if rows := w.sent(); len(rows) != 1 || rows[0].Rows == nil || w.focused() != "results-title" {
		t.Errorf("got %+v, want the rows of the tasks", rows)
	}
}

func TestRefusedProject(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	result, labels := w.Result, w.Labels.Opened
	w.do(Pick{api.RoleProject, projectFile})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "it is cut off"}})
	w.phase(Error)
	if w.Result != result || w.Labels.Opened != labels || w.focused() != "project-problem" {
		t.Error("a project that was refused took the current work away")
	}
	w.do(Dismiss{})
	w.phase(Done)
}

// A project is opened as a whole: what came out of it is never read alone.
func TestLostWithProject(t *testing.T) {
	w := newWorld(t)
	w.openProject()
	w.do(Lost{})
	r := w.only()
	if r.Open == nil || r.Open.Role != api.RoleProject || r.Open.File.Name != projectFile.Name {
		t.Fatalf("got %+v, want the project opened again", r)
	}
	w.reply(r.ID, api.Reply{Reopened: aProject()})
	w.phase(Done)

	w.do(Lost{})
	w.do(Lost{Why: "out of memory"}) // of reading it again: it is given up
	if len(w.sent()) != 0 || w.Labels.Opened != nil {
		t.Errorf("got %+v", w.sent())
	}
}

func TestLabelsAfterProject(t *testing.T) {
	w := newWorld(t)
	w.openProject()
	w.do(Pick{api.RoleLabels, file})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	w.phase(Ready)
	if w.Labels.CanUndo() || w.Labels.Origin.Packed || w.Truth.Opened != nil {
		t.Errorf("got %+v", w.Labels)
	}
}

// A file that was asked for while a project is read is not lost.
func TestFileWhileProjectIsRead(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleLabels, projectFile})
	first := w.only().ID
	w.do(Pick{api.RoleLabels, file})
	second := w.only().ID
	w.reply(first, api.Reply{Reopened: aProject()})
	w.phase(Loading)
	w.reply(second, api.Reply{Opened: openedLabels()})
	if w.Labels.Origin.Name != file.Name || w.Labels.Opened == nil {
		t.Errorf("got %+v", w.Labels)
	}
}

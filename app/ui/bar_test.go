package ui

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/model/job"
	"concord/core/api"
)

// running is the bar while a fit is under way.
func running(p *api.Progress) string {
	s := model.New()
	s.Run = &job.Run{Progress: p}
	return app.HTMLString(statusBar(s))
}

// The methods of a panel that are still at work are named.
func TestWhoIsAtWork(t *testing.T) {
	bar := func(working ...string) string {
		return running(&api.Progress{Phase: "fit", Seconds: 2, Step: &api.Step{N: 12}, Working: working})
	}
	if got := bar("Dawid–Skene", "MACE"); !strings.Contains(got, "Dawid–Skene, MACE") {
		t.Errorf("got %s", got)
	}
	if got := bar(); strings.Contains(got, "At work") {
		t.Errorf("of no panel: got %s", got)
	}
}

// Elements are told apart by their place: what has the focus must keep its own.
func TestCancelKeepsItsPlace(t *testing.T) {
	buttons := regexp.MustCompile(`<button[^>]* id="(\w+)"`)
	var want []string
	for _, p := range []*api.Progress{nil, {Step: &api.Step{N: 1}}} {
		var got []string
		for _, m := range buttons.FindAllStringSubmatch(running(p), -1) {
			got = append(got, m[1])
		}
		if want == nil {
			want = got
		}
		if !slices.Contains(got, "cancel") || !slices.Equal(got, want) {
			t.Errorf("where the result can be kept (%v): got %v for the buttons, want %v", p != nil, got, want)
		}
	}
}

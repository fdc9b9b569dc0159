package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// statusBar is the bar at the foot of the window: what is going on, how far it is, and how to end it. It lies over
// the page, so that nothing moves when it grows.
func statusBar(s model.State) app.UI {
	busy, done, blocked := s.Busy(), s.Result != nil, s.Blocked()
	file := s.MainFile()
	saved := kit.SaveNote(kit.Saved(s.Saves, file, ""))
	class := kit.Either(busy, "status-bar status-bar-busy", "status-bar")
	return app.Div().Class(class).Body(
		app.Div().Class("wrap status-bar-row").Body(
			app.Span().Class("status-bar-light status-bar-"+s.Phase()).Aria("hidden", "true"),
			app.P().ID("status").Class("status-bar-text").Role("status").Aria("live", "polite").Text(s.Status()),
			app.Dl().Class("status-bar-figures").ID("progress").Body(progress(s)...),
			// Hidden rather than left out, or the element that is Cancel, and may have the focus, would become this one.
			kit.Button("enough", "small", "", "Good enough", model.Enough{}).Hidden(!s.Run.CanSettle()).
				Title("Stop here, and keep what it has found so far"),
			kit.Button("cancel", "small", "", "Cancel", model.Cancel{}).Disabled(!busy).Hidden(!busy),
			kit.Button("run", runLook(s), "play", runText(s), model.StartRun{}).Disabled(blocked != "").Title(blocked).
				Hidden(s.Labels.Shown() == nil || busy).Aria("keyshortcuts", "Control+Enter"),
			kit.Button("download-"+file, "main", "download", "Download "+mainFile(s), model.Download{What: file}).
				Hidden(!done).Disabled(busy).Title(saved).Aria("keyshortcuts", "D"),
		),
		app.If(busy, func() app.UI {
			bar := app.Progress().Class("status-bar-progress").Max(1).Aria("label", "Progress")
			if share, known := share(s); known {
				return bar.Value(share)
			}
			return bar
		}),
	)
}

// mainFile is what the main button downloads.
func mainFile(s model.State) string {
	switch {
	case s.Ranks():
		return "ranking"
	case s.Answers().Items:
		return "pairs"
	}
	return "labels"
}

// runLook makes Run the main button until there is a result to download, or something is to be settled first.
func runLook(s model.State) string {
	return kit.Either(s.Result != nil && !s.Stale() || s.Unsettled() || s.Labels.Asks() != "", "quiet", "main")
}

func runText(s model.State) string {
	if s.Result != nil && !s.Stale() {
		return "Run again"
	}
	m, _ := s.Method()
	return "Run " + m.Title
}

// share is how much is done, where it can be told.
func share(s model.State) (share float64, known bool) {
	if s.Run != nil {
		return s.Run.Fraction, s.Run.Fraction > 0
	}
	r := s.Reading()
	if r == nil || r.Progress == nil || r.Progress.Total <= 0 {
		return 0, false
	}
	return float64(r.Progress.Bytes) / float64(r.Progress.Total), true
}

// figuresAfter is how many seconds something has to take for its figures to be shown: as long as a train of thought is
// not interrupted (Nielsen 1993). What is done before that would only flicker.
const figuresAfter = 1

// progress is how far what is going on is, in numbers.
func progress(s model.State) []app.UI {
	var p *api.Progress
	if r := s.Reading(); s.Run != nil {
		p = s.Run.Progress
	} else if r != nil {
		p = r.Progress
	}
	if p == nil || p.Seconds < figuresAfter {
		return nil
	}
	var all []app.UI
	figure := func(name, value string) { all = append(all, kit.Fact(name, value)) }
	if p.Of > 0 {
		figure("Fit", format.Count(p.At)+" of "+format.Count(p.Of))
	}
	switch {
	case p.Step == nil && p.Rows > 0: // before that the file is recognised, or unpacked
		figure("Rows read", format.Count(p.Rows))
	case p.Step != nil:
		figure("Step", format.Count(p.Step.N))
		if len(p.Working) > 0 {
			figure("At work", strings.Join(p.Working, ", "))
		}
		if x := api.Finite(p.Step.Objective); x != nil {
			figure("Objective", format.Grouped(*x, 2))
		}
		if x := api.Finite(p.Step.Change); x != nil {
			figure("Change", format.Number(*x))
		}
	}
	figure("Elapsed", format.Seconds(p.Seconds))
	return all
}

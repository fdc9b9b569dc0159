package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/model/job"
	"concord/app/ui/kit"
	"concord/core/api"
)

// statusBar is the bar at the foot of the window: what is going on, how far it is, and how to end it. It lies over
// the page, so that nothing moves when it grows.
type statusBar struct {
	app.Compo
	Phase   string
	Status  string
	Busy    bool
	Reading *files.Reading
	Run     *job.Run
	Settle  bool   // what the run has found can be kept
	Loaded  bool   // labels are open
	Done    bool   // there is a result
	Again   bool   // … which the settings, or what is open, have left behind
	Method  string // the title of the chosen method
	Blocked string // why nothing can be run now
	Pending bool   // something is to be settled before a fit starts by itself: that is the main thing to do
	Saved   string // what became of the download of the labels
}

func newStatusBar(s model.State) *statusBar {
	m, _ := s.Method()
	return &statusBar{
		Phase: s.Phase(), Status: s.Status(), Busy: s.Busy(), Reading: s.Reading(), Run: s.Run, Settle: s.Run.CanSettle(),
		Loaded: s.Labels.Shown() != nil, Done: s.Result != nil, Again: s.Stale(), Method: m.Title, Blocked: s.Blocked(),
		Pending: s.Unsettled() || s.Labels.Asks() != "",
		Saved:   kit.SaveNote(kit.Saved(s.Saves, api.FileLabels, "")),
	}
}

func (b *statusBar) Render() app.UI {
	class := kit.Either(b.Busy, "status-bar status-bar-busy", "status-bar")
	return app.Div().Class(class).Body(
		app.Div().Class("wrap status-bar-row").Body(
			app.Span().Class("status-bar-light status-bar-"+b.Phase).Aria("hidden", "true"),
			app.P().ID("status").Class("status-bar-text").Role("status").Aria("live", "polite").Text(b.Status),
			app.Dl().Class("status-bar-figures").ID("progress").Body(b.figures()...),
			// Hidden rather than left out, or the element that is Cancel, and may have the focus, would become this one.
			kit.Button("enough", "small", "", "Good enough", model.Enough{}).Hidden(!b.Settle).
				Title("Stop here, and keep what it has found so far"),
			kit.Button("cancel", "small", "", "Cancel", model.Cancel{}).Disabled(!b.Busy).Hidden(!b.Busy),
			kit.Button("run", b.runLook(), "play", b.runText(), model.StartRun{}).Disabled(b.Blocked != "").Title(b.Blocked).
				Hidden(!b.Loaded || b.Busy).Aria("keyshortcuts", "Control+Enter"),
			kit.Button("download-labels", "main", "download", "Download labels", model.Download{What: api.FileLabels}).
				Hidden(!b.Done).Disabled(b.Busy).Title(b.Saved).Aria("keyshortcuts", "D"),
		),
		app.If(b.Busy, func() app.UI {
			bar := app.Progress().Class("status-bar-progress").Max(1).Aria("label", "Progress")
			if share, known := b.share(); known {
				return bar.Value(share)
			}
			return bar
		}),
	)
}

// runLook makes Run the main button until there is a result to download.
func (b *statusBar) runLook() string {
	return kit.Either(b.Done && !b.Again || b.Pending, "quiet", "main")
}

func (b *statusBar) runText() string {
	if b.Done && !b.Again {
		return "Run again"
	}
	return "Run " + b.Method
}

// share is how much is done, where it can be told.
func (b *statusBar) share() (share float64, known bool) {
	if b.Run != nil {
		return b.Run.Fraction, b.Run.Fraction > 0
	}
	r := b.Reading
	if r == nil || r.Progress == nil || r.Progress.Total <= 0 {
		return 0, false
	}
	return float64(r.Progress.Bytes) / float64(r.Progress.Total), true
}

// figuresAfter is how many seconds something has to take for its figures to be shown: as long as a train of thought is
// not interrupted (Nielsen 1993). What is done before that would only flicker.
const figuresAfter = 1

func (b *statusBar) figures() []app.UI {
	var p *api.Progress
	switch {
	case b.Run != nil:
		p = b.Run.Progress
	case b.Reading != nil:
		p = b.Reading.Progress
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

package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/result"
	"concord/core/wire"
)

// statusBar is the bar at the foot of the window: what is going on, how far it is, and how to end it. It lies over
// the page, so that nothing moves when it grows.
type statusBar struct {
	app.Compo
	Phase   string
	Status  string
	Busy    bool
	Reading *files.Reading
	Run     *model.Run
	Settle  bool // what the run has found can be kept
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
			kit.Button("cancel", "small", "", "Cancel", model.Cancel{}).Disabled(!b.Busy),
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

func (b *statusBar) figures() []app.UI {
	var p *wire.Progress
	switch {
	case b.Run != nil:
		p = b.Run.Progress
	case b.Reading != nil:
		p = b.Reading.Progress
	}
	if p == nil {
		return nil
	}
	var all []app.UI
	figure := func(name, value string) { all = append(all, kit.Fact(name, value)) }
	if p.Of > 0 {
		figure("Fit", format.Count(p.At)+" of "+format.Count(p.Of))
	}
	if p.Step == nil {
		figure("Rows read", format.Count(p.Rows))
	} else {
		figure("Step", format.Count(p.Step.N))
		if len(p.Working) > 0 {
			figure("At work", strings.Join(p.Working, ", "))
		}
		if x := result.Finite(p.Step.Objective); x != nil {
			figure("Objective", format.Grouped(*x, 2))
		}
		if x := result.Finite(p.Step.Change); x != nil {
			figure("Change", format.Number(*x))
		}
	}
	figure("Elapsed", format.Seconds(p.Seconds))
	return all
}

package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/ui/kit"
)

// failure says what went wrong in anything but reading a file.
type failure struct {
	app.Compo
	Failure *model.Failure
}

func (f *failure) Render() app.UI {
	if f.Failure == nil {
		return app.Div().Class("problem-place")
	}
	return app.Div().Class("problem-place").Body(
		app.Div().Class("problem").ID("failure").TabIndex(-1).Role("alert").Body(
			app.H3().Body(kit.Icon("warning"), app.Text(kit.Capital(f.Failure.About)+" failed")),
			app.P().Class("problem-message").Text(f.Failure.Fault.Message),
			kit.ProblemTable(f.Failure.Fault.Problems, f.Failure.Fault.Count),
			app.Div().Class("row").Body(kit.Button("", "", "", "Dismiss", model.Dismiss{})),
		),
	)
}

package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/ui/kit"
)

// failure says what went wrong in anything but reading a file.
func failure(f *model.Failure) app.UI {
	if f == nil {
		return app.Div().Class("problem-place")
	}
	return app.Div().Class("problem-place").Body(
		app.Div().Class("problem").ID("failure").TabIndex(-1).Role("alert").Body(
			app.H3().Body(kit.Icon("warning"), app.Text(kit.Capital(f.About)+" failed")),
			app.P().Class("problem-message").Text(f.Fault.Message),
			kit.ProblemTable(f.Fault.Problems, f.Fault.Count),
			app.Div().Class("row").Body(kit.Button("", "", "", "Dismiss", model.Dismiss{})),
		),
	)
}

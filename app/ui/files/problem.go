package files

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// problemPanel says why a file could not be used, where it goes wrong and what
// to do.
func problemPanel(s files.Source) app.UI {
	if s.Fault == nil {
		return app.Div().Class("problem-place")
	}
	f := s.Fault
	offer := ""
	if f.Opened != nil {
		offer = f.Opened.Offer
	}
	several := f.Several && s.Role == wire.RoleLabels
	what := "This " + files.RoleOf(s.Role).Is + " could not be used"
	return app.Div().Class("problem-place").Body(
		app.Div().Class("problem").ID("%s-problem", s.Role).TabIndex(-1).Role("alert").Body(
			app.H3().Body(kit.Icon("warning"), app.Text(what)),
			problemMessage(f),
			kit.ProblemTable(f.Problems, f.Count),
			app.Div().Class("row").Body(
				app.If(offer != "", func() app.UI {
					return app.Button().Type("button").Class("button button-main").ID("take-encoding").
						OnClick(kit.Sends(model.SetEncoding{Of: s.Role, Encoding: offer})).Text("Read it as " + encodingTitle(offer))
				}),
				app.If(s.MayBeTruth(), func() app.UI {
					return app.Button().Type("button").Class("button button-main").ID("take-as-truth").
						OnClick(kit.Sends(model.TakeAsTruth{})).Text("It is the truth of " + s.Origin.Name)
				}),
				app.If(several, func() app.UI {
					return app.Button().Type("button").Class("button button-main").ID("take-sets").
						OnClick(kit.Sends(model.TakeSets{})).Text("A task may have several labels: take them all")
				}),
				app.If(f.HeaderLine > 0, func() app.UI {
					return app.Button().Type("button").Class("button button-main").ID("take-header-line").
						OnClick(kit.Sends(model.SetHeaderLine{Of: s.Role, Line: f.HeaderLine})).Text("Use line " + format.Count(f.HeaderLine) +
						" as the header")
				}),
				app.If(f.NoWorker && s.Role == wire.RoleLabels, func() app.UI {
					class := "button button-main"
					if s.MayBeTruth() {
						class = "button"
					}
					return app.Button().Type("button").Class(class).ID("take-anonymous").
						OnClick(kit.Sends(model.SetAnonymous{On: true})).Text("Nobody knows who: majority vote and agreement only")
				}),
				app.If(f.CanSkip, func() app.UI {
					class := "button button-main"
					if offer != "" || several {
						class = "button" // there is something better to do
					}
					return app.Button().Type("button").Class(class).ID("skip").
						OnClick(kit.Sends(model.Skip{Of: s.Role})).Text(skipText(f))
				}),
				app.If(f.CanSkip, func() app.UI {
					return app.Button().Type("button").Class("button").ID("download-problems").
						OnClick(kit.Sends(model.Download{What: "problems"})).Body(kit.Icon("download"), app.Text("List of problems"))
				}),
				app.If(f.Many, func() app.UI {
					return app.Button().Type("button").Class("button button-main").ID("take-many").
						OnClick(kit.Sends(model.TakeMany{Of: s.Role})).Text("They are right: go on")
				}),
				app.Button().Type("button").Class("button button-quiet").ID("dismiss").
					OnClick(kit.Sends(model.Dismiss{})).Text(dismissText(s)),
			),
		),
	)
}

// problemMessage is what the fault says in a line, unless the table below says
// the same at length.
func problemMessage(f *wire.Fault) app.UI {
	text := f.Message
	switch {
	case f.Count > 1 && len(f.Problems) > 0:
		text = f.Problems[0].File + ": " + format.Plural(f.Count, "row") + " can’t be used."
	case len(f.Problems) > 0:
		text = f.Problems[0].File
	}
	return app.P().Class("problem-message").Text(text)
}

func skipText(f *wire.Fault) string {
	text := "Go on without " + format.Plural(f.Count, "row")
	if f.Count > 1 {
		text = "Go on without these " + format.Plural(f.Count, "row")
	}
	if f.Good > 0 {
		text += " (" + format.Count(f.Good) + " remain)"
	}
	return text
}

func dismissText(s files.Source) string {
	switch {
	case s.Opened != nil:
		return "Keep " + s.Origin.Name
	case len(s.Among) > 0:
		return "Back to the " + format.Plural(len(s.Among), "file")
	}
	return "Dismiss"
}

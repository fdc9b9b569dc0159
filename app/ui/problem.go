package ui

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/core/wire"
)

// maxProblems is how many problems are shown; the rest is in the download.
const maxProblems = 5

// problemPanel says why a file could not be used, where it goes wrong and what
// to do.
func problemPanel(s model.Source) app.UI {
	if s.Fault == nil {
		return app.Div().Class("problem-place")
	}
	f := s.Fault
	offer := ""
	if f.Opened != nil {
		offer = f.Opened.Offer
	}
	several := f.Several && s.Role == model.RoleLabels
	what := "This " + model.RoleName(s.Role) + " could not be used"
	return app.Div().Class("problem-place").Body(
		app.Div().Class("problem").ID("%s-problem", s.Role).TabIndex(-1).Role("alert").Body(
			app.H3().Body(icon("warning"), app.Text(what)),
			problemMessage(f),
			problemTable(f.Problems, f.Count),
			app.Div().Class("row").Body(
				app.If(offer != "", func() app.UI {
					return app.Button().Type("button").Class("button button-main").ID("take-encoding").
						OnClick(sends(model.SetEncoding{Of: s.Role, Encoding: offer})).Text("Read it as " + encodingTitle(offer))
				}),
				app.If(s.MayBeTruth(), func() app.UI {
					return app.Button().Type("button").Class("button button-main").ID("take-as-truth").
						OnClick(sends(model.TakeAsTruth{})).Text("It is the truth of " + s.Origin.Name)
				}),
				app.If(several, func() app.UI {
					return app.Button().Type("button").Class("button button-main").ID("take-sets").
						OnClick(sends(model.TakeSets{})).Text("A task may have several labels: take them all")
				}),
				app.If(f.HeaderLine > 0, func() app.UI {
					return app.Button().Type("button").Class("button button-main").ID("take-header-line").
						OnClick(sends(model.SetHeaderLine{Of: s.Role, Line: f.HeaderLine})).Text("Use line " + format.Count(f.HeaderLine) + " as the header")
				}),
				app.If(f.NoWorker && s.Role == model.RoleLabels, func() app.UI {
					class := "button button-main"
					if s.MayBeTruth() {
						class = "button"
					}
					return app.Button().Type("button").Class(class).ID("take-anonymous").
						OnClick(sends(model.SetAnonymous{On: true})).Text("Nobody knows who: majority vote and agreement only")
				}),
				app.If(f.CanSkip, func() app.UI {
					class := "button button-main"
					if offer != "" || several {
						class = "button" // there is something better to do
					}
					return app.Button().Type("button").Class(class).ID("skip").
						OnClick(sends(model.Skip{Of: s.Role})).Text(skipText(f))
				}),
				app.If(f.CanSkip, func() app.UI {
					return app.Button().Type("button").Class("button").ID("download-problems").
						OnClick(sends(model.Download{What: "problems"})).Body(icon("download"), app.Text("List of problems"))
				}),
				app.If(f.Many, func() app.UI {
					return app.Button().Type("button").Class("button button-main").ID("take-many").
						OnClick(sends(model.TakeMany{Of: s.Role})).Text("They are right: go on")
				}),
				app.Button().Type("button").Class("button button-quiet").ID("dismiss").
					OnClick(sends(model.Dismiss{})).Text(dismissText(s)),
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

func dismissText(s model.Source) string {
	switch {
	case s.Opened != nil:
		return "Keep " + s.Origin.Name
	case len(s.Among) > 0:
		return "Back to the " + format.Plural(len(s.Among), "file")
	}
	return "Dismiss"
}

// problemTable lists the first problems.
func problemTable(problems []wire.Problem, count int) app.UI {
	if len(problems) == 0 {
		return app.Div()
	}
	if p := problems[0]; count <= 1 && p.Line == 0 && p.Column == "" && p.Text == "" { // of the file as a whole
		return app.P().Class("problem-message").Body(app.Span().Text(sentence(p.What)), app.Span().Class("problem-do").Text(sentence(p.Do)))
	}
	shown := problems[:min(len(problems), maxProblems)]
	var rows []app.UI
	for _, p := range shown {
		line := "–"
		if p.Line > 0 {
			line = strconv.Itoa(p.Line)
		}
		if p.Record > 0 {
			line += ", record " + format.Count(p.Record)
		}
		rows = append(rows, app.Tr().Body(
			app.Td().Class("number").DataSet("head", "Line").Text(line),
			app.Td().DataSet("head", "Column").Text(orDash(p.Column)),
			app.Td().DataSet("head", "Text").Body(app.Code().Class("offender").Text(orDash(p.Text))),
			app.Td().DataSet("head", "What is wrong").Body(
				app.Span().Text(sentence(p.What)),
				app.If(p.Do != "", func() app.UI { return app.Span().Class("problem-do").Text(sentence(p.Do)) }),
			),
		))
	}
	more := count - len(shown)
	return app.Div().Body(
		app.Div().Class("scroll").TabIndex(0).Role("region").Aria("label", "Problems of the file").Body(
			app.Table().Class("problems").Body(
				app.THead().Body(app.Tr().Body(
					app.Th().Scope("col").Text("Line"),
					app.Th().Scope("col").Text("Column"),
					app.Th().Scope("col").Text("Text"),
					app.Th().Scope("col").Text("What is wrong"),
				)),
				app.TBody().Body(rows...),
			),
		),
		app.If(more > 0, func() app.UI {
			return app.P().Class("problem-more").Text("and " + format.Count(more) + " more")
		}),
	)
}

// sentence makes one of a phrase.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(first)) + s[size:]
	if !strings.ContainsAny(s[len(s)-1:], ".?!") {
		s += "."
	}
	return s
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

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
			app.H3().Body(icon("warning"), app.Text(f.Failure.About+" failed")),
			app.P().Class("problem-message").Text(f.Failure.Fault.Message),
			problemTable(f.Failure.Fault.Problems, f.Failure.Fault.Count),
			app.Div().Class("row").Body(
				app.Button().Type("button").Class("button").OnClick(sends(model.Dismiss{})).Text("Dismiss"),
			),
		),
	)
}

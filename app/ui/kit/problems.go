package kit

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/core/problem"
)

// problemTable lists the first problems.
func ProblemTable(problems []problem.Problem, count int) app.UI {
	if len(problems) == 0 {
		return app.Div()
	}
	if p := problems[0]; count <= 1 && p.Line == 0 && p.Column == "" && p.Text == "" { // of the file as a whole
		return app.P().Class("problem-message").Body(app.Span().Text(Sentence(p.What)), app.Span().Class("problem-do").Text(Sentence(p.Do)))
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
			app.Td().DataSet("head", "Column").Text(OrDash(p.Column)),
			app.Td().DataSet("head", "Text").Body(app.Code().Class("offender").Text(OrDash(p.Text))),
			app.Td().DataSet("head", "What is wrong").Body(
				app.Span().Text(Sentence(p.What)),
				app.If(p.Do != "", func() app.UI { return app.Span().Class("problem-do").Text(Sentence(p.Do)) }),
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

// maxProblems is how many problems are shown; the rest is in the download.
const maxProblems = 5

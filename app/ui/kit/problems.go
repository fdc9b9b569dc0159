package kit

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/core/api"
)

// ProblemTable lists the first problems.
func ProblemTable(problems []api.Problem, count int) app.UI {
	if len(problems) == 0 {
		return app.Div()
	}
	if p := problems[0]; count <= 1 && p.Line == 0 && p.Column == "" && p.Text == "" { // of the file as a whole
		return app.P().Class("problem-message").Body(app.Span().Text(Sentence(p.What)), app.Span().Class("problem-do").Text(Sentence(p.Do)))
	}
	shown := problems[:min(len(problems), maxProblems)]
	var rows []app.UI
	for _, p := range shown {
		line := Either(p.Line > 0, strconv.Itoa(p.Line), "–")
		if p.Record > 0 {
			line += ", record " + format.Count(p.Record)
		}
		rows = append(rows, Row(
			NumberCell(line).DataSet("head", "Line"),
			Cell(OrDash(p.Column)).DataSet("head", "Column"),
			app.Td().DataSet("head", "Text").Body(app.Code().Class("offender").Text(OrDash(p.Text))),
			app.Td().DataSet("head", "What is wrong").Body(
				app.Span().Text(Sentence(p.What)),
				When(p.Do != "", app.Span().Class("problem-do").Text(Sentence(p.Do))),
			),
		))
	}
	more := count - len(shown)
	return app.Div().Body(
		Scroll("Problems of the file", Table("problems", "", "", Heads("Line", "Column", "Text", "What is wrong"), rows)),
		When(more > 0, app.P().Class("problem-more").Text("and "+format.Count(more)+" more")),
	)
}

// maxProblems is how many problems are shown; the rest is in the download.
const maxProblems = 5

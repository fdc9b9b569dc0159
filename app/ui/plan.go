package ui

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/model"
	"concord/core/wire"
)

// planning is what the view of the labels to get next shows.
type planning struct {
	Can     bool
	Budget  string
	Wrong   string
	Blocked string
	Planned *wire.Planned
	Save    model.Save // the download of the plan, if it was asked for
}

func planningOf(s model.State) planning {
	p := planning{Can: s.CanPlan(), Budget: s.Plan.Budget, Wrong: s.Plan.Wrong(), Blocked: s.PlanBlocked(), Planned: s.Plan.Planned}
	p.Save, _ = saved(s.Saves, "plan", "")
	return p
}

// planView says which labels to get next, and from whom.
type planView struct {
	app.Compo
	Plan planning
}

func (v *planView) Render() app.UI {
	p := v.Plan.Planned
	help, class := "How many labels you could get.", "field-help"
	if v.Plan.Wrong != "" {
		help, class = v.Plan.Wrong, "field-help field-wrong"
	}
	return panelOf(model.ViewPlan, "study").Body(
		app.P().Text("Another label is worth most where the answer is in doubt and the worker is good. The method of the result is fitted to parts of the labels to see where."),
		app.Div().Class("plan-form").Body(
			app.Div().Class("field").Body(
				app.Label().For("budget").Class("field-label").Text("Labels to get"),
				app.Input().Type("text").ID("budget").Attr("inputmode", "numeric").AutoComplete(false).Value(v.Plan.Budget).
					Aria("describedby", "budget-help").Aria("invalid", v.Plan.Wrong != "").
					OnInput(sendsText(func(text string) model.Msg { return model.SetBudget{Text: text} })),
				app.P().ID("budget-help").Class(class).Text(help),
			),
			app.Button().Type("button").ID("plan").Class("button button-main").Disabled(v.Plan.Blocked != "").Title(v.Plan.Blocked).
				OnClick(sends(model.StartPlan{})).Body(icon("play"), app.Text("Find what to ask")),
		),
		app.If(p != nil, func() app.UI { return v.found(p) }),
	)
}

func (v *planView) found(p *wire.Planned) app.UI {
	return app.Div().Class("study-form").Body(
		app.H3().ID("plan-title").TabIndex(-1).Class("panel-title").Text("What next?"),
		app.P().Class("summary-lead").Text(plannedSentence(p)),
		app.If(p.Note != "", func() app.UI { return app.Div().Class("notice").Body(icon("info"), app.Div().Text(sentence(p.Note))) }),
		app.If(len(p.Curve) > 1, func() app.UI { return planCurve(p) }),
		app.If(len(p.Asks) > 0, v.asks),
	)
}

func plannedSentence(p *wire.Planned) string {
	if p.ByDoubt {
		return model.Plural(p.Count, "task") + " that the classifier is least sure of, one label each: those that nobody labelled come first. Whom to ask is who is likeliest to be right about the task, judged by what the others say."
	}
	if p.Useful == 0 {
		return "No further label is expected to change an answer. The expected error is " + model.Percent2(p.Error) + "."
	}
	text := fmt.Sprintf("%s: expected error %s → %s.", model.Plural(p.Useful, "more label"), model.Percent2(p.Error), model.Percent2(p.Expected))
	if p.Useful < p.Budget {
		text += fmt.Sprintf(" The rest of the %s is not expected to be of use.", model.Count(p.Budget))
	}
	return text
}

// planCurve shows how the expected error falls with the labels.
func planCurve(p *wire.Planned) app.UI {
	x, y := make([]float64, len(p.Curve)), make([]float64, len(p.Curve))
	var rows []app.UI
	for i, at := range p.Curve {
		x[i], y[i] = float64(at.Labels), 100*at.Error
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Text(model.Count(at.Labels)), app.Td().Class("number").Text(model.Percent2(at.Error))))
	}
	c := chart.NewLine(x, y, chart.Size{W: 460, H: 220}, 62)
	return app.Figure().Class("card plan-curve").Body(
		app.FigCaption().Class("card-title").Text("Expected error, in percent"),
		drawLine(c, "Expected error by labels, from "+model.Percent2(p.Curve[0].Error)+" to "+model.Percent2(p.Curve[len(p.Curve)-1].Error), "More labels"),
		app.Details().Class("behind").Body(
			app.Summary().Text("As a table"),
			figureTable("plan-errors", "Expected error by labels", []app.UI{
				app.Th().Scope("col").Text("More labels"), app.Th().Scope("col").Class("number").Text("Expected error"),
			}, rows),
		),
		saveChart("expected-error"),
	)
}

// asks is the table of whom to ask about which task.
func (v *planView) asks() app.UI {
	p := v.Plan.Planned
	var rows []app.UI
	for n, a := range p.Asks {
		worker, labels, right := app.UI(app.Text("anybody new")), "–", "–"
		if a.Worker != nil {
			worker = opener(fmt.Sprintf("asked-%d-%s", n, model.RowID(model.ViewWorkers, a.Worker.Index)), a.Worker.Name)
			labels = model.Count(a.Worker.Labels)
		}
		if a.Right != nil {
			right = model.Percent(*a.Right)
		}
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Body(opener(fmt.Sprintf("ask-%d-%s", n, model.RowID(model.ViewTasks, a.Task.Index)), a.Task.Name)),
			app.Td().Class("number").Text(model.Count(a.Task.Labels)),
			app.Td().Body(worker), app.Td().Class("number").Text(labels),
			app.If(p.ByDoubt, func() app.UI { return app.Td().Class("number").Text(right) })))
	}
	return app.Div().Class("study-form").Body(
		app.H3().Class("panel-title").Text("Whom to ask about which task"),
		app.Div().OnClick(openClicked).Body(figureTable("asks", "Whom to ask about which task", []app.UI{
			app.Th().Scope("col").Text("Task"), app.Th().Scope("col").Class("number").Text("Labels so far"),
			app.Th().Scope("col").Text("Worker to ask"), app.Th().Scope("col").Class("number").Text("Labels given"),
			app.If(p.ByDoubt, func() app.UI { return app.Th().Scope("col").Class("number").Text("Right with") }),
		}, rows)),
		app.Div().Class("row").Body(
			app.Button().Type("button").ID("download-plan").Class("button").OnClick(sends(model.Download{What: "plan"})).
				Body(icon("download"), app.Text("Download all "+model.Count(p.Count))),
			app.Span().Class("muted").Text(saveNote(v.Plan.Save)),
		),
	)
}

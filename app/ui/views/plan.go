package views

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// planning is what the view of the labels to get next shows.
type planning struct {
	model.Plan
	Blocked string
	Save    model.Save // the download of the plan, if it was asked for
}

func planOf(s model.State) Shown {
	save, _ := kit.Saved(s.Saves, "plan", "")
	return planning{Plan: s.Plan, Blocked: s.PlanBlocked(), Save: save}
}

func (p planning) Draw() app.UI { return &planView{Plan: p} }

// planView says which labels to get next, and from whom.
type planView struct {
	app.Compo
	Plan planning
}

func (v *planView) Render() app.UI {
	p := v.Plan.Planned
	return kit.Panel(model.ViewPlan, "study").Body(
		app.P().Text("Another label is worth most where the answer is in doubt and the worker is good. The method of the result is fitted to "+
			"parts of the labels to see where."),
		app.Div().Class("plan-form").Body(
			planField("budget", "Labels to get", "How many labels you could get.", v.Plan.Budget, v.Plan.Wrong(),
				func(text string) model.Msg { return model.SetBudget{Text: text} }),
			planField("plan-share", "Most for one worker, in %", "Empty: twice an even share, half at most.", v.Plan.Share, v.Plan.WrongShare(),
				func(text string) model.Msg { return model.SetShare{Text: text} }),
			kit.Tick("plan-suspects", "Ask suspects, too: workers whom the table of workers flags", v.Plan.Suspects,
				func(on bool) model.Msg { return model.SetAsk{Suspects: on} }),
			app.Button().Type("button").ID("plan").Class("button button-main").Disabled(v.Plan.Blocked != "").Title(v.Plan.Blocked).
				OnClick(kit.Sends(model.StartPlan{})).Body(kit.Icon("play"), app.Text("Find what to ask")),
		),
		app.If(p != nil, func() app.UI { return v.found(p) }),
	)
}

// planField is a number to type, and what is wrong with it.
func planField(id, label, help, value, wrong string, m func(text string) model.Msg) app.UI {
	class := "field-help"
	if wrong != "" {
		help, class = wrong, "field-help field-wrong"
	}
	return app.Div().Class("field").Body(
		app.Label().For(id).Class("field-label").Text(label),
		app.Input().Type("text").ID(id).Attr("inputmode", "decimal").AutoComplete(false).Value(value).
			Aria("describedby", id+"-help").Aria("invalid", wrong != "").OnInput(kit.SendsText(m)),
		app.P().ID(id+"-help").Class(class).Text(help),
	)
}

func (v *planView) found(p *wire.Planned) app.UI {
	return app.Div().Class("study-form").Body(
		app.H3().ID("plan-title").TabIndex(-1).Class("panel-title").Text("What next?"),
		app.P().ID("plan-sentence").Class("summary-lead").Text(p.Sentence),
		app.If(len(p.Notes) > 0, func() app.UI { return planNotes(p.Notes) }),
		app.If(len(p.Curve) > 1, func() app.UI { return planCurve(p) }),
		app.If(len(p.Asks) > 0, v.asks),
	)
}

func planNotes(notes []string) app.UI {
	var all []app.UI
	for _, text := range notes {
		all = append(all, app.P().Text(text))
	}
	return app.Div().ID("plan-notes").Class("notice").Body(kit.Icon("info"), app.Div().Body(all...))
}

// planCurve shows how the expected error falls with the labels.
func planCurve(p *wire.Planned) app.UI {
	x, y := make([]float64, len(p.Curve)), make([]float64, len(p.Curve))
	var rows []app.UI
	for i, at := range p.Curve {
		x[i], y[i] = float64(at.Labels), 100*at.Error
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Text(format.Count(at.Labels)), app.Td().Class("number").Text(errorOf(p, at))))
	}
	c := chart.NewLine(x, y, chart.Size{W: 460, H: 220}, 62)
	return app.Figure().Class("card plan-curve").Body(
		app.FigCaption().Class("card-title").Text("Expected error, in percent"),
		kit.DrawLine(c, "Expected error by labels, from "+errorOf(p, p.Curve[0])+" to "+errorOf(p, p.Curve[len(p.Curve)-1]), "More labels"),
		app.Details().Class("behind").Body(
			app.Summary().Text("As a table"),
			kit.FigureTable("plan-errors", "Expected error by labels", []app.UI{
				app.Th().Scope("col").Text("More labels"), app.Th().Scope("col").Class("number").Text("Expected error"),
			}, rows),
		),
		kit.SaveButtons("expected-error"),
	)
}

// errorOf is an expected error, to as many decimals as show what the plan changes.
func errorOf(p *wire.Planned, at wire.Point) string {
	return format.Fixed(100*at.Error, max(2, p.Decimals)) + " %"
}

// asks is the table of whom to ask about which task.
func (v *planView) asks() app.UI {
	p := v.Plan.Planned
	var rows []app.UI
	for n, a := range p.Asks {
		right, task := "–", app.UI(app.Text(a.Task.Name)) // there is nothing to open of a task that has no labels
		if a.Task.Index >= 0 {
			task = kit.Opener(fmt.Sprintf("ask-%d-%s", n, model.RowID(model.ViewTasks, a.Task.Index)), a.Task.Name)
		}
		if a.Right != nil {
			right = format.Percent(*a.Right)
		}
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Body(task),
			app.Td().Class("number").Text(format.Count(a.Task.Labels)),
			app.Td().Body(kit.Opener(fmt.Sprintf("asked-%d-%s", n, model.RowID(model.ViewWorkers, a.Worker.Index)), a.Worker.Name)),
			app.Td().Class("number").Text(format.Count(a.Worker.Labels)),
			app.If(p.ByDoubt, func() app.UI { return app.Td().Class("number").Text(right) })))
	}
	return app.Div().Class("study-form").Body(
		app.H3().Class("panel-title").Text("Whom to ask about which task"),
		app.Div().OnClick(kit.OpenClicked).Body(kit.FigureTable("asks", "Whom to ask about which task", []app.UI{
			app.Th().Scope("col").Text("Task"), app.Th().Scope("col").Class("number").Text("Labels so far"),
			app.Th().Scope("col").Text("Worker to ask"), app.Th().Scope("col").Class("number").Text("Labels given"),
			app.If(p.ByDoubt, func() app.UI { return app.Th().Scope("col").Class("number").Text("Right with") }),
		}, rows)),
		app.Div().Class("row").Body(
			app.Button().Type("button").ID("download-plan").Class("button").OnClick(kit.Sends(model.Download{What: "plan"})).
				Body(kit.Icon("download"), app.Text("Download all "+format.Count(p.Count))),
			app.Span().Class("muted").Text(kit.SaveNote(v.Plan.Save)),
		),
	)
}

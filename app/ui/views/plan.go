package views

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/model/budget"
	"concord/app/ui/kit"
	"concord/core/result"
)

// planning is what the view of the labels to get next shows.
type planning struct {
	budget.Plan
	Blocked string
	Save    model.Save // the download of the plan, if it was asked for
	Need    need
	Replay  string // why no replay can begin
}

func planOf(s model.State) Shown {
	return planning{Plan: s.Plan, Blocked: s.PlanBlocked(), Save: kit.Saved(s.Saves, "plan", ""), Need: needOf(s), Replay: s.ReplayBlocked()}
}

// draw says which labels to get next, and from whom.
func (v planning) draw(*view) app.UI {
	return kit.Panel(model.ViewPlan, "study").Body(
		v.Need.draw(),
		kit.PanelTitle("Which labels to get next"),
		app.P().Text("A further label helps most where the answer is in doubt and the worker is good."),
		app.Div().Class("plan-form").Body(
			planField("budget", "Labels to get", "How many more you can collect.", v.Budget, v.Wrong(),
				func(text string) model.Msg { return model.SetBudget{Text: text} }),
			planField("plan-share", "Limit per worker, in %", "Empty: twice an even share, at most half.", v.Share, v.WrongShare(),
				func(text string) model.Msg { return model.SetShare{Text: text} }),
			kit.Tick("plan-suspects", "Include workers who stand out", v.Suspects,
				func(on bool) model.Msg { return model.SetAsk{Suspects: on} }),
			kit.Button("plan", "main", "play", "Suggest assignments", model.StartPlan{}).Disabled(v.Blocked != "").Title(v.Blocked),
		),
		app.If(v.Planned != nil, v.found),
		replay(v.Replayed, v.Replay),
	)
}

// planField is a number to type, and what is wrong with it.
func planField(id, label, help, value, wrong string, m func(text string) model.Msg) app.UI {
	return kit.Field(id, label, help, wrong, kit.NumberInput(id, value, wrong, m))
}

func (v planning) found() app.UI {
	p := v.Planned
	return app.Div().Class("study-form").Body(
		kit.PanelTitle("Your next labels").ID("plan-title").TabIndex(-1),
		kit.Lead(p.Sentence).ID("plan-sentence"),
		app.If(len(p.Notes) > 0, func() app.UI { return planNotes(p.Notes) }),
		app.If(len(p.Curve) > 1, func() app.UI { return planCurve(p) }),
		kit.Terms(kit.Either(p.ByDoubt, "Chance right", "Expected error")),
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
func planCurve(p *result.Planned) app.UI {
	x, y := make([]float64, len(p.Curve)), make([]float64, len(p.Curve))
	var rows []app.UI
	for i, at := range p.Curve {
		x[i], y[i] = float64(at.Labels), 100*at.Error
		rows = append(rows, kit.NumberRow(format.Count(at.Labels), errorOf(p, at)))
	}
	c := chart.NewLine(x, y, chart.Size{W: 460, H: 220}, 62)
	return app.Figure().Class("card plan-curve").Body(
		app.FigCaption().Class("card-title").Text("Expected error, in percent"),
		kit.DrawLine(c, "Expected error by labels, from "+errorOf(p, p.Curve[0])+" to "+errorOf(p, p.Curve[len(p.Curve)-1]), "More labels"),
		kit.Behind(kit.FigureTable("plan-errors", "Expected error by labels", kit.Heads("More labels", "#Expected error"), rows)),
		kit.SaveButtons("expected-error"),
	)
}

// errorOf is an expected error, to as many decimals as show what the plan changes.
func errorOf(p *result.Planned, at result.Point) string {
	return format.Fixed(100*at.Error, max(2, p.Decimals)) + " %"
}

// asks is the table of whom to ask about which task.
func (v planning) asks() app.UI {
	p := v.Planned
	titles := []string{"Task", "#Labels so far", "Worker", "#Labels given"}
	if p.ByDoubt {
		titles = append(titles, "#Chance right")
	}
	var rows []app.UI
	for n, a := range p.Asks {
		right, task := "–", kit.Name(a.Task.Name) // there is nothing to open of a task that has no labels
		if a.Task.Index >= 0 {
			task = kit.Opener(fmt.Sprintf("ask-%d-%s", n, model.RowID(model.ViewTasks, a.Task.Index)), a.Task.Name)
		}
		if a.Right != nil {
			right = format.Percent(*a.Right)
		}
		rows = append(rows, kit.Record(titles,
			app.Th().Scope("row").Body(task),
			kit.NumberCell(format.Count(a.Task.Labels)),
			app.Td().Body(kit.Opener(fmt.Sprintf("asked-%d-%s", n, model.RowID(model.ViewWorkers, a.Worker.Index)), a.Worker.Name)),
			kit.NumberCell(format.Count(a.Worker.Labels)),
			kit.When(p.ByDoubt, kit.NumberCell(right))))
	}
	title := "Suggested assignments"
	return app.Div().Class("study-form").Body(
		kit.PanelTitle(title),
		app.Div().OnClick(kit.OpenClicked).Body(kit.FigureRecords("asks", title, titles, rows)),
		app.Div().Class("row").Body(
			kit.Button("download-plan", "", "download", "Download all "+format.Count(p.Count), model.Download{What: "plan"}),
			app.Span().Class("muted").Text(kit.SaveNote(v.Save)),
		),
	)
}

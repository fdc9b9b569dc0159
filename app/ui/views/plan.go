package views

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/budget"
	"concord/app/ui/kit"
	"concord/core/api"
)

// planning is the view of the labels to get next. What is typed there changes it anyway, so it is drawn each time.
type planning struct{ model.State }

func planOf(s model.State) Shown { return planning{s} }

// draw says what more labels would bring, which to get next, and from whom.
func (v planning) draw(*view) app.UI {
	return kit.Panel(model.ViewPlan, "study").Body(
		kit.PanelTitle("How many more labels, and which?").ID("need-title").TabIndex(-1),
		kit.Either[app.UI](v.PlanSilent() != "", kit.Warning(v.PlanSilent()).ID("need-silent"), v.ask()),
		app.If(v.Plan.Planned != nil, v.found),
	)
}

// ask is what the forecast is asked with.
func (v planning) ask() app.UI {
	amount := func(what, label, help string) app.UI {
		wrong := v.Plan.Wrong(what)
		return kit.Field(what, label, help, wrong, kit.NumberInput(what, *v.Plan.Of(what), wrong,
			func(text string) model.Msg { return model.SetAmount{What: what, Text: text} }))
	}
	takes, blocked := "", v.PlanBlocked()
	if seconds := v.PlanSeconds(); seconds > 2 {
		takes = "Takes " + format.About(seconds) + ": the method is run again on parts of the labels."
	}
	return app.Div().Class("study-form").Body(
		app.P().Text("See how right your labels would be with more of them, or fewer, and whom to ask about which task next."),
		app.Div().Class("plan-form").Body(
			amount(budget.Budget, "Labels to get", "How many more you can collect."),
			amount(budget.Share, "Limit per worker, in %", "Empty: twice an even share, at most half."),
			amount(budget.Price, "Price of a label", "Optional, in any currency."),
			amount(budget.Mistake, "Cost of a wrong label", "Optional, in the same currency."),
		),
		app.Div().Class("plan-form").Body(
			kit.Tick("plan-suspects", "Include workers who stand out", v.Plan.Suspects,
				func(on bool) model.Msg { return model.SetAsk{Suspects: on} }),
			kit.Button("plan-workers", "small quiet", "", "See workers", model.Show{View: model.ViewWorkers}),
			kit.Button("plan", "main", "play", kit.Either(v.Plan.Planned == nil, "Forecast", "Forecast again"), model.StartPlan{}).
				Disabled(blocked != "").Title(blocked),
			kit.Muted(takes),
		),
	)
}

func (v planning) found() app.UI {
	p := v.Plan.Planned
	return app.Div().Class("study-form").Body(
		app.If(p.Forecast != nil, func() app.UI {
			return forecast{p.Forecast, v.Plan.Prices(), kit.Saved(v.Saves, api.FileNeeded, "")}.draw()
		}),
		kit.PanelTitle("Your next labels").ID("plan-title").TabIndex(-1),
		kit.Lead(p.Sentence).ID("plan-sentence"),
		app.If(len(p.Notes) > 0, func() app.UI {
			return app.Div().ID("plan-notes").Class("notice").Body(kit.Icon("info"), app.Div().Body(paragraphs(p.Notes)...))
		}),
		app.If(p.ByDoubt, func() app.UI { return kit.Terms("Chance right") }),
		app.If(len(p.Asks) > 0, v.asks),
	)
}

// asks is the table of whom to ask about which task.
func (v planning) asks() app.UI {
	p := v.Plan.Planned
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
		kit.DownloadRow(api.FilePlan, "Download all "+format.Count(p.Count), kit.Saved(v.Saves, api.FilePlan, "")),
	)
}

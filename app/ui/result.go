package ui

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/core/wire"
)

// resultStep is step 3: what came out, in a sentence, in charts and in tables.
type resultStep struct {
	app.Compo
	pieces
	Result  *model.Result
	Counts  *wire.Counts
	View    string
	Tasks   model.Table
	Workers model.Table

	Agreement model.Agreement
	Overview  model.Overview
	Compare   comparing
	Advice    advising
	Plan      planning
	Look      model.Look
	Amend     wire.Amend
	Undo      bool // the last amendment can be undone
	Review    bool // tasks can be reviewed
	Judge     bool // workers can be judged by what all others say
	Busy      bool
}

func (r *resultStep) Render() app.UI {
	if r.Result == nil {
		return app.Section().Class("step step-closed").ID("results").Aria("labelledby", "results-title").Body(
			stepHead("3", "results-title", "Results"),
			app.P().Class("step-wait").Text("Opens when a method has run. Then you can look into tasks and workers, set other methods beside it, ask which method suits these labels best, and which labels to get next."),
			app.Div().ID("summary").Hidden(true),
		)
	}
	return app.Section().Class("step").ID("results").Aria("labelledby", "results-title").Body(
		stepHead("3", "results-title", "Results"),
		&summary{Result: r.Result, Counts: r.Counts},
		app.If(r.has(1, 3), func() app.UI { return &charts{Fitted: r.Result.Fitted} }),
		app.If(r.has(2, 3), func() app.UI {
			return &amendBar{Excluded: len(r.Amend.Exclude), Reviewed: len(r.Amend.Review), Ordered: len(r.Amend.Order) > 0, Undo: r.Undo, Busy: r.Busy}
		}),
		app.If(r.has(2, 3), func() app.UI { return r.tabs() }),
		app.If(!r.has(3, 3), func() app.UI {
			return app.Div()
		}).ElseIf(r.View == model.ViewAgreement, func() app.UI {
			return &agreementView{Agreement: r.Agreement}
		}).ElseIf(r.View == model.ViewAdvice, func() app.UI {
			return &adviceView{Advice: r.Advice}
		}).ElseIf(r.View == model.ViewPicture, func() app.UI {
			return &pictureView{Pictured: r.Look.Pictured}
		}).ElseIf(r.View == model.ViewTopics, func() app.UI {
			return &topicsView{Topical: r.Look.Topical}
		}).ElseIf(r.View == model.ViewPlan, func() app.UI {
			return &planView{Plan: r.Plan}
		}).ElseIf(r.View == model.ViewOverview && r.Counts != nil, func() app.UI {
			return &overview{Counts: r.Counts, Agreed: r.Agreement.Agreed, Suspicion: r.Overview, Judge: r.Judge}
		}).ElseIf(r.View == model.ViewCompare, func() app.UI {
			return &compareView{Compare: r.Compare}
		}).ElseIf(r.View == model.ViewWorkers, func() app.UI {
			return &tableView{Kind: model.ViewWorkers, Table: r.Workers, Judge: r.Judge, Marked: r.Amend.Exclude}
		}).Else(func() app.UI {
			return &tableView{Kind: model.ViewTasks, Table: r.Tasks, Classes: r.Result.Classes, Review: r.Review, Marked: reviewed(r.Amend)}
		}),
	)
}

func (r *resultStep) tabs() app.UI {
	return app.Div().Class("tabs").Role("tablist").Aria("label", "Views of the result").
		On("keydown", tabKeys).Body(
		r.tab(model.ViewOverview, "Overview"),
		r.tab(model.ViewTasks, "Tasks"),
		app.If(r.Counts == nil || !r.Counts.Anonymous, func() app.UI { return r.tab(model.ViewWorkers, "Workers") }),
		app.If(r.Result.Topics, func() app.UI { return r.tab(model.ViewTopics, "Topics") }),
		app.If(r.Result.Picture, func() app.UI { return r.tab(model.ViewPicture, "Picture") }),
		r.tab(model.ViewAgreement, "Agreement"),
		r.tab(model.ViewCompare, "Compare"),
		r.tab(model.ViewAdvice, "Which method?"),
		app.If(r.Plan.Can, func() app.UI { return r.tab(model.ViewPlan, "What next?") }),
	)
}

// panelOf is what the tab of a view shows.
func panelOf(view, class string) app.HTMLDiv {
	return app.Div().Class(class).ID("panel-"+view).Role("tabpanel").Aria("labelledby", "tab-"+view)
}

func (r *resultStep) tab(view, text string) app.UI {
	tab := app.Button().Type("button").Class("tab").ID("tab-"+view).Role("tab").Aria("selected", view == r.View).
		OnClick(sends(model.Show{View: view})).Text(text)
	switch {
	case view != r.View:
		return tab.TabIndex(-1) // reached with the arrow keys
	case r.has(3, 3):
		return tab.Aria("controls", "panel-"+view)
	}
	return tab // its panel is drawn next
}

// counts are those of the labels that are loaded.
func counts(s model.State) *wire.Counts {
	if s.Labels.Opened == nil {
		return nil
	}
	return s.Labels.Opened.Counts
}

// charts are those of a result. They stay as they are while its tables are turned.
type charts struct {
	app.Compo
	pieces
	Fitted *wire.Fitted
}

func (c *charts) Render() app.UI {
	return app.Div().Class("charts").Body(
		app.If(len(c.Fitted.Classes) > 0, func() app.UI { return classChart(c.Fitted.Classes) }),
		app.If(c.has(1, 1), func() app.UI { return traceChart(c.Fitted) }),
	)
}

// summary says what came out.
type summary struct {
	app.Compo
	Result *model.Result
	Counts *wire.Counts
}

func (r *summary) Render() app.UI {
	a, n := r.Result.Accuracy, r.Result.Numbers
	return app.Div().Body(app.Div().ID("summary").Class("summary").Body(
		app.Div().Class("summary-text").Body(
			app.P().Class("summary-lead").Text(leadSentence(r.Result, r.Counts)),
			app.If(r.Result.Baseline != "" && r.Result.Baseline != r.Result.Method, func() app.UI {
				return app.P().Text(differSentence(r.Result, r.Counts))
			}),
			app.If(a != nil, func() app.UI { return app.P().Text(accuracySentence(a)) }),
			app.If(n != nil, func() app.UI {
				return app.P().Text("Measured on " + format.Plural(n.Evaluated, "task") + " with a known true value, with 95 % intervals:")
			}),
			app.If(n != nil, func() app.UI { return numbers(n) }),
			app.If(r.Result.Predicted > 0, func() app.UI { return predictions(r.Result) }),
			app.If(a == nil && n == nil && r.Result.Test == nil, func() app.UI {
				return app.P().Class("muted").Text("How many of these are right can’t be known without the truth of some tasks. Add a truth file in step 1 to measure it.")
			}),
		),
		app.If(a != nil, func() app.UI { return accuracyFigure(a) }),
	), warnings(r.Result.Warnings))
}

func leadSentence(r *model.Result, c *wire.Counts) string {
	what := r.Title
	if c != nil && c.Anonymous {
		what = fmt.Sprintf("%s labelled %s from %s by workers who are not known", r.Title, format.Plural(c.Tasks, "task"), format.Plural(c.Labels, "label"))
	} else if c != nil {
		what = fmt.Sprintf("%s labelled %s from %s by %s", r.Title,
			format.Plural(c.Tasks, "task"), format.Plural(c.Labels, "label"), format.Plural(c.Workers, "worker"))
	}
	return fmt.Sprintf("%s. %s, in %s.", what, howItEnded(r.Fitted), format.Seconds(r.Seconds))
}

func howItEnded(f *wire.Fitted) string {
	switch f.Status {
	case "converged":
		return "It converged after " + format.Plural(f.Steps, "step")
	case "step limit":
		return "It stopped at the limit of " + format.Plural(f.Steps, "step") + " before it had converged"
	}
	return "You stopped it after " + format.Plural(f.Steps, "step") + ", before it had converged"
}

func differSentence(r *model.Result, c *wire.Counts) string {
	if r.Differ == 0 {
		return "Every label is the one that the majority gave."
	}
	share := ""
	if c != nil && c.Tasks > 0 {
		share = " (" + format.Percent(float64(r.Differ)/float64(c.Tasks)) + ")"
	}
	verb := "differ"
	if r.Differ == 1 {
		verb = "differs"
	}
	return format.Plural(r.Differ, "label") + share + " " + verb + " from the majority vote."
}

func accuracySentence(a *wire.Accuracy) string {
	if a.Evaluated == 0 {
		return "There is no task to measure this on: look at the truth file in step 1."
	}
	s := fmt.Sprintf("Measured on %s with a known truth: %s of %s wrong.",
		format.Plural(a.Evaluated, "task"), format.Count(a.Wrong), format.Count(a.Evaluated))
	if diff := a.Expected - a.Accuracy; diff > 5e-5 || diff < -5e-5 {
		s += " With ties broken at random, " + format.Percent2(a.Expected) + " would be right on average."
	}
	if m := a.Apart; m != nil && m.Why == "" {
		s += fmt.Sprintf(" On average a label is %s steps of the scale from the truth (%s to %s).",
			format.Fixed(m.Value, 3), format.Fixed(m.Low, 3), format.Fixed(m.High, 3))
	}
	return s
}

// numbers shows how far the values are from the true ones.
func numbers(n *wire.Numbers) app.UI {
	var body []app.UI
	for _, f := range []struct {
		name string
		wire.Measure
	}{{"Mean absolute error", n.MAE}, {"Root mean squared error", n.RMSE}, {"R²", n.R2}, {"Correlation", n.Correlation}} {
		text := format.Short(f.Value) + " (" + format.Short(f.Low) + " to " + format.Short(f.High) + ")"
		if f.Why != "" {
			text = f.Why
		}
		body = append(body, app.Div().Body(app.Dt().Text(f.name), app.Dd().Text(text)))
	}
	return app.Dl().Class("facts").Body(body...)
}

// accuracyFigure shows the accuracy with its interval.
func accuracyFigure(a *wire.Accuracy) app.UI {
	if a.Evaluated == 0 {
		return app.Div()
	}
	c := chart.NewInterval(a.Low, a.Accuracy, a.High, chart.Size{W: 240, H: 40})
	body := []app.UI{
		at(svg("line").Class("axis"), "x1", 0.0, "x2", c.W, "y1", 20.0, "y2", 20.0),
		at(svg("line").Class("interval"), "x1", c.Low, "x2", c.High, "y1", 10.0, "y2", 10.0),
		at(svg("line").Class("interval"), "x1", c.Low, "x2", c.Low, "y1", 6.0, "y2", 14.0),
		at(svg("line").Class("interval"), "x1", c.High, "x2", c.High, "y1", 6.0, "y2", 14.0),
		at(svg("circle").Class("estimate").Attr("r", "4"), "cx", c.At, "cy", 10.0),
	}
	for _, t := range c.Ticks {
		body = append(body,
			at(svg("line").Class("axis"), "x1", t.At, "x2", t.At, "y1", 20.0, "y2", 23.0),
			at(svg("text").Class("tick tick-x"), "x", t.At, "y", 35.0).Text(t.Text))
	}
	interval := fmt.Sprintf("95 %% interval %s to %s", format.Percent2(a.Low), format.Percent2(a.High))
	return app.Figure().Class("accuracy").ID("accuracy").Body(
		app.FigCaption().Class("accuracy-name").Text("Accuracy"),
		app.Span().Class("accuracy-figure").Text(format.Percent2(a.Accuracy)),
		app.Span().Class("accuracy-interval").Text(interval),
		svg("svg").Class("chart accuracy-chart").Attr("viewBox", fmt.Sprintf("0 0 %s %s", chart.Attr(c.W), chart.Attr(c.H))).
			Aria("hidden", "true").Body(body...),
		saveChart("accuracy"),
	)
}

func warnings(texts []string) app.UI {
	var all []app.UI
	for _, w := range texts {
		all = append(all, app.Li().Class("notice").Body(icon("info"), app.Div().Text(w)))
	}
	return app.Ul().Class("notices").Body(all...)
}

// maxClasses is how many classes the chart of them shows.
const maxClasses = 12

// classChart shows how the answers fall on the classes.
func classChart(shares []wire.Share) app.UI {
	top := slices.Clone(shares)
	if len(top) > maxClasses {
		slices.SortStableFunc(top, func(a, b wire.Share) int { return b.Tasks - a.Tasks })
		top = top[:maxClasses]
	}
	names, values := make([]string, len(top)), make([]float64, len(top))
	for i, s := range top {
		names[i], values[i] = s.Class, float64(s.Tasks)
	}
	var rows []app.UI
	for i, b := range chart.Bars(names, values) {
		rows = append(rows, app.Tr().Body(
			barName(b.Text),
			app.Td().Class("bar-place").Body(meter(b.Length/chart.Full)),
			app.Td().Class("number").Text(format.Count(top[i].Tasks)),
		))
	}
	note := ""
	if len(shares) > len(top) {
		note = "The " + format.Count(len(top)) + " largest of " + format.Count(len(shares)) + " classes."
	}
	return app.Figure().Class("card").Body(
		app.FigCaption().Class("card-title").Text("How the tasks fall on the classes"),
		app.Table().Class("bars").Body(
			app.THead().Class("hidden").Body(app.Tr().Body(
				app.Th().Scope("col").Text("Class"), app.Th().Scope("col").Text("Share"), app.Th().Scope("col").Text("Tasks"))),
			app.TBody().Body(rows...),
		),
		app.If(note != "", func() app.UI { return app.P().Class("muted").Text(note) }),
		saveChart("classes"),
	)
}

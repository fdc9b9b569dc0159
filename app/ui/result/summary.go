package result

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/wire"
)

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
				return app.P().Class("muted").Text("How many of these are right can’t be known without the truth of some tasks. Add a truth file in " +
					"step 1 to measure it.")
			}),
		),
		app.If(a != nil, func() app.UI { return accuracyFigure(a) }),
	), warnings(r.Result.Warnings))
}

func leadSentence(r *model.Result, c *wire.Counts) string {
	what := r.Title
	if c != nil && c.Anonymous {
		what = fmt.Sprintf("%s labelled %s from %s by workers who are not known", r.Title, format.Plural(c.Tasks, "task"),
			format.Plural(c.Labels, "label"))
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
		kit.At(kit.SVG("line").Class("axis"), "x1", 0.0, "x2", c.W, "y1", 20.0, "y2", 20.0),
		kit.At(kit.SVG("line").Class("interval"), "x1", c.Low, "x2", c.High, "y1", 10.0, "y2", 10.0),
		kit.At(kit.SVG("line").Class("interval"), "x1", c.Low, "x2", c.Low, "y1", 6.0, "y2", 14.0),
		kit.At(kit.SVG("line").Class("interval"), "x1", c.High, "x2", c.High, "y1", 6.0, "y2", 14.0),
		kit.At(kit.SVG("circle").Class("estimate").Attr("r", "4"), "cx", c.At, "cy", 10.0),
	}
	for _, t := range c.Ticks {
		body = append(body,
			kit.At(kit.SVG("line").Class("axis"), "x1", t.At, "x2", t.At, "y1", 20.0, "y2", 23.0),
			kit.At(kit.SVG("text").Class("tick tick-x"), "x", t.At, "y", 35.0).Text(t.Text))
	}
	interval := fmt.Sprintf("95 %% interval %s to %s", format.Percent2(a.Low), format.Percent2(a.High))
	return app.Figure().Class("accuracy").ID("accuracy").Body(
		app.FigCaption().Class("accuracy-name").Text("Accuracy"),
		app.Span().Class("accuracy-figure").Text(format.Percent2(a.Accuracy)),
		app.Span().Class("accuracy-interval").Text(interval),
		kit.SVG("svg").Class("chart accuracy-chart").Attr("viewBox", fmt.Sprintf("0 0 %s %s", chart.Attr(c.W), chart.Attr(c.H))).
			Aria("hidden", "true").Body(body...),
		kit.SaveButtons("accuracy"),
	)
}

func warnings(texts []string) app.UI {
	var all []app.UI
	for _, w := range texts {
		all = append(all, app.Li().Class("notice").Body(kit.Icon("info"), app.Div().Text(w)))
	}
	return app.Ul().Class("notices").Body(all...)
}

// predictions say how many tasks were predicted and, where the truth is known, how
// right that is.
func predictions(r *model.Result) app.UI {
	says := format.Plural(r.Predicted, "task") + " that nobody labelled " + wasWere(r.Predicted) + " predicted: see Downloads."
	t := r.Test
	if t == nil || t.Evaluated == 0 {
		return app.P().Text(says)
	}
	return app.Div().ID("test").Body(
		app.P().Text(says+" The truth of "+format.Count(t.Evaluated)+" of them is known; with 95 % intervals:"),
		testFigures(t),
	)
}

func wasWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// testFigures shows how right predictions are.
func testFigures(t *wire.Test) app.UI {
	var body []app.UI
	for _, f := range []struct {
		name  string
		value *wire.Measure
		share bool
	}{
		{"Accuracy", t.Accuracy, true}, {"Area under the ROC curve", t.AUC, false}, {"F1", t.F1, false}, {"R²", t.R2, false},
		{"Mean absolute error", t.MAE, false},
	} {
		if f.value == nil {
			continue
		}
		write := func(x float64) string { return format.Fixed(x, 3) }
		text := write(f.value.Value) + " (" + write(f.value.Low) + " to " + write(f.value.High) + ")"
		if f.share {
			text = kit.AccuracyOf(*f.value)
		}
		if f.value.Why != "" {
			text = f.value.Why
		}
		body = append(body, app.Div().Body(app.Dt().Text(f.name), app.Dd().Text(text)))
	}
	return app.Dl().Class("facts").Body(body...)
}

package answer

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// summary says what came out.
type summary struct {
	app.Compo
	pieces
	Result *model.Result
	Counts *api.Counts
	Items  bool       // are ranked: a truth of that is rare
	Task   string     // what a task is called
	Sample model.Save // of tasks to check
	Stale  bool       // the settings, or what is open, have changed since
	Waits  string     // why the fit that takes the change in does not start by itself
}

func (r *summary) Render() app.UI {
	e, a, n := r.Result.Expected, r.Result.Accuracy, r.Result.Numbers
	return app.Div().Body(app.Div().ID("summary").Class("summary").Body(
		app.If(a != nil, func() app.UI { return app.P().Text(accuracySentence(a, r.Task)) }),
		app.IfSlice(n != nil, func() []app.UI { return numbers(n) }),
		app.If(r.Result.Predicted > 0, func() app.UI { return predictions(r.Result) }),
		kit.When(e == nil && a == nil && n == nil && r.Result.Test == nil && !r.Items,
			kit.Muted("Add a truth file to measure how right these are.")),
		kit.Muted(strings.TrimSpace(ended(r.Result)+r.differ())),
		kit.When(r.Result.Trusted != "", kit.Muted(r.Result.Trusted)),
		kit.When(r.Stale, app.P().Class("stale").Role("status").Text("Your last change is not in this result yet. "+r.Waits)),
	), r.more())
}

// differ compares the labels with the majority vote's.
func (r *summary) differ() string {
	if r.Result.Baseline == "" || r.Result.Baseline == r.Result.Method {
		return ""
	}
	return " " + differSentence(r.Result, r.Counts)
}

// more says what the answer rests on, and how to know it better.
func (r *summary) more() app.UI {
	e, a := r.Result.Expected, r.Result.Accuracy
	var rests app.UI
	if e != nil && e.Unknown > 0 && e.Known() {
		rests = r.rests()
	}
	return kit.Fold("more", "Details", app.Div().Class("about").Body(
		app.Div().Body(rests, kit.Muted(r.took()), warnings(r.Result.Warnings)),
		app.If(a != nil, func() app.UI { return accuracyFigure(a) }),
		app.If(r.Has(1, 1), func() app.UI { return traceChart(r.Result.Fitted) }),
	)).ID("about-answer")
}

// took says how the fit went.
func (r *summary) took() string {
	return r.Result.Title + ": " + format.Seconds(r.Result.Seconds) + ". " + howItEnded(r.Result.Fitted) + "."
}

// rests says what the expected accuracy rests on, and offers lists of tasks to check.
func (r *summary) rests() app.UI {
	e := r.Result.Expected
	var offers []app.UI
	for _, n := range e.Narrow {
		text := fmt.Sprintf("%d tasks (± %.0f points)", n.Tasks, 100*n.Half)
		draw := model.Download{What: api.FileSample, Many: n.Tasks}
		offers = append(offers, kit.Button(fmt.Sprintf("check-%d", n.Tasks), "small", "download", text, draw))
	}
	note := kit.SaveNote(r.Sample)
	if r.Sample.Name != "" {
		note += ". Fill in as many true labels as you can, then add the file as truth."
	}
	return app.Div().Body(
		kit.Muted(e.Basis()), kit.Terms("Probably right"),
		app.If(len(offers) > 0, func() app.UI {
			return app.Div().Class("expected-check").Body(
				app.P().Text("For a tighter estimate, check "+kit.Either(e.Checked > 0, "more", "some")+" tasks by hand. Download a random sample of"),
				app.Div().Class("row").Body(offers...),
				app.P().Class("muted").Role("status").Text(note),
			)
		}),
	)
}

// ended says how the fit ended, if not as it should.
func ended(r *model.Result) string {
	if r.Fitted.Status == "converged" {
		return ""
	}
	return howItEnded(r.Fitted) + "."
}

func howItEnded(f *api.Fitted) string {
	switch f.Status {
	case "converged":
		return "Converged after " + format.Plural(f.Steps, "step") + api.Ending(f.Trace)
	case "step limit":
		return "Stopped at the limit of " + format.Plural(f.Steps, "step") + " before converging" + api.Ending(f.Trace)
	case "stopped":
		return "You stopped it after " + format.Plural(f.Steps, "step") + ", before it converged"
	}
	return kit.Capital(f.Status) + " after " + format.Plural(f.Steps, "step") + api.Ending(f.Trace)
}

func differSentence(r *model.Result, c *api.Counts) string {
	if r.Differ == 0 {
		return "Every label matches the majority vote."
	}
	share := ""
	if c != nil && c.Tasks > 0 {
		share = " (" + format.Percent(float64(r.Differ)/float64(c.Tasks)) + ")"
	}
	verb := kit.Either(r.Differ == 1, "differs", "differ")
	return format.Plural(r.Differ, "label") + share + " " + verb + " from the majority vote."
}

func accuracySentence(a *api.Accuracy, task string) string {
	if a.Evaluated == 0 {
		return "No " + task + " in the truth file could be measured: check the file."
	}
	s := fmt.Sprintf("Measured on %s with known truth: %s of %s wrong.",
		format.Plural(a.Evaluated, task), format.Count(a.Wrong), format.Count(a.Evaluated))
	if diff := a.Expected - a.Accuracy; diff > 5e-5 || diff < -5e-5 {
		s += " With ties broken at random, " + format.Percent2(a.Expected) + " would be right on average."
	}
	if m := a.Apart; m != nil && m.Why == "" {
		s += fmt.Sprintf(" Labels are %s steps from the truth on average (%s to %s).",
			format.Fixed(m.Value, 3), format.Fixed(m.Low, 3), format.Fixed(m.High, 3))
	}
	return s
}

// numbers shows how far the values are from the true ones.
func numbers(n *api.Numbers) []app.UI {
	fact := func(name string, f api.Figure) app.UI { return factOf(name, f, format.Short) }
	return []app.UI{
		app.P().Text("Measured on " + format.Plural(n.Evaluated, "task") + " with a known true value, with 95 % intervals:"),
		app.Dl().Class("facts").Body(fact("Mean absolute error", n.MAE), fact("Root mean squared error", n.RMSE), fact("R²", n.R2),
			fact("Correlation", n.Correlation)),
	}
}

// factOf is a figure with its interval, or why there is none.
func factOf(name string, f api.Figure, write func(float64) string) app.UI {
	if f.Why != "" {
		return kit.Fact(name, f.Why)
	}
	return kit.Fact(name, write(f.Value)+" ("+write(f.Low)+" to "+write(f.High)+")")
}

// accuracyFigure shows the accuracy with its interval.
func accuracyFigure(a *api.Accuracy) app.UI {
	if a.Evaluated == 0 {
		return app.Div()
	}
	c := chart.NewInterval(a.Low, a.Accuracy, a.High, chart.Size{W: 240, H: 40})
	body := []app.UI{
		kit.Line("axis", 0, 20, c.W, 20),
		kit.Line("interval", c.Low, 10, c.High, 10),
		kit.Line("interval", c.Low, 6, c.Low, 14),
		kit.Line("interval", c.High, 6, c.High, 14),
		kit.Dot(c.At, 10, 4),
	}
	for _, t := range c.Ticks {
		body = append(body, kit.Line("axis", t.At, 20, t.At, 23), kit.Label("tick tick-x", t.At, 35, t.Text))
	}
	interval := fmt.Sprintf("95 %% interval %s to %s", format.Percent2(a.Low), format.Percent2(a.High))
	return app.Figure().Class("accuracy").ID("accuracy").Body(
		app.FigCaption().Class("accuracy-name").Body(kit.Term("Accuracy")),
		app.Span().Class("accuracy-figure").Text(format.Percent2(a.Accuracy)),
		app.Span().Class("accuracy-interval").Text(interval),
		kit.HiddenChart(c.Size, "chart accuracy-chart", body),
		kit.SaveButtons("accuracy"),
	)
}

func warnings(texts []string) app.UI {
	var all []app.UI
	for _, w := range texts {
		all = append(all, app.Li().Class("notice").Body(kit.Icon("info"), app.Div().Text(w)))
	}
	return kit.Notices(all...)
}

// predictions say how many tasks were predicted and, if the truth is known, how well.
func predictions(r *model.Result) app.UI {
	was := kit.Either(r.Predicted == 1, "was", "were")
	says := format.Plural(r.Predicted, "task") + " without labels " + was + " predicted: see Downloads."
	t := r.Test
	if t == nil || t.Evaluated == 0 {
		return app.P().Text(says)
	}
	return app.Div().ID("test").Body(
		app.P().Text(says+" The truth of "+format.Count(t.Evaluated)+" of them is known; with 95 % intervals:"),
		testFigures(t),
	)
}

// testFigures shows how right predictions are.
func testFigures(t *api.Test) app.UI {
	var body []app.UI
	if t.Accuracy != nil {
		body = append(body, factOf("Accuracy", *t.Accuracy, format.Percent))
	}
	for _, f := range []struct {
		name  string
		value *api.Figure
	}{{"Area under the ROC curve", t.AUC}, {"F1", t.F1}, {"R²", t.R2}, {"Mean absolute error", t.MAE}} {
		if f.value != nil {
			body = append(body, factOf(f.name, *f.value, func(x float64) string { return format.Fixed(x, 3) }))
		}
	}
	return app.Dl().Class("facts").Body(body...)
}

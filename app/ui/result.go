package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// resultStep is step 3: what came out, in a sentence, in charts and in views.
type resultStep struct {
	app.Compo
	pieces
	Result *model.Result
	Counts *wire.Counts
	Tabs   []tab
	View   string
	Shown  Shown // by that view
	Amend  wire.Amend
	Undo   bool // the last amendment can be undone
	Busy   bool
}

// tab is the way to a view.
type tab struct{ View, Title string }

func newResultStep(s model.State) *resultStep {
	r := &resultStep{Result: s.Result, Counts: s.Counts(), View: s.View, Amend: s.Amend, Undo: len(s.Before) > 0, Busy: s.Busy()}
	if s.Result == nil {
		return r
	}
	for _, v := range model.Views {
		if v.There(s) {
			r.Tabs = append(r.Tabs, tab{v.Name, v.Title})
		}
	}
	r.Shown = ShownOf(s)
	return r
}

func (r *resultStep) Render() app.UI {
	if r.Result == nil {
		return app.Section().Class("step step-closed").ID("results").Aria("labelledby", "results-title").Body(
			kit.StepHead("3", "results-title", "Results"),
			app.P().Class("step-wait").Text("Opens when a method has run. Then you can look into tasks and workers, set other methods beside it, ask which method suits these labels best, and which labels to get next."),
			app.Div().ID("summary").Hidden(true),
		)
	}
	return app.Section().Class("step").ID("results").Aria("labelledby", "results-title").Body(
		kit.StepHead("3", "results-title", "Results"),
		&summary{Result: r.Result, Counts: r.Counts},
		app.If(r.Has(1, 3), func() app.UI { return &charts{Fitted: r.Result.Fitted} }),
		app.If(r.Has(2, 3), func() app.UI {
			return &amendBar{Excluded: len(r.Amend.Exclude), Reviewed: len(r.Amend.Review), Ordered: len(r.Amend.Order) > 0, Undo: r.Undo, Busy: r.Busy}
		}),
		app.If(r.Has(2, 3), func() app.UI { return r.tabs() }),
		app.If(!r.Has(3, 3), func() app.UI { return app.Div() }).Else(func() app.UI { return r.Shown.Draw() }),
	)
}

func (r *resultStep) tabs() app.UI {
	var all []app.UI
	for _, t := range r.Tabs {
		b := app.Button().Type("button").Class("tab").ID("tab-"+t.View).Role("tab").Aria("selected", t.View == r.View).
			OnClick(kit.Sends(model.Show{View: t.View})).Text(t.Title)
		switch {
		case t.View != r.View:
			b = b.TabIndex(-1) // reached with the arrow keys
		case r.Has(3, 3):
			b = b.Aria("controls", "panel-"+t.View)
		} // else its panel is drawn next
		all = append(all, b)
	}
	return app.Div().Class("tabs").Role("tablist").Aria("label", "Views of the result").On("keydown", kit.TabKeys).Body(all...)
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
		app.If(c.Has(1, 1), func() app.UI { return traceChart(c.Fitted) }),
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

// classChart shows how the answers fall on the classes.
func classChart(shares []wire.Share) app.UI {
	top := slices.Clone(shares)
	if len(top) > kit.MaxClasses {
		slices.SortStableFunc(top, func(a, b wire.Share) int { return b.Tasks - a.Tasks })
		top = top[:kit.MaxClasses]
	}
	names, values := make([]string, len(top)), make([]float64, len(top))
	for i, s := range top {
		names[i], values[i] = s.Class, float64(s.Tasks)
	}
	var rows []app.UI
	for i, b := range chart.Bars(names, values) {
		rows = append(rows, app.Tr().Body(
			kit.BarName(b.Text),
			app.Td().Class("bar-place").Body(kit.Meter(b.Length/chart.Full)),
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
		kit.SaveButtons("classes"),
	)
}

// amendBar says what the user has changed about the labels, and takes it back.
type amendBar struct {
	app.Compo
	Excluded int
	Reviewed int
	Ordered  bool // the classes are steps of a scale
	Undo     bool // there is something to take back
	Busy     bool
}

func (b *amendBar) Render() app.UI {
	if b.Excluded+b.Reviewed == 0 && !b.Ordered && !b.Undo {
		return app.Div().Class("amended").Hidden(true)
	}
	var parts []string
	if b.Excluded > 0 {
		parts = append(parts, format.Plural(b.Excluded, "worker")+" left out")
	}
	if b.Reviewed > 0 {
		parts = append(parts, format.Plural(b.Reviewed, "task")+" judged by you")
	}
	if b.Ordered {
		parts = append(parts, "the classes in order")
	}
	text := "Nothing is left out or overruled now."
	if len(parts) > 0 {
		text = "This result follows your changes: " + strings.Join(parts, ", ") + "."
	}
	return app.Div().Class("amended").ID("amended").Body(
		app.Span().Text(text),
		app.Button().Type("button").ID("undo-amend").Class("button button-small").Disabled(b.Busy || !b.Undo).
			OnClick(kit.Sends(model.UndoAmend{})).Body(kit.Icon("undo"), app.Text("Undo the last change")),
	)
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
		{"Accuracy", t.Accuracy, true}, {"Area under the ROC curve", t.AUC, false}, {"F1", t.F1, false}, {"R²", t.R2, false}, {"Mean absolute error", t.MAE, false},
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

// traceChart shows how the fit converged: the objective by step, or where the
// method has none, how far its parameters moved.
func traceChart(f *wire.Fitted) app.UI {
	across, by, each := "Step", " by step", 1
	if f.Seen > 0 {
		across, by, each = "Texts seen", " by texts seen", f.Seen
	}
	title := "Change" + by
	figure := func(s wire.Step) *float64 { return s.Change }
	if f.Objective != "" {
		title = kit.UpperFirst(f.Objective) + by
		figure = func(s wire.Step) *float64 { return s.Objective }
	}
	x, y := make([]float64, len(f.Trace)), make([]float64, len(f.Trace))
	for i, s := range f.Trace {
		x[i], y[i] = float64(s.N*each), math.NaN()
		if v := figure(s); v != nil {
			y[i] = *v
		}
	}
	c := chart.NewLine(x, y, chart.Size{W: 460, H: 220}, 72)
	if len(c.Pieces) == 0 || len(x) < 2 {
		return app.Figure().Class("card").Body(
			app.FigCaption().Class("card-title").Text("Convergence"),
			app.P().Class("muted").Text("This method needs one step only: there is nothing to converge."),
		)
	}
	return app.Figure().Class("card").ID("trace").Body(
		app.FigCaption().Class("card-title").Text(title),
		kit.DrawLine(c, title+", from "+format.Fixed(y[0], 2)+" to "+format.Fixed(y[len(y)-1], 2), across),
		app.Details().Class("behind").Body(
			app.Summary().Text("As a table"),
			&traceTable{Fitted: f},
		),
		kit.SaveButtons("convergence"),
	)
}

// traceTable is the table behind the chart.
type traceTable struct {
	app.Compo
	pieces
	Fitted *wire.Fitted
}

// maxTraceRows is how many steps the table behind the chart lists.
const maxTraceRows = 30

func (t *traceTable) Render() app.UI {
	f := t.Fitted
	number := func(v *float64, decimals int) string {
		if v == nil {
			return "–"
		}
		return format.Fixed(*v, decimals)
	}
	every := (len(f.Trace) + maxTraceRows - 1) / maxTraceRows
	var rows []app.UI
	for i, s := range f.Trace {
		if !t.Has(1, 1) || i%every != 0 && i != len(f.Trace)-1 {
			continue
		}
		flips := "–"
		if s.Flips != nil {
			flips = format.Count(*s.Flips)
		}
		rows = append(rows, app.Tr().Body(
			app.Td().Class("number").Text(format.Count(s.N)),
			app.Td().Class("number").Text(number(s.Objective, 4)),
			app.Td().Class("number").Text(number(s.Change, 6)),
			app.Td().Class("number").Text(flips),
		))
	}
	return app.Div().Class("scroll scroll-short").TabIndex(0).Role("region").Aria("label", "Steps of the fit").Body(
		app.Table().Class("data").Body(
			app.THead().Body(app.Tr().Body(
				app.Th().Scope("col").Class("number").Text("Step"),
				app.Th().Scope("col").Class("number").Text("Objective"),
				app.Th().Scope("col").Class("number").Text("Change"),
				app.Th().Scope("col").Class("number").Text("Labels changed"),
			)),
			app.TBody().Body(rows...),
		),
	)
}

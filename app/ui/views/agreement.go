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

type agreement model.Agreement

func agreementOf(s model.State) Shown { return agreement(s.Agreement) }

func (a agreement) Draw() app.UI { return &agreementView{Agreement: model.Agreement(a)} }

// agreementView shows how far the workers agree with each other.
type agreementView struct {
	app.Compo
	Agreement model.Agreement
}

func (v *agreementView) Render() app.UI {
	a := v.Agreement.Agreed
	panel := kit.Panel(model.ViewAgreement, "agreement")
	if a == nil {
		return panel.Body(app.P().Class("table-wait").Text("Measuring how far the workers agree …"))
	}
	return panel.Body(
		app.P().Class("summary-lead").Text(agreedSentence(a)),
		app.P().Class("muted").Text("A coefficient is 1 where all labels of a task are the same, and 0 where they agree no more than chance "+
			"would have it. Krippendorff asks for 0.8 to build on labels as they are, and for 0.667 to draw tentative conclusions; labels that a "+
			"method has combined may be good all the same."),
		app.Figure().Body(
			app.FigCaption().Class("hidden").Text("Coefficients of agreement with their 95 % intervals"),
			coefficients(a.Figures(), "coefficients", false), kit.SaveButtons("agreement")),
		app.If(paradox(a), func() app.UI {
			return app.Div().Class("notice").Body(kit.Icon("info"), app.Div().Text("The labels agree often, and yet κ and α are low: nearly all "+
				"name one class, so that chance alone would agree nearly as often. AC1 suffers less from it."))
		}),
		app.If(len(a.Classes) > 0, func() app.UI { return classAgreement(a) }),
		app.If(a.Workers > 1, func() app.UI { return v.pairs() }),
	)
}

func agreedSentence(a *wire.Agreed) string {
	of := format.Plural(a.Paired, "task") + " with two labels or more"
	switch n := a.Tasks - a.Paired; {
	case n == 1:
		of += "; the one with one label says nothing of agreement"
	case n > 1:
		of += "; the " + format.Count(a.Tasks-a.Paired) + " with one label say nothing of agreement"
	}
	f := a.Percent
	if !f.Defined() {
		return "Agreement can’t be measured: " + f.Why + "."
	}
	return "Two labels of the same task are the same in " + format.Percent(f.Value) + " of the cases. Measured on " + of + "."
}

// paradox reports that of Feinstein & Cicchetti 1990: high agreement, low κ.
func paradox(a *wire.Agreed) bool {
	return a.Percent.Value > 0.8 && a.Fleiss.Defined() && a.Fleiss.Value < 0.4
}

// coefficients is the table of them, each with its interval on one axis. brief
// leaves out the axis, and on how many tasks each rests.
func coefficients(figures []wire.Coefficient, id string, brief bool) app.UI {
	var low, at, high []float64
	drawn := func(f wire.Coefficient) bool { return f.Why == "" && f.Name != "entropy" }
	for _, f := range figures {
		if drawn(f) {
			low, at, high = append(low, f.Low), append(at, f.Value), append(high, f.High)
		}
	}
	columns := 4
	if brief {
		columns = 2
	}
	spans, zero := chart.Spans(low, at, high)
	var rows []app.UI
	for _, f := range figures {
		if f.Why != "" {
			rows = append(rows, app.Tr().Body(
				app.Th().Scope("row").Text(f.Title),
				app.Td().ColSpan(columns).Class("muted").Text("not defined: "+f.Why),
			))
			continue
		}
		bar, interval := app.UI(app.Text("")), "–"
		if drawn(f) {
			bar = span(spans[0], zero)
			spans = spans[1:]
		}
		if f.Interval {
			interval = format.Fixed(f.Low, 4) + " to " + format.Fixed(f.High, 4)
		}
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Text(f.Title),
			app.Td().Class("number").Text(format.Fixed(f.Value, 4)),
			app.If(!brief, func() app.UI { return app.Td().Class("span-place").Body(bar) }),
			app.Td().Class("number").Text(interval),
			app.If(!brief, func() app.UI { return app.Td().Class("number").Text(format.Count(f.N)) }),
		))
	}
	return app.Div().Class("scroll").TabIndex(0).Role("region").Aria("label", "Coefficients of agreement").Body(
		app.Table().Class("data").ID(id).Body(
			app.Caption().Class("hidden").Text("Coefficients of agreement with their 95 % intervals"),
			app.THead().Body(app.Tr().Body(
				app.Th().Scope("col").Text("Measure"), app.Th().Scope("col").Class("number").Text("Value"),
				app.If(!brief, func() app.UI {
					return app.Th().Scope("col").Body(app.Span().Class("hidden").Text("On an axis"))
				}),
				app.Th().Scope("col").Class("number").Text("95 % interval"),
				app.If(!brief, func() app.UI { return app.Th().Scope("col").Class("number").Text("Tasks") }))),
			app.TBody().Body(rows...),
		))
}

// span draws a figure with its bounds as a small bar.
func span(s chart.Span, zero float64) app.UI {
	return kit.SVG("svg").Class("span").Attr("viewBox", "0 0 100 12").Attr("preserveAspectRatio", "none").Aria("hidden", "true").Body(
		kit.SVG("rect").Class("meter-back").Attr("y", "5").Attr("width", "100").Attr("height", "2"),
		kit.At(kit.SVG("line").Class("fall-zero").Attr("y1", "0").Attr("y2", "12"), "x1", zero, "x2", zero),
		kit.At(kit.SVG("rect").Class("span-interval").Attr("y", "4").Attr("height", "4"), "x", s.Low, "width", max(s.High-s.Low, 0)),
		kit.At(kit.SVG("rect").Class("meter-fill").Attr("y", "1").Attr("height", "10").Attr("width", "1.2"), "x", max(s.At-0.6, 0)),
	)
}

// classAgreement is the agreement on each class.
func classAgreement(a *wire.Agreed) app.UI {
	text := func(m wire.Measure) app.UI {
		if m.Why != "" {
			return app.Td().Class("muted").Text("not defined: " + m.Why)
		}
		interval := ""
		if m.Low != m.High {
			interval = " (" + format.Fixed(m.Low, 3) + " to " + format.Fixed(m.High, 3) + ")"
		}
		return app.Td().Class("number").Text(format.Fixed(m.Value, 3) + interval)
	}
	var rows []app.UI
	for _, c := range a.Classes {
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Text(c.Class),
			app.Td().Class("number").Text(format.Count(c.Labels)), text(c.Specific), text(c.Alpha),
		))
	}
	return app.Div().Body(
		app.H3().Class("panel-title").Text("Class by class"),
		app.P().Class("muted").Text("Specific agreement: where one label of a task names the class, how often another does. α: of this class "+
			"against all the rest."),
		app.Div().Class("scroll scroll-short").TabIndex(0).Role("region").Aria("label", "Agreement by class").Body(
			app.Table().Class("data").Body(
				app.THead().Body(app.Tr().Body(
					app.Th().Scope("col").Text("Class"), app.Th().Scope("col").Class("number").Text("Labels"),
					app.Th().Scope("col").Class("number").Text("Specific agreement"), app.Th().Scope("col").Class("number").Text("α"))),
				app.TBody().Body(rows...),
			)),
		app.If(a.Of > len(a.Classes), func() app.UI {
			return app.P().Class("muted").Text("The first " + format.Count(len(a.Classes)) + " of " + format.Count(a.Of) + " classes.")
		}),
	)
}

// pairs is the matrix of workers, a piece at a time.
func (v *agreementView) pairs() app.UI {
	p := v.Agreement.Paired
	if p == nil {
		return app.Div().Body(
			app.H3().Class("panel-title").Text("Worker by worker"),
			app.Button().Type("button").Class("button").ID("show-pairs").OnClick(kit.Sends(model.TurnPairs{})).
				Body(kit.Icon("grid"), app.Text("Show who agrees with whom")),
		)
	}
	row, column := v.Agreement.Row, v.Agreement.Column
	return app.Div().Body(
		app.H3().Class("panel-title").Text("Worker by worker"),
		app.P().Class("muted").Text(pairSays(v.Agreement.Agreed)),
		app.Figure().Body(
			app.FigCaption().Class("hidden").Text("Cohen’s κ of each pair of workers, and their common tasks"),
			app.Div().Class("scroll").TabIndex(0).Role("region").Aria("label", "Matrix of workers").Body(pairTable(p)),
			kit.SaveButtons("pairs")),
		app.Div().Class("pair-pagers").Body(
			v.pairPager("rows", "Rows", row, len(p.Rows), p.Of, func(from int) model.Msg { return model.TurnPairs{Row: from, Column: column} }),
			v.pairPager("columns", "Columns", column, len(p.Columns), p.Of, func(from int) model.Msg {
				return model.TurnPairs{Row: row, Column: from}
			}),
		),
	)
}

func pairSays(a *wire.Agreed) string {
	if a != nil && a.Ordered {
		return "Cohen’s κ of each pair, where near classes agree in part, and on how many common tasks it rests. Workers with most labels " +
			"come first."
	}
	return "Cohen’s κ of each pair, and on how many common tasks it rests. Workers with most labels come first."
}

func pairTable(p *wire.Paired) app.UI {
	heads := []app.UI{app.Th().Scope("col").Text("Worker")}
	short := make([]string, len(p.Columns))
	for c, w := range p.Columns {
		short[c] = w.Name
	}
	for c, name := range kit.Shorten(short) {
		heads = append(heads, app.Th().Scope("col").Class("pair-head").Title(p.Columns[c].Name).Text(name))
	}
	var rows []app.UI
	for r, w := range p.Rows {
		cells := []app.UI{app.Th().Scope("row").Body(
			kit.Opener("pair-"+model.RowID(model.ViewWorkers, w.Index), w.Name))}
		for c, other := range p.Columns {
			cells = append(cells, pairCell(p.Cells[r][c], w.Index == other.Index))
		}
		rows = append(rows, app.Tr().Body(cells...))
	}
	return app.Table().Class("pairs").ID("pairs").OnClick(kit.OpenClicked).Body(
		app.Caption().Class("hidden").Text("Cohen’s κ between workers, with the number of common tasks"),
		app.THead().Body(app.Tr().Body(heads...)),
		app.TBody().Body(rows...),
	)
}

// pairCell is κ of two workers on its shade.
func pairCell(p wire.Pair, same bool) app.UI {
	if p.Weighted != nil {
		p.Kappa = p.Weighted
	}
	switch {
	case same:
		return app.Td().Class("pair pair-none").Text("itself")
	case p.Tasks == 0:
		return app.Td().Class("pair pair-none").Text("–")
	case p.Kappa == nil:
		return app.Td().Class("pair pair-none").Title("κ is not defined: on their common tasks chance alone would agree always").
			Body(app.Text("–"), app.Span().Class("pair-tasks").Text(format.Count(p.Tasks)))
	}
	level := chart.Level(*p.Kappa)
	class := fmt.Sprintf("pair heat-%d", level)
	if level >= chart.Levels*2/3 {
		class += " pair-strong"
	}
	return app.Td().Class(class).Body(app.Text(format.Fixed(*p.Kappa, 2)), app.Span().Class("pair-tasks").Text(format.Count(p.Tasks)))
}

func (v *agreementView) pairPager(id, name string, from, shown, of int, to func(int) model.Msg) app.UI {
	turn := func(id, title, image string, from int, off bool) app.UI {
		return app.Button().Type("button").Class("button button-small").ID("pairs-"+id).Aria("label", title).Disabled(off).
			OnClick(kit.Sends(to(from))).Body(kit.Icon(image))
	}
	return app.Nav().Class("pager").Aria("label", name+" of the matrix").Body(
		turn(id+"-previous", "Previous "+id, "back", max(from-model.PairsSize, 0), from == 0),
		app.Span().Class("pager-text").Aria("live", "polite").Text(
			fmt.Sprintf("%s %s to %s of %s", name, format.Count(from+1), format.Count(from+shown), format.Count(of))),
		turn(id+"-next", "Next "+id, "next", from+model.PairsSize, from+shown >= of),
	)
}

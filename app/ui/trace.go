package ui

import (
	"fmt"
	"math"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/core/wire"
)

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
		title = upperFirst(f.Objective) + by
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
		drawLine(c, title+", from "+format.Fixed(y[0], 2)+" to "+format.Fixed(y[len(y)-1], 2), across),
		app.Details().Class("behind").Body(
			app.Summary().Text("As a table"),
			&traceTable{Fitted: f},
		),
		saveChart("convergence"),
	)
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func lower(s string) string { return strings.ToLower(s) }

// drawLine draws a line chart. across is what x counts.
func drawLine(c chart.Line, says, across string) app.UI {
	p := c.Plot
	body := axes(p, c.X, c.Y)
	body = append(body, at(svg("text").Class("tick tick-x"), "x", p.X+p.W/2, "y", p.Y+p.H+31).Text(across))
	for _, piece := range c.Pieces {
		body = append(body, svg("polyline").Class("line").Attr("points", chart.Path(piece)))
	}
	if last := c.Pieces[len(c.Pieces)-1]; len(last) > 0 {
		end := last[len(last)-1]
		body = append(body, at(svg("circle").Class("estimate").Attr("r", "3.5"), "cx", end.X, "cy", end.Y))
	}
	return svg("svg").Class("chart").Attr("viewBox", fmt.Sprintf("0 0 %s %s", chart.Attr(c.W), chart.Attr(c.H))).
		Role("img").Aria("label", says).Body(body...)
}

// maxTraceRows is how many steps the table behind the chart lists.
const maxTraceRows = 30

// traceTable is the table behind the chart.
type traceTable struct {
	app.Compo
	pieces
	Fitted *wire.Fitted
}

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
		if !t.has(1, 1) || i%every != 0 && i != len(f.Trace)-1 {
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

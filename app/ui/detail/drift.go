package detail

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/ui/kit"
	"concord/core/result"
)

// drift shows whether a worker changed over time, where the file has times.
func drift(j *result.Judged) app.UI {
	d := j.Drift
	if d == nil {
		return app.Div().Hidden(true)
	}
	body := []app.UI{app.H3().Text("Over time")}
	if d.Why != "" {
		return app.Div().ID("drift").Body(append(body, app.P().Class("muted").Text("Can’t be told: "+d.Why+"."))...)
	}
	var at, low, high []float64
	var rows []app.UI
	for _, w := range d.Windows {
		at, low, high = append(at, w.Agreement.Value), append(low, w.Agreement.Low), append(high, w.Agreement.High)
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Text(w.From), app.Td().Text(w.To),
			app.Td().Class("number").Text(format.Count(w.Labels)), app.Td().Class("number").Text(kit.Interval(w.Agreement))))
	}
	untimed := ""
	if d.Untimed > 0 {
		untimed = format.Plural(d.Untimed, "label") + " without a time that can be read: left out."
	}
	return app.Div().ID("drift").Body(append(body,
		app.P().Text(d.Sentence),
		app.Figure().Body(
			app.FigCaption().Class("hidden").Text("Share of the labels that all others agree with, over time"),
			drawCourse(chart.NewCourse(at, low, high, chart.Size{W: 460, H: 190}), d),
			app.Details().Class("behind").Body(
				app.Summary().Text("As a table"),
				kit.FigureTable("drift-windows", "Share of the labels that all others agree with, over time", []app.UI{
					app.Th().Scope("col").Text("From"), app.Th().Scope("col").Text("To"),
					app.Th().Scope("col").Class("number").Text("Labels"), app.Th().Scope("col").Class("number").Text("Agrees (95 %)"),
				}, rows),
			),
			kit.SaveButtons("over-time-"+fmt.Sprint(j.Index)),
		),
		app.If(untimed != "", func() app.UI { return app.P().Class("muted").Text(untimed) }),
	)...)
}

func drawCourse(c chart.Course, d *result.Drift) app.UI {
	p := c.Plot
	body := kit.Axes(p, nil, c.Y)
	body = append(body, kit.SVG("polyline").Class("line").Attr("points", chart.Path(c.Points)))
	for n, x := range c.Points {
		body = append(body,
			kit.At(kit.SVG("line").Class("interval"), "x1", x.X, "x2", x.X, "y1", c.Low[n], "y2", c.High[n]),
			kit.At(kit.SVG("circle").Class("estimate").Attr("r", "4"), "cx", x.X, "cy", x.Y))
	}
	if n := len(d.Windows); n > 0 {
		body = append(body,
			kit.At(kit.SVG("text").Class("tick"), "x", p.X, "y", p.Y+p.H+22).Text(d.Windows[0].From),
			kit.At(kit.SVG("text").Class("tick tick-y"), "x", p.X+p.W, "y", p.Y+p.H+22).Text(d.Windows[n-1].To))
	}
	return kit.SVG("svg").Class("chart").Attr("viewBox", fmt.Sprintf("0 0 %s %s", chart.Attr(c.W), chart.Attr(c.H))).
		Role("img").Aria("label", d.Sentence).Body(body...)
}

package detail

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/ui/kit"
	"concord/core/api"
)

// drift shows whether a worker changed over time, where the file has times.
func drift(j *api.Judged) app.UI {
	d := j.Drift
	if d == nil {
		return app.Div().Hidden(true)
	}
	body := []app.UI{app.H3().Text("Over time")}
	if d.Why != "" {
		return app.Div().ID("drift").Body(append(body, kit.Muted("Not enough to tell: "+d.Why+"."))...)
	}
	var at, low, high []float64
	var rows []app.UI
	for _, w := range d.Windows {
		at, low, high = append(at, w.Agreement.Value), append(low, w.Agreement.Low), append(high, w.Agreement.High)
		rows = append(rows, kit.Row(kit.RowHead(w.From), kit.Cell(w.To),
			kit.NumberCell(format.Count(w.Labels)), kit.NumberCell(kit.Interval(w.Agreement))))
	}
	title, untimed := "Agreement with all others over time", ""
	if d.Untimed > 0 {
		untimed = format.Plural(d.Untimed, "label") + " without a readable time left out."
	}
	return app.Div().ID("drift").Body(append(body,
		app.P().Text(d.Sentence),
		kit.Figure(fmt.Sprintf("over-time-%d", j.Index), title,
			drawCourse(chart.NewCourse(at, low, high, chart.Size{W: 460, H: 190}), d),
			kit.Behind(kit.FigureTable("drift-windows", title, kit.Heads("From", "To", "#Labels", "#Agrees (95 %)"), rows)),
			kit.Terms("Agrees (95 %)"),
		),
		kit.Muted(untimed),
	)...)
}

func drawCourse(c chart.Course, d *api.Drift) app.UI {
	p := c.Plot
	body := append(kit.Axes(c.Axes), kit.SVG("polyline").Class("line").Attr("points", chart.Path(c.Points)))
	var numbers []string
	for n, x := range c.Points {
		numbers = append(numbers, d.Windows[n].From+": "+kit.Interval(d.Windows[n].Agreement))
		body = append(body, kit.Line("interval", x.X, c.Low[n], x.X, c.High[n]), kit.Dot(x.X, x.Y, 4))
	}
	if n := len(d.Windows); n > 0 {
		body = append(body,
			kit.Label("tick", p.X, p.Y+p.H+22, d.Windows[0].From),
			kit.Label("tick tick-y", p.X+p.W, p.Y+p.H+22, d.Windows[n-1].To))
	}
	return kit.Chart(c.Size, "chart", d.Sentence, append(body, kit.Stops(p, c.Points, numbers)...)).Role("group")
}

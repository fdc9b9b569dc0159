package views

import (
	"fmt"
	"math"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// forecast is how right the labels would be with more of them, or fewer.
type forecast struct {
	*api.Forecast
	Prices api.Prices
	Save   model.Save
}

// The two ways to spread labels, as they are called everywhere.
const (
	evenly   = "Spread evenly"
	targeted = "Where they help most"
)

func (f forecast) draw() app.UI {
	return app.Div().Class("study-form").Body(
		kit.Lead(f.Sentence()).ID("need-sentence"),
		app.If(f.Prices.Known(), func() app.UI { return app.P().ID("need-costs").Text(f.Costs(f.Prices)) }),
		f.chart(),
		f.table(),
		kit.DownloadRow(api.FileNeeded, "Download as CSV", f.Save),
		kit.Fold("behind", "How this is estimated", paragraphs(f.Notes)...),
		kit.Terms(evenly, targeted, "95 % interval"),
	)
}

func paragraphs(notes []string) (all []app.UI) {
	for _, text := range notes {
		all = append(all, app.P().Text(text))
	}
	return all
}

var needSize = chart.Size{W: 460, H: 310}

// chart draws both ways to spread labels over the number of labels per task, with the range of even ones.
func (f forecast) chart() app.UI {
	const above = 58 // for what is read off, and the name of the axis
	var across []float64
	series := make([]chart.Series, 2)
	for _, p := range f.Points {
		across = append(across, p.PerTask)
		series[0].Y, series[0].Low, series[0].High = append(series[0].Y, p.Right), append(series[0].Low, p.Low), append(series[0].High, p.High)
		best := math.NaN()
		if p.Targeted != nil {
			best = *p.Targeted
		}
		series[1].Y = append(series[1].Y, best)
	}
	c := chart.NewCurves(across, series, needSize, above)
	p := c.Plot
	body := append(kit.Axes(c.Axes), kit.SVG("polygon").Class("band curve-0").Attr("points", chart.Path(c.Bands[0])))
	now := c.At(f.PerTask)
	body = append(body, kit.Line("axis curve-now", now, p.Y, now, p.Y+p.H))
	for i, line := range c.Lines {
		body = append(body, kit.SVG("polyline").Class(fmt.Sprintf("line curve-%d", i)).Attr("points", chart.Path(line)))
	}
	body = append(body,
		kit.Label("tick axis-name", 4, above-8, "Labels that are right"),
		kit.Label("tick tick-x axis-name", p.X+p.W/2, p.Y+p.H+33, "Labels per task (dotted line: now)"))
	body = append(body, f.readouts(&c)...)
	legend := app.Ul().Class("legend").Aria("label", "What the lines stand for").Body(
		app.Li().Body(lineSign("line curve-0"), app.Span().Text(evenly)), app.Li().Body(lineSign("line curve-1"), app.Span().Text(targeted)))
	return app.Figure().Class("card need-chart").Body(
		app.FigCaption().Class("card-title").Text("Labels that would be right"),
		legend,
		kit.Chart(c.Size, "chart", "Share of right labels by labels per task; the table below has the figures", body).Role("group"),
		kit.SaveButtons("labels-needed"),
	)
}

// readouts are the numbers of each point, which appear above the plot.
func (f forecast) readouts(c *chart.Curves) (all []app.UI) {
	begun := len(f.Points) - len(c.Lines[1]) // where more labels than there are begin
	for i, p := range f.Points {
		at, plot := c.Lines[0][i], c.Plot
		from, to := plot.X, plot.X+plot.W
		if i > 0 {
			from = (c.Lines[0][i-1].X + at.X) / 2
		}
		if i+1 < len(f.Points) {
			to = (at.X + c.Lines[0][i+1].X) / 2
		}
		labels, says := pointTitle(p), api.Tenths(p.Right)
		marks := []app.UI{kit.Line("axis", at.X, plot.Y, at.X, plot.Y+plot.H), kit.Dot(at.X, at.Y, 4)}
		if p.More > 0 {
			says = api.Tenths(p.Right) + " evenly, " + api.Tenths(*p.Targeted) + " where they help most"
			best := c.Lines[1][i-begun]
			marks = append(marks, kit.Dot(best.X, best.Y, 4))
		}
		middle := plot.X + plot.W - 2
		marks = append(marks, kit.Label("tick readout-text readout-title", middle, 14, labels), kit.Label("tick readout-text", middle, 32, says))
		all = append(all, kit.Readout(chart.Rect{X: from, Y: plot.Y, W: to - from, H: plot.H}, labels+": "+says, marks...))
	}
	return all
}

// pointTitle names a number of labels: 4 labels per task (+200).
func pointTitle(p api.ForecastPoint) string {
	per := perTask(p.PerTask) + " labels per task"
	if perTask(p.PerTask) == "1" {
		per = "1 label per task"
	}
	if p.More == 0 {
		return per + " (now)"
	}
	return per + " (" + signed(p.Labels) + ")"
}

// lineSign is a line in a legend.
func lineSign(class string) app.UI {
	return kit.HiddenChart(chart.Size{W: 22, H: 14}, "legend-sign legend-line", []app.UI{kit.Line(class, 1, 7, 21, 7)})
}

func signed(n int) string {
	if n < 0 {
		return "−" + format.Count(-n)
	}
	return "+" + format.Count(n)
}

// money writes an amount with the digits that matter: three, and at least two decimals below 100.
func money(x float64) string {
	switch {
	case x >= 100:
		return format.Grouped(x, 0)
	case x >= 1:
		return format.Fixed(x, 2)
	}
	return format.Fixed(x, 3)
}

// perTask writes a number of labels per task.
func perTask(x float64) string {
	for decimals := range 2 {
		if text := format.Fixed(x, decimals); math.Abs(x-math.Round(x*math.Pow10(decimals))/math.Pow10(decimals)) < .005 {
			return text
		}
	}
	return format.Fixed(x, 2)
}

// table has the figures of the chart and, where there are prices, what a task costs.
func (f forecast) table() app.UI {
	titles := []string{"Labels per task", "#More labels", "#" + evenly, "#95 % interval", "#" + targeted}
	if f.Prices.Known() {
		titles = append(titles, "#Cost per task")
	}
	var rows []app.UI
	for _, p := range f.Points {
		name, labels, span, best := perTask(p.PerTask), signed(p.Labels), fmt.Sprintf("%.0f–%.0f %%", 100*p.Low, 100*p.High), "–"
		if p.More == 0 {
			name, labels, span = name+" (now)", "0", "–"
		}
		if p.More > 0 {
			best = api.Tenths(*p.Targeted)
		}
		cells := []string{labels, api.Tenths(p.Right), span, best}
		if f.Prices.Known() {
			cells = append(cells, money(f.Prices.Cost(p)))
		}
		rows = append(rows, kit.Record(titles, append([]app.UI{kit.RowHead(name)}, kit.NumberCells(cells...)...)...))
	}
	return kit.Behind(kit.FigureRecords("need-table", "Labels that would be right, by labels per task", titles, rows))
}

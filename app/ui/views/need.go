package views

import (
	"fmt"
	"math"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/model/budget"
	"concord/app/ui/kit"
	"concord/core/result"
	"concord/core/wire"
)

// need is what the view shows of how many labels are needed.
type need struct {
	budget.Need
	Blocked string
	Save    model.Save
	Workers *wire.Page // whose names are offered; nil: none
}

func needOf(s model.State) need {
	return need{
		Need: s.Plan.Need, Blocked: s.NeedBlocked(), Save: kit.Saved(s.Saves, wire.FileNeeded, ""),
		Workers: s.Tables[model.ViewWorkers].Page,
	}
}

// draw says what more labels would bring, and what they would cost.
func (n need) draw() app.UI {
	x := n.Found
	lead := "What would more, or fewer, labels per task bring? Simulate crowds like yours to find out."
	if x != nil {
		lead = x.Sentence(n.Prices())
	}
	return app.Div().Class("study-form").Body(
		kit.PanelTitle("How many labels do you need?").ID("need-title").TabIndex(-1),
		kit.Either[app.UI](x == nil, app.P().Text(lead), kit.Lead(lead).ID("need-sentence")),
		app.Div().Class("plan-form").Body(
			planField("need-price", "Price of a label", "Any currency. Empty: leave costs out.", n.Price, budget.WrongAmount(n.Price),
				func(text string) model.Msg { return model.SetPrice{Text: text} }),
			planField("need-mistake", "Cost of a wrong label", "In the same currency.", n.Mistake, budget.WrongAmount(n.Mistake),
				func(text string) model.Msg { return model.SetMistake{Text: text} }),
			kit.Field("need-without", "Without this worker", "Optional: as if others did that work.", "", n.workers()),
			kit.Button("need", "main", "play", kit.Either(x == nil, "Simulate", "Simulate again"), model.StartNeed{}).
				Disabled(n.Blocked != "").Title(n.Blocked),
		),
		app.If(x != nil, n.found),
	)
}

// workers is where a worker is named; those whom the table of workers shows are offered.
func (n need) workers() app.UI {
	var all []app.UI
	if n.Workers != nil {
		for _, row := range n.Workers.Cells {
			all = append(all, app.Option().Value(row[0]).Text(format.Visible(row[0])))
		}
	}
	return app.Div().Body(
		app.Input().Type("text").ID("need-without").List("need-workers").AutoComplete(false).Spellcheck(false).Value(n.Without).
			Aria("describedby", "need-without-help").
			OnInput(kit.SendsText(func(text string) model.Msg { return model.SetWithout{Name: text} })),
		app.DataList().ID("need-workers").Body(all...),
	)
}

func (n need) found() app.UI {
	x := n.Found
	return app.Div().Class("study-form").Body(
		app.Div().Class("need-charts").Body(
			n.accuracy(),
			app.If(n.Prices().Known(), n.costs),
		),
		n.table(),
		app.Div().Class("row").Body(
			kit.Button("download-needed", "", "download", "Download as CSV", model.DownloadNeed{}),
			app.Span().Class("muted").Text(kit.SaveNote(n.Save)),
		),
		kit.Fold("behind", "How this is estimated", needNotes(x.Notes)...),
	)
}

func needNotes(notes []string) (all []app.UI) {
	for _, text := range notes {
		all = append(all, app.P().Text(text))
	}
	return all
}

// curveTitle names a curve.
func curveTitle(x *result.Simulated, c *result.Needed) string {
	if c.Without {
		return c.Title + ", without " + format.Quoted(x.Without)
	}
	return c.Title
}

var needSize = chart.Size{W: 460, H: 270}

// accuracy is the chart of how many labels would be right. The method of the result has a band, with and without a worker.
func (n need) accuracy() app.UI {
	x := n.Found
	across, series := needX(x), make([]chart.Series, len(x.Curves))
	for i, c := range x.Curves {
		s := &series[i]
		for _, p := range c.Points {
			s.Y = append(s.Y, p.Right)
			if c.Method == x.Curves[0].Method {
				s.Low, s.High = append(s.Low, p.Low), append(s.High, p.High)
			}
		}
	}
	c := chart.NewCurves(across, series, needSize)
	p := c.Plot
	body := kit.Axes(p, c.X, c.Y)
	for i, band := range c.Bands {
		if len(band) > 0 {
			body = append(body, kit.SVG("polygon").Class(fmt.Sprintf("band curve-%d", i)).Attr("points", chart.Path(band)))
		}
	}
	now := c.At(x.PerTask)
	body = append(body, kit.Line("axis curve-now", now, p.Y, now, p.Y+p.H))
	for i, line := range c.Lines {
		body = append(body, kit.SVG("polyline").Class(fmt.Sprintf("line curve-%d", i)).Attr("points", chart.Path(line)))
	}
	body = append(body, kit.Label("tick tick-x", p.X+p.W/2, p.Y+p.H+33, "Labels per task (dotted line: now)"))
	return app.Figure().Class("card").Body(
		app.FigCaption().Class("card-title").Text("Labels that would be right"),
		needLegend(x),
		kit.Chart(c.Size, "chart", "Share of right labels by labels per task; the table below has the figures", body),
		kit.SaveButtons("labels-needed"),
	)
}

// needX are the numbers of labels per task.
func needX(x *result.Simulated) (across []float64) {
	for _, p := range x.Curves[0].Points {
		across = append(across, p.PerTask)
	}
	return across
}

func needLegend(x *result.Simulated) app.UI {
	var all []app.UI
	for i, c := range x.Curves {
		all = append(all, app.Li().Body(
			lineSign(fmt.Sprintf("line curve-%d", i)),
			app.Span().Text(curveTitle(x, &c)),
		))
	}
	return app.Ul().Class("legend").Aria("label", "What the lines stand for").Body(all...)
}

// costs is the chart of what a task costs, by the method of the result.
func (n need) costs() app.UI {
	x, prices := n.Found, n.Prices()
	points := x.Curves[0].Points
	y, least := make([]float64, len(points)), 0
	for i, p := range points {
		if y[i] = prices.Cost(p); y[i] < y[least] {
			least = i
		}
	}
	c := chart.NewLine(needX(x), y, needSize, 56)
	best, _ := x.Curves[0].Cheapest(prices)
	says := fmt.Sprintf("Cheapest from here: %s per task, with %s labels.", money(prices.Cost(best)), perTask(best.PerTask))
	if points[least].More < 0 {
		says += fmt.Sprintf(" New tasks are cheapest with %s labels: %s.", perTask(points[least].PerTask), money(y[least]))
	}
	body := append(kit.Axes(c.Plot, c.X, c.Y), kit.Label("tick tick-x", c.Plot.X+c.Plot.W/2, c.Plot.Y+c.Plot.H+31, "Labels per task"))
	for _, piece := range c.Pieces {
		body = append(body, kit.SVG("polyline").Class("line").Attr("points", chart.Path(piece)))
		if len(piece) == len(points) {
			body = append(body, kit.Dot(piece[least].X, piece[least].Y, 3.5))
		}
	}
	return app.Figure().Class("card").Body(
		app.FigCaption().Class("card-title").Text("Cost per task: its labels, and its mistakes"),
		kit.Muted(says),
		kit.Chart(c.Size, "chart", "Cost per task by labels per task; the table below has the figures", body),
		kit.SaveButtons("labels-cost"),
	)
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
	if x == math.Trunc(x) {
		return format.Fixed(x, 0)
	}
	return format.Fixed(x, 1)
}

// table has the figures of the charts.
func (n need) table() app.UI {
	x, prices := n.Found, n.Prices()
	titles := []string{"Labels per task"}
	for _, c := range x.Curves {
		titles = append(titles, "#"+curveTitle(x, &c))
	}
	if prices.Known() {
		titles = append(titles, "#Cost per task")
	}
	var rows []app.UI
	for at, p := range x.Curves[0].Points {
		name := perTask(p.PerTask)
		switch {
		case p.More > 0:
			name += fmt.Sprintf(" (+%d)", p.More)
		case p.More == 0:
			name += " (now)"
		}
		var cells []string
		for _, c := range x.Curves {
			y := c.Points[at]
			text := whole(y.Right)
			if p.More != 0 {
				text += fmt.Sprintf(" (%.0f–%.0f)", 100*y.Low, 100*y.High)
			}
			cells = append(cells, text)
		}
		if prices.Known() {
			cells = append(cells, money(prices.Cost(p)))
		}
		rows = append(rows, kit.Record(titles, append([]app.UI{kit.RowHead(name)}, kit.NumberCells(cells...)...)...))
	}
	return kit.Behind(kit.FigureRecords("need-table", "Labels that would be right, by labels per task", titles, rows))
}

func whole(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

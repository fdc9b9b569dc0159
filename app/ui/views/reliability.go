package views

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// maxDiagrams is of how many methods the reliability is drawn.
const maxDiagrams = 12

// reliabilities show of each method how far its probabilities can be believed,
// where the truth is known.
func reliabilities(c *wire.Compared) app.UI {
	var figures []app.UI
	with := 0
	for n := range c.Methods {
		m := &c.Methods[n]
		if m.Quality == nil || answers(m.Bins) == 0 {
			continue
		}
		if with++; with <= maxDiagrams {
			figures = append(figures, reliability(m))
		}
	}
	if with == 0 {
		return app.Div().Hidden(true)
	}
	return app.Div().ID("reliability").Body(
		app.H3().Class("panel-title").Text("Can their probabilities be believed?"),
		app.P().Class("muted").Text("Of the answers that a method gives 80 % probability, 80 % should be right: then its points lie on the "+
			"dashed line. Below it the method is too sure of itself, above it too modest. The lines are 95 % intervals; the larger a point, the "+
			"more answers it stands for."),
		app.Div().Class("charts").Body(figures...),
		app.If(with > maxDiagrams, func() app.UI {
			return app.P().Class("muted").Text("The first " + format.Count(maxDiagrams) + " methods; the figures of all are in the table above.")
		}),
	)
}

func answers(bins []wire.Bin) int {
	n := 0
	for _, b := range bins {
		n += b.Count
	}
	return n
}

// reliability is the diagram of one method, with its table.
func reliability(m *wire.Contender) app.UI {
	var all []chart.Sure
	var rows []app.UI
	for _, b := range m.Bins {
		all = append(all, chart.Sure{Confidence: b.Confidence, Right: b.Right.Value, Low: b.Right.Low, High: b.Right.High, Count: b.Count})
		if b.Count == 0 {
			continue
		}
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Text(format.Percent(b.Low)+" to "+format.Percent(b.High)),
			app.Td().Class("number").Text(format.Count(b.Count)),
			app.Td().Class("number").Text(format.Percent(b.Confidence)),
			app.Td().Class("number").Text(format.Percent(b.Right.Value)),
			app.Td().Class("number").Text(format.Percent(b.Right.Low)+" to "+format.Percent(b.Right.High)),
		))
	}
	says := sureness(m.Bins)
	var heads []app.UI
	for n, title := range []string{"Probability", "Answers", "On average", "Right", "95 % interval"} {
		head := app.Th().Scope("col").Text(title)
		if n > 0 {
			head = head.Class("number")
		}
		heads = append(heads, head)
	}
	return app.Figure().Class("card").Body(
		app.FigCaption().Body(app.P().Class("card-title").Text(m.Title), app.P().Class("card-says").Text(says)),
		drawReliability(chart.NewReliability(all, chart.Size{W: 380, H: 300}), m.Title+": "+says),
		app.Details().Class("behind").Body(
			app.Summary().Text("As a table"),
			kit.FigureTable("reliability-"+m.Name, "How often answers of "+m.Title+" are right, by their probability", heads, rows),
		),
		kit.SaveButtons("reliability-"+m.Name),
	)
}

// sureness says how sure a method is on average, and how often right.
func sureness(bins []wire.Bin) string {
	n, sure, right := 0.0, 0.0, 0.0
	for _, b := range bins {
		n += float64(b.Count)
		sure += float64(b.Count) * b.Confidence
		right += float64(b.Count) * b.Right.Value
	}
	sure, right = sure/n, right/n
	verdict := "that is about right"
	switch {
	case sure-right > 0.02:
		verdict = "too sure of itself"
	case right-sure > 0.02:
		verdict = "more often right than it believes"
	}
	return fmt.Sprintf("%s sure on average, %s right: %s.", format.Percent(sure), format.Percent(right), verdict)
}

func drawReliability(c chart.Reliability, says string) app.UI {
	p := c.Plot
	body := kit.Axes(p, c.X, c.Y)
	d := c.Diagonal
	body = append(body,
		kit.At(kit.SVG("text").Class("tick tick-x axis-name"), "x", p.X+p.W/2, "y", p.Y+p.H+33).Text("how sure → how often right ↑"),
		kit.At(kit.SVG("line").Class("diagonal"), "x1", d[0].X, "y1", d[0].Y, "x2", d[1].X, "y2", d[1].Y))
	for _, x := range c.Points {
		body = append(body,
			kit.At(kit.SVG("line").Class("interval"), "x1", x.X, "x2", x.X, "y1", x.Low, "y2", x.High),
			kit.At(kit.SVG("circle").Class("estimate"), "cx", x.X, "cy", x.Y, "r", x.R))
	}
	return kit.SVG("svg").Class("chart").Attr("viewBox", fmt.Sprintf("0 0 %s %s", chart.Attr(c.W), chart.Attr(c.H))).
		Role("img").Aria("label", says).Body(body...)
}

package views

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/ui/kit"
	"concord/core/api"
)

// maxDiagrams is of how many methods the reliability is drawn.
const maxDiagrams = 12

// reliabilities show how far the probabilities of each method can be believed, if the truth is known.
func reliabilities(c *api.Compared) app.UI {
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
		kit.PanelTitle("Can their probabilities be believed?"),
		kit.Muted("Of the answers that a method gives 80 % probability, 80 % should be right: then its points lie on the "+
			"dashed line. Below it the method is too sure of itself, above it too modest. The lines are 95 % intervals; the larger a point, the "+
			"more answers it stands for."),
		kit.Terms("ECE", "95 % interval"),
		app.Div().Class("charts").Body(figures...),
		kit.When(with > maxDiagrams, kit.Muted("The first "+format.Count(maxDiagrams)+" methods; the figures of all are in the table above.")),
	)
}

func answers(bins []api.Bin) int {
	n := 0
	for _, b := range bins {
		n += b.Count
	}
	return n
}

// reliability is the diagram of one method, with its table.
func reliability(m *api.Contender) app.UI {
	var all []chart.Sure
	var rows []app.UI
	var numbers []string
	for _, b := range m.Bins {
		all = append(all, chart.Sure{Confidence: b.Confidence, Right: b.Right.Value, Low: b.Right.Low, High: b.Right.High, Count: b.Count})
		if b.Count == 0 {
			continue
		}
		numbers = append(numbers, format.Percent(b.Confidence)+" sure: "+format.Percent(b.Right.Value)+" right")
		rows = append(rows, kit.NumberRow(format.Percent(b.Low)+" to "+format.Percent(b.High),
			format.Count(b.Count), format.Percent(b.Confidence), format.Percent(b.Right.Value),
			format.Percent(b.Right.Low)+" to "+format.Percent(b.Right.High)))
	}
	says, heads := sureness(m.Bins), kit.Heads("Probability", "#Answers", "#On average", "#Right", "#95 % interval")
	return app.Figure().Class("card").Body(
		app.FigCaption().Body(app.P().Class("card-title").Text(m.Title), app.P().Class("card-says").Text(says)),
		drawReliability(chart.NewReliability(all, chart.Size{W: 380, H: 300}), m.Title+": "+says, numbers),
		kit.Behind(kit.FigureTable("reliability-"+m.Name, "How often answers of "+m.Title+" are right, by their probability", heads, rows)),
		kit.SaveButtons("reliability-"+m.Name),
	)
}

// sureness says how sure a method is on average, and how often right.
func sureness(bins []api.Bin) string {
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

func drawReliability(c chart.Reliability, says string, numbers []string) app.UI {
	p, d := c.Plot, c.Diagonal
	body := append(kit.Axes(c.Axes),
		kit.Label("tick tick-x axis-name", p.X+p.W/2, p.Y+p.H+33, "how sure → how often right ↑"),
		kit.Line("diagonal", d[0].X, d[0].Y, d[1].X, d[1].Y))
	var points []chart.Point
	for _, x := range c.Points {
		points = append(points, x.Point)
		body = append(body, kit.Line("interval", x.X, x.Low, x.X, x.High), kit.Dot(x.X, x.Y, x.R))
	}
	return kit.Chart(c.Size, "chart", says, append(body, kit.Stops(p, points, numbers)...)).Role("group")
}

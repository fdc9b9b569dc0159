package views

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// replay says how many of the labels would have been enough, had they been asked for one by one.
func replay(r *api.Replayed, blocked string) app.UI {
	const how = "Replays the labelling from a few labels on, adding each time the label that the method would ask for next."
	lead := app.UI(app.P().Text(how))
	if r != nil {
		lead = kit.Lead(r.Sentence()).ID("replay-sentence")
	}
	return app.Div().Class("study-form").Body(
		kit.PanelTitle("How many of these labels would have been enough?").ID("replay-title").TabIndex(-1),
		lead,
		app.Div().Class("row").Body(
			kit.Button("replay", "main", "play", kit.Either(r == nil, "Replay", "Replay again"), model.StartReplay{}).Disabled(blocked != ""),
			kit.Muted(blocked),
		),
		app.If(r != nil, func() app.UI { return replayed(r) }),
	)
}

// replayed is how the errors fall with the labels, by each way to choose them.
func replayed(r *api.Replayed) app.UI {
	labels := func(w api.Way) (all []float64) {
		for _, p := range w.Points {
			all = append(all, float64(p.Labels))
		}
		return all
	}
	across, heads := labels(r.Ways[0]), kit.Heads("Labels")
	var series []chart.Series
	for _, w := range r.Ways {
		heads = append(heads, kit.NumberHead("Right, "+w.Title()))
		if !slices.Equal(labels(w), across) || len(across) < 2 {
			return app.Div()
		}
		var s chart.Series
		for _, p := range w.Points {
			s.Y = append(s.Y, 1-p.Error)
		}
		series = append(series, s)
	}
	var rows []app.UI
	for at, n := range across {
		var cells []string
		for _, s := range series {
			cells = append(cells, format.Percent(s.Y[at]))
		}
		rows = append(rows, kit.NumberRow(format.Count(int(n)), cells...))
	}
	c := chart.NewCurves(across, series, needSize, 0)
	p := c.Plot
	body := kit.Axes(p, c.X, c.Y)
	var legend []app.UI
	for i, line := range c.Lines {
		class := fmt.Sprintf("line curve-%d", i)
		body = append(body, kit.SVG("polyline").Class(class).Attr("points", chart.Path(line)))
		legend = append(legend, app.Li().Body(lineSign(class), app.Span().Text(r.Ways[i].Title())))
	}
	body = append(body, kit.Label("tick tick-x", p.X+p.W/2, p.Y+p.H+33, "Labels"))
	against := kit.Either(r.Truth, "the truth", "what all labels say")
	return app.Figure().Class("card").Body(
		app.FigCaption().Class("card-title").Text("Right labels by number of labels, against "+against),
		app.Ul().Class("legend").Aria("label", "What the lines stand for").Body(legend...),
		kit.Chart(c.Size, "chart", "Share of right labels by number of labels; the table below has the figures", body),
		kit.Behind(kit.FigureTable("replay-table", "Right labels by number of labels", heads, rows)),
		kit.SaveButtons("replay"),
	)
}

// lineSign is a line in a legend.
func lineSign(class string) app.UI {
	return kit.HiddenChart(chart.Size{W: 22, H: 14}, "legend-sign legend-line", []app.UI{kit.Line(class, 1, 7, 21, 7)})
}

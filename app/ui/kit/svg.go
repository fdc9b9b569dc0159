package kit

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
)

const svgNamespace = "http://www.w3.org/2000/svg"

// SVG makes an SVG element. Its look is up to classes: the policy of the page forbids inline styles.
func SVG(tag string) app.HTMLElem { return app.Elem(tag).XMLNS(svgNamespace) }

// At sets pairs of attributes that are coordinates.
func At(e app.HTMLElem, pairs ...any) app.HTMLElem {
	for i := 0; i < len(pairs); i += 2 {
		e = e.Attr(pairs[i].(string), chart.Attr(pairs[i+1].(float64)))
	}
	return e
}

// Line, Box, Dot and Label are what charts are made of.
func Line(class string, x1, y1, x2, y2 float64) app.HTMLElem {
	return At(SVG("line").Class(class), "x1", x1, "y1", y1, "x2", x2, "y2", y2)
}

func Box(class string, x, y, w, h float64) app.HTMLElem {
	return At(SVG("rect").Class(class), "x", x, "y", y, "width", w, "height", h)
}

func Dot(x, y, r float64) app.HTMLElem {
	return At(SVG("circle").Class("estimate"), "cx", x, "cy", y, "r", r)
}

func Label(class string, x, y float64, text string) app.HTMLElem {
	return At(SVG("text").Class(class), "x", x, "y", y).Text(format.Visible(text))
}

// Chart is a drawing of that size. says is what it shows, in words.
func Chart(size chart.Size, class, says string, body []app.UI) app.HTMLElem {
	return sized(size, class).Role("img").Aria("label", says).Body(body...)
}

// HiddenChart is one that says nothing to a screen reader: the text beside it does.
func HiddenChart(size chart.Size, class string, body []app.UI) app.HTMLElem {
	return sized(size, class).Aria("hidden", "true").Body(body...)
}

func sized(size chart.Size, class string) app.HTMLElem {
	return SVG("svg").Class(class).Attr("viewBox", "0 0 "+chart.Attr(size.W)+" "+chart.Attr(size.H))
}

// Strip is a drawing in a row of a table, 100 wide whatever room it has.
func Strip(class string, height float64, body ...app.UI) app.UI {
	return HiddenChart(chart.Size{W: 100, H: height}, class, body).Attr("preserveAspectRatio", "none")
}

// Axes draws the ticks of both axes, and the lines across the plot at those of y.
func Axes(a chart.Axes) (body []app.UI) {
	plot := a.Plot
	for _, t := range a.Y {
		body = append(body, Line("grid", plot.X, t.At, plot.X+plot.W, t.At), Label("tick tick-y", plot.X-8, t.At+3.5, t.Text))
	}
	for _, t := range a.X {
		body = append(body, Label("tick tick-x", t.At, plot.Y+plot.H+16, t.Text))
	}
	return body
}

// Readout is a piece of a chart that says its numbers while it is hovered over or has the focus: the body is drawn only then.
func Readout(area chart.Rect, says string, body ...app.UI) app.UI {
	hit := Box("readout-area", area.X, area.Y, area.W, area.H).TabIndex(0).Role("img").Aria("label", says)
	return SVG("g").Class("readout").Body(append([]app.UI{hit}, body...)...)
}

// mostStops is how many places of a chart say their numbers: each is one to tab to.
const mostStops = 25

// Stops divide a plot among the points of a curve, from left to right. Each says its numbers within the plot; of many, some do.
func Stops(plot chart.Rect, points []chart.Point, says []string) (all []app.UI) {
	every := (len(points) + mostStops - 1) / mostStops
	from := plot.X
	for n := 0; n < len(points); n += every {
		at, to := points[n], plot.X+plot.W
		if n+every < len(points) {
			to = (at.X + points[n+every].X) / 2
		}
		all = append(all, Readout(chart.Rect{X: from, Y: plot.Y, W: to - from, H: plot.H}, says[n],
			Line("axis", at.X, plot.Y, at.X, plot.Y+plot.H), Label("tick readout-text", plot.X+plot.W-4, plot.Y+12, says[n])))
		from = to
	}
	return all
}

// icons are outlines on a grid of 24.
var icons = map[string]string{
	"lock":     "M7 11V8a5 5 0 0 1 10 0v3M5 11h14v10H5z",
	"upload":   "M12 16V4m0 0L7 9m5-5 5 5M4 16v4h16v-4",
	"download": "M12 4v12m0 0 5-5m-5 5-5-5M4 20h16",
	"paste":    "M9 4h6v4H9zM9 6H5v15h14V6h-4",
	"close":    "M6 6l12 12M18 6 6 18",
	"undo":     "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
	"check":    "M5 13l4 4L19 7",
	"warning":  "M12 4 2.5 20h19zM12 10v4m0 3v.01",
	"info":     "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5m0-8v.01",
	"play":     "M8 5l11 7-11 7z",
	"back":     "M15 5l-7 7 7 7",
	"next":     "M9 5l7 7-7 7",
	"search":   "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM21 21l-5.5-5.5",
	"up":       "M12 19V5m0 0-6 6m6-6 6 6",
	"down":     "M12 5v14m0 0 6-6m-6 6-6-6",
	"zip":      "M4 4h16v16H4zM12 4v3m0 2v3m0 2v2",
	"table":    "M4 5h16v14H4zM4 10h16M10 5v14",
	"people":   "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5m2 3.5a6.5 6.5 0 0 1 3.5 5.5",
	"grid":     "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
	"list":     "M9 6h11M9 12h11M9 18h11M4 6v.01M4 12v.01M4 18v.01",
	"receipt":  "M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6",
}

// Icon draws one of them. It says nothing to a screen reader: the text beside it does.
func Icon(name string) app.UI {
	return HiddenChart(chart.Size{W: 24, H: 24}, "icon", []app.UI{SVG("path").Attr("d", icons[name])}).Attr("focusable", "false")
}

// Meter draws a share of one as a small bar.
func Meter(share float64) app.UI {
	back := At(SVG("rect").Class("meter-back"), "width", 100.0, "height", 8.0)
	fill := At(SVG("rect").Class("meter-fill"), "width", 100*max(0, min(share, 1)), "height", 8.0)
	return Strip("meter", 8, back, fill)
}

// DrawLine draws a line chart. across is what x counts; each point has its numbers.
func DrawLine(c chart.Line, says, across string, numbers []string) app.UI {
	p := c.Plot
	body := append(Axes(c.Axes), Label("tick tick-x", p.X+p.W/2, p.Y+p.H+31, across))
	for _, piece := range c.Pieces {
		body = append(body, SVG("polyline").Class("line").Attr("points", chart.Path(piece)))
	}
	if last := c.Pieces[len(c.Pieces)-1]; len(last) > 0 {
		end := last[len(last)-1]
		body = append(body, Dot(end.X, end.Y, 3.5))
	}
	body = append(body, Stops(p, slices.Concat(c.Pieces...), numbers)...)
	return Chart(c.Size, "chart", says, body).Role("group")
}

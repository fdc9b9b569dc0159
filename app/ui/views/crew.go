package views

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

var crewSize = chart.Size{W: 460, H: 260}

// shown are the workers in the picture, from few labels to many: those whose accuracy is known.
func (w workers) shown() (all []api.Ranked) {
	for _, x := range w.Crew.Roster.Ranked {
		if x.Accuracy.Interval {
			all = append(all, x)
		}
	}
	slices.SortStableFunc(all, func(a, b api.Ranked) int { return cmp.Compare(a.Labels, b.Labels) })
	return all
}

// layout lays out the picture.
func (w workers) layout(shown []api.Ranked) chart.Crew {
	var all []chart.Measured
	for _, x := range shown {
		m := chart.Measured{At: x.Accuracy.Value, True: math.NaN(), Labels: x.Labels}
		if x.True.N > 0 {
			m.True = x.True.Value
		}
		all = append(all, m)
	}
	return chart.NewCrew(all, w.Crew.Roster.Accuracy, crewSize)
}

// picture draws the accuracy of the workers by their labels. The table says the same.
func (w workers) picture(v *view) app.UI {
	r := w.Crew.Roster
	if r == nil || r.Accuracy == 0 {
		return app.Div().Hidden(true)
	}
	shown := w.shown()
	if len(shown) < 2 {
		return app.Div().Hidden(true)
	}
	c := w.layout(shown)
	p := c.Plot
	body := []app.UI{kit.SVG("path").Class("crew-funnel").Attr("d", c.Funnel)}
	body = append(body, kit.Axes(c.Axes)...)
	body = append(body, kit.Line("axis", p.X, p.Y+p.H, p.X+p.W, p.Y+p.H),
		kit.Line("crew-average", p.X, c.Average, p.X+p.W, c.Average),
		kit.Label("tick tick-x axis-name", p.X+p.W/2, p.Y+p.H+36, "Labels given (log scale)"),
		kit.Label("tick axis-name", 4, 13, "Accuracy"))
	for _, t := range c.X {
		body = append(body, kit.Line("axis", t.At, p.Y+p.H, t.At, p.Y+p.H+4))
	}
	for n, y := range c.True {
		if at := c.Points[n]; !math.IsNaN(y) {
			body = append(body, kit.Line("crew-off", at.X, at.Y, at.X, y), kit.Line("crew-true", at.X-5, y, at.X+5, y))
		}
	}
	for n, x := range shown {
		if x.Verdict.Look() { // told apart by its form too
			body = append(body, kit.SVG("path").Class("crew-dot crew-look").Attr("d", chart.Triangle(c.Points[n], 5)))
		} else {
			body = append(body, kit.SVG("path").Class("crew-dot").Attr("d", chart.Disc(c.Points[n], 4)))
		}
	}
	for n, x := range shown {
		body = append(body, crewDot(c, n, x, n == 0))
	}
	lead := "Each dot is a worker. The band is where 95 % of average workers would be: the fewer labels, the more is luck. The dashed " +
		"line is the crowd average, " + format.Percent(r.Accuracy) + "."
	if r.Look > 0 {
		lead += " Triangles stand out."
	}
	if r.Against != nil {
		lead += " Bars mark the true accuracy. " + r.Against.Sentence
	}
	if r.Workers > len(r.Ranked) {
		lead += " Of " + format.Plural(r.Workers, "worker") + ", the " + format.Count(len(r.Ranked)) + " who stand out most."
	}
	return app.Figure().Class("card workers-picture").Body(
		app.FigCaption().Class("muted").Text(lead+" Select a worker for details."),
		kit.Chart(c.Size, "chart", "Accuracy of each worker by the number of labels; the table below says the same", body).
			Role("group").ID("crew").OnClick(v.crewClicked).On("keydown", v.crewKeys),
		kit.SaveButtons("workers"))
}

// crewDot is a ring around worker n of the picture, above all dots, with the name on hover and focus. One of them takes part in the
// order of Tab; the arrow keys lead to the others.
func crewDot(c chart.Crew, n int, x api.Ranked, first bool) app.UI {
	at, name := c.Points[n], format.Middle(format.Visible(x.Name))
	says := name + ": " + together(x.Accuracy.Percents()) + ", " + format.Plural(x.Labels, "label")
	if x.Verdict.Look() {
		says += ". " + together(x.Verdict.Says)
	}
	side, aside := "crew-name", 10.
	if at.X > c.Plot.X+c.Plot.W/2 {
		side, aside = "crew-name crew-name-end", -10
	}
	return kit.SVG("g").Class("crew").ID("crew-"+strconv.Itoa(x.Index)).Role("button").Aria("label", says).
		Attr("tabindex", kit.Either(first, "0", "-1")).DataSet("at", x.Index).Body(
		kit.SVG("title").Text(says),
		kit.At(kit.SVG("circle").Class("crew-hit"), "cx", at.X, "cy", at.Y, "r", 10.),
		kit.Label("tick "+side, at.X+aside, max(at.Y-8, 12), name+" · "+format.Percent(x.Accuracy.Value)))
}

// crewClicked opens the worker who is nearest to the click.
func (v *view) crewClicked(ctx app.Context, e app.Event) {
	box := ctx.JSSrc().Call("getBoundingClientRect")
	width := box.Get("width").Float()
	w, ok := v.Of.(workers)
	if width == 0 || !ok || w.Crew.Roster == nil {
		return
	}
	unit := crewSize.W / width
	at := chart.Point{
		X: (e.Get("clientX").Float() - box.Get("left").Float()) * unit,
		Y: (e.Get("clientY").Float() - box.Get("top").Float()) * unit,
	}
	shown := w.shown()
	if n := w.layout(shown).Nearest(at, max(16, 16*unit)); n >= 0 {
		kit.Send(ctx, model.Open{Kind: model.ViewWorkers, Index: shown[n].Index})
	}
}

// crewKeys moves from worker to worker with the arrow keys, Home and End, and opens one with Enter or the space bar.
func (v *view) crewKeys(ctx app.Context, e app.Event) {
	dot := e.Get("target").Call("closest", ".crew")
	if !dot.Truthy() {
		return
	}
	all := ctx.JSSrc().Call("querySelectorAll", ".crew")
	at, last := 0, all.Length()-1
	for n := range all.Length() {
		if all.Index(n).Equal(dot) {
			at = n
		}
	}
	switch e.Get("key").String() {
	case "ArrowRight", "ArrowDown":
		at = min(at+1, last)
	case "ArrowLeft", "ArrowUp":
		at = max(at-1, 0)
	case "Home":
		at = 0
	case "End":
		at = last
	case "Enter", " ":
		if index, err := strconv.Atoi(dot.Get("dataset").Get("at").String()); err == nil {
			kit.Send(ctx, model.Open{Kind: model.ViewWorkers, Index: index})
		}
	default:
		return
	}
	e.PreventDefault()
	all.Index(at).Call("focus")
}

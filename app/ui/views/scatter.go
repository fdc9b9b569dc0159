package views

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/wire"
)

type scatter struct{ Pictured *wire.Pictured }

func scatterOf(s model.State) Shown { return scatter{s.Look.Pictured} }

func (x scatter) Draw() app.UI { return &scatterView{Pictured: x.Pictured} }

// scatterView shows the tasks on a plane, those alike side by side.
type scatterView struct {
	app.Compo
	pieces
	Pictured *wire.Pictured
}

var scatterSize = chart.Size{W: 720, H: 460}

func (v *scatterView) Render() app.UI {
	p := v.Pictured
	return kit.Panel(model.ViewPicture, "study").Body(
		app.If(p == nil, func() app.UI { return app.P().Class("muted").Text("Laying the tasks out …") }).
			Else(func() app.UI { return v.picture() }),
	)
}

func (v *scatterView) picture() app.UI {
	p := v.Pictured
	by := "features"
	if p.From == "topics" {
		by = "topics"
	}
	lead := "Each dot is a task. Those with alike " + by + " lie side by side. The larger a dot, the more in doubt is its label. Click one " +
		"to see the task."
	if len(p.Tasks) < p.Of {
		lead += " There are " + format.Count(p.Of) + " tasks; these are " + format.Count(len(p.Tasks)) + " of them, drawn at random."
	}
	return app.Div().Class("study-form").Body(
		app.P().Text(lead),
		app.Figure().Class("card").Body(
			v.legend(),
			v.dots(),
			app.P().Class("muted").Text(axisText("Across", p.Share[0], p.Axes[0])),
			app.P().Class("muted").Text(axisText("Upwards", p.Share[1], p.Axes[1])),
		),
		app.If(v.Has(1, 1), v.table),
	)
}

// layout lays the dots out.
func (v *scatterView) layout() chart.Scatter {
	p := v.Pictured
	dots := make([]chart.Dot, len(p.Tasks))
	for i := range dots {
		dots[i] = chart.Dot{X: p.X[i], Y: p.Y[i], Group: p.Group[i], Size: p.Doubt[i]}
	}
	return chart.NewScatter(dots, scatterSize)
}

// dotClass is the colour of a group; those beyond all colours and forms share one.
func dotClass(group int) string {
	if group >= chart.Colours*chart.Forms {
		return "dot dot-rest"
	}
	return fmt.Sprintf("dot dot-%d", group%chart.Colours)
}

func (v *scatterView) dots() app.UI {
	s := v.layout()
	var body []app.UI
	for _, m := range s.Marks {
		body = append(body, kit.SVG("path").Class(dotClass(m.Group)).Attr("d", m.Path))
	}
	return kit.SVG("svg").Class("chart picture").ID("picture").Attr("viewBox", fmt.Sprintf("0 0 %s %s", chart.Attr(s.W), chart.Attr(s.H))).
		Role("img").Aria("label", "The tasks laid out on a plane; the table below names those most in doubt").
		OnClick(v.clicked).Body(body...)
}

// clicked opens the task nearest to the click.
func (v *scatterView) clicked(ctx app.Context, e app.Event) {
	box := ctx.JSSrc().Call("getBoundingClientRect")
	width := box.Get("width").Float()
	if width == 0 || v.Pictured == nil {
		return
	}
	unit := scatterSize.W / width
	at := chart.Point{
		X: (e.Get("clientX").Float() - box.Get("left").Float()) * unit,
		Y: (e.Get("clientY").Float() - box.Get("top").Float()) * unit,
	}
	if i := v.layout().Nearest(at, max(10, 10*unit)); i >= 0 {
		kit.Send(ctx, model.Open{Kind: model.ViewTasks, Index: v.Pictured.Tasks[i]})
	}
}

// maxLegend is how many groups the legend names.
const maxLegend = 24

func (v *scatterView) legend() app.UI {
	p := v.Pictured
	var all []app.UI
	for g, name := range p.Groups {
		if g == maxLegend {
			all = append(all, app.Li().Class("muted").Text("and "+format.Count(len(p.Groups)-g)+" more"))
			break
		}
		all = append(all, app.Li().Body(
			kit.SVG("svg").Class("legend-sign").Attr("viewBox", "0 0 14 14").Aria("hidden", "true").Body(
				kit.SVG("path").Class(dotClass(g)).Attr("d", chart.Sign(g, chart.Point{X: 7, Y: 7}, 5))),
			app.Span().Text(name+" ("+format.Count(p.Sizes[g])+")"),
		))
	}
	return app.Ul().Class("legend").Aria("label", "What the colours and forms stand for").Body(all...)
}

// axisText says what a direction of the picture shows.
func axisText(direction string, share float64, axis []wire.Loading) string {
	if len(axis) == 0 {
		return direction + ": nothing varies in a second direction."
	}
	names := make([]string, len(axis))
	for i, l := range axis {
		names[i] = "more " + l.Name
		if l.Weight < 0 {
			names[i] = "less " + l.Name
		}
	}
	return fmt.Sprintf("%s (%s of all the variation): mostly %s.", direction, format.Percent(share), strings.Join(names, ", "))
}

// table names the tasks that are most in doubt: the way to them without a mouse.
func (v *scatterView) table() app.UI {
	var rows []app.UI
	for _, t := range v.Pictured.Rows {
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Body(kit.Opener("picture-"+model.RowID(model.ViewTasks, t.Index), t.Name)),
			app.Td().Text(t.Label),
			app.Td().Class("number").Text(format.Fixed(t.Doubt, 3)),
			app.Td().Class("number").Text(format.Fixed(t.X, 2)),
			app.Td().Class("number").Text(format.Fixed(t.Y, 2)),
		))
	}
	title := "The tasks most in doubt"
	return app.Details().Class("behind").Body(
		app.Summary().Text("As a table"),
		app.Div().Class("scroll scroll-short").TabIndex(0).Role("region").Aria("label", title).Body(
			app.Table().Class("data").ID("picture-table").OnClick(kit.OpenClicked).Body(
				app.Caption().Class("hidden").Text(title+", with their places in the picture"),
				app.THead().Body(app.Tr().Body(
					app.Th().Scope("col").Text("Task"), app.Th().Scope("col").Text("Label"),
					app.Th().Scope("col").Class("number").Text("Doubt"),
					app.Th().Scope("col").Class("number").Text("Across"), app.Th().Scope("col").Class("number").Text("Upwards"))),
				app.TBody().Body(rows...),
			)),
	)
}

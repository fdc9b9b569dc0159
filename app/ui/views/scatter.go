package views

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

type scatter struct{ Pictured *api.Pictured }

func scatterOf(s model.State) Shown { return scatter{s.Look.Pictured} }

var scatterSize = chart.Size{W: 720, H: 460}

// draw shows the tasks on a plane, those alike side by side.
func (x scatter) draw(v *view) app.UI {
	panel, p := kit.Panel(model.ViewPicture, "study"), x.Pictured
	if p == nil {
		return panel.Body(kit.Muted("Laying the tasks out …"))
	}
	by := kit.Either(p.From == "topics", "topics", "features")
	lead := "Close together means similar; the larger a dot, the more its label is in doubt. Select one to open the task."
	if len(p.Tasks) < p.Of {
		lead += " Shown are " + format.Count(len(p.Tasks)) + " of them, drawn at random."
	}
	return panel.Body(app.Div().Class("study-form").Body(
		kit.Lead(format.Plural(p.Of, "task")+", placed by their "+by+" and coloured by label."), kit.Muted(lead),
		app.Figure().Class("card").Body(
			x.legend(),
			x.dots().OnClick(v.dotClicked),
			kit.Muted(axisText("Across", p.Share[0], p.Axes[0])),
			kit.Muted(axisText("Upwards", p.Share[1], p.Axes[1])),
		),
		app.If(v.Has(1, 1), x.table),
	))
}

// layout lays the dots out.
func (x scatter) layout() chart.Scatter {
	p := x.Pictured
	dots := make([]chart.Dot, len(p.Tasks))
	for i := range dots {
		dots[i] = chart.Dot{X: p.X[i], Y: p.Y[i], Group: p.Group[i], Size: p.Doubt[i]}
	}
	return chart.NewScatter(dots, scatterSize)
}

// dotClass is the colour of a group; those beyond all colours and forms share one.
func dotClass(group int) string {
	return kit.Either(group >= chart.Colours*chart.Forms, "dot dot-rest", fmt.Sprintf("dot dot-%d", group%chart.Colours))
}

func (x scatter) dots() app.HTMLElem {
	s := x.layout()
	var body []app.UI
	for _, m := range s.Marks {
		body = append(body, kit.SVG("path").Class(dotClass(m.Group)).Attr("d", m.Path))
	}
	return kit.Chart(s.Size, "chart picture", "The tasks laid out on a plane; the table below names those most in doubt", body).ID("picture")
}

// dotClicked opens the task nearest to the click. It is a method of the component, which always has the picture
// that is shown.
func (v *view) dotClicked(ctx app.Context, e app.Event) {
	box := ctx.JSSrc().Call("getBoundingClientRect")
	width := box.Get("width").Float()
	x, ok := v.Of.(scatter)
	if width == 0 || !ok || x.Pictured == nil {
		return
	}
	unit := scatterSize.W / width
	at := chart.Point{
		X: (e.Get("clientX").Float() - box.Get("left").Float()) * unit,
		Y: (e.Get("clientY").Float() - box.Get("top").Float()) * unit,
	}
	if i := x.layout().Nearest(at, max(10, 10*unit)); i >= 0 {
		kit.Send(ctx, model.Open{Kind: model.ViewTasks, Index: x.Pictured.Tasks[i]})
	}
}

// maxLegend is how many groups the legend names.
const maxLegend = 24

func (x scatter) legend() app.UI {
	p := x.Pictured
	var all []app.UI
	for g, name := range p.Groups {
		if g == maxLegend {
			all = append(all, app.Li().Class("muted").Text("and "+format.Count(len(p.Groups)-g)+" more"))
			break
		}
		all = append(all, app.Li().Body(
			kit.HiddenChart(chart.Size{W: 14, H: 14}, "legend-sign", []app.UI{
				kit.SVG("path").Class(dotClass(g)).Attr("d", chart.Sign(g, chart.Point{X: 7, Y: 7}, 5)),
			}),
			app.Span().Text(name+" ("+format.Count(p.Sizes[g])+")"),
		))
	}
	return app.Ul().Class("legend").Aria("label", "What the colours and forms stand for").Body(all...)
}

// axisText says what a direction of the picture shows.
func axisText(direction string, share float64, axis []api.Loading) string {
	if len(axis) == 0 {
		return direction + ": nothing varies in a second direction."
	}
	names := make([]string, len(axis))
	for i, l := range axis {
		names[i] = "higher " + l.Name
		if l.Weight < 0 {
			names[i] = "lower " + l.Name
		}
	}
	return fmt.Sprintf("%s (%s of the variation): mostly %s.", direction, format.Percent(share), strings.Join(names, ", "))
}

// table names the tasks that are most in doubt: the way to them without a mouse.
func (x scatter) table() app.UI {
	titles := []string{"Task", "Label", "#Doubt", "#Across", "#Upwards"}
	var rows []app.UI
	for _, t := range x.Pictured.Rows {
		rows = append(rows, kit.Record(titles,
			app.Th().Scope("row").Body(kit.Opener("picture-"+model.RowID(model.ViewTasks, t.Index), t.Name)),
			kit.Cell(t.Label),
			kit.NumberCell(format.Fixed(t.Doubt, 3)), kit.NumberCell(format.Fixed(t.X, 2)), kit.NumberCell(format.Fixed(t.Y, 2)),
		))
	}
	title := "The tasks most in doubt"
	table := kit.Records("data", "picture-table", title+", with their places in the picture", kit.Heads(titles...),
		rows).OnClick(kit.OpenClicked)
	return kit.Behind(app.Div().Body(kit.ShortScroll(title, table), kit.Terms("Doubt")))
}

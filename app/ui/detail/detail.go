package detail

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// detailDialog shows one task or worker.
type dialog struct {
	app.Compo
	Detail model.Detail
	Deep   bool // there is one to go back to
	Judge  judging
}

// New returns the dialog of what is open in a state.
func New(s model.State) app.UI {
	return &dialog{Detail: *s.Detail(), Deep: len(s.Details) > 1, Judge: judgingOf(s)}
}

// OnMount opens it.
func (d *dialog) OnMount(ctx app.Context) { kit.OpenDialog(ctx, "detail-title") }

func (d *dialog) Render() app.UI { return kit.Dialog("detail", d.content()) }

func (d *dialog) content() []app.UI {
	title, body := "…", []app.UI{app.P().Class("muted").Text("Fetching …")}
	switch {
	case d.Detail.Task != nil:
		title, body = d.Detail.Task.Name, taskDetail(d.Detail, d.Judge)
	case d.Detail.Worker != nil:
		title, body = d.Detail.Worker.Name, workerDetail(d.Detail.Worker, d.Detail.Judged, d.Judge)
	}
	head := app.Div().Class("dialog-head").Body(
		app.If(d.Deep, func() app.UI {
			return app.Button().Type("button").Class("button button-quiet button-round").Aria("label", "Back").
				OnClick(kit.Sends(model.Back{})).Body(kit.Icon("back"))
		}),
		app.Div().Class("dialog-name").Body(
			app.Span().Class("dialog-kind").Text(kit.Noun(d.Detail.Kind)),
			app.H2().ID("detail-title").TabIndex(-1).Text(title),
		),
		kit.CloseButton(),
	)
	return append([]app.UI{head}, body...)
}

// figures are named figures of a task or worker.
func figures(all []wire.Figure) app.UI {
	var body []app.UI
	for _, f := range all {
		if f.Text == "" {
			continue
		}
		text := f.Text
		if f.Kind == "number" {
			text = format.Cell(text)
		}
		body = append(body, app.Div().Body(app.Dt().Text(f.Title), app.Dd().Text(text)))
	}
	return app.Dl().Class("facts").Body(body...)
}

func taskDetail(d model.Detail, j judging) []app.UI {
	t := d.Task
	number := len(t.Posterior) == 0 // labels are numbers: there is nothing to agree with
	name := "Label"
	if number {
		name = "Value"
	}
	kind := "text"
	if number {
		kind = "number"
	}
	facts := []wire.Figure{{Heading: wire.Heading{Title: name, Kind: kind}, Text: t.Label}}
	if t.Truth != "" {
		facts = append(facts, wire.Figure{Heading: wire.Heading{Title: "Truth", Kind: kind}, Text: t.Truth})
	}
	body := []app.UI{figures(facts)}
	if t.Truth != "" && t.Truth != t.Label && !number {
		body = append(body, app.P().Class("missing").Body(kit.Icon("warning"), app.Text("The label is not the truth.")))
	}
	body = append(body, ask(d, j))
	if !number {
		body = append(body, app.H3().Text("How probable each class is"), posterior(t))
	}
	body = append(body, why(t)...)
	body = append(body, aboutText(t)...)
	var votes []app.UI
	said, align := make([]string, len(t.Votes)), ""
	for n, v := range t.Votes {
		said[n] = v.Label
	}
	if number {
		said, align = format.Cells(said), "number"
	}
	for n, v := range t.Votes {
		class := ""
		if v.Label == t.Label {
			class = "vote-with"
		}
		votes = append(votes, app.Tr().Class(class).Body(
			app.Th().Scope("row").Body(voter(n, v)),
			app.Td().Class(align).Text(said[n]),
			app.If(!number, func() app.UI { return app.Td().Class("muted").Text(yesOrNo(v.Label == t.Label)) }),
		))
	}
	heading := format.Plural(t.VoteCount, "vote")
	if t.VoteCount > len(t.Votes) && votedBy(t) == "Worker" {
		heading += ", the first " + format.Count(len(t.Votes)) + " of them"
	}
	return append(body,
		app.H3().Text(heading),
		app.Table().Class("data").OnClick(kit.OpenClicked).Body(
			app.THead().Body(app.Tr().Body(
				app.Th().Scope("col").Text(votedBy(t)), app.Th().Scope("col").Class(align).Text("Label"),
				app.If(!number, func() app.UI { return app.Th().Scope("col").Text("Agrees with the result") }))),
			app.TBody().Body(votes...),
		))
}

// votedBy heads the names of a task's votes.
func votedBy(t *wire.Task) string {
	if len(t.Votes) > 0 && t.Votes[0].Worker < 0 {
		return "How many"
	}
	return "Worker"
}

// voter names who gave a vote, and opens what there is to say of the worker.
func voter(n int, v wire.Vote) app.UI {
	if v.Worker < 0 {
		return app.Text(v.Name) // of nobody in particular
	}
	return kit.Opener(fmt.Sprintf("vote-%d-%s", n, model.RowID(model.ViewWorkers, v.Worker)), v.Name)
}

func yesOrNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// posterior shows the probability of each class as a bar.
func posterior(t *wire.Task) app.UI {
	var rows []app.UI
	for k, p := range t.Posterior {
		rows = append(rows, app.Tr().Body(
			kit.BarName(t.Classes[k]),
			app.Td().Class("bar-place").Body(kit.Meter(p)),
			app.Td().Class("number").Text(format.Fixed(p, 4)),
		))
	}
	note := app.UI(app.Div())
	if t.Of > len(t.Classes) {
		note = app.P().Class("muted").Text("The " + format.Count(len(t.Classes)) + " most probable of " + format.Count(t.Of) + " classes.")
	}
	return app.Div().Body(
		app.Table().Class("bars").Body(
			app.THead().Class("hidden").Body(app.Tr().Body(
				app.Th().Scope("col").Text("Class"), app.Th().Scope("col").Text("Bar"), app.Th().Scope("col").Text("Probability"))),
			app.TBody().Body(rows...),
		), note)
}

func workerDetail(w *wire.Worker, others *wire.Judged, j judging) []app.UI {
	body := []app.UI{figures(w.Figures), exclusion(w, j), judgedBy(others)}
	if len(w.Confusion) == 0 {
		return append(body, app.P().Class("muted").Text("This method describes a worker by figures only, not by a matrix."))
	}
	body = append(body, app.H3().Text("What this worker says, by the truth"),
		app.P().Class("muted").Text("Each row is a true class; the numbers say how often the worker gives each label to it. The stronger the "+
			"colour on the diagonal, the better."),
		app.Figure().Body(
			app.FigCaption().Class("hidden").Text("Confusion matrix of "+w.Name),
			app.Div().Class("scroll").TabIndex(0).Role("region").Aria("label", "Confusion matrix").Body(heatMap(w)),
			kit.SaveButtons("confusion-"+fmt.Sprint(w.Index))))
	if w.Interval != "" {
		body = append(body, app.P().Class("muted").ID("intervals").Text("Below each number its 95 % interval. "+w.Interval))
	}
	if slices.Contains(w.Evidence, false) {
		body = append(body, app.P().Class("muted").Text("No evidence: the worker met no task of that class, so nothing is known of that row."))
	}
	if w.Of > len(w.Classes) {
		body = append(body,
			app.P().Class("muted").Text("The "+format.Count(len(w.Classes))+" classes that matter most of "+format.Count(w.Of)+"."))
	}
	return append(body, app.Details().Class("behind").Body(
		app.Summary().Text("As a table, with expected counts and intervals"),
		confusionTable(w),
	))
}

// heatMap draws the confusion matrix of a worker.
func heatMap(w *wire.Worker) app.UI {
	names := make([][]string, len(w.Classes))
	lower := 0.0 // by how much a second line moves all below it
	for k, name := range w.Classes {
		if names[k] = cellLines(name); len(names[k]) > 1 {
			lower = lineHeight
		}
	}
	h := chart.NewHeat(w.Confusion, w.Classes, w.Evidence, chart.Point{X: 68, Y: 40}, 88, 46+lower)
	body := []app.UI{
		kit.SVG("defs").Body(kit.SVG("pattern").ID("hatch").Attr("width", "6").Attr("height", "6").Attr("patternUnits", "userSpaceOnUse").
			Attr("patternTransform", "rotate(45)").Body(
			kit.SVG("rect").Class("hatch-line").Attr("width", "1.5").Attr("height", "6"))),
		kit.At(kit.SVG("text").Class("tick tick-x axis-name"), "x", h.Left+(h.W-h.Left)/2, "y", 13.0).Text("label given"),
		kit.At(kit.SVG("text").Class("tick tick-y axis-name"), "x", h.Left-8, "y", 34+lower).Text("truth ↓"),
	}
	for l, c := range h.Cols {
		body = append(body, lines("tick tick-x", names[l], c.At, 34+lower-lineHeight*float64(len(names[l])-1))...)
	}
	for k, r := range h.Rows {
		body = append(body, lines("tick tick-y", names[k], h.Left-8, r.At+4-lineHeight/2*float64(len(names[k])-1))...)
		for l, c := range r.Cells {
			rect := kit.SVG("rect").Class(fmt.Sprintf("heat-%d", c.Level))
			if !r.Known {
				rect = kit.SVG("rect").Class("cell-unknown").Attr("fill", "url(#hatch)")
			}
			body = append(body,
				kit.At(rect, "rx", 4.0, "x", c.X+1, "y", c.Y+1, "width", c.W-2, "height", c.H-2))
			low, high, bounded := bounds(w, k, l)
			switch {
			case r.Known && bounded:
				body = append(body, kit.At(kit.SVG("text").Class(cellInk(c.Level)), "x", c.X+c.W/2, "y", c.Y+c.H/2-1).Text(c.Text),
					kit.At(kit.SVG("text").Class(cellInk(c.Level)+" cell-interval"), "x", c.X+c.W/2, "y", c.Y+c.H/2+12).Text(low+"–"+high))
			case r.Known:
				body = append(body, kit.At(kit.SVG("text").Class(cellInk(c.Level)), "x", c.X+c.W/2, "y", c.Y+c.H/2+4.5).Text(c.Text))
			}
		}
		if !r.Known {
			body = append(body, kit.At(kit.SVG("text").Class("cell-text cell-nothing"),
				"x", h.Left+(h.W-h.Left)/2, "y", r.At+4.5).Text("no evidence"))
		}
	}
	return kit.SVG("svg").Class("heat").Attr("viewBox", fmt.Sprintf("0 0 %s %s", chart.Attr(h.W), chart.Attr(h.H))).
		Attr("width", chart.Attr(h.W)).Attr("height", chart.Attr(h.H)).
		Role("img").Aria("label", "Confusion matrix of "+w.Name+"; the table below says the same").Body(body...)
}

// lineHeight is that of a name of two lines beside the cells of a heat map.
const lineHeight = 14.0

// lines writes a name, the first line at x and y.
func lines(class string, text []string, x, y float64) (all []app.UI) {
	for n, line := range text {
		all = append(all, kit.At(kit.SVG("text").Class(class), "x", x, "y", y+lineHeight*float64(n)).Text(line))
	}
	return all
}

// cellLines cuts a name to what fits beside a cell: two lines at most.
func cellLines(name string) []string {
	const room = 9
	cut := func(s string) string {
		if r := []rune(s); len(r) > room {
			return string(r[:room-1]) + "…"
		}
		return s
	}
	first, rest := "", ""
	for n, word := range strings.Fields(name) {
		switch {
		case n == 0:
			first = word
		case rest == "" && len([]rune(first+" "+word)) <= room:
			first += " " + word
		default:
			rest += " " + word
		}
	}
	if rest == "" {
		return []string{cut(first)}
	}
	return []string{cut(first), cut(rest[1:])}
}

// bounds are those of the interval of a cell, if it has one.
func bounds(w *wire.Worker, k, l int) (low, high string, ok bool) {
	if k >= len(w.Low) || k >= len(w.High) || l >= len(w.Low[k]) || l >= len(w.High[k]) {
		return "", "", false
	}
	return format.Fixed(w.Low[k][l], 2), format.Fixed(w.High[k][l], 2), true
}

// cellInk is the class of a number on a cell: the strongest third of the shades
// needs the other ink.
func cellInk(level int) string {
	if level >= chart.Levels*2/3 {
		return "cell-text cell-text-strong"
	}
	return "cell-text"
}

func confusionTable(w *wire.Worker) app.UI {
	heads := []app.UI{app.Th().Scope("col").Text("Truth")}
	for _, c := range w.Classes {
		heads = append(heads, app.Th().Scope("col").Class("number").Text(c))
	}
	var rows []app.UI
	for k, class := range w.Classes {
		row := []app.UI{app.Th().Scope("row").Text(class)}
		for l := range w.Classes {
			text := "no evidence"
			if k >= len(w.Evidence) || w.Evidence[k] {
				text = format.Fixed(w.Confusion[k][l], 4)
				if k < len(w.Count) {
					text += " (" + format.Fixed(w.Count[k][l], 1) + ")"
				}
				if low, high, ok := bounds(w, k, l); ok {
					text += ", " + low + " to " + high
				}
			}
			row = append(row, app.Td().Class("number").Text(text))
		}
		rows = append(rows, app.Tr().Body(row...))
	}
	return app.Div().Class("scroll").TabIndex(0).Role("region").Aria("label", "Confusion matrix as a table").Body(
		app.Table().Class("data").Body(
			app.Caption().Class("hidden").Text(
				"Probability of each label given the truth, with the expected count in brackets and the 95 % interval"),
			app.THead().Body(app.Tr().Body(heads...)),
			app.TBody().Body(rows...),
		))
}

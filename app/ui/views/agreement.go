package views

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

type agreement model.Agreement

func agreementOf(s model.State) Shown { return agreement(s.Agreement) }

// draw shows how far the workers agree with each other.
func (v agreement) draw(*view) app.UI {
	a := v.Agreed
	panel := kit.Panel(model.ViewAgreement, "agreement")
	if a == nil {
		return panel.Body(app.P().Class("table-wait").Text("Measuring agreement …"))
	}
	return panel.Body(
		kit.Lead(agreedSentence(a)),
		kit.Muted("Coefficients are 1 for perfect agreement and 0 for what chance would give. Krippendorff’s rule of thumb: 0.8 "+
			"to rely on single labels, 0.667 for tentative conclusions. Labels that a method has combined can be good even below that."),
		kit.Terms("95 % interval"),
		kit.Figure("agreement", coefficientsCaption, coefficients(a, a.Figures(), "coefficients", false)),
		app.If(a.Weights != nil, func() app.UI { return v.weights(a.Weights) }),
		app.If(a.Paradox() != "", func() app.UI {
			return app.Div().Class("notice").Body(kit.Icon("info"), app.Div().Text(a.Paradox()))
		}),
		app.If(len(a.Classes) > 0, func() app.UI { return classAgreement(a) }),
		app.If(a.Workers > 1, v.pairs),
	)
}

const coefficientsCaption = "Coefficients of agreement with their 95 % intervals"

func agreedSentence(a *api.Agreement) string {
	f := a.Percent
	if !f.Defined() {
		return "Agreement can’t be measured: " + f.Why + "."
	}
	return "Workers agree " + format.Percent(f.Value) + " of the time. " + a.Over()
}

// weights chooses those of AC2 and weighted κ.
func (v agreement) weights(w *api.Weights) app.UI {
	var options []string
	for _, named := range api.Weightings() {
		options = append(options, named.Name, named.Name)
	}
	options = append(options, api.OwnWeights, api.OwnWeights)
	choose := func(name string) model.Msg {
		if name == api.OwnWeights {
			name = w.Text()
		}
		return model.SetWeights{Weights: name}
	}
	return app.Div().Body(
		kit.Choice("weights", "Weights of near classes", w.Name, options, choose),
		kit.When(w.Name != api.OwnWeights, kit.Muted("Labels 0, 1, 2 … steps apart agree by "+strings.ReplaceAll(w.Text(), ",", ", ")+".")),
		app.If(w.Name == api.OwnWeights, func() app.UI {
			return kit.Field("own-weights", "Weights by distance", "How much labels agree that are 0, 1, 2 … steps apart, as in 1,0.5,0.", "",
				app.Input().Type("text").ID("own-weights").AutoComplete(false).Spellcheck(false).Value(v.Weights).
					Aria("describedby", "own-weights-help").
					OnChange(kit.SendsText(func(text string) model.Msg { return model.SetWeights{Weights: text} })))
		}),
	)
}

// coefficients is the table of some of the figures, with the intervals on one axis. brief leaves out the axis and the numbers of tasks.
func coefficients(a *api.Agreement, figures []api.Coefficient, id string, brief bool) app.UI {
	var low, at, high []float64
	drawn := func(f api.Coefficient) bool { return f.Why == "" && f.Name != "entropy" }
	for _, f := range figures {
		if drawn(f) {
			low, at, high = append(low, f.Low), append(at, f.Value), append(high, f.High)
		}
	}
	columns := kit.Either(brief, 2, 4)
	// Where a task may have several labels, some figures are over pairs of task and label.
	titles := []string{"Measure", "#Value", "", "#95 % interval", kit.Either(a.Whole != nil, "#Tasks or pairs", "#Tasks")}
	spans, zero := chart.Spans(low, at, high)
	var rows []app.UI
	for _, f := range figures {
		if f.Why != "" {
			rows = append(rows, kit.Record(titles, app.Th().Scope("row").Body(kit.Term(f.Title)),
				kit.Cell("not defined: "+f.Why).ColSpan(columns).Class("muted")))
			continue
		}
		bar, interval := app.UI(app.Text("")), "–"
		write := func(x float64) string { return format.Fixed(x, 2) }
		if f.Name == "percent" {
			write = format.Percent
		}
		if drawn(f) {
			bar = span(spans[0], zero)
			spans = spans[1:]
		}
		if f.Interval {
			interval = write(f.Low) + " to " + write(f.High)
		}
		rows = append(rows, kit.Record(titles,
			app.Th().Scope("row").Body(kit.Term(f.Title)),
			kit.NumberCell(write(f.Value)).Title(format.Fixed(f.Value, 6)),
			kit.When(!brief, app.Td().Class("span-place").Body(bar)),
			kit.NumberCell(interval),
			kit.When(!brief, kit.NumberCell(format.Count(f.N))),
		))
	}
	heads := kit.Heads(titles...)
	heads[2] = kit.HiddenHead("On an axis")
	if brief {
		heads = append(heads[:2], heads[3])
	}
	return kit.Scroll("Coefficients of agreement", kit.Records("data", id, coefficientsCaption, heads, rows))
}

// span draws a figure with its bounds as a small bar.
func span(s chart.Span, zero float64) app.UI {
	return kit.Strip("span", 12,
		kit.At(kit.SVG("rect").Class("meter-back"), "y", 5.0, "width", 100.0, "height", 2.0),
		kit.Line("fall-zero", zero, 0, zero, 12),
		kit.Box("span-interval", s.Low, 4, max(s.High-s.Low, 0), 4),
		kit.Box("meter-fill", max(s.At-0.6, 0), 1, 1.2, 10),
	)
}

// classAgreement is the agreement on each class.
func classAgreement(a *api.Agreement) app.UI {
	text := func(m api.Figure) app.UI {
		if m.Why != "" {
			return kit.Cell("not defined: " + m.Why).Class("muted")
		}
		interval := kit.Either(m.Low != m.High, " ("+format.Fixed(m.Low, 2)+" to "+format.Fixed(m.High, 2)+")", "")
		return kit.NumberCell(format.Fixed(m.Value, 2) + interval).Title(format.Fixed(m.Value, 6))
	}
	title, says := "Class by class", "when one label of a task names the class, how often another does. α: this class against all others."
	if a.Whole != nil {
		title, says = "Label by label", "when one answer to a task has the label, how often another does. α: whether answers have it."
	}
	titles := []string{"Class", "#Labels", "#Specific agreement", "#α"}
	var rows []app.UI
	for _, c := range a.Classes {
		name := c.Class
		if slices.Contains(a.Unused, name) {
			name += " (unused step)"
		}
		rows = append(rows, kit.Record(titles, kit.RowHead(name), kit.NumberCell(format.Count(c.Labels)), text(c.Specific), text(c.Alpha)))
	}
	return app.Div().Body(
		kit.PanelTitle(title),
		kit.Muted("Specific agreement: "+says),
		kit.FigureRecords("", "Agreement by class", titles, rows),
		kit.Terms("Specific agreement", "α"),
		kit.When(a.Of > len(a.Classes), kit.Muted("The "+format.Count(len(a.Classes))+" most common of "+format.Count(a.Of)+" classes.")),
	)
}

// pairs is the matrix of workers, a piece at a time.
func (v agreement) pairs() app.UI {
	p := v.Paired
	if p == nil {
		return app.Div().Body(
			kit.PanelTitle("Worker by worker"),
			kit.Button("show-pairs", "", "grid", "Show who agrees with whom", model.TurnPairs{}),
		)
	}
	return app.Div().Body(
		kit.PanelTitle("Worker by worker"),
		kit.Muted(pairSays(v.Agreed)),
		kit.Terms("κ"),
		kit.Figure("pairs", "Cohen’s κ of each pair of workers, and their common tasks", kit.Scroll("Matrix of workers", pairTable(p))),
		app.Div().Class("pair-pagers").Body(
			pairPager("rows", "Rows", v.Row, len(p.Rows), p.Of, func(from int) model.Msg {
				return model.TurnPairs{Row: from, Column: v.Column}
			}),
			pairPager("columns", "Columns", v.Column, len(p.Columns), p.Of, func(from int) model.Msg {
				return model.TurnPairs{Row: v.Row, Column: from}
			}),
		),
	)
}

func pairSays(a *api.Agreement) string {
	if a != nil && a.Weights != nil {
		return "Cohen’s κ for each pair, with " + a.Weights.Name + " weights, and the tasks they share. Busiest workers first."
	}
	return "Cohen’s κ for each pair, and the tasks they share. Busiest workers first."
}

func pairTable(p *api.Paired) app.UI {
	heads := kit.Heads("Worker")
	short := make([]string, len(p.Columns))
	for c, w := range p.Columns {
		short[c] = w.Name
	}
	titles := append([]string{"Worker"}, kit.Shorten(short)...)
	for c, name := range titles[1:] {
		heads = append(heads, kit.Head(name).Class("pair-head").Title(format.Visible(p.Columns[c].Name)))
	}
	var rows []app.UI
	for r, w := range p.Rows {
		cells := []app.UI{app.Th().Scope("row").Body(kit.Opener("pair-"+model.RowID(model.ViewWorkers, w.Index), w.Name))}
		for c, other := range p.Columns {
			cells = append(cells, pairCell(p.Cells[r][c], w.Index == other.Index))
		}
		rows = append(rows, kit.Record(titles, cells...))
	}
	return kit.Records("pairs", "pairs", "Cohen’s κ between workers, with the number of common tasks", heads, rows).OnClick(kit.OpenClicked)
}

// pairCell is κ of two workers on its shade.
func pairCell(p api.Pair, same bool) app.UI {
	if p.Weighted != nil {
		p.Kappa = p.Weighted
	}
	switch {
	case same:
		return kit.Cell("itself").Class("pair pair-none")
	case p.Tasks == 0:
		return kit.Cell("–").Class("pair pair-none")
	case p.Kappa == nil:
		return app.Td().Class("pair pair-none").Title("κ is undefined: on their shared tasks, chance alone would always agree").
			Body(app.Text("–"), app.Span().Class("pair-tasks").Text(format.Count(p.Tasks)))
	}
	level := chart.Level(*p.Kappa)
	class := fmt.Sprintf("pair heat-%d", level)
	if level >= chart.Levels*2/3 {
		class += " pair-strong"
	}
	return app.Td().Class(class).Body(app.Text(format.Fixed(*p.Kappa, 2)), app.Span().Class("pair-tasks").Text(format.Count(p.Tasks)))
}

func pairPager(id, name string, from, shown, of int, turn func(from int) model.Msg) app.UI {
	text := fmt.Sprintf("%s %s to %s of %s", name, format.Count(from+1), format.Count(from+shown), format.Count(of))
	return kit.Pager(name+" of the matrix", "pairs-"+id+"-", id, text, from, model.PairsSize, from+shown >= of, turn)
}

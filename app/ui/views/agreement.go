package views

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
	"concord/internal/humanize"
)

type agreement struct {
	model.Agreement
	Saves []model.Save // of its files
	Named bool         // answers are classes, which people know by their names
}

// agreedFiles are the downloads, and what the buttons say.
var agreedFiles = []struct{ what, says string }{
	{api.FileAgreement, "Download all coefficients"},
	{api.FileTaskAgree, "Download the agreement of each {task}"},
	{api.FilePairs, "Download all pairs of {worker}s"},
	{api.FileConfused, "Download what pairs of {worker}s confuse"},
}

func agreementOf(s model.State) Shown {
	v := agreement{Agreement: s.Agreement, Named: !s.Answers().Items}
	for _, f := range agreedFiles {
		v.Saves = append(v.Saves, kit.Saved(s.Saves, f.what, ""))
	}
	return v
}

// file is the button of a download.
func (v agreement) file(n int) app.UI {
	nouns := v.Agreed.Calls.Usual()
	says := strings.NewReplacer("{task}", nouns.Task, "{worker}", nouns.Worker).Replace(agreedFiles[n].says)
	return kit.DownloadRow(agreedFiles[n].what, says, v.Saves[n])
}

// draw shows how far the workers agree with each other.
func (v agreement) draw(*view) app.UI {
	a := v.Agreed
	panel := kit.Panel(model.ViewAgreement, "agreement")
	if a == nil {
		return panel.Body(app.P().Class("table-wait").Text("Measuring agreement …"))
	}
	return panel.Body(
		kit.Lead(agreedSentence(a)),
		kit.Muted("Coefficients are 1 for perfect agreement and 0 for what chance would give. "+kit.Either(v.Named, labelsByThumb, itemsByThumb)),
		kit.Terms("95 % interval", "SE"),
		kit.Figure("agreement", coefficientsCaption, coefficients(a, a.Figures(), "coefficients", false)),
		app.If(a.Weights != nil, func() app.UI { return v.weights(a.Weights) }),
		kit.Muted(strings.Join(a.Notes(), " ")),
		app.If(a.Paradox() != "", func() app.UI {
			return app.Div().Class("notice").Body(kit.Icon("info"), app.Div().Text(a.Paradox()))
		}),
		app.Div().Class("row").Body(v.file(0), v.file(1)),
		app.If(len(a.Classes) > 0 && v.Named, func() app.UI { return classAgreement(a) }),
		app.If(a.Workers > 1, v.pairs),
		app.If(a.Workers > 1 && !a.Metric() && v.Named && v.Paired != nil, v.confusion),
	)
}

// What a low coefficient means.
const (
	labelsByThumb = "Krippendorff’s rule of thumb: 0.8 to rely on single labels, 0.667 for tentative conclusions. Labels that a method has " +
		"combined can be good even below that."
	itemsByThumb = "Items that are close divide even careful voters, so low agreement does not make a bad ranking: see its intervals."
)

const coefficientsCaption = "Coefficients of agreement with their 95 % intervals"

func agreedSentence(a *api.Agreement) string {
	f := a.Percent
	if !f.Defined() {
		return "Agreement can’t be measured: " + f.Why + "."
	}
	if a.Metric() {
		return a.Over()
	}
	return titled(a.Calls.Usual().Worker) + " agree " + format.Percent(f.Value) + " of the time. " + a.Over()
}

// weights chooses those of AC2 and weighted κ.
func (v agreement) weights(w *api.Weights) app.UI {
	near := "Weights of near " + kit.Either(w.By == nil, "numbers", "classes")
	var options []string
	for _, named := range api.Weightings() {
		options = append(options, named.Name, named.Name)
	}
	if w.By != nil {
		options = append(options, api.OwnWeights, api.OwnWeights)
	}
	choose := func(name string) model.Msg {
		if name == api.OwnWeights {
			name = w.Text()
		}
		return model.SetWeights{Weights: name}
	}
	return app.Div().Body(
		kit.Choice("weights", near, w.Name, options, choose),
		kit.When(w.By != nil && w.Name != api.OwnWeights,
			kit.Muted("Labels 0, 1, 2 … steps apart agree by "+strings.ReplaceAll(w.Text(), ",", ", ")+".")),
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
	columns := kit.Either(brief, 2, 5)
	// Where a task may have several labels, some figures are over pairs of task and label.
	tasks := kit.Either(a.Whole != nil, "#Tasks or pairs", "#"+titled(a.Calls.Usual().Task))
	titles := []string{"Measure", "#Value", "", "#95 % interval", "#SE", tasks}
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
		switch {
		case f.Interval:
			interval = write(f.Low) + " to " + write(f.High)
		case f.Test != nil:
			interval = f.Test.Text()
		}
		rows = append(rows, kit.Record(titles,
			app.Th().Scope("row").Body(kit.Term(f.Title)),
			kit.NumberCell(write(f.Value)).Title(format.Fixed(f.Value, 6)),
			kit.When(!brief, app.Td().Class("span-place").Body(bar)),
			kit.NumberCell(interval),
			kit.When(!brief, kit.NumberCell(kit.Either(f.SE > 0, format.Fixed(f.SE, 3), "–")).Title(f.Error)),
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

func (v agreement) byWorker() string {
	who := v.Agreed.Calls.Usual().Worker
	return kit.UpperFirst(who) + " by " + who
}

// pairs is the matrix of workers, a piece at a time.
func (v agreement) pairs() app.UI {
	p, n := v.Paired, v.Agreed.Calls.Usual()
	if p == nil {
		return app.Div().Body(
			kit.PanelTitle(v.byWorker()),
			kit.Button("show-pairs", "", "grid", "Show who agrees with whom", model.TurnPairs{}),
		)
	}
	return app.Div().Body(
		kit.PanelTitle(v.byWorker()),
		kit.Muted(pairSays(v.Agreed)),
		kit.Terms(kit.Either(v.Agreed.Metric(), "Pearson’s r", "κ")),
		kit.Figure("pairs", fmt.Sprintf("%s of every two %ss, and their common %ss", comparing(v.Agreed), n.Worker, n.Task),
			kit.Scroll("Matrix of "+humanize.Noun(2, n.Worker), pairTable(v.Agreed, p))),
		app.Div().Class("pair-pagers").Body(
			pairPager("rows", "Rows", v.Row, len(p.Rows), p.Of, func(from int) model.Msg {
				return model.TurnPairs{Row: from, Column: v.Column}
			}),
			pairPager("columns", "Columns", v.Column, len(p.Columns), p.Of, func(from int) model.Msg {
				return model.TurnPairs{Row: v.Row, Column: from}
			}),
		),
		v.file(2),
	)
}

// confusion chooses two workers of the matrix, and shows which labels they confuse.
func (v agreement) confusion() app.UI {
	c, who := v.Confuse, v.Agreed.Calls.Usual().Worker
	choose := func(id, label string, people []api.Person, chosen int, of func(index int) model.Confuse) app.UI {
		options := []string{"-1", "choose a " + who}
		for _, p := range people {
			options = append(options, strconv.Itoa(p.Index), p.Name)
		}
		return kit.Choice(id, label, strconv.Itoa(chosen), options, func(value string) model.Msg {
			index, err := strconv.Atoi(value)
			return of(kit.Either(err == nil, index, -1))
		})
	}
	return app.Div().Body(
		kit.PanelTitle("Which labels two workers confuse"),
		app.Div().Class("row").Body(
			choose("confuse-worker", kit.UpperFirst(who), v.Paired.Rows, c.Worker,
				func(j int) model.Confuse { return model.Confuse{Worker: j, Other: c.Other} }),
			choose("confuse-other", "against", v.Paired.Columns, c.Other,
				func(j int) model.Confuse { return model.Confuse{Worker: c.Worker, Other: j} }),
		),
		app.If(v.Confused != nil, func() app.UI { return confused(v.Confused) }),
		v.file(3),
	)
}

// confused is the matrix of the labels of two workers.
func confused(c *api.Confusion) app.UI {
	most := 0.0
	for _, row := range c.Cells {
		most = max(most, slices.Max(row))
	}
	says := "Rows: what " + c.Worker.Name + " says. Columns: what " + c.Other.Name + " says. Cells: tasks."
	switch {
	case most == 0:
		return kit.Muted(kit.Either(c.Worker.Index == c.Other.Index, "This worker labels no task again.", "These workers share no task."))
	case c.Worker.Index == c.Other.Index:
		says = "How " + c.Worker.Name + " labels the same task again, in either order. Cells: tasks."
	}
	if c.Of > len(c.Classes) {
		says += " The " + format.Count(len(c.Classes)) + " labels of " + format.Count(c.Of) + " that they confuse most."
	}
	titles := append([]string{c.Worker.Name}, kit.Shorten(slices.Clone(c.Classes))...)
	heads := kit.Heads("Label")
	for n, name := range titles[1:] {
		heads = append(heads, kit.Head(name).Class("pair-head").Title(format.Visible(c.Classes[n])))
	}
	var rows []app.UI
	for n, row := range c.Cells {
		cells := []app.UI{kit.RowHead(c.Classes[n])}
		for at, tasks := range row {
			cells = append(cells, shade(tasks/most).Title(c.Worker.Name+": "+c.Classes[n]+"; "+c.Other.Name+": "+c.Classes[at]).
				Text(format.Number(tasks)))
		}
		rows = append(rows, kit.Record(titles, cells...))
	}
	caption := "Labels of " + c.Worker.Name + " and " + c.Other.Name
	return app.Div().Body(kit.Muted(says),
		kit.Figure("rater-confusion", caption, kit.Scroll(caption, kit.Records("pairs", "rater-confusion", caption, heads, rows))))
}

// comparing is what cells of the matrix of workers are.
func comparing(a *api.Agreement) string {
	return kit.Either(a.Metric(), "Pearson’s r", "Cohen’s κ")
}

func pairSays(a *api.Agreement) string {
	weights := ""
	if a.Weights != nil && !a.Metric() {
		weights = ", with " + a.Weights.Name + " weights,"
	}
	n := a.Calls.Usual()
	return fmt.Sprintf("%s for every two%s and the %ss they share. Busiest %ss first. A %[4]s’s own cell: the %[3]ss that this %[4]s "+
		"%s again.", comparing(a), weights, n.Task, n.Worker, kit.Either(n.Answer == "vote", "votes on", "labels"))
}

func pairTable(a *api.Agreement, p *api.Paired) app.UI {
	who := kit.UpperFirst(a.Calls.Usual().Worker)
	heads := kit.Heads(who)
	short := make([]string, len(p.Columns))
	for c, w := range p.Columns {
		short[c] = w.Name
	}
	titles := append([]string{who}, kit.Shorten(short)...)
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
	caption := comparing(a) + " between " + humanize.Noun(2, a.Calls.Usual().Worker) + ", with the number of common " +
		humanize.Noun(2, a.Calls.Usual().Task)
	return kit.Records("pairs", "pairs", caption, heads, rows).OnClick(kit.OpenClicked)
}

// pairCell is κ, or a correlation, of two workers on its shade.
func pairCell(p api.Pair, same bool) app.UI {
	x := p.Kappa
	for _, other := range []*float64{p.Weighted, p.Pearson} {
		if other != nil {
			x = other
		}
	}
	tasks := app.Span().Class("pair-tasks").Text(format.Count(p.Tasks))
	switch {
	case p.Tasks == 0:
		return kit.Cell(kit.Either(same, "itself", "–")).Class("pair pair-none")
	case x == nil:
		return app.Td().Class("pair pair-none").Title("Not defined: too few tasks, or always the same label").Body(app.Text("–"), tasks)
	}
	return shade(*x).Body(app.Text(format.Fixed(*x, 2)), tasks)
}

// shade is a cell on the shade of a share.
func shade(share float64) app.HTMLTd {
	level := chart.Level(share)
	class := fmt.Sprintf("pair heat-%d", level)
	if level >= chart.Levels*2/3 {
		class += " pair-strong"
	}
	return app.Td().Class(class)
}

func pairPager(id, name string, from, shown, of int, turn func(from int) model.Msg) app.UI {
	text := fmt.Sprintf("%s %s to %s of %s", name, format.Count(from+1), format.Count(from+shown), format.Count(of))
	return kit.Pager(name+" of the matrix", "pairs-"+id+"-", id, text, from, model.PairsSize, from+shown >= of, turn)
}

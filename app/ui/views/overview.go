package views

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// overview is what the crowd looks like.
type overview struct {
	Counts    *wire.Counts
	Agreed    *wire.Agreed
	Suspicion model.Overview
	Judge     bool // workers can be judged by what all others say
}

func overviewOf(s model.State) Shown {
	return overview{Counts: s.Counts(), Agreed: s.Agreement.Agreed, Suspicion: s.Overview, Judge: s.CanJudge()}
}

func (o overview) Draw() app.UI { return &overviewView{Overview: o} }

// overviewView says it: a sentence with a picture each.
type overviewView struct {
	app.Compo
	Overview overview
}

func (v *overviewView) Render() app.UI {
	o := v.Overview
	c := o.Counts
	cards := []app.UI{
		binned("labels-per-task", "A task has "+spread(c.PerTask)+".", "Labels of a task", "Tasks", c.TaskBins),
		labelsPerWorker(c),
		shareCard("single-label", singleSentence(c), c.Single, c.Tasks, "with one label", "with more"),
	}
	if !c.Numeric && !c.Sets {
		says := "The plain vote is tied on no task."
		if c.Ties > 0 {
			says = fmt.Sprintf("The plain vote is tied on %s (%s).", format.Plural(c.Ties, "task"), format.Percent(kit.Share(c.Ties, c.Tasks)))
		}
		cards = append(cards, shareCard("ties", says, c.Ties, c.Tasks, "tied", "decided"))
	}
	if balanced(c) {
		cards = append(cards, balance(c))
	}
	cards = append(cards, o.agreement())
	if o.Judge {
		cards = append(cards, o.suspects())
	}
	return kit.Panel(model.ViewOverview, "study").Body(
		app.H3().Class("panel-title").Text("What the crowd looks like"),
		app.P().Class("summary-lead").Text(given(c)+repeatSentence(c)),
		app.Div().Class("charts overview").Body(cards...),
	)
}

// labelsPerWorker says how much each worker gave.
func labelsPerWorker(c *wire.Counts) app.UI {
	if c.Anonymous {
		return card("Nobody knows who gave which label: the file only counts them. So nothing can be said of workers.")
	}
	return binned("labels-per-worker", "A worker gave "+spread(c.PerWorker)+".", "Labels of a worker", "Workers", c.WorkerBins)
}

// given is how many labels there are, of what and by whom.
func given(c *wire.Counts) string {
	labels, tasks := format.Plural(c.Labels, "label"), format.Plural(c.Tasks, "task")
	if c.Anonymous {
		return fmt.Sprintf("%s were given to %s, by workers who are not known.", labels, tasks)
	}
	return fmt.Sprintf("%s gave %s to %s.", format.Plural(c.Workers, "worker"), labels, tasks)
}

func repeatSentence(c *wire.Counts) string {
	if c.Repeats == 0 {
		return ""
	}
	verb := " were"
	if c.Repeats == 1 {
		verb = " was"
	}
	return " " + format.Plural(c.Repeats, "label") + verb + " given by a worker to a task that the same worker had labelled before."
}

func singleSentence(c *wire.Counts) string {
	if c.Single == 0 {
		return "Every task has two labels or more."
	}
	known := "by what is known of the worker"
	if c.Anonymous {
		known = "where the truth is known"
	}
	return fmt.Sprintf("%s of the tasks (%s) have one label only: nothing can be checked there but %s.",
		format.Percent(kit.Share(c.Single, c.Tasks)), format.Count(c.Single), known)
}

// card is a sentence with its picture.
func card(says string, body ...app.UI) app.UI {
	return app.Figure().Class("card").Body(append([]app.UI{app.FigCaption().Class("card-lead").Text(says)}, body...)...)
}

// binned is a histogram with its table. Where all counts are the same the
// sentence says it all.
func binned(name, says, of, who string, bins []wire.CountBin) app.UI {
	if len(bins) < 2 {
		return card(says)
	}
	var names []string
	var values []float64
	var rows []app.UI
	for _, b := range bins {
		text := format.Count(b.Low)
		if b.High > b.Low {
			text += "–" + format.Count(b.High)
		}
		names, values = append(names, text), append(values, float64(b.Count))
		rows = append(rows, app.Tr().Body(app.Th().Scope("row").Text(text), app.Td().Class("number").Text(format.Count(b.Count))))
	}
	c := chart.NewColumns(names, values, chart.Size{W: 460, H: 190})
	return card(says,
		drawColumns(c, who+" by "+kit.Lower(of)+": "+says, of),
		app.Details().Class("behind").Body(
			app.Summary().Text("As a table"),
			kit.FigureTable(name, who+" by "+kit.Lower(of),
				[]app.UI{app.Th().Scope("col").Text(of), app.Th().Scope("col").Class("number").Text(who)}, rows),
		),
		kit.SaveButtons(name))
}

func drawColumns(c chart.Columns, says, across string) app.UI {
	p := c.Plot
	body := []app.UI{kit.At(kit.SVG("line").Class("axis"), "x1", p.X, "x2", p.X+p.W, "y1", p.Y+p.H, "y2", p.Y+p.H)}
	for _, x := range c.Columns {
		body = append(body,
			kit.At(kit.SVG("rect").Class("meter-fill"), "x", x.X, "y", x.Y, "width", x.W, "height", x.H),
			kit.At(kit.SVG("text").Class("tick tick-x"), "x", x.Middle, "y", x.Y-5).Text(x.Value),
			kit.At(kit.SVG("text").Class("tick tick-x"), "x", x.Middle, "y", p.Y+p.H+15).Text(x.Name))
	}
	body = append(body, kit.At(kit.SVG("text").Class("tick tick-x axis-name"), "x", p.X+p.W/2, "y", p.Y+p.H+33).Text(kit.Lower(across)))
	return kit.SVG("svg").Class("chart").Attr("viewBox", fmt.Sprintf("0 0 %s %s", chart.Attr(c.W), chart.Attr(c.H))).
		Role("img").Aria("label", says).Body(body...)
}

// shareCard is a share with the rest of the whole.
func shareCard(name, says string, n, of int, title, rest string) app.UI {
	if of == 0 || n == 0 {
		return card(says)
	}
	row := func(title string, n int) app.UI {
		return app.Tr().Body(
			app.Th().Scope("row").Class("bar-name").Text(title),
			app.Td().Class("bar-place").Body(kit.Meter(kit.Share(n, of))),
			app.Td().Class("number").Text(format.Count(n)),
			app.Td().Class("number").Text(format.Percent(kit.Share(n, of))),
		)
	}
	return card(says, kit.BarTable("Tasks", row(title, n), row(rest, of-n)), kit.SaveButtons(name))
}

// balanced reports whether the labels of every class are known.
func balanced(c *wire.Counts) bool {
	n := len(c.ClassLabels)
	return !c.Numeric && n > 0 && n == c.Classes && n <= len(c.ClassNames) && c.Labels > 0
}

// balance is how the labels fall on the classes.
func balance(c *wire.Counts) app.UI {
	most, least := slices.Index(c.ClassLabels, slices.Max(c.ClassLabels)), slices.Index(c.ClassLabels, slices.Min(c.ClassLabels))
	of := func(k int) string { return format.Percent(kit.Share(c.ClassLabels[k], c.Labels)) }
	says := fmt.Sprintf("Of %s, %s is named most, by %s of the labels, and %s least, by %s.", format.Plural(c.Classes, "class"),
		format.Quoted(c.ClassNames[most]), of(most), format.Quoted(c.ClassNames[least]), of(least))
	switch {
	case c.Classes == 1:
		says = "Every label is " + format.Quoted(c.ClassNames[most]) + "."
	case c.ClassLabels[most] == c.ClassLabels[least]:
		says = fmt.Sprintf("Each of the %s is named as often as the others, by %s of the labels.", format.Plural(c.Classes, "class"), of(most))
	}
	order := make([]int, len(c.ClassLabels))
	for k := range order {
		order[k] = k
	}
	note := ""
	if len(order) > kit.MaxClasses {
		slices.SortStableFunc(order, func(a, b int) int { return c.ClassLabels[b] - c.ClassLabels[a] })
		order = order[:kit.MaxClasses]
		note = "The " + format.Count(kit.MaxClasses) + " that are named most."
	}
	var rows []app.UI
	for _, k := range order {
		rows = append(rows, app.Tr().Body(
			kit.BarName(c.ClassNames[k]),
			app.Td().Class("bar-place").Body(kit.Meter(kit.Share(c.ClassLabels[k], c.ClassLabels[most]))),
			app.Td().Class("number").Text(format.Count(c.ClassLabels[k])),
			app.Td().Class("number").Text(format.Percent(kit.Share(c.ClassLabels[k], c.Labels))),
		))
	}
	return card(says, kit.BarTable("Labels", rows...),
		app.If(note != "", func() app.UI { return app.P().Class("muted").Text(note) }), kit.SaveButtons("class-balance"))
}

// inShort are the coefficients that the overview shows, of classes and of numbers.
var (
	inShort        = []string{"percent", "alpha-nominal", "ac1"}
	numbersInShort = []string{"alpha-interval", "alpha-ratio"}
)

// agreement is how far the workers agree, in short.
func (o overview) agreement() app.UI {
	a := o.Agreed
	if a == nil {
		return card("Measuring how far the workers agree …")
	}
	says, help, names := agreedSentence(a), "1: always; 0: no more than by chance (but for the percentage).", inShort
	if o.Counts.Numeric && a.Paired > 0 {
		says = "How close the numbers of a task are to each other. Measured on " + format.Plural(a.Paired, "task") + " with two labels or more."
		help, names = "1: they are always the same; 0: they are no closer than the numbers of any tasks.", numbersInShort
	}
	short := slices.DeleteFunc(a.Figures(), func(f wire.Coefficient) bool { return !slices.Contains(names, f.Name) })
	return card(says, coefficients(short, "agreement-in-short", true),
		app.P().Class("muted").Text(help+" “Agreement” above says more."),
		kit.SaveButtons("agreement"))
}

// suspects are the workers who look odd to all others.
func (o overview) suspects() app.UI {
	p := o.Suspicion.Suspects
	switch {
	case !o.Counts.Sets && o.Counts.Single == o.Counts.Tasks:
		return card("Whether a worker stands out can’t be told: no task has labels of two.")
	case o.Suspicion.Why != "":
		return card("Nobody is judged by what the others say: " + o.Suspicion.Why)
	case p == nil:
		return card("Looking for workers who stand out …")
	}
	flags := slices.IndexFunc(p.Columns, func(h wire.Heading) bool { return h.Name == "flags" })
	var rows []app.UI
	for r, cells := range p.Cells {
		if flags < 0 || cells[flags] == "" {
			continue
		}
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Body(kit.Opener("suspect-"+model.RowID(model.ViewWorkers, p.Index[r]), cells[0])),
			app.Td().Text(cells[flags])))
	}
	if len(rows) == 0 {
		return card("No worker stands out: nobody seems to copy, to guess, to turn the classes round, or to give one label only.")
	}
	who := format.Plural(len(rows), "worker") + " should be looked at"
	if len(rows) == model.Suspects {
		who = "The " + format.Count(model.Suspects) + " workers who stand out most"
	}
	return card(who+". These are hints, not verdicts: open one to see why.",
		app.Table().Class("data").ID("suspects").OnClick(kit.OpenClicked).Body(
			app.THead().Body(app.Tr().Body(app.Th().Scope("col").Text("Worker"), app.Th().Scope("col").Text("Seems to be"))),
			app.TBody().Body(rows...),
		))
}

// spread says how many labels there are.
func spread(r wire.Range) string {
	if r.Min == r.Max {
		return format.Plural(int(r.Min), "label")
	}
	return fmt.Sprintf("%s labels, %s on average; half have %s or fewer", kit.RangeText(r), format.Number(kit.Round1(r.Mean)),
		format.Number(r.Median))
}

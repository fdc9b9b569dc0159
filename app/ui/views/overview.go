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
	"concord/internal/humanize"
)

// overview is what the crowd looks like.
type overview struct{ model.State }

func overviewOf(s model.State) Shown { return overview{s} }

// draw shows it in cards, a sentence with a picture each.
func (o overview) draw(*view) app.UI {
	c := o.Counts()
	n := c.Kind.Nouns()
	cards := []app.UI{
		binned("labels-per-task", "A "+n.Task+" has "+spread(c.PerTask, n.Answer)+".", titled(n.Answer)+" of a "+n.Task,
			titled(n.Task), c.TaskBins),
		labelsPerWorker(c),
	}
	if !c.Kind.Items { // of whom a ranking learns from pairs with one vote, too
		cards = append(cards, shareCard("single-label", singleSentence(c), "Tasks", c.Single, c.Tasks, "with one label", "with more"))
	} else {
		says := kit.Either(c.Drawn == 0, "No vote is a tie.", format.Percent(kit.Share(c.Drawn, c.Labels))+" of votes are ties.")
		cards = append(cards, shareCard("ties", says, "Votes", c.Drawn, c.Labels, "ties", "for one of the two"))
	}
	if c.Kind.Named() && !c.Kind.Several {
		says := "No majority vote is tied."
		if c.Ties > 0 {
			says = fmt.Sprintf("The majority vote is tied on %s (%s).", format.Plural(c.Ties, "task"), format.Percent(kit.Share(c.Ties, c.Tasks)))
		}
		cards = append(cards, shareCard("ties", says, "Tasks", c.Ties, c.Tasks, "tied", "decided"))
	}
	if balanced(c) {
		cards = append(cards, balance(c))
	}
	cards = append(cards, o.agreed())
	if o.HasVerdicts() {
		cards = append(cards, o.suspects())
	}
	return app.Section().Class("study").ID("crowd").Body(
		kit.PanelTitle("What the crowd looks like"),
		kit.When(c.Repeats > 0, app.P().Text(repeatSentence(c))),
		quick(o.Quick.Advised, o.Rival(), o.Blocked() != "", ""),
		app.Div().Class("overview").Body(cards...),
	)
}

// labelsPerWorker says how much each worker gave.
func labelsPerWorker(c *api.Counts) app.UI {
	n := c.Kind.Nouns()
	if c.Anonymous {
		return card(fmt.Sprintf("The file counts %ss without naming %ss, so %[2]ss can’t be assessed.", n.Answer, n.Worker))
	}
	return binned("labels-per-worker", "A "+n.Worker+" gave "+spread(c.PerWorker, n.Answer)+".", titled(n.Answer)+" of a "+n.Worker,
		titled(n.Worker), c.WorkerBins)
}

func repeatSentence(c *api.Counts) string {
	n, already := c.Kind.Nouns(), kit.Either(c.Kind.Items, "compared", "labelled")
	return format.Plural(c.Repeats, n.Answer) + kit.Either(c.Repeats == 1, " repeats", " repeat") + " a " + n.Task + " that the same " +
		n.Worker + " had already " + already + "."
}

func singleSentence(c *api.Counts) string {
	if c.Single == 0 {
		return "Every task has 2+ labels."
	}
	known := kit.Either(c.Anonymous, "the truth, where it is known", "what is known of its worker")
	return fmt.Sprintf("%s of tasks (%s) have only one label, which can only be checked against %s.",
		format.Percent(kit.Share(c.Single, c.Tasks)), format.Count(c.Single), known)
}

// titled begins a title with the plural of a noun.
func titled(noun string) string { return kit.UpperFirst(humanize.Noun(2, noun)) }

// card is a sentence with its picture.
func card(says string, body ...app.UI) app.UI {
	return app.Figure().Class("card").Body(append([]app.UI{app.FigCaption().Class("card-lead").Text(says)}, body...)...)
}

// binned is a histogram with its table. If all counts are the same, the sentence says it all.
func binned(name, says, of, who string, bins []api.CountBin) app.UI {
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
		rows = append(rows, kit.NumberRow(text, format.Count(b.Count)))
	}
	c, title := chart.NewColumns(names, values, chart.Size{W: 460, H: 190}), who+" by "+strings.ToLower(of)
	return card(says,
		drawColumns(c, title+": "+says, of),
		kit.Behind(kit.FigureTable(name, title, kit.Heads(of, "#"+who), rows)),
		kit.SaveButtons(name))
}

func drawColumns(c chart.Columns, says, across string) app.UI {
	p := c.Plot
	body := []app.UI{kit.Line("axis", p.X, p.Y+p.H, p.X+p.W, p.Y+p.H)}
	var points []chart.Point
	var numbers []string
	for _, x := range c.Columns {
		points, numbers = append(points, chart.Point{X: x.Middle, Y: x.Y}), append(numbers, x.Name+": "+x.Value)
		body = append(body,
			kit.Box("meter-fill", x.X, x.Y, x.W, x.H),
			kit.Label("tick tick-x", x.Middle, x.Y-5, x.Value),
			kit.Label("tick tick-x", x.Middle, p.Y+p.H+15, x.Name))
	}
	body = append(body, kit.Label("tick tick-x axis-name", p.X+p.W/2, p.Y+p.H+33, strings.ToLower(across)))
	return kit.Chart(c.Size, "chart", says, append(body, kit.Stops(p, points, numbers)...)).Role("group")
}

// shareCard is a share with the rest of the whole.
func shareCard(name, says, of string, n, all int, title, rest string) app.UI {
	if all == 0 || n == 0 {
		return card(says)
	}
	row := func(title string, n int) app.UI {
		share := kit.Share(n, all)
		return kit.BarRow(kit.RowHead(title).Class("bar-name"), share, format.Count(n), format.Percent(share))
	}
	return card(says, kit.BarTable(of, row(title, n), row(rest, all-n)), kit.SaveButtons(name))
}

// balanced reports whether the labels of every class are known.
func balanced(c *api.Counts) bool {
	return c.Kind.Named() && len(c.ClassLabels) > 0 && c.Labels > 0
}

// balance is how the labels fall on the classes.
func balance(c *api.Counts) app.UI {
	most, least := slices.Index(c.ClassLabels, slices.Max(c.ClassLabels)), slices.Index(c.ClassLabels, slices.Min(c.ClassLabels))
	of := func(k int) string { return format.Percent(kit.Share(c.ClassLabels[k], c.Labels)) }
	says := fmt.Sprintf("%s is the most common of %s (%s of labels), %s the least "+
		"(%s).", format.Quoted(c.ClassNames[most]), format.Plural(c.Classes, "class"), of(most), format.Quoted(c.ClassNames[least]), of(least))
	switch {
	case c.Classes == 1:
		says = "Every label is " + format.Quoted(c.ClassNames[most]) + "."
	case c.ClassLabels[most] == c.ClassLabels[least]:
		says = fmt.Sprintf("The %s are equally common: %s of labels each.", format.Plural(c.Classes, "class"), of(most))
	}
	var all []api.Share
	for k, name := range c.ClassNames {
		all = append(all, api.Share{Class: name, Tasks: c.ClassLabels[k]})
	}
	return card(says, kit.ClassBars("Labels", all, c.Labels, c.Ordered), kit.SaveButtons("class-balance"))
}

// agreement is how far the workers agree, in short.
func (o overview) agreed() app.UI {
	a := o.Agreement.Agreed
	if a == nil {
		return card("Measuring agreement …")
	}
	says, help, figures := agreedSentence(a), "1 is perfect agreement and 0 what chance would give.", a.Figures()
	if a.Metric() && a.Paired > 0 {
		says = "How close the numbers for a task are to each other, measured on " + format.Plural(a.Paired, "task") + " with 2+ labels."
		help = "1: identical; 0: no closer than numbers for different tasks."
	}
	short := figures[:min(3, len(figures))]
	return card(says, coefficients(a, short, "agreement-in-short", true),
		kit.Muted(help+" Agreement has all measures."),
		kit.Terms("95 % interval"),
		kit.SaveButtons("agreement"))
}

// suspects are the workers who stand out.
func (o overview) suspects() app.UI {
	r := o.Crew.Roster
	switch {
	case o.Crew.Why != "":
		return card(o.Crew.Why)
	case r == nil:
		return card("Looking for " + humanize.Noun(2, o.Answers().Nouns().Worker) + " who stand out …")
	case r.Look == 0:
		return card(r.Sentence)
	}
	var rows []app.UI
	for _, w := range r.Ranked[:min(r.Look, model.CrewShown, len(r.Ranked))] {
		who := app.Th().Scope("row").Body(kit.Opener("suspect-"+model.RowID(model.ViewWorkers, w.Index), w.Name))
		rows = append(rows, kit.Row(who, kit.Cell(w.Verdict.Says)))
	}
	return card(r.Sentence+" These are hints: open a "+o.Answers().Nouns().Worker+" to see the evidence.",
		kit.Table("data", "suspects", "", kit.Heads(kit.UpperFirst(o.Answers().Nouns().Worker), "Verdict"), rows).OnClick(kit.OpenClicked))
}

// spread says how many labels there are.
func spread(r api.Range, label string) string {
	if r.Min == r.Max {
		return format.Plural(int(r.Min), label)
	}
	return fmt.Sprintf("%s %ss, %s on average; half have %s or fewer", kit.RangeText(r), label,
		format.Number(kit.Round1(r.Mean)), format.Number(r.Median))
}

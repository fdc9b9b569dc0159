package answer

import (
	"fmt"
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/model/looking"
	"concord/app/model/verdict"
	"concord/app/ui/kit"
	"concord/core/api"
	"concord/internal/humanize"
)

// look is what a person can do about the mistakes that are left: let ten checks choose the method, check a sample, and look where it pays.
type look struct {
	app.Compo
	Look     *api.Look     // nil: nothing shows how right labels are
	Expected *api.Expected // nil: unknown
	At       int           // how many labels to look at
	Duels    int           // tasks on which the methods differ, if checks can choose
	Chose    *looking.Chose
	Most     int // tasks that can be checked
	Checked  int
	Right    int
	Left     int // of the sample that was drawn
	Busy     bool
}

// newLook returns it for a state with a result, or nil if there is nothing to do.
func newLook(s model.State) app.UI {
	if s.Result == nil {
		return nil
	}
	most, can := s.CanCheck()
	l := &look{Look: s.Result.Look, Expected: s.Result.Expected, At: s.LookAt(), Duels: s.Duels(), Chose: s.Looking.Chose, Most: most,
		Left: s.Looking.Left(verdict.Sample, &s.Amend), Busy: s.Busy(), Checked: len(s.Amend.Checked), Right: looking.Right(s.Amend.Checked)}
	if !can && l.Chose == nil && l.Checked == 0 {
		return nil
	}
	if !can {
		l.Look = nil
	}
	return l
}

func (l *look) Render() app.UI {
	return app.Div().Class("look").ID("look").Body(
		app.If(l.Chose != nil, func() app.UI { return l.chosen() }),
		app.If(l.Duels > 0, func() app.UI { return l.duel() }),
		app.If(l.Most > 0 || l.Checked > 0, func() app.UI { return l.check() }),
		app.If(l.Look != nil && l.At > 0, func() app.UI { return l.where() }),
	)
}

// step is one thing to do: what it is about, and the button that does it.
func step(id, text string, more ...app.UI) app.UI {
	return app.Div().Class("look-step").ID(id).Body(append([]app.UI{app.P().Class("look-text").Text(text)}, more...)...)
}

// chosen says which method the checks chose.
func (l *look) chosen() app.UI {
	c := l.Chose
	if c.Undone {
		return step("methods-decided", "Back to the consensus, as you chose.")
	}
	return app.Div().Class("look-step").Body(
		app.P().Class("look-text").ID("methods-decided").TabIndex(-1).Role("status").Text(c.Checks.Sentence("the consensus")),
		kit.When(c.Checks.Votes(), kit.Button("undo-choice", "small", "undo", "Back to the consensus", model.UndoChoice{}).Disabled(l.Busy)))
}

// duel offers to find out which method to trust.
func (l *look) duel() app.UI {
	n, them := min(l.Duels, api.MostChecks), "them"
	if n < l.Duels {
		them = numbered(n)
	}
	text := fmt.Sprintf("The consensus and the majority vote disagree on %s. Check %s, and you know which to trust.",
		format.Plural(l.Duels, "task"), them)
	return step("methods-differ", text, kit.Button("check-duel", "small", "", "Check "+them, model.StartCheck{Count: n, Differ: true}).
		Disabled(l.Busy))
}

// numbered is a number in words, where that is short.
func numbered(n int) string {
	if n == api.MostChecks {
		return "ten"
	}
	return format.Count(n)
}

// sampled is how many tasks a check takes.
const sampled = 50

// check offers to check a random sample, or to go on with it.
func (l *look) check() app.UI {
	n := min(sampled, l.Most)
	name := "Check " + format.Count(n) + " at random"
	text := "Check a random sample here: each answer narrows the estimate."
	switch e := l.Expected; {
	case l.Checked > 0:
		text = fmt.Sprintf("%s checked at random: %s right.", format.Plural(l.Checked, "task"), format.Count(l.Right))
		if name = "Check " + format.Count(n) + " more"; l.Left > 0 {
			name = "Continue (" + format.Count(l.Left) + " left)"
		}
	case e.Known():
		for _, x := range e.Narrow {
			if x.Tasks == sampled {
				text = fmt.Sprintf("Check %d at random, and the estimate is good to about ± %.0f points.", x.Tasks, 100*x.Half)
			}
		}
	}
	return step("check-progress", text, kit.When(l.Most > 0,
		kit.Button("check-sample", "small", "", name, model.StartCheck{Count: n}).Disabled(l.Busy)))
}

// where is how many labels to look at, and what that should find.
func (l *look) where() app.UI {
	set := func(text string) model.Msg { return model.LookAt{Text: text} }
	at := strconv.Itoa(l.At)
	return app.Div().Class("look-where").Body(
		app.Div().Class("look-line").Body(
			app.Label().For("look-at").Text("Look at the"),
			app.Input().Type("text").ID("look-at").Class("look-number").Attr("inputmode", "numeric").AutoComplete(false).Spellcheck(false).
				Value(at).Aria("describedby", "look-finds").OnInput(kit.SendsText(set)),
			app.Span().Text("least certain "+humanize.Noun(l.At, "label")),
			app.Input().Type("range").ID("look-slider").Class("look-slider").Min(1).Max(min(l.Look.Labels, farthest)).Step(1).Value(at).
				AutoComplete(false).Spellcheck(false).Aria("label", "How many labels to look at").Aria("valuetext", l.finds()).
				OnInput(kit.SendsText(set)),
			kit.Button("look-review", "small", "", "Review "+kit.Either(l.At == 1, "it", "these "+format.Count(l.At)), model.LookReview{}).
				Disabled(l.Busy),
		),
		app.P().Class("look-finds").ID("look-finds").Aria("live", "polite").Text(l.finds()),
		kit.Fold("look-more", "How many mistakes a look finds", l.curve()).ID("look-curve"),
	)
}

// farthest is how far the slider goes: nobody looks at more by hand, and each step must be one to take. The field takes any number.
const farthest = 1000

// finds says what looking at so many labels should find, and how many are right then.
func (l *look) finds() string {
	found, all := l.Look.Find(l.At), l.Look.Wrong
	text := fmt.Sprintf("Expect to find %s of the %s expected %s", format.Count(whole(found)), format.Count(whole(all)),
		humanize.Noun(whole(all), "mistake"))
	if e := l.Expected; e.Known() && e.Labelled > 0 {
		right := e.Value*float64(e.Labelled) + found
		if e.Labelled < 1000 {
			return text + fmt.Sprintf("; then about %s of %s are right.", format.Count(whole(right)), format.Plural(e.Labelled, "label"))
		}
		return text + fmt.Sprintf("; then about %s are right.", format.Percent(right/float64(e.Labelled)))
	}
	return text + "."
}

func whole(x float64) int { return int(math.Round(x)) }

// curveSize is that of the chart, and curveStops how many places of it say their figures.
var curveSize = chart.Size{W: 440, H: 230}

const curveStops = 25

// curve draws how many mistakes the least certain labels hold.
func (l *look) curve() app.UI {
	x, y := make([]float64, len(l.Look.Curve)), make([]float64, len(l.Look.Curve))
	for n, f := range l.Look.Curve {
		x[n], y[n] = float64(f.Labels), f.Wrong
	}
	c := chart.NewFound(x, y, curveSize)
	p, at := c.Plot, c.At(float64(l.At), l.Look.Find(l.At))
	random := c.At(float64(l.Look.Labels), l.Look.Wrong)
	body := append(kit.Axes(c.Axes),
		kit.Label("tick tick-x", p.X+p.W/2, p.Y+p.H+34, "Labels looked at, the least certain first"),
		kit.Line("axis look-random", p.X, p.Y+p.H, random.X, random.Y),
		kit.SVG("polyline").Class("line").Attr("points", chart.Path(c.Line)),
		kit.Line("axis", at.X, p.Y+p.H, at.X, at.Y), kit.Line("axis", p.X, at.Y, at.X, at.Y), kit.Dot(at.X, at.Y, 4))
	var points []chart.Point
	var numbers []string
	var rows []app.UI
	titles := []string{"#Labels", "#Mistakes found", "#At random"}
	for n := range curveStops {
		labels := max(1, l.Look.Labels*(n+1)/curveStops)
		found, luck := l.Look.Find(labels), l.Look.Wrong*float64(labels)/float64(l.Look.Labels)
		says := fmt.Sprintf("%s: about %s (%s at random)", format.Plural(labels, "label"), format.Plural(whole(found), "mistake"),
			format.Count(whole(luck)))
		points, numbers = append(points, c.At(float64(labels), found)), append(numbers, says)
		if n%5 == 4 {
			rows = append(rows, kit.Record(titles, kit.NumberCells(format.Count(labels), format.Count(whole(found)), format.Count(whole(luck)))...))
		}
	}
	return app.Figure().Class("card look-card").Body(
		app.FigCaption().Class("card-title").Text("Mistakes found"),
		kit.Chart(c.Size, "chart", l.finds(), append(body, kit.Stops(p, points, numbers)...)).Role("group"),
		kit.Muted("The straight line is what a look at labels drawn at random would find."),
		kit.Behind(kit.FigureRecords("", "Mistakes found", titles, rows)),
		kit.Terms("Expected mistakes"),
		kit.SaveButtons("look"),
	)
}

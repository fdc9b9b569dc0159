// Package answer draws the answer: whether the labels can be used, and why; how many there are, how many of them are probably
// right, and where to look for mistakes. Before that, what stands in its way.
package answer

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/app/ui/method"
	"concord/core/api"
)

// card is the answer, with the method that gave it.
type card struct {
	app.Compo
	Result *model.Result
	Counts *api.Counts
	Run    string // the method that is running; empty: none
	Waits  string // why none runs by itself
	Stale  bool
	Coming bool       // it is there in a moment
	Look   app.UI     // where to look for mistakes; nil: nowhere
	Sample model.Save // of tasks to check
	Open   []api.Issue
	Method app.UI // the choice of the method
}

// New returns the answer of a state in which labels are open.
func New(s model.State) app.UI {
	c := &card{
		Result: s.Result, Counts: s.Counts(), Waits: s.Waits(), Stale: s.Stale() && !s.Offered(), Coming: s.Coming(), Look: newLook(s),
		Sample: kit.Saved(s.Saves, api.FileSample, ""), Method: method.New(s), Open: s.Issues(),
	}
	if s.Run != nil {
		c.Run = s.Run.Title
	}
	return c
}

func (c *card) Render() app.UI {
	return app.Section().Class(kit.Either(c.Coming, "answer answer-coming", "answer")).ID("results").Aria("labelledby", "results-title").Body(
		app.H2().ID("results-title").TabIndex(-1).Class(kit.Either(c.Result != nil, "hidden", "answer-title")).Text(c.title()),
		// In a place of its own: what is known of the labels comes and goes with a truth, and what stands below stays as it is.
		app.Div().Body(app.If(c.Result != nil && c.Result.Expected != nil, func() app.UI { return useOf(c.Result.Fitted, c.Open) })),
		app.If(c.Result != nil, func() app.UI { return app.Dl().Class("figures").Body(c.figures()...) }),
		app.If(c.Result == nil, func() app.UI {
			return app.Div().Body(app.P().Class("muted").Text(c.wait()), app.Div().ID("summary").Hidden(true))
		}).Else(func() app.UI {
			return &summary{Result: c.Result, Counts: c.Counts, Sample: c.Sample, Stale: c.Stale, Waits: c.Waits}
		}),
		app.Div().Body(c.Look),
		c.Method,
	)
}

// title is the answer in a few words.
func (c *card) title() string {
	switch {
	case c.Result == nil && c.Run != "":
		return "Running " + c.Run + " …"
	case c.Result == nil:
		return "No labels yet"
	}
	return "The answer"
}

func (c *card) wait() string {
	if c.Run != "" {
		return "The labels appear here."
	}
	if c.Waits != "" {
		return c.Waits
	}
	return "Press Run."
}

// figures are the answer in numbers.
func (c *card) figures() (all []app.UI) {
	figure := func(name, value string, more ...app.UI) {
		all = append(all, app.Div().Class("figure").Body(app.Dt().Body(kit.Term(name)), app.Dd().Class("figure-value").Text(value),
			app.Dd().Class("figure-more").Body(more...)))
	}
	r := c.Result
	if c.Counts != nil {
		figure("Tasks labelled", format.Count(c.Counts.Tasks), app.Text("from "+format.Plural(c.Counts.Labels, "label")))
	}
	if a := r.Accuracy; a != nil && a.Evaluated > 0 {
		figure("Accuracy", format.Percent(a.Accuracy), app.Text(fmt.Sprintf("%.0f to %.0f %%, on %s", 100*a.Low, 100*a.High,
			format.Plural(a.Evaluated, "task"))))
	}
	return all
}

// useOf says whether the labels can be used, and why; then how many are right, as far as anything shows it.
func useOf(f *api.Fitted, open []api.Issue) app.UI {
	e := f.Expected
	use, reason := api.UseOf(e, open)
	body := []app.UI{
		app.P().Class("verdict-lead").ID("answer-verdict").DataSet("use", string(use)).Body(
			app.Strong().Class("use use-"+string(use)).Body(kit.Icon(icons[use]), app.Text(use.Title())),
			app.Span().Class("verdict-reason").Text(reason)),
	}
	if e.Unknown > 0 || f.Accuracy == nil { // else the measure says it
		body = append(body, app.P().ID("expected").Class("expected-lead").Text(e.Sentence()))
		if !e.Known() {
			body = append(body, kit.Muted(e.Give))
		}
	}
	return app.Div().Class("verdict-place").Body(body...)
}

// icons go with verdicts, for whom colours say little.
var icons = map[api.Use]string{api.Usable: "check", api.CheckFirst: "info", api.Unusable: "warning"}

// Package answer draws the answer: whether the labels can be used, and why; how many there are, how many of them are probably
// right, and where to look for mistakes. Before that, what stands in its way.
package answer

import (
	"cmp"
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/app/ui/method"
	"concord/core/api"
)

// New returns the answer of a state in which labels are open, with the method that gave it.
func New(s model.State) app.UI {
	r := s.Result
	class := kit.Either(s.Coming(), "answer answer-coming", "answer")
	return app.Section().Class(class).ID("results").Aria("labelledby", "results-title").Body(
		app.H2().ID("results-title").TabIndex(-1).Class(kit.Either(r != nil, "hidden", "answer-title")).Text(title(s)),
		// In a place of its own: what is known of the labels comes and goes with a truth, and what stands below stays as it is.
		app.Div().Body(app.If(r != nil && r.Expected != nil, func() app.UI { return useOf(r.Fitted, s.Issues()) })),
		app.If(r != nil, func() app.UI { return app.Dl().Class("figures").Body(figures(s)...) }),
		app.If(r == nil, func() app.UI {
			return app.Div().Body(app.P().Class("muted").Text(wait(s)), app.Div().ID("summary").Hidden(true))
		}).Else(func() app.UI {
			return &summary{Result: r, Counts: s.Counts(), Items: s.Answers().Items, Task: s.Answers().Nouns().Task,
				Sample: kit.Saved(s.Saves, api.FileSample, ""), Stale: s.Stale() && !s.Offered(), Waits: s.Waits()}
		}),
		app.Div().Body(newLook(s)),
		method.New(s),
	)
}

// title is the answer in a few words.
func title(s model.State) string {
	switch {
	case s.Result == nil && s.Run != nil:
		return "Running " + s.Run.Title + " …"
	case s.Result == nil:
		return kit.Either(s.Answers().Items, "No ranking yet", "No labels yet")
	}
	return "The answer"
}

// wait says what the answer waits for.
func wait(s model.State) string {
	if s.Run != nil {
		return kit.Either(s.Answers().Items, "The ranking appears here.", "The labels appear here.")
	}
	return cmp.Or(s.Waits(), "Press Run.")
}

// figures are the answer in numbers.
func figures(s model.State) (all []app.UI) {
	figure := func(name, value string, more ...app.UI) {
		all = append(all, app.Div().Class("figure").Body(app.Dt().Body(kit.Term(name)), app.Dd().Class("figure-value").Text(value),
			app.Dd().Class("figure-more").Body(more...)))
	}
	switch c := s.Counts(); {
	case c == nil:
	case s.Ranks():
		if found := s.Items.Found; found != nil {
			name, how := best(found)
			figure("Best item", name, app.Text(how))
		}
		figure("Items ranked", format.Count(c.Items), app.Text("from "+from(c)))
	case c.Kind.Items:
		figure("Pairs answered", format.Count(c.Tasks), app.Text("from "+from(c)))
	default:
		figure("Tasks labelled", format.Count(c.Tasks), app.Text("from "+format.Plural(c.Labels, "label")))
	}
	if a := s.Result.Accuracy; a != nil && a.Evaluated > 0 {
		figure("Accuracy", format.Percent(a.Accuracy), app.Text(fmt.Sprintf("%.0f to %.0f %%, on %s", 100*a.Low, 100*a.High,
			format.Plural(a.Evaluated, s.Answers().Nouns().Task))))
	}
	return all
}

// from says how many votes there are, and of whom.
func from(c *api.Counts) string {
	if c.Anonymous {
		return format.Plural(c.Labels, "vote")
	}
	return format.Plural(c.Labels, "vote") + " by " + format.Plural(c.Workers, "voter")
}

// best is the item that leads, and how sure that is.
func best(r *api.Ranking) (name, how string) {
	if len(r.Items) == 0 {
		return "–", ""
	}
	if r.Scattered() {
		return "–", "no item was compared with more than one other"
	}
	name, how = format.Middle(format.Visible(r.Items[0].Name)), r.Leads()
	if how == "" {
		name, how = "–", "the votes don’t tell the items apart"
	}
	if r.Groups > 1 {
		how += ", in the largest of " + format.Plural(r.Groups, "group")
	}
	return name, how
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
		says := e.Shown.Counts()
		if !e.Known() {
			says = e.Give
		}
		body = append(body, kit.Muted(says))
	}
	return app.Div().Class("verdict-place").Body(body...)
}

// icons go with verdicts, for whom colours say little.
var icons = map[api.Use]string{api.Usable: "check", api.CheckFirst: "info", api.Unusable: "warning"}

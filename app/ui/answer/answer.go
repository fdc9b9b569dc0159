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
			return &summary{Result: r, Counts: s.Counts(), Sample: kit.Saved(s.Saves, api.FileSample, ""), Stale: s.Stale() && !s.Offered(),
				Waits: s.Waits()}
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
		return "No labels yet"
	}
	return "The answer"
}

// wait says what the answer waits for.
func wait(s model.State) string {
	if s.Run != nil {
		return "The labels appear here."
	}
	return cmp.Or(s.Waits(), "Press Run.")
}

// figures are the answer in numbers.
func figures(s model.State) (all []app.UI) {
	figure := func(name, value string, more ...app.UI) {
		all = append(all, app.Div().Class("figure").Body(app.Dt().Body(kit.Term(name)), app.Dd().Class("figure-value").Text(value),
			app.Dd().Class("figure-more").Body(more...)))
	}
	if c := s.Counts(); c != nil {
		figure("Tasks labelled", format.Count(c.Tasks), app.Text("from "+format.Plural(c.Labels, "label")))
	}
	if a := s.Result.Accuracy; a != nil && a.Evaluated > 0 {
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

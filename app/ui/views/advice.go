package views

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/result"
)

// advising is what the view that recommends a method shows.
type advising struct {
	Quick   *result.Advised
	Rival   string // to be run in place of the result's method
	Advised *result.Advised
	Blocked string
}

func adviceOf(s model.State) Shown {
	return advising{Quick: s.Quick.Advised, Rival: s.Rival(), Advised: s.Advised, Blocked: s.AdviseBlocked()}
}

// draw says which method suits the labels.
func (v advising) draw(*view) app.UI {
	return kit.Panel(model.ViewAdvice, "study").Body(
		quick(v.Quick, v.Rival, v.Blocked),
		app.P().Text("Every method that can run is fitted to a part of the labels and has to predict the rest, several times over. The one "+
			"that does it best knows these workers best. No truth is needed; it takes several times as long as a fit of each."),
		app.Div().Class("row").Body(
			kit.Button("advise", "main", "play", "Find the method for these labels", model.StartAdvise{}).
				Disabled(v.Blocked != "").Title(v.Blocked),
			kit.When(v.Blocked != "", app.Span().Class("muted").Text(v.Blocked)),
		),
		app.If(v.Advised != nil, v.found),
	)
}

// quick says why the default suits the labels, and offers to run the rival, "" if there is none.
func quick(a *result.Advised, rival, blocked string) app.UI {
	if a == nil {
		return app.Div()
	}
	try := kit.Button("run-rival", "small", "play", "Run it", model.RunAdvised{Method: rival}).Disabled(blocked != "").Title(blocked)
	return app.P().ID("quick-advice").Body(app.Text(a.Sentence+" "), kit.When(rival != "", try))
}

func (v advising) found() app.UI {
	a := v.Advised
	run := kit.Button("run-advised", "", "play", "Run "+titleOf(a, a.Best), model.RunAdvised{}).Disabled(v.Blocked != "")
	return app.Div().Class("study-form").Body(
		kit.PanelTitle("Which method?").ID("advice-title").TabIndex(-1),
		kit.Lead(a.Sentence),
		kit.When(a.Best != "", app.Div().Class("row").Body(run)),
		candidates(a),
		kit.Muted("Scores are mean natural logs of the probability given to each hidden label, "+
			"or less the mean square error where labels are numbers: higher is better. "+
			"Behind ± its standard error: how much worse than the best on the same tasks. Found in "+format.Seconds(a.Seconds)+"."),
	)
}

func titleOf(a *result.Advised, name string) string {
	for _, m := range a.Methods {
		if m.Name == name {
			return m.Title
		}
	}
	return name
}

// candidates is the table of the methods, with those that could not be judged.
func candidates(a *result.Advised) app.UI {
	heads := kit.Heads("Method", "Verdict", "#Hidden tasks", "#Behind", "#Hidden labels", "#Steps")
	var rows, others []app.UI
	for _, m := range a.Methods {
		if m.Tasks == nil || m.Why != "" {
			others = append(others, kit.Row(kit.RowHead(m.Title), kit.Cell("Can’t be judged: "+m.Why).ColSpan(5).Class("muted")))
			continue
		}
		numbers := kit.NumberCells(scored(m.Tasks), scored(m.Behind), scored(m.Labels), format.Count(m.Steps))
		rows = append(rows, kit.Row(append([]app.UI{kit.RowHead(m.Title), kit.Cell(verdictOf(a, m))}, numbers...)...))
	}
	return kit.FigureTable("candidates", "How well each method predicts hidden labels", heads, append(rows, others...))
}

func verdictOf(a *result.Advised, m result.Candidate) string {
	switch {
	case m.Lost != "":
		return "has lost the class " + m.Lost
	case m.Name == a.Best:
		return "recommended"
	case m.Short:
		return "as good, as far as can be told"
	case m.Near:
		return "nearly as good"
	}
	return "worse"
}

// scored writes a score with its standard error.
func scored(s *result.Mean) string {
	if s == nil {
		return "–"
	}
	return format.Figure(s.Value, 4) + " ± " + format.Figure(s.SE, 4)
}

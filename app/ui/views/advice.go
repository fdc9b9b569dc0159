package views

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// advising is what the view that recommends a method shows.
type advising struct {
	Advised *wire.Advised
	Blocked string
}

func adviceOf(s model.State) Shown { return advising{Advised: s.Advised, Blocked: s.AdviseBlocked()} }

func (a advising) Draw() app.UI { return &adviceView{Advice: a} }

// adviceView says which method suits the labels.
type adviceView struct {
	app.Compo
	Advice advising
}

func (v *adviceView) Render() app.UI {
	a := v.Advice.Advised
	return kit.Panel(model.ViewAdvice, "study").Body(
		app.P().Text("Every method that can run is fitted to a part of the labels and has to predict the rest, several times over. The one "+
			"that does it best knows these workers best. No truth is needed; it takes several times as long as a fit of each."),
		app.Div().Class("row").Body(
			app.Button().Type("button").ID("advise").Class("button button-main").Disabled(v.Advice.Blocked != "").Title(v.Advice.Blocked).
				OnClick(kit.Sends(model.StartAdvise{})).Body(kit.Icon("play"), app.Text("Find the method for these labels")),
			app.If(v.Advice.Blocked != "", func() app.UI { return app.Span().Class("muted").Text(v.Advice.Blocked) }),
		),
		app.If(a != nil, func() app.UI { return v.found(a) }),
	)
}

func (v *adviceView) found(a *wire.Advised) app.UI {
	return app.Div().Class("study-form").Body(
		app.H3().ID("advice-title").TabIndex(-1).Class("panel-title").Text("Which method?"),
		app.P().Class("summary-lead").Text(a.Sentence),
		app.If(a.Best != "", func() app.UI {
			return app.Div().Class("row").Body(
				app.Button().Type("button").ID("run-advised").Class("button").Disabled(v.Advice.Blocked != "").
					OnClick(kit.Sends(model.RunAdvised{})).Body(kit.Icon("play"), app.Text("Run "+titleOf(a, a.Best))))
		}),
		candidates(a),
		app.P().Class("muted").Text("Scores are mean natural logs of the probability given to each hidden label, "+
			"or less the mean square error where labels are numbers: higher is better. "+
			"Behind ± its standard error: how much worse than the best on the same tasks. Found in "+format.Seconds(a.Seconds)+"."),
	)
}

func titleOf(a *wire.Advised, name string) string {
	for _, m := range a.Methods {
		if m.Name == name {
			return m.Title
		}
	}
	return name
}

// candidates is the table of the methods, with those that could not be judged.
func candidates(a *wire.Advised) app.UI {
	heads := []app.UI{app.Th().Scope("col").Text("Method"), app.Th().Scope("col").Text("Verdict")}
	for _, title := range []string{"Hidden tasks", "Behind", "Hidden labels", "Steps"} {
		heads = append(heads, app.Th().Scope("col").Class("number").Text(title))
	}
	var rows, others []app.UI
	for _, m := range a.Methods {
		if m.Tasks == nil || m.Why != "" {
			others = append(others, app.Tr().Body(
				app.Th().Scope("row").Text(m.Title), app.Td().ColSpan(5).Class("muted").Text("Can’t be judged: "+m.Why)))
			continue
		}
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Text(m.Title),
			app.Td().Text(verdictOf(a, m)),
			app.Td().Class("number").Text(scored(m.Tasks)),
			app.Td().Class("number").Text(scored(m.Behind)),
			app.Td().Class("number").Text(scored(m.Labels)),
			app.Td().Class("number").Text(format.Count(m.Steps)),
		))
	}
	return kit.FigureTable("candidates", "How well each method predicts hidden labels", heads, append(rows, others...))
}

func verdictOf(a *wire.Advised, m wire.Candidate) string {
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
func scored(s *wire.Score) string {
	if s == nil {
		return "–"
	}
	return format.Figure(s.Value, 4) + " ± " + format.Figure(s.SE, 4)
}

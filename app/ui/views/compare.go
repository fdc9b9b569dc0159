package views

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/result"
	"concord/core/wire"
)

// comparing is what the view that compares methods shows.
type comparing struct {
	Methods  []wire.Method
	Chosen   []string
	Blocked  string
	Locked   bool
	Compared *result.Compared
	Rows     model.Table
	Save     model.Save // the download of those rows, if it was asked for
}

func comparisonOf(s model.State) Shown {
	return comparing{
		Methods: s.Methods(), Chosen: s.ToCompare(), Blocked: s.CompareBlocked(), Locked: s.Busy(),
		Compared: s.Compare.Compared, Rows: s.Tables[model.ViewCompare], Save: kit.Saved(s.Saves, "compared", ""),
	}
}

// draw sets methods side by side.
func (v comparing) draw(*view) app.UI {
	return kit.Panel(model.ViewCompare, "study").Body(v.form(), app.If(v.Compared != nil, v.found))
}

// form asks which methods to compare.
func (v comparing) form() app.UI {
	ticks := []app.UI{app.Legend().Class("field-label").Text("Methods to run on these labels, each with the settings of step 2")}
	for _, m := range v.Methods {
		if m.Why == "" {
			ticks = append(ticks, kit.Tick("compare-with-"+m.Name, m.Title, slices.Contains(v.Chosen, m.Name),
				func(on bool) model.Msg { return model.Choose{Method: m.Name, On: on} }))
		}
	}
	return app.Div().Class("study-form").Body(
		app.FieldSet().Class("choices compare-with").Disabled(v.Locked).Body(ticks...),
		app.Div().Class("row").Body(
			kit.Button("compare", "main", "play", "Compare "+format.Plural(len(v.Chosen), "method"), model.StartCompare{}).
				Disabled(v.Blocked != "").Title(v.Blocked),
			kit.When(v.Blocked != "", app.Span().Class("muted").Text(v.Blocked)),
		),
	)
}

func (v comparing) found() app.UI {
	c := v.Compared
	return app.Div().Class("study-form").Body(
		kit.PanelTitle("Side by side").ID("compared-title").TabIndex(-1),
		kit.Lead(comparedSentence(c)),
		contenders(c),
		app.If(len(c.Pairs) > 0, func() app.UI { return contrasts(c) }),
		reliabilities(c),
		app.If(c.Differ > 0, v.disputed),
	)
}

// disputed are the tasks on which the methods disagree.
func (v comparing) disputed() app.UI {
	return app.Div().Body(
		kit.PanelTitle("Tasks on which they disagree"),
		&view{Name: "disputed", Of: rows{Kind: model.ViewCompare, Table: v.Rows}},
		app.Div().Class("row").Body(
			kit.Button("download-compared", "", "download", "Download all these tasks", model.Download{What: "compared"}),
			app.Span().Class("muted").Text(kit.SaveNote(v.Save)),
		),
	)
}

func comparedSentence(c *result.Compared) string {
	what := format.Plural(c.Ran(), "method") + " ran in " + format.Seconds(c.Seconds) + "."
	if numeric(c) {
		return what + " Their answers are numbers: below is how far they lie apart."
	}
	if c.Differ == 0 {
		return what + " They give every task the same label."
	}
	text := fmt.Sprintf("%s They disagree on %s (%s).", what, format.Plural(c.Differ, "task"), format.Percent(kit.Share(c.Differ, c.Tasks)))
	if c.Known > 0 {
		are := kit.Either(c.Disputed == 1, "is", "are")
		text += fmt.Sprintf(" The truth of %s is known, and %s of these %s in dispute.",
			format.Plural(c.Known, "task"), format.Count(c.Disputed), are)
	}
	return text
}

// numeric reports whether the answers are numbers.
func numeric(c *result.Compared) bool {
	return slices.ContainsFunc(c.Pairs, func(p result.Contrasted) bool { return p.Spread != nil })
}

// measureTitles head the columns of measures. A column that no method has a text for is left out.
var measureTitles = []string{"Accuracy (95 %)", "Steps from the truth", "Calibration error", "Brier score", "R²", "Mean absolute error"}

// measuresOf writes the measures of a method, "" for those it has not.
func measuresOf(m *result.Contender) []string {
	texts := make([]string, len(measureTitles))
	if a := m.Accuracy; a != nil {
		texts[0] = kit.AccuracyOf(a.Figure())
		if a.Apart != nil {
			texts[1] = kit.Measured(a.Apart, 3)
		}
	}
	if q := m.Quality; q != nil {
		texts[2], texts[3] = kit.Measured(&q.ECE, 3), kit.Measured(&q.Brier, 3)
	}
	if n := m.Numbers; n != nil {
		texts[4], texts[5] = kit.Measured(&n.R2, 3), kit.Measured(&n.MAE, 3)
	}
	return texts
}

// contenders is the table of the methods.
func contenders(c *result.Compared) app.UI {
	heads := kit.Heads("Method")
	texts := make([][]string, len(c.Methods))
	add := func(title string, text func(*result.Contender) string) {
		heads = append(heads, kit.NumberHead(title))
		for n := range c.Methods {
			texts[n] = append(texts[n], kit.OrDash(text(&c.Methods[n])))
		}
	}
	if !numeric(c) {
		add("Differs from the vote", func(m *result.Contender) string { return format.Count(m.Majority) })
	}
	for at, title := range measureTitles {
		if slices.ContainsFunc(c.Methods, func(m result.Contender) bool { return measuresOf(&m)[at] != "" }) {
			add(title, func(m *result.Contender) string { return measuresOf(m)[at] })
		}
	}
	add("Steps", func(m *result.Contender) string { return format.Count(m.Steps) })
	add("Time", func(m *result.Contender) string { return format.Seconds(m.Seconds) })

	var rows []app.UI
	for n, m := range c.Methods {
		if m.Why != "" {
			rows = append(rows, kit.Row(kit.RowHead(m.Title), kit.Cell("Did not run: "+m.Why).ColSpan(len(heads)-1).Class("muted")))
		} else {
			rows = append(rows, kit.NumberRow(m.Title, texts[n]...))
		}
	}
	table := kit.FigureTable("contenders", "The methods side by side", heads, rows)
	if !slices.ContainsFunc(c.Methods, func(m result.Contender) bool { return m.Quality != nil }) {
		return table
	}
	return app.Div().Body(table,
		kit.Muted("Calibration error: how far the probabilities are from how often they are right. Brier score: how far "+
			"they are from the truth itself. Of both, less is better."))
}

// contrasts is the table of each two methods.
func contrasts(c *result.Compared) app.UI {
	ordered := slices.ContainsFunc(c.Pairs, func(p result.Contrasted) bool { return p.Weighted != nil })
	numbers, known := numeric(c), slices.ContainsFunc(c.Pairs, func(p result.Contrasted) bool { return p.McNemar != nil })
	titles := []string{"Two methods", "#Differ on", "#Same", "#κ"}
	if ordered {
		titles = append(titles, "#κ by distance")
	}
	switch {
	case numbers:
		titles = []string{"Two methods", "#Differ by"}
	case known:
		titles = append(titles, "#Only the first right", "#Only the second right", "#McNemar p")
	}
	var rows []app.UI
	for _, p := range c.Pairs {
		var texts []string
		if numbers {
			texts = []string{optional(p.Spread)}
		} else {
			texts = []string{format.Count(p.Differ), format.Percent(p.Same), optional(p.Kappa)}
			if ordered {
				texts = append(texts, optional(p.Weighted))
			}
			if m := p.McNemar; m != nil {
				texts = append(texts, format.Count(m.OnlyA), format.Count(m.OnlyB), probability(m.P))
			} else if known {
				texts = append(texts, "–", "–", "–")
			}
		}
		rows = append(rows, kit.NumberRow(c.Methods[p.A].Title+" and "+c.Methods[p.B].Title, texts...))
	}
	says := "κ: how far two methods agree beyond chance."
	if numbers {
		says = "The root mean square of the differences."
	} else if known {
		says += " McNemar: how likely a difference in accuracy as large as this would be if both were equally good; below 0.05 is taken for a " +
			"real one."
	}
	return app.Div().Body(
		kit.PanelTitle("Two by two"),
		kit.Muted(says),
		kit.FigureTable("contrasts", "The methods two by two", kit.Heads(titles...), rows),
	)
}

func optional(x *float64) string {
	if x == nil {
		return "–"
	}
	return format.Figure(*x, 3)
}

// probability writes a p-value.
func probability(p float64) string {
	return kit.Either(p < 0.001, "< 0.001", format.Fixed(p, 3))
}

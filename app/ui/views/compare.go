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
	Compared *wire.Compared
	Rows     model.Table
	Save     model.Save // the download of those rows, if it was asked for
}

func comparisonOf(s model.State) Shown {
	c := comparing{
		Methods: s.Methods(), Chosen: s.ToCompare(), Blocked: s.CompareBlocked(), Locked: s.Busy(),
		Compared: s.Compare.Compared, Rows: s.Compare.Rows,
	}
	c.Save, _ = kit.Saved(s.Saves, "compared", "")
	return c
}

func (c comparing) Draw() app.UI { return &compareView{Compare: c} }

// compareView sets methods side by side.
type compareView struct {
	app.Compo
	Compare comparing
}

func (v *compareView) Render() app.UI {
	c := v.Compare.Compared
	return kit.Panel(model.ViewCompare, "study").Body(
		v.form(),
		app.If(c != nil, func() app.UI { return v.found(c) }),
	)
}

// form asks which methods to compare.
func (v *compareView) form() app.UI {
	var ticks []app.UI
	for _, m := range v.Compare.Methods {
		if m.Why != "" {
			continue
		}
		ticks = append(ticks, kit.Tick("compare-with-"+m.Name, m.Title, slices.Contains(v.Compare.Chosen, m.Name),
			func(on bool) model.Msg { return model.Choose{Method: m.Name, On: on} }))
	}
	return app.Div().Class("study-form").Body(
		app.FieldSet().Class("choices compare-with").Disabled(v.Compare.Locked).Body(
			append([]app.UI{
				app.Legend().Class("field-label").Text("Methods to run on these labels, each with the settings of step 2"),
			}, ticks...)...),
		app.Div().Class("row").Body(
			app.Button().Type("button").ID("compare").Class("button button-main").Disabled(v.Compare.Blocked != "").Title(v.Compare.Blocked).
				OnClick(kit.Sends(model.StartCompare{})).Body(kit.Icon("play"), app.Text("Compare "+format.Plural(len(v.Compare.Chosen), "method"))),
			app.If(v.Compare.Blocked != "", func() app.UI { return app.Span().Class("muted").Text(v.Compare.Blocked) }),
		),
	)
}

func (v *compareView) found(c *wire.Compared) app.UI {
	return app.Div().Class("study-form").Body(
		app.H3().ID("compared-title").TabIndex(-1).Class("panel-title").Text("Side by side"),
		app.P().Class("summary-lead").Text(comparedSentence(c)),
		contenders(c),
		app.If(len(c.Pairs) > 0, func() app.UI { return contrasts(c) }),
		reliabilities(c),
		app.If(c.Differ > 0, func() app.UI {
			return app.Div().Body(
				app.H3().Class("panel-title").Text("Tasks on which they disagree"),
				&tableView{Of: rows{Kind: model.ViewCompare, Table: v.Compare.Rows}, Inner: true},
				app.Div().Class("row").Body(
					app.Button().Type("button").ID("download-compared").Class("button").OnClick(kit.Sends(model.Download{What: "compared"})).
						Body(kit.Icon("download"), app.Text("Download all these tasks")),
					app.Span().Class("muted").Text(kit.SaveNote(v.Compare.Save)),
				),
			)
		}),
	)
}

func comparedSentence(c *wire.Compared) string {
	what := format.Plural(c.Ran(), "method") + " ran in " + format.Seconds(c.Seconds) + "."
	if numeric(c) {
		return what + " Their answers are numbers: below is how far they lie apart."
	}
	if c.Differ == 0 {
		return what + " They give every task the same label."
	}
	text := fmt.Sprintf("%s They disagree on %s (%s).", what, format.Plural(c.Differ, "task"),
		format.Percent(float64(c.Differ)/float64(max(c.Tasks, 1))))
	if c.Known > 0 {
		text += fmt.Sprintf(" The truth of %s is known, and %s of these %s in dispute.", format.Plural(c.Known, "task"), format.Count(c.Disputed),
			isOrAre(c.Disputed))
	}
	return text
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// numeric reports whether the answers are numbers.
func numeric(c *wire.Compared) bool {
	return slices.ContainsFunc(c.Pairs, func(p wire.Contrasted) bool { return p.Spread != nil })
}

// judged reports that the truth tells what a method's probabilities are worth.
func judged(m *wire.Contender) bool { return m.Quality != nil }

// quality writes a figure of a method that was judged.
func quality(m *wire.Contender, of func(*result.Quality) *wire.Measure) string {
	if !judged(m) {
		return "–"
	}
	return kit.Measured(of(m.Quality), 3)
}

// column is one of a table of figures.
type column[T any] struct {
	title string
	text  func(T) string
}

// contenders is the table of the methods.
func contenders(c *wire.Compared) app.UI {
	columns := []column[*wire.Contender]{}
	add := func(title string, text func(*wire.Contender) string) {
		columns = append(columns, column[*wire.Contender]{title, text})
	}
	has := func(f func(*wire.Contender) bool) bool {
		return slices.ContainsFunc(c.Methods, func(m wire.Contender) bool { return f(&m) })
	}
	if !numeric(c) {
		add("Differs from the vote", func(m *wire.Contender) string { return format.Count(m.Majority) })
	}
	if has(func(m *wire.Contender) bool { return m.Accuracy != nil }) {
		add("Accuracy (95 %)", func(m *wire.Contender) string {
			if m.Accuracy == nil {
				return "–"
			}
			return kit.AccuracyOf(m.Accuracy.Figure())
		})
	}
	if has(func(m *wire.Contender) bool { return m.Accuracy != nil && m.Accuracy.Apart != nil }) {
		add("Steps from the truth", func(m *wire.Contender) string {
			if m.Accuracy == nil {
				return "–"
			}
			return kit.Measured(m.Accuracy.Apart, 3)
		})
	}
	if has(judged) {
		add("Calibration error", func(m *wire.Contender) string {
			return quality(m, func(q *result.Quality) *wire.Measure { return &q.ECE })
		})
		add("Brier score", func(m *wire.Contender) string {
			return quality(m, func(q *result.Quality) *wire.Measure { return &q.Brier })
		})
	}
	if has(func(m *wire.Contender) bool { return m.Numbers != nil }) {
		number := func(title string, of func(*wire.Numbers) *wire.Measure) {
			add(title, func(m *wire.Contender) string {
				if m.Numbers == nil {
					return "–"
				}
				return kit.Measured(of(m.Numbers), 3)
			})
		}
		number("R²", func(n *wire.Numbers) *wire.Measure { return &n.R2 })
		number("Mean absolute error", func(n *wire.Numbers) *wire.Measure { return &n.MAE })
	}
	add("Steps", func(m *wire.Contender) string { return format.Count(m.Steps) })
	add("Time", func(m *wire.Contender) string { return format.Seconds(m.Seconds) })

	heads := []app.UI{app.Th().Scope("col").Text("Method")}
	for _, x := range columns {
		heads = append(heads, app.Th().Scope("col").Class("number").Text(x.title))
	}
	var rows []app.UI
	for n := range c.Methods {
		m := &c.Methods[n]
		cells := []app.UI{app.Th().Scope("row").Text(m.Title)}
		if m.Why != "" {
			cells = append(cells, app.Td().ColSpan(len(columns)).Class("muted").Text("Did not run: "+m.Why))
		} else {
			for _, x := range columns {
				cells = append(cells, app.Td().Class("number").Text(x.text(m)))
			}
		}
		rows = append(rows, app.Tr().Body(cells...))
	}
	table := kit.FigureTable("contenders", "The methods side by side", heads, rows)
	if !has(judged) {
		return table
	}
	return app.Div().Body(table,
		app.P().Class("muted").Text("Calibration error: how far the probabilities are from how often they are right. Brier score: how far "+
			"they are from the truth itself. Of both, less is better."))
}

// contrasts is the table of each two methods.
func contrasts(c *wire.Compared) app.UI {
	ordered := slices.ContainsFunc(c.Pairs, func(p wire.Contrasted) bool { return p.Weighted != nil })
	numbers, known := numeric(c), slices.ContainsFunc(c.Pairs, func(p wire.Contrasted) bool { return p.McNemar != nil })
	heads := []app.UI{app.Th().Scope("col").Text("Two methods")}
	titles := []string{"Differ on", "Same", "κ"}
	if ordered {
		titles = append(titles, "κ by distance")
	}
	switch {
	case numbers:
		titles = []string{"Differ by"}
	case known:
		titles = append(titles, "Only the first right", "Only the second right", "McNemar p")
	}
	for _, title := range titles {
		heads = append(heads, app.Th().Scope("col").Class("number").Text(title))
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
		cells := []app.UI{app.Th().Scope("row").Text(c.Methods[p.A].Title + " and " + c.Methods[p.B].Title)}
		for _, text := range texts {
			cells = append(cells, app.Td().Class("number").Text(text))
		}
		rows = append(rows, app.Tr().Body(cells...))
	}
	says := "κ: how far two methods agree beyond chance."
	if numbers {
		says = "The root mean square of the differences."
	} else if known {
		says += " McNemar: how likely a difference in accuracy as large as this would be if both were equally good; below 0.05 is taken for a " +
			"real one."
	}
	return app.Div().Body(
		app.H3().Class("panel-title").Text("Two by two"),
		app.P().Class("muted").Text(says),
		kit.FigureTable("contrasts", "The methods two by two", heads, rows),
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
	if p < 0.001 {
		return "< 0.001"
	}
	return format.Fixed(p, 3)
}

package views

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/lineup"
	"concord/app/ui/kit"
	"concord/core/api"
	"concord/internal/humanize"
)

// methods is what the view of the methods shows: which one to take, all of them in one table, and where they disagree.
type methods struct {
	All      []api.Method
	Chosen   []string
	Slow     []string           // those that are compared only if they are chosen
	Takes    map[string]float64 // seconds that each takes in a comparison
	Now      string             // the method of the result
	Blocked  string             // why nothing can be compared
	Locked   bool               // nothing can be run
	Hides    bool               // labels are hidden, too
	MayHide  bool               // … if the user wants it
	Nouns    api.Nouns
	Items    bool // are compared
	Quick    *api.Advised
	Rival    string // to be run in place of the method of the result
	Compare  model.Compare
	Figures  map[string]map[string]api.Figure // of each method that ran, by name
	Rows     model.Table                      // where the methods disagree
	Save     model.Save                       // the download of those rows, if it was asked for
	SaveList model.Save                       // that of the methods
}

func methodsOf(s model.State) Shown {
	v := methods{
		All: s.Menu(), Chosen: s.ToCompare(), Takes: map[string]float64{}, Now: s.Result.Method,
		Blocked: s.CompareBlocked(), Locked: s.Busy(), Hides: s.HidesLabels(), MayHide: s.CanHideLabels() && s.Truth.Opened != nil,
		Nouns: s.Answers().Nouns(), Items: s.Answers().Items, Quick: s.Quick.Advised, Rival: s.Rival(), Compare: s.Compare,
		Figures: figures(s.Compare.Compared), Rows: s.Tables[model.ViewCompare],
		Save: kit.Saved(s.Saves, api.FileCompared, ""), SaveList: kit.Saved(s.Saves, api.FileMethods, ""),
	}
	for _, m := range v.All {
		v.Takes[m.Name] = lineup.Seconds(m, v.Hides)
		if lineup.Slow(m, v.Hides) {
			v.Slow = append(v.Slow, m.Name)
		}
	}
	return v
}

func (v methods) draw(*view) app.UI {
	c := v.Compare.Compared
	return kit.Panel(model.ViewMethods, "study").Body(
		v.finding(),
		v.run(),
		v.table(),
		v.others(),
		app.If(c != nil && len(c.Pairs) > 0, func() app.UI { return kit.Fold("behind", "Pairwise comparison", contrasts(c)) }),
		app.If(c != nil, func() app.UI { return reliabilities(c) }),
		app.If(c != nil && c.Differ > 0, v.disputed),
	)
}

// finding says which method to take, and why the default is one.
func (v methods) finding() app.UI {
	c := v.Compare.Compared
	if c == nil {
		return app.Div().Class("study-form").Body(
			kit.When(v.Quick == nil, kit.Lead("Which method suits these "+humanize.Noun(2, v.Nouns.Answer)+"?")),
			quick(v.Quick, v.Rival, v.Locked, "summary-lead"),
		)
	}
	var says []app.UI
	for _, text := range c.Says {
		says = append(says, app.Li().Text(text))
	}
	use := c.Best != "" && c.Best != v.Now && !c.ByHeldOut
	return app.Div().Class("study-form").Body(
		kit.Lead(cmp.Or(c.Finding, comparedSentence(c, v.Nouns.Task))).ID("compared-title").TabIndex(-1),
		kit.When(use, app.Div().Class("row").Body(
			kit.Button("run-advised", "", "play", "Use "+v.titleOf(c.Best), model.RunAdvised{}).Disabled(v.Locked))),
		kit.When(len(says) > 0, app.Ul().Class("says").ID("methods-tests").Body(says...)),
		quick(v.Quick, v.Rival, v.Locked, ""),
		kit.When(c.Finding != "", kit.Muted(comparedSentence(c, v.Nouns.Task))),
	)
}

func (v methods) titleOf(name string) string {
	for _, m := range v.All {
		if m.Name == name {
			return m.Title
		}
	}
	return name
}

// quick says why the default suits the labels, and offers the rival if there is one.
func quick(a *api.Advised, rival string, locked bool, class string) app.UI {
	if a == nil {
		return app.Div()
	}
	try := kit.Button("run-rival", "small", "play", "Use it", model.RunAdvised{Method: rival}).Disabled(locked)
	return app.P().Class(class).ID("quick-advice").Body(app.Text(a.Sentence+" "), kit.When(rival != "", try))
}

// run is the button that compares, with what it will take.
func (v methods) run() app.UI {
	seconds, quickly := 0.0, 0
	for _, m := range v.All {
		if slices.Contains(v.Chosen, m.Name) {
			seconds += v.Takes[m.Name]
		}
		if m.Why == "" && !slices.Contains(v.Slow, m.Name) {
			quickly++
		}
	}
	what := "Compare " + format.Plural(len(v.Chosen), "method")
	if v.Compare.Chosen == nil && len(v.Chosen) >= quickly {
		what = kit.Either(len(v.Slow) == 0, "Compare all methods", "Compare all quick methods")
	}
	how := "Takes " + format.About(seconds) + "."
	if v.Hides {
		how += " Each method is also tested on hidden labels, which needs no truth."
	}
	if v.Items {
		how += " Ranking compares methods by votes that they have not seen."
	}
	return app.Div().Class("study-form").Body(
		app.Div().Class("row").Body(
			kit.Button("compare", "main", "play", what, model.StartCompare{}).Disabled(v.Blocked != "").Title(v.Blocked),
			app.Span().Class("muted").Text(cmp.Or(v.Blocked, how)),
		),
		kit.When(v.MayHide, kit.Tick("hide-labels", "Also test each method on hidden labels", v.Hides,
			func(on bool) model.Msg { return model.HideLabels{On: on} })),
	)
}

// column is a column of figures of the table of methods.
type column struct {
	name, title string
	text        func(m *api.Contender, f api.Figure) string
	says        string // what it means
}

// columns are the figures that some method has.
func (v methods) columns() []column {
	changed := kit.Either(v.Items, "Pairs changed", "Labels changed")
	three := func(_ *api.Contender, f api.Figure) string { return format.Figure(f.Value, 3) }
	return slices.DeleteFunc([]column{
		{api.MeasuredAccuracy, "Accuracy (95 %)", func(_ *api.Contender, f api.Figure) string {
			return fmt.Sprintf("%.1f %% (%.0f to %.0f)", 100*f.Value, 100*f.Low, 100*f.High)
		}, ""},
		{api.MeasuredF1, "F1", three, "F1: the mean over all classes. "},
		{api.MeasuredECE, "ECE", three, "ECE: how far probabilities are from how often they are right; lower is better. "},
		{api.MeasuredLogLoss, "Log loss", three, "Log loss: how surprised the method is by the truth; lower is better. "},
		{api.MeasuredApart, "Steps off", three, ""},
		{api.MeasuredMAE, "Mean absolute error", three, ""},
		{api.MeasuredR2, "R²", three, ""},
		{api.MeasuredHeldOut, "Hidden labels", func(m *api.Contender, f api.Figure) string {
			return format.Figure(f.Value, 4) + " ± " + format.Figure(m.HeldOut.Tasks.SE, 4)
		}, "Hidden labels: the mean log probability given to each, or minus the squared error of numbers; higher is better. "},
		{"differ", changed, func(_ *api.Contender, f api.Figure) string { return format.Count(int(f.Value)) },
			changed + ": compared with the current result. "},
	}, func(x column) bool {
		for _, measured := range v.Figures {
			if _, has := measured[x.name]; has {
				return false
			}
		}
		return true
	})
}

// figures are those of each method that ran.
func figures(c *api.Compared) map[string]map[string]api.Figure {
	all := map[string]map[string]api.Figure{}
	if c == nil {
		return all
	}
	for n := range c.Methods {
		m := &c.Methods[n]
		if m.Why != "" {
			continue
		}
		all[m.Name] = m.Measured()
		if changes, ok := c.Changes(n); ok {
			all[m.Name]["differ"] = api.Exactly(float64(changes), 0)
		}
	}
	return all
}

// contender is what the comparison found of a method, or nil.
func (v methods) contender(name string) *api.Contender {
	if c := v.Compare.Compared; c != nil {
		if at := slices.IndexFunc(c.Methods, func(m api.Contender) bool { return m.Name == name }); at >= 0 {
			return &c.Methods[at]
		}
	}
	return nil
}

// sorted are the methods that can run, in the order of the table.
func (v methods) sorted(columns []column) []api.Method {
	can := slices.DeleteFunc(slices.Clone(v.All), func(m api.Method) bool { return m.Why != "" })
	place := map[string]int{}
	if c := v.Compare.Compared; c != nil {
		for at, n := range c.Order() {
			if c.Methods[n].Why == "" {
				place[c.Methods[n].Name] = at - len(c.Methods)
			}
		}
	}
	by := func(a, b api.Method) int { return place[a.Name] - place[b.Name] }
	switch at := slices.IndexFunc(columns, func(x column) bool { return x.name == v.Compare.Sorting.Column }); {
	case v.Compare.Sorting.Column == "method":
		by = func(a, b api.Method) int { return strings.Compare(a.Title, b.Title) }
	case v.Compare.Sorting.Column == "seconds":
		by = func(a, b api.Method) int { return cmp.Compare(v.seconds(a), v.seconds(b)) }
	case at >= 0:
		slices.SortStableFunc(can, func(a, b api.Method) int {
			x, has := v.Figures[a.Name][columns[at].name]
			y, hasToo := v.Figures[b.Name][columns[at].name]
			if !has || !hasToo {
				return kit.Either(has, -1, 0) + kit.Either(hasToo, 1, 0)
			}
			return kit.Either(v.Compare.Sorting.Desc, -1, 1) * cmp.Compare(x.Value, y.Value)
		})
		return can
	}
	slices.SortStableFunc(can, func(a, b api.Method) int { return kit.Either(v.Compare.Sorting.Desc, -1, 1) * by(a, b) })
	return can
}

// seconds are those that a method took or, if it did not run, will take.
func (v methods) seconds(m api.Method) float64 {
	if x := v.contender(m.Name); x != nil && x.Why == "" {
		return x.Seconds
	}
	return m.Seconds
}

// head heads a column that the methods can be sorted by.
func (v methods) head(name, title string, number bool) app.UI {
	by := v.Compare.Sorting
	return kit.SortHead("methods-"+name, title, number, by.Column == name, by.Desc, model.SortMethods{Column: name})
}

// table has a row for each method that can run: what it is for, how it did, and a button that takes it.
func (v methods) table() app.UI {
	columns := v.columns()
	heads := []app.UI{kit.HiddenHead("Compare"), v.head("method", "Method", false)}
	for _, x := range columns {
		heads = append(heads, v.head(x.name, x.title, true))
	}
	heads = append(heads, v.head("seconds", "Time", true), kit.HiddenHead("Use"))
	var rows []app.UI
	for _, m := range v.sorted(columns) {
		rows = append(rows, v.row(m, columns))
	}
	return app.Div().Class("study-form").Body(
		kit.Scroll("The methods", kit.Table("data method-table", "contenders", "The methods, the best first", heads, rows)),
		kit.When(v.Compare.Compared != nil, kit.DownloadRow(api.FileMethods, "Download this table", v.SaveList)),
		legend(columns),
	)
}

// legend says what the columns mean.
func legend(columns []column) app.UI {
	text, titles := "", []string{}
	for _, x := range columns {
		text += x.says
		titles = append(titles, strings.TrimSuffix(x.title, " (95 %)"))
	}
	return app.Div().Body(kit.Muted(text), kit.Terms(titles...))
}

func (v methods) row(m api.Method, columns []column) app.UI {
	found := v.contender(m.Name)
	tick := app.Td().Class("method-tick").Body(app.Label().For("compare-with-"+m.Name).Class("tick").Body(
		app.Input().Type("checkbox").ID("compare-with-"+m.Name).
			Checked(slices.Contains(v.Chosen, m.Name)).Disabled(v.Locked).
			OnChange(kit.SendsTick(func(on bool) model.Msg { return model.Choose{Method: m.Name, On: on} })),
		app.Span().Class("hidden").Text("Compare "+m.Title)))
	about := []app.UI{app.Span().Class("method-name").Body(kit.Help(kit.MethodPage(m.Name), m.Title)),
		app.Span().Class("method-says").Text(m.Advice)}
	switch {
	case found != nil && found.Why != "":
		about = append(about, app.Span().Class("method-says").Text("Did not run: "+found.Why))
	case found != nil && found.HeldOut != nil && found.HeldOut.Lost != "":
		about = append(about, app.Span().Class("method-says").Text("Never gives the class "+format.Visible(found.HeldOut.Lost)+"."))
	case slices.Contains(v.Slow, m.Name) && m.Fast != "":
		about = append(about, app.Span().Class("method-says").Text("Faster alternative: "+v.titleOf(m.Fast)+"."))
	}
	cells := []app.UI{tick, app.Th().Scope("row").Body(about...)}
	for _, x := range columns {
		text := ""
		if f, has := v.Figures[m.Name][x.name]; has {
			text = x.text(found, f)
		}
		class := kit.Either(text == "", "number method-blank", "number")
		cells = append(cells, kit.Cell(kit.OrDash(text)).Class(class).DataSet("head", together(x.title)))
	}
	time := format.About(m.Seconds)
	if found != nil && found.Why == "" {
		time = kit.Either(found.Seconds < 0.05, "< 0.1 s", format.Seconds(found.Seconds))
	}
	use := app.UI(app.Span().Class("muted").Text("in use"))
	if m.Name != v.Now {
		use = kit.Button("use-"+m.Name, "small", "", "Use it", model.RunAdvised{Method: m.Name}).Disabled(v.Locked).
			Aria("label", "Use it: "+m.Title)
	}
	return kit.Row(append(cells, kit.NumberCell(time).DataSet("head", "Time"), app.Td().Class("method-use").Body(use))...)
}

// others are the methods that can't run, and why.
func (v methods) others() app.UI {
	var all []app.UI
	for _, m := range v.All {
		if m.Why != "" {
			all = append(all, app.Li().Body(app.Strong().Text(m.Title), app.Text(": "+kit.Sentence(m.Why))))
		}
	}
	if all == nil {
		return nil
	}
	return kit.Fold("behind", format.Plural(len(all), "method")+" can’t run on these data",
		app.Ul().Class("says").ID("cannot-run").Body(all...))
}

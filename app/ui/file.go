package ui

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/core/wire"
)

// fileView shows how a file was understood, each choice changeable.
type fileView struct {
	app.Compo
	pieces
	Role    string
	Opened  *wire.Opened
	Draft   wire.Read // the choices as they are shown
	Missing []string  // roles that no column has
	Failed  bool      // it could not be used
	Locked  bool      // nothing can be chosen now
}

func newFileView(s model.Source, running bool) *fileView {
	return &fileView{
		Role: s.Role, Opened: s.Shown(), Draft: s.Draft, Missing: s.Missing(),
		Failed: s.Fault != nil, Locked: running || s.Reading != nil,
	}
}

func (f *fileView) Render() app.UI {
	o, failed := f.Opened, f.Failed
	return app.Div().Class("file").Body(
		app.Div().Class("file-head").Body(
			app.Span().Class("file-name").Text(o.File.Name),
			app.Span().Class("file-facts").Text(fileFacts(o)),
		),
		app.If(!failed && o.Counts != nil, func() app.UI { return countTiles(o.Counts) }),
		notices(f.Role, o, failed),
		app.If(!failed && f.Role == model.RoleLabels, func() app.UI { return lookAlikes(o, f.Locked) }),
		f.choices(o),
		app.If(f.has(1, 1) && len(o.Columns) > 0, func() app.UI { return f.preview(o) }),
	)
}

func fileFacts(o *wire.Opened) string {
	facts := []string{o.Format, strings.ToUpper(o.Encoding)}
	if o.File.Size > 0 {
		facts = append(facts, model.Bytes(o.File.Size))
	}
	if n := len(o.Read.Files); n > 1 {
		facts = append(facts, model.Count(n)+" files put together")
	}
	if o.Packing != "" {
		facts = append(facts, o.Packing)
	}
	return strings.Join(slices.DeleteFunc(facts, func(s string) bool { return s == "" }), " · ")
}

// countTiles shows what there is to see of the labels at a glance.
func countTiles(c *wire.Counts) app.UI {
	tile := func(figure, name, more string) app.UI {
		return app.Div().Class("tile").Body(
			app.Dt().Text(name),
			app.Dd().Class("tile-figure").Text(figure),
			app.Dd().Class("tile-more").Text(more),
		)
	}
	return app.Dl().Class("tiles").ID("counts").Body(
		tile(model.Count(c.Tasks), "Tasks", singleText(c)),
		app.If(c.Anonymous, func() app.UI { return tile("?", "Workers", "not known: the file counts labels") }).
			Else(func() app.UI { return tile(model.Count(c.Workers), "Workers", rangeText(c.PerWorker)+" labels each") }),
		tile(model.Count(c.Labels), "Labels", repeatText(c)),
		app.If(!c.Numeric, func() app.UI { return tile(model.Count(c.Classes), "Classes", classText(c)) }),
		tile(model.Number(round1(c.PerTask.Mean)), "Labels per task", perTaskText(c.PerTask)),
		app.If(!c.Numeric, func() app.UI { return tile(model.Count(c.Ties), "Ties", tieText(c)) }),
	)
}

func singleText(c *wire.Counts) string {
	if c.Single > 0 {
		return model.Count(c.Single) + " with one label only"
	}
	return "none with one label only"
}

func repeatText(c *wire.Counts) string {
	switch {
	case c.Repeats > 0:
		return model.Count(c.Repeats) + " repeated"
	case c.Skipped > 0:
		return model.Plural(c.Skipped, "row") + " left out"
	}
	return "none repeated"
}

func classText(c *wire.Counts) string {
	names := c.ClassNames[:min(len(c.ClassNames), 4)]
	text := strings.Join(names, ", ")
	if c.Classes > len(names) {
		text += " …"
	}
	return text
}

func tieText(c *wire.Counts) string {
	if c.Tasks == 0 {
		return ""
	}
	if c.Sets {
		return "of the questions whether a task has a label"
	}
	return model.Percent(float64(c.Ties)/float64(c.Tasks)) + " of the tasks"
}

func rangeText(r wire.Range) string {
	if r.Min == r.Max {
		return model.Number(r.Min)
	}
	return model.Number(r.Min) + " to " + model.Number(r.Max)
}

func perTaskText(r wire.Range) string {
	if r.Min == r.Max {
		return "the same for all"
	}
	return "on average; " + rangeText(r)
}

func round1(x float64) float64 { return float64(int(x*10+0.5)) / 10 }

// notices tell what should be looked at before the labels are used.
func notices(role string, o *wire.Opened, failed bool) app.UI {
	var all []app.UI
	notice := func(text string, more ...app.UI) {
		all = append(all, app.Li().Class("notice").Body(icon("info"),
			app.Div().Body(append([]app.UI{app.Span().Text(text)}, more...)...)))
	}
	if o.Confirm != "" && !failed {
		notice(sentence(o.Confirm) + " Look at the roles below.")
	}
	if o.Count > 0 && !failed {
		notice(model.Plural(o.Count, "row")+" left out.", app.Button().Type("button").Class("button button-small").
			OnClick(sends(model.Download{What: "problems"})).Body(icon("download"), app.Text("List of problems")))
	}
	for _, w := range o.Warnings {
		if o.Described != nil {
			break // it says the same
		}
		notice(strings.TrimSpace(sentence(w.What) + " " + sentence(w.Do)))
	}
	if o.Offer != "" {
		notice("The text is not valid "+strings.ToUpper(o.Encoding)+".", app.Button().Type("button").Class("button button-small").
			OnClick(sends(model.SetEncoding{Of: role, Encoding: o.Offer})).Text("Read it as "+o.Offer))
	}
	return app.Ul().Class("notices").Body(all...)
}

// choices are those that concern the whole file.
func (f *fileView) choices(o *wire.Opened) app.UI {
	labels := f.Role == model.RoleLabels && len(o.Columns) > 0
	return app.FieldSet().Class("choices").Disabled(f.Locked).Body(
		app.Legend().Class("hidden").Text("How the file is read"),
		app.If(len(o.Sheets) > 1, func() app.UI { return f.sheet(o) }),
		app.If(o.Read.Delimiter != "", func() app.UI {
			pairs := []string{",", "comma", ";", "semicolon", "\t", "tab", "|", "bar", " ", "space"}
			if !slices.Contains(pairs, f.Draft.Delimiter) {
				pairs = append(pairs, f.Draft.Delimiter, f.Draft.Delimiter)
			}
			return app.Div().Class("choice").Body(
				app.Label().For("%s-delimiter", f.Role).Text("Columns divided by"),
				app.Select().ID("%s-delimiter", f.Role).
					OnChange(sendsText(func(v string) model.Msg { return model.SetDelimiter{Of: f.Role, Delimiter: v} })).
					Body(options(f.Draft.Delimiter, pairs...)...),
			)
		}),
		app.If(!o.Names && len(o.Columns) > 0, func() app.UI {
			return tick(f.Role+"-header", "First row is a header", f.Draft.Header,
				func(on bool) model.Msg { return model.SetHeader{Of: f.Role, Header: on} })
		}),
		app.If(labels && !f.Draft.Sets, func() app.UI {
			return tick("labels-numeric", "Labels are numbers on a scale", f.Draft.Numeric,
				func(on bool) model.Msg { return model.SetNumeric{Of: f.Role, Numeric: on} })
		}),
		app.If(labels && !f.Draft.Numeric, func() app.UI {
			return tick("labels-sets", "A task may have several labels", f.Draft.Sets,
				func(on bool) model.Msg { return model.SetSets{Sets: on} })
		}),
		app.If(labels && f.Draft.Sets, f.divider),
		app.If(labels, f.counting),
	)
}

// sheet asks which sheet of a workbook is read.
func (f *fileView) sheet(o *wire.Opened) app.UI {
	var pairs []string
	for _, s := range o.Sheets {
		title := plainly(s.Name)
		if s.Hidden {
			title += " (hidden)"
		}
		pairs = append(pairs, s.Name, title)
	}
	id := f.Role + "-sheet"
	help := model.Count(len(o.Sheets)) + " sheets."
	if o.SheetWhy != "" {
		help = "One of " + help + " Why this one: " + o.SheetWhy + "."
	}
	return app.Div().Class("choice choice-wide").Body(
		app.Label().For(id).Text("Sheet of the workbook"),
		app.Select().ID(id).Aria("describedby", id+"-help").
			OnChange(sendsText(func(v string) model.Msg { return model.SetSheet{Of: f.Role, Name: v} })).
			Body(options(f.Draft.Sheet, pairs...)...),
		app.Span().ID(id+"-help").Class("field-help").Text(help),
	)
}

// counting are the choices that say which labels count.
func (f *fileView) counting() app.UI {
	o := f.Opened
	var all []app.UI
	if len(f.Draft.Files) > 1 {
		all = append(all, tick("labels-by-file", "Each file is one worker", f.Draft.ByFile,
			func(on bool) model.Msg { return model.SetByFile{By: on} }))
	}
	if o.Doubt != "" {
		all = append(all, tick("labels-drop", "Leave out labels "+o.Doubt, f.Draft.Drop,
			func(on bool) model.Msg { return model.SetDrop{Drop: on} }))
	}
	for _, cell := range model.Doubtful(o, f.Draft) {
		all = append(all, tick("labels-none"+cell, "“"+cell+"” means no answer", slices.Contains(f.Draft.Missing, cell),
			func(on bool) model.Msg { return model.SetNone{Cell: cell, None: on} }))
	}
	if c := o.Counts; !f.Draft.Sets && (f.Draft.Again != "" || c != nil && c.Repeats > 0) {
		pairs := []string{"", "all of them", "first", "the first", "last", "the last", "majority", "the one given most often"}
		if f.Draft.Numeric {
			pairs[len(pairs)-1] = "their mean"
		}
		all = append(all, app.Div().Class("choice choice-wide").Body(
			app.Label().For("labels-again").Text("Where a worker labels a task again, count"),
			app.Select().ID("labels-again").
				OnChange(sendsText(func(v string) model.Msg { return model.SetAgain{Again: v} })).
				Body(options(f.Draft.Again, pairs...)...),
		))
	}
	return app.Div().Class("choices-more").Body(append(all, f.seldom())...)
}

// seldom are the choices that are seldom wanted.
func (f *fileView) seldom() app.UI {
	o := f.Opened
	return app.Details().Class("seldom").Body(
		app.Summary().Text("More about how it is read"),
		app.Div().Class("choices").Body(
			app.If(slices.Contains(encodings, o.Encoding), func() app.UI {
				return app.Div().Class("choice").Body(
					app.Label().For("labels-encoding").Text("Characters are written as"),
					app.Select().ID("labels-encoding").
						OnChange(sendsText(func(v string) model.Msg { return model.SetEncoding{Of: f.Role, Encoding: v} })).
						Body(options(f.Draft.Encoding, "utf-8", "UTF-8", "utf-16le", "UTF-16 LE", "utf-16be", "UTF-16 BE",
							"windows-1252", "Windows-1252 (Western)", "windows-1251", "Windows-1251 (Cyrillic)")...),
				)
			}),
			app.Div().Class("choice choice-wide").Body(
				app.Label().For("labels-missing").Text("Cells that mean no answer"),
				app.Input().Type("text").ID("labels-missing").Value(strings.Join(f.Draft.Missing, ", ")).Aria("describedby", "labels-missing-help").
					AutoComplete(false).Spellcheck(false).
					OnChange(sendsText(func(v string) model.Msg { return model.SetMissing{Text: v} })),
				app.Span().Class("field-help").ID("labels-missing-help").Text("With commas between them. Empty cells are always none."),
			),
		),
	)
}

// encodings are those that a file of text may be in.
var encodings = []string{"utf-8", "utf-16le", "utf-16be", "windows-1252", "windows-1251"}

// divider asks what stands between the labels in one cell.
func (f *fileView) divider() app.UI {
	pairs := []string{"", "nothing: one row for each", "|", "a bar: a|b", ";", "a semicolon: a;b", ",", "a comma: a,b", " ", "a space: a b", "/", "a slash: a/b"}
	if !slices.Contains(pairs, f.Draft.Separator) {
		pairs = append(pairs, f.Draft.Separator, f.Draft.Separator)
	}
	return app.Div().Class("choice").Body(
		app.Label().For("labels-separator").Text("In one cell, divided by"),
		app.Select().ID("labels-separator").
			OnChange(sendsText(func(v string) model.Msg { return model.SetDivider{Separator: v} })).
			Body(options(f.Draft.Separator, pairs...)...),
	)
}

func tick(id, text string, on bool, m func(bool) model.Msg) app.UI {
	return app.Div().Class("choice").Body(
		app.Input().Type("checkbox").ID(id).Checked(on).OnChange(sendsTick(m)),
		app.Label().For(id).Text(text),
	)
}

// preview shows the first rows, with a choice of the role above each column.
func (f *fileView) preview(o *wire.Opened) app.UI {
	role := func(i int) string {
		if i < len(f.Draft.Roles) {
			return f.Draft.Roles[i]
		}
		return model.ColumnIgnore
	}
	shown := f.columns(role)
	var roles, names []app.UI
	for _, i := range shown {
		c := o.Columns[i]
		roles = append(roles, app.Td().Class(roleClass(role(i))).Body(
			app.Label().For("%s-role-%d", f.Role, i).Class("hidden").Text("Role of the column "+c.Name),
			app.Select().ID("%s-role-%d", f.Role, i).Class("role-select").Disabled(f.Locked).Title(c.Why).
				OnChange(sendsText(func(v string) model.Msg { return model.SetRole{Of: f.Role, Column: i, Role: v} })).
				Body(options(role(i), rolePairs(f.Role)...)...),
		))
		names = append(names, app.Th().Scope("col").Class(roleClass(role(i))).Text(c.Name))
	}
	var rows []app.UI
	for _, cells := range o.Preview[:min(len(o.Preview), 6)] {
		var row []app.UI
		for _, i := range shown {
			text := ""
			if i < len(cells) {
				text = cells[i]
			}
			row = append(row, app.Td().Class(roleClass(role(i))).Text(text))
		}
		rows = append(rows, app.Tr().Body(row...))
	}
	return app.Div().Body(
		app.If(len(f.Missing) > 0, func() app.UI {
			return app.P().Class("missing").Role("status").Body(icon("warning"),
				app.Text("Say which column holds the "+strings.Join(f.Missing, " and which the ")+"."))
		}),
		app.Div().Class("scroll preview-place").TabIndex(0).Role("region").Aria("label", "First rows of the file").Body(
			app.Table().Class("preview").Body(
				app.Caption().Class("hidden").Text("First rows of "+o.File.Name+", with the role of each column"),
				app.THead().Body(app.Tr().Class("role-row").Body(roles...), app.Tr().Body(names...)),
				app.TBody().Body(rows...),
			),
		),
		app.If(len(shown) < len(o.Columns), func() app.UI {
			return app.P().Class("muted").Text(model.Count(len(shown)) + " of " + model.Count(len(o.Columns)) + " columns are shown.")
		}),
	)
}

// maxColumns is how many columns without a role are shown.
const maxColumns = 30

// columns are those that are shown: the first, and every one that has a role.
func (f *fileView) columns(role func(int) string) []int {
	var shown []int
	for i := range f.Opened.Columns {
		if i < maxColumns || role(i) != model.ColumnIgnore {
			shown = append(shown, i)
		}
	}
	return shown
}

func rolePairs(of string) []string {
	switch of {
	case model.RoleTruth, model.RoleGold:
		return []string{"task", "Task", "label", "True label", "value", "Yes or no", "", "not used"}
	case model.RoleTestTruth:
		return []string{"task", "Task", "label", "True label", "", "not used"}
	case model.RoleFeatures, model.RolePredict:
		return []string{"task", "Task", "", "as it looks", "feature", "Use it", "leave-out", "Leave it out"}
	case model.RoleTexts:
		return []string{"task", "Task", "text", "Text", "term", "Word", "count", "Count", "", "not used"}
	case model.RoleCosts:
		return []string{"truth", "Truth", "label", "Label", "value", "Cost", "", "not used"}
	case model.RoleConfusion:
		return []string{"worker", "Worker", "truth", "Truth", "label", "Label", "value", "Count or share", "", "not used"}
	}
	return []string{"task", "Task", "worker", "Worker", "label", "Label", "truth", "Truth", "gold", "Gold", "count", "How often", "time", "Time", "", "not used"}
}

func roleClass(role string) string {
	if role == model.ColumnIgnore {
		return "role role-none"
	}
	return "role role-" + role
}

package files

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/api"
)

// fileView shows how a file was understood, each choice changeable.
type fileView struct {
	app.Compo
	pieces
	Role    string
	Opened  *api.Opened
	Draft   api.Choices // the choices as they are shown
	Missing []string    // roles that no column has
	Failed  bool        // it could not be used
	Locked  bool        // nothing can be chosen now
}

func newFileView(s files.Source, running bool) *fileView {
	return &fileView{
		Role: s.Role, Opened: s.Shown(), Draft: s.Draft, Missing: s.Missing(),
		Failed: s.Fault != nil, Locked: running || s.Reading != nil,
	}
}

func (f *fileView) Render() app.UI {
	o, failed := f.Opened, f.Failed
	return app.Div().Class("file").Body(
		app.Div().Class("file-head").Body(
			app.Span().Class("file-name").Text(format.Visible(o.File.Name)), app.Span().Class("file-facts").Text(fileFacts(o)),
		),
		app.If(!failed && o.Counts != nil, func() app.UI { return countTiles(o.Counts, o.Count) }),
		app.If(f.Role == api.RoleLabels, func() app.UI { return notices(f.Role, o, failed) }), // those of others stand above what is folded
		app.If(!failed && f.Role == api.RoleLabels, func() app.UI { return lookAlikes(o, f.Locked) }),
		f.choices(o),
		app.If(f.Has(1, 1) && len(o.Columns) > 0, func() app.UI { return f.preview(o) }),
	)
}

func fileFacts(o *api.Opened) string {
	facts := []string{formatName(o), encodingName(o)}
	if o.File.Size > 0 {
		facts = append(facts, format.Bytes(o.File.Size))
	}
	if n := len(o.Read.Files); n > 1 {
		facts = append(facts, format.Count(n)+" files combined")
	}
	if o.Packing != "" {
		facts = append(facts, o.Packing)
	}
	return strings.Join(slices.DeleteFunc(facts, func(s string) bool { return s == "" }), " · ")
}

// formatName says what kind of file it is, in words that need no explanation.
func formatName(o *api.Opened) string {
	plain := "Table"
	switch {
	case len(o.Sheets) > 0:
		plain = "Excel workbook"
	case o.Read.Delimiter == ",":
		plain = "CSV"
	case o.Read.Delimiter == "\t":
		plain = "TSV"
	case o.Names:
		plain = "JSON"
	}
	labels := o.Role == api.RoleLabels
	switch o.Format {
	case "long":
		if labels {
			return plain + ", one label per row"
		}
		return plain
	case "wide":
		return plain + ", one column per worker"
	case "matrix":
		return "Matrix, one column per worker"
	case "counts":
		return plain + " of counts"
	case "patterns":
		return plain + " of label patterns and their counts"
	}
	return o.Format
}

// encodingName is how the characters of a file of text are written.
func encodingName(o *api.Opened) string {
	switch {
	case len(o.Sheets) > 0:
		return "" // Excel's own business
	case o.Encoding == "windows-1252" || o.Encoding == "windows-1251":
		return "Windows" + strings.TrimPrefix(o.Encoding, "windows")
	}
	return strings.ToUpper(o.Encoding)
}

// notices tell what there is to say of a file. What is to be settled about labels stands above the views; here is what was settled, so
// that it can be settled in another way.
func notices(role string, o *api.Opened, failed bool) app.UI {
	var all []app.UI
	labels := role == api.RoleLabels
	if labels && o.Confirm != "" && !failed && !o.Read.Confirmed {
		all = append(all, kit.Notice(kit.Sentence(o.Confirm)+" Check the column roles below."))
	}
	if c := o.Counts; c != nil && labels && !failed && !c.Kind.Several && c.Workers > 1 && c.Tasks > 1 && c.Single == c.Tasks {
		all = append(all, kit.Notice("Every task has only one label, so nothing shows which are right. Check the task column, or collect "+
			"second labels for some tasks."))
	}
	open := api.OpenIssues(o.Issues, o.Read.Kept)
	for _, i := range o.Issues {
		isOpen := slices.ContainsFunc(open, func(x api.Issue) bool { return x.Key() == i.Key() && x.Text == i.Text })
		switch {
		case i.Kind == api.IssueRoles, i.Kind == api.IssueAlike, labels && isOpen, o.Described != nil && i.Kind == api.IssueFile:
			continue // asked for elsewhere, or said
		}
		i.Remedies = slices.DeleteFunc(slices.Clone(i.Remedies), func(r api.Remedy) bool {
			return r.Do == api.DoKeep || r.Do == api.DoData || i.Settled && r.Do == api.DoDrop
		})
		all = append(all, kit.Notice(i.Text, besideRemedies(role, &i)...))
	}
	return kit.Notices(all...)
}

// besideRemedies are those of a file that is not the labels, too.
func besideRemedies(role string, i *api.Issue) (all []app.UI) {
	if role == api.RoleLabels {
		return remedies(i, "", false, false)
	}
	for _, r := range i.Remedies {
		switch r.Do {
		case api.DoList:
			all = append(all, kit.Button("", "small", "download", r.Title, model.Download{What: "problems", Of: role}))
		case api.DoEncoding:
			all = append(all, kit.Button("", "small", "", r.Title, model.SetEncoding{Of: role, Encoding: r.With}))
		}
	}
	return all
}

// choices are those that concern the whole file.
func (f *fileView) choices(o *api.Opened) app.UI {
	labels := f.Role == api.RoleLabels && len(o.Columns) > 0
	return app.FieldSet().Class("choices").Disabled(f.Locked).Body(
		app.Legend().Class("hidden").Text("How the file is read"),
		app.If(len(o.Sheets) > 1, func() app.UI { return f.sheet(o) }),
		app.If(o.Read.Delimiter != "", f.delimiter),
		app.If(!o.Names && len(o.Columns) > 0, func() app.UI {
			return kit.Tick(f.Role+"-header", "First row is a header", f.Draft.Header,
				func(on bool) model.Msg { return model.SetHeader{Of: f.Role, Header: on} })
		}),
		app.Range(f.kinds(labels)).Slice(func(n int) app.UI {
			k := f.kinds(labels)[n]
			return kit.Tick(k.ChoiceID, k.Choice, f.Draft.Kind() == k.Name,
				func(on bool) model.Msg { return model.SetKind{Name: k.Name, ID: k.ChoiceID, On: on} })
		}),
		app.If(labels && f.drafted().Several, f.divider),
		app.If(labels, f.counting),
		app.If(f.Role != api.RoleLabels && len(o.Columns) > 0, f.seldom),
	)
}

// drafted is the kind of answers that the labels will be read as.
func (f *fileView) drafted() api.Kind { return f.Opened.KindOf(&f.Draft) }

// kinds are the kinds of answers that labels may be read as instead, with the one that was chosen.
func (f *fileView) kinds(labels bool) []api.Kind {
	return slices.DeleteFunc(slices.Clone(f.Opened.Kinds), func(k api.Kind) bool {
		return !labels || k.Choice == "" || f.drafted().Choice != "" && f.drafted().Name != k.Name
	})
}

// delimiter asks what divides the columns.
func (f *fileView) delimiter() app.UI {
	pairs, typed := []string{",", "comma", ";", "semicolon", "\t", "tab", "|", "bar", " ", "space"}, ""
	if !slices.Contains(pairs, f.Draft.Delimiter) {
		typed = kit.Plainly(f.Draft.Delimiter)
		pairs = append(pairs, f.Draft.Delimiter, typed)
	}
	set := func(v string) model.Msg { return model.SetDelimiter{Of: f.Role, Delimiter: v} }
	id := f.Role + "-delimiter"
	return app.Div().Class("choice").Body(
		app.Label().For(id).Text("Delimiter"),
		kit.Select(id, f.Draft.Delimiter, pairs, set),
		app.Label().For(id+"-other").Text("or"),
		app.Input().Type("text").Class("delimiter-other").ID(id+"-other").Aria("label", "Another delimiter, of "+f.Opened.File.Name).
			Placeholder("another").Value(typed).MaxLength(16).AutoComplete(false).Spellcheck(false).OnChange(kit.SendsText(set)),
	)
}

// sheet asks which sheet of a workbook is read.
func (f *fileView) sheet(o *api.Opened) app.UI {
	var pairs []string
	for _, s := range o.Sheets {
		title := kit.Plainly(s.Name)
		if s.Hidden {
			title += " (hidden)"
		}
		pairs = append(pairs, s.Name, title)
	}
	id := f.Role + "-sheet"
	help := format.Count(len(o.Sheets)) + " sheets."
	if o.SheetWhy != "" {
		help = "One of " + help + " Why this one: " + o.SheetWhy + "."
	}
	return app.Div().Class("choice choice-wide").Body(
		app.Label().For(id).Text("Sheet"),
		kit.Select(id, f.Draft.Sheet, pairs, func(v string) model.Msg { return model.SetSheet{Of: f.Role, Name: v} }).
			Aria("describedby", id+"-help"),
		app.Span().ID(id+"-help").Class("field-help").Text(help),
	)
}

// counting are the choices that say which labels count.
func (f *fileView) counting() app.UI {
	o := f.Opened
	var all []app.UI
	tick := func(wanted bool, id, text string, on bool, m func(bool) model.Msg) {
		if wanted {
			all = append(all, kit.Tick(id, text, on, m))
		}
	}
	tick(len(f.Draft.Files) > 1, "labels-by-file", "Each file is one worker", f.Draft.ByFile,
		func(on bool) model.Msg { return model.SetByFile{By: on} })
	tick(f.Draft.Anonymous, "labels-anonymous", "Workers are unknown", true,
		func(on bool) model.Msg { return model.SetAnonymous{On: on} })
	tick(o.Doubt != "", "labels-drop", "Exclude labels "+o.Doubt, f.Draft.Drop, func(on bool) model.Msg { return model.SetDrop{Drop: on} })
	for _, n := range o.NoAnswer {
		cell, text := n.Name, "“"+kit.Plainly(n.Name)+"” means no answer"
		if n.Labels > 0 {
			text += " (" + format.Plural(n.Labels, "label") + ")"
		}
		tick(true, files.NoneID(cell), text, slices.Contains(f.Draft.Missing, cell),
			func(on bool) model.Msg { return model.SetNone{Cell: cell, None: on} })
	}
	if c := o.Counts; !f.drafted().Several && (f.Draft.Again != "" || c != nil && c.Repeats > 0) {
		pairs := []string{"", "all of them", "first", "the first", "last", "the last", "majority", "the one given most often"}
		if f.drafted().Mean {
			pairs[len(pairs)-1] = "their mean"
		}
		all = append(all, app.Div().Class("choice choice-wide").Body(
			app.Label().For("labels-again").Text("If a worker labels a task twice, count"),
			kit.Select("labels-again", f.Draft.Again, pairs, func(v string) model.Msg { return model.SetAgain{Again: v} }),
		))
	}
	return app.Div().Class("choices-more").Body(append(all, f.seldom())...)
}

// seldom are the choices that are seldom wanted.
func (f *fileView) seldom() app.UI {
	o, missing := f.Opened, f.Role+"-missing"
	return app.Details().Class("seldom").Body(
		app.Summary().Text("More import options"),
		app.Div().Class("choices").Body(
			app.If(slices.Contains(encodings, o.Encoding) && o.Sheets == nil, func() app.UI {
				return kit.Choice(f.Role+"-encoding", "Encoding", f.Draft.Encoding, encodings,
					func(v string) model.Msg { return model.SetEncoding{Of: f.Role, Encoding: v} })
			}),
			app.If(o.Read.Delimiter != "" || o.Sheets != nil, func() app.UI {
				id := f.Role + "-header-line"
				return app.Div().Class("choice").Body(
					app.Label().For(id).Text("The table starts on line"),
					app.Input().Type("number").ID(id).Class("line-number").AutoComplete(false).Spellcheck(false).
						Min(1).Step(1).Value(strconv.Itoa(max(f.Draft.HeaderLine, 1))).
						OnChange(kit.SendsText(func(v string) model.Msg {
							line, _ := strconv.Atoi(v)
							return model.SetHeaderLine{Of: f.Role, Line: line}
						})),
				)
			}),
			app.Div().Class("choice choice-wide").Body(
				app.Label().For(missing).Text("Treat as no answer"),
				app.Input().Type("text").ID(missing).Value(strings.Join(f.Draft.Missing, ", ")).Aria("describedby", missing+"-help").
					AutoComplete(false).Spellcheck(false).
					OnChange(kit.SendsText(func(v string) model.Msg { return model.SetMissing{Of: f.Role, Text: v} })),
				app.Span().Class("field-help").ID(missing+"-help").Text("Separate with commas. Empty cells never count as an answer."),
			),
		),
	)
}

// encodingTitle names an encoding.
func encodingTitle(e string) string {
	if at := slices.Index(encodings, e); at >= 0 {
		return encodings[at+1]
	}
	return strings.ToUpper(e)
}

// encodings are those that a file of text may be in, each with its title.
var encodings = []string{
	"utf-8", "UTF-8", "utf-16le", "UTF-16 LE", "utf-16be", "UTF-16 BE",
	"windows-1252", "Windows-1252 (Western)", "windows-1251", "Windows-1251 (Cyrillic)",
}

// divider asks what stands between the labels in one cell.
func (f *fileView) divider() app.UI {
	pairs := []string{"", "none: one row per label", "|", "bar: a|b", ";", "semicolon: a;b", ",", "comma: a,b", " ", "space: a b",
		"/", "slash: a/b"}
	if !slices.Contains(pairs, f.Draft.Separator) {
		pairs = append(pairs, f.Draft.Separator, f.Draft.Separator)
	}
	return kit.Choice("labels-separator", "Separator within a cell", f.Draft.Separator, pairs,
		func(v string) model.Msg { return model.SetDivider{Separator: v} })
}

// pieces is embedded under a name that go-app doesn't copy from one drawing to the next.
type pieces = kit.Pieces

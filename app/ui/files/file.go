package files

import (
	"cmp"
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
		app.If(f.Has(1, 1) && len(o.Read.Columns) > 0, func() app.UI { return f.preview(o) }),
	)
}

func fileFacts(o *api.Opened) string {
	facts := []string{formatName(o)}
	if len(o.Read.Sheets) == 0 { // else it is Excel's own business
		facts = append(facts, api.EncodingName(o.Read.Encoding))
	}
	if o.File.Size > 0 {
		facts = append(facts, format.Bytes(o.File.Size))
	}
	if n := len(o.Read.Files); n > 1 {
		facts = append(facts, format.Count(n)+" files combined")
	}
	if o.Read.Packing != "" {
		facts = append(facts, o.Read.Packing)
	}
	return strings.Join(slices.DeleteFunc(facts, func(s string) bool { return s == "" }), " · ")
}

// formatName says what kind of file it is, in words that need no explanation.
func formatName(o *api.Opened) string {
	plain := "Table"
	switch {
	case len(o.Read.Sheets) > 0:
		plain = "Excel workbook"
	case o.Read.Delimiter == ",":
		plain = "CSV"
	case o.Read.Delimiter == "\t":
		plain = "TSV"
	case o.Read.Names:
		plain = "JSON"
	}
	labels := o.Role == api.RoleLabels
	switch o.Read.Format {
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
	return o.Read.Format
}

// notices tell what there is to say of a file. What is to be settled about labels stands above the views; here is what was settled, so
// that it can be settled in another way.
func notices(role string, o *api.Opened, failed bool) app.UI {
	var all []app.UI
	labels := role == api.RoleLabels
	if labels && o.Read.Confirm != "" && !failed && !o.Read.Confirmed {
		all = append(all, kit.Notice(kit.Sentence(o.Read.Confirm)+" Check the column roles below."))
	}
	c := o.Counts
	if c != nil && labels && !failed && !c.Kind.Several && !c.Kind.Items && c.Workers > 1 && c.Tasks > 1 && c.Single == c.Tasks {
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
			all = append(all, kit.Button("", "small", "", r.Title, model.SetOption{Of: role, Option: "encoding", Text: r.With}))
		case api.DoAsIs:
			all = append(all, kit.Button("", "small", "", r.Title, model.SetOption{Of: role, Option: "as-is", Text: "yes"}))
		}
	}
	return all
}

// choices are those that concern the whole file.
func (f *fileView) choices(o *api.Opened) app.UI {
	labels := f.Role == api.RoleLabels && len(o.Read.Columns) > 0
	when := func(is bool, option string) app.UI {
		return app.If(is, func() app.UI { return f.control(api.OptionOf(option)) })
	}
	return app.FieldSet().Class("choices").Disabled(f.Locked).Body(
		app.Legend().Class("hidden").Text("How the file is read"),
		app.If(labels && !f.drafted().Items, func() app.UI { return layouts("labels-layout", f.Draft.Laid(), f.Locked) }),
		app.If(labels && len(o.Read.Questions) > 1, func() app.UI { return questions("labels-question", &f.Draft, f.Locked) }),
		app.If(len(o.Read.Sheets) > 1, func() app.UI { return f.sheet(o) }),
		app.If(o.Read.Delimiter != "", f.delimiter),
		when(!o.Read.Names && len(o.Read.Columns) > 0, "header"),
		app.Range(f.kinds(labels)).Slice(func(n int) app.UI {
			k := f.kinds(labels)[n]
			return kit.Tick(k.ChoiceID, k.Choice, f.Draft.Kind() == k.Name,
				func(on bool) model.Msg { return model.SetKind{Name: k.Name, ID: k.ChoiceID, On: on} })
		}),
		when(labels && f.drafted().Items, "reversed"),
		when(labels && f.drafted().Several, "separator"),
		app.If(labels, f.counting),
		app.If(f.Role != api.RoleLabels && len(o.Read.Columns) > 0, f.seldom),
	)
}

// set is the message that makes a choice.
func (f *fileView) set(option string) func(text string) model.Msg {
	return func(text string) model.Msg { return model.SetOption{Of: f.Role, Option: option, Text: text} }
}

// control is that of an option, by what it may be.
func (f *fileView) control(x api.Option) app.UI {
	id, text := f.Role+"-"+x.Name, x.Text(&f.Draft)
	if len(x.Values) > 0 {
		return kit.Choice(id, x.Title, text, pairsOf(x, text), f.set(x.Name))
	}
	input, class := app.Input().ID(id).AutoComplete(false).Spellcheck(false).OnChange(kit.SendsText(f.set(x.Name))), "choice"
	switch of := x.Field(&f.Draft).(type) {
	case *bool:
		return kit.Tick(id, x.Title, *of, func(on bool) model.Msg { return f.set(x.Name)(kit.Either(on, "yes", "no")) })
	case *int:
		input.Type("number").Class("line-number").Min(1).Step(1).Value(strconv.Itoa(max(*of, 1)))
	default:
		class = "choice choice-wide"
		input.Type("text").Value(text)
	}
	if x.Help != "" {
		input.Aria("describedby", id+"-help")
	}
	return app.Div().Class(class).Body(app.Label().For(id).Text(x.Title), input,
		kit.When(x.Help != "", app.Span().Class("field-help").ID(id+"-help").Text(x.Help)))
}

// pairsOf are the values and titles of an option, and what is chosen if it is none of them.
func pairsOf(x api.Option, chosen string) (pairs []string) {
	for _, v := range x.Values {
		pairs = append(pairs, v.Name, v.Title)
	}
	if chosen != "" && !slices.ContainsFunc(x.Values, func(v api.OptionValue) bool { return v.Name == chosen }) {
		pairs = append(pairs, chosen, kit.Plainly(chosen))
	}
	return pairs
}

// drafted is the kind of answers that the labels will be read as.
func (f *fileView) drafted() api.Kind { return f.Opened.KindOf(&f.Draft) }

// kinds are the kinds of answers that labels may be read as instead, with the one that was chosen.
func (f *fileView) kinds(labels bool) []api.Kind {
	return slices.DeleteFunc(slices.Clone(f.Opened.Kinds), func(k api.Kind) bool {
		return !labels || k.Choice == "" || k.Items && !f.Draft.Pairs() || f.drafted().Choice != "" && f.drafted().Name != k.Name
	})
}

// delimiter asks what divides the columns.
func (f *fileView) delimiter() app.UI {
	x, typed := api.OptionOf("delimiter"), ""
	pairs := pairsOf(x, f.Draft.Delimiter)
	if len(pairs) > 2*len(x.Values) {
		typed = kit.Plainly(f.Draft.Delimiter)
	}
	id := f.Role + "-delimiter"
	return app.Div().Class("choice").Body(
		app.Label().For(id).Text(x.Title),
		kit.Select(id, f.Draft.Delimiter, pairs, f.set(x.Name)),
		app.Label().For(id+"-other").Text("or"),
		app.Input().Type("text").Class("delimiter-other").ID(id+"-other").Aria("label", "Another delimiter, of "+f.Opened.File.Name).
			Placeholder("another").Value(typed).MaxLength(16).AutoComplete(false).Spellcheck(false).OnChange(kit.SendsText(f.set(x.Name))),
	)
}

// sheet asks which sheet of a workbook is read.
func (f *fileView) sheet(o *api.Opened) app.UI {
	var pairs []string
	for _, s := range o.Read.Sheets {
		title := kit.Plainly(s.Name)
		if s.Hidden {
			title += " (hidden)"
		}
		pairs = append(pairs, s.Name, title)
	}
	id := f.Role + "-sheet"
	help := format.Count(len(o.Read.Sheets)) + " sheets."
	if o.Read.SheetWhy != "" {
		help = "One of " + help + " Why this one: " + o.Read.SheetWhy + "."
	}
	return app.Div().Class("choice choice-wide").Body(
		app.Label().For(id).Text("Sheet"),
		kit.Select(id, f.Draft.Sheet, pairs, f.set("sheet")).Aria("describedby", id+"-help"),
		app.Span().ID(id+"-help").Class("field-help").Text(help),
	)
}

// counting are the choices that say which labels count.
func (f *fileView) counting() app.UI {
	o := f.Opened
	var all []app.UI
	for _, name := range []string{"by-file", "anonymous", "style", "drop"} {
		read := f.Draft
		read.Detected = o.Read.Detected // of the file that is shown
		if x := api.OptionOf(name); x.Applies(&read) {
			if name == "drop" {
				x.Title += " " + o.Read.Doubtful
			}
			all = append(all, f.control(x))
		}
	}
	for _, n := range o.NoAnswer {
		cell, text := n.Name, "“"+kit.Plainly(n.Name)+"” means no answer"
		if n.Labels > 0 {
			text += " (" + format.Plural(n.Labels, "label") + ")"
		}
		all = append(all, kit.Tick(files.NoneID(cell), text, slices.Contains(f.Draft.Missing, cell),
			func(on bool) model.Msg { return model.SetNone{Cell: cell, None: on} }))
	}
	if c := o.Counts; !f.drafted().Several && (f.Draft.Again != "" || c != nil && c.Repeats > 0) {
		x := api.OptionOf("again")
		pairs := pairsOf(x, f.Draft.Again)
		if f.drafted().Items {
			x.Title = "If a voter compares a pair twice, count"
		}
		if f.drafted().Mean {
			pairs[len(pairs)-1] = "their mean"
		}
		all = append(all, app.Div().Class("choice choice-wide").Body(
			app.Label().For("labels-again").Text(x.Title), kit.Select("labels-again", f.Draft.Again, pairs, f.set(x.Name)),
		))
	}
	return app.Div().Class("choices-more").Body(append(all, f.seldom())...)
}

// seldom are the choices that are seldom wanted.
func (f *fileView) seldom() app.UI {
	var all []app.UI
	for _, x := range api.Options() {
		if x.Seldom && (x.Of == "" || x.Of == f.Role) && (x.Applies == nil || x.Applies(&f.Opened.Read)) {
			all = append(all, f.control(x))
		}
	}
	if f.Role == api.RoleLabels && len(f.Opened.Read.Columns) > 0 {
		all = append(all, f.where())
	}
	return app.Details().Class("seldom").Body(app.Summary().Text("More import options"), app.Div().Class("choices").Body(all...))
}

// where lists the conditions on rows, each with a button that takes it away, and takes in another: column=value.
func (f *fileView) where() app.UI {
	x := api.OptionOf("where")
	id, text := f.Role+"-where", x.Text(&f.Draft)
	var chips, columns []app.UI
	lines := slices.Collect(strings.Lines(text))
	for n, line := range lines {
		rest := strings.Join(slices.Delete(slices.Clone(lines), n, n+1), "")
		chips = append(chips, kit.Button(id+"-"+strconv.Itoa(n), "small", "close", strings.TrimSpace(line), f.set(x.Name)(rest)).
			Disabled(f.Locked))
	}
	for _, c := range f.Opened.Read.Columns {
		columns = append(columns, app.Option().Value(api.Escape(c.Name)+"=").Text(kit.OrDash(format.Visible(c.Name))))
	}
	return app.Div().Class("choice choice-wide").Body(
		app.Label().For(id).Text(x.Title), app.Div().Class("row").Body(chips...),
		app.Input().ID(id).Type("text").Attr("list", id+"-columns").Placeholder("column=value").AutoComplete(false).Spellcheck(false).
			Aria("describedby", id+"-help").
			OnChange(kit.SendsText(func(more string) model.Msg { return f.set(x.Name)(strings.TrimRight(text, "\n") + "\n" + more) })),
		app.DataList().ID(id+"-columns").Body(columns...),
		app.Span().ID(id+"-help").Class("field-help").Text(x.Help),
	)
}

// encodingTitle names an encoding.
func encodingTitle(e string) string { return cmp.Or(api.EncodingTitle(e), strings.ToUpper(e)) }

// pieces is embedded under a name that go-app doesn't copy from one drawing to the next.
type pieces = kit.Pieces

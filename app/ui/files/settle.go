package files

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// settle is the strip of what is to be settled: each thing in a row with its remedies. Before there is a result it stands where the
// answer will be, and after that between the answer and its views.
type settle struct {
	app.Compo
	Issues  []api.Issue
	Opened  *api.Opened // the file of labels, whose roles may be one of them
	Pending bool        // the first fit waits for it
	Locked  bool
}

// Settle returns the strip of a state, nothing where all is settled.
func Settle(s model.State) app.UI {
	issues := s.Issues()
	if len(issues) == 0 || s.Coming() {
		return app.Div().Hidden(true)
	}
	return &settle{Issues: issues, Opened: s.Labels.Opened, Pending: s.Unsettled() || s.Labels.Asks() != "", Locked: s.Busy()}
}

// shownIssues is how many are shown at once: more would push the views away.
const shownIssues = 4

func (v *settle) Render() app.UI {
	rows := make([]app.UI, 0, len(v.Issues))
	for n, i := range v.Issues {
		rows = append(rows, v.row(i, n == 0))
	}
	first := min(len(rows), shownIssues)
	title := kit.Either(len(v.Issues) == 1, "1 thing to settle", format.Count(len(v.Issues))+" things to settle")
	return app.Section().Class("settle").ID("settle").Aria("labelledby", "settle-title").Body(
		app.H3().Class("settle-title").ID("settle-title").TabIndex(-1).Text(title),
		app.Ul().Class("settle-list").Body(rows[:first]...),
		app.If(first < len(rows), func() app.UI {
			return kit.Fold("settle-more", "And "+format.Count(len(rows)-first)+" more", app.Ul().Class("settle-list").Body(rows[first:]...))
		}),
	)
}

// row is one of them. The best remedy of the first is the main button while the fit waits for it.
func (v *settle) row(i api.Issue, first bool) app.UI {
	look := kit.Either(v.Pending && first, "main", "")
	if i.Kind == api.IssueRoles && v.Opened != nil {
		return v.roles(i, look)
	}
	return app.Li().Class("settle-row").ID("settle-"+i.Key()).Body(
		app.Div().Class("settle-text").Body(
			app.Span().Text(format.Visible(i.Text)),
			kit.When(i.Effect != "", app.Span().Class("settle-effect").Text(i.Effect))),
		app.Div().Class("row settle-remedies").Body(remedies(&i, look, true, v.Locked)...),
	)
}

// roles asks how the table is laid out: the guess says its first answers as they are understood, and a click takes another.
func (v *settle) roles(i api.Issue, look string) app.UI {
	read := &v.Opened.Read
	return app.Li().Class("settle-row").ID("settle-"+i.Key()).Body(
		app.Div().Class("settle-text").Body(
			app.P().Class("settle-ask").Text("Is this right?"),
			app.If(len(read.First) > 0, func() app.UI {
				says := understood
				if read.Compares() {
					says = preferred
				}
				return app.Ul().Class("understood").ID("understood").Body(says(read.First)...)
			}),
			app.Span().Class("settle-why").Text(format.Visible(i.Text))),
		app.Div().Class("row settle-remedies").Body(remedies(&i, look, true, v.Locked)...),
		app.Div().Class("settle-layout").Body(
			app.If(len(read.Questions) > 1, func() app.UI { return questions("settle-question", read, v.Locked) }),
			kit.Either[app.UI](read.Compares(), v.otherwise(), layouts("settle-layout", read.Laid(), v.Locked)),
		),
	)
}

// otherwise are the ways to read comparisons in which a guess may be wrong.
func (v *settle) otherwise() app.UI {
	read := &v.Opened.Read
	turn := model.SetOption{Of: api.RoleLabels, Option: "reversed", Text: kit.Either(read.Reversed, "no", "yes")}
	return app.Div().Class("row").Body(
		kit.Button("settle-reversed", "small", "", "The other way round", turn).Disabled(v.Locked),
		kit.When(read.Pairs(), kit.Button("settle-pairs", "small", "", "Take each pair as a task",
			model.SetKind{Name: api.KindComparisons, ID: "settle-pairs"}).Disabled(v.Locked)))
}

// preferred says in a sentence each which item of a pair is better, or how items were ranked.
func preferred(answers []api.Answer) (all []app.UI) {
	name := func(text string) app.UI { return app.B().Text(format.Visible(cmp.Or(text, "someone"))) }
	for _, a := range answers {
		switch {
		case a.Task == "":
			all = append(all, app.Li().Body(name(a.Worker), app.Text(" ranks "), name(a.Label)))
		case a.Times > 0:
			all = append(all, app.Li().Body(app.Text("In "), name(a.Task), app.Text(", "), name(a.Label),
				app.Text(" won "+format.Plural(a.Times, "time"))))
		case a.Label == api.Tie:
			all = append(all, app.Li().Body(name(a.Worker), app.Text(" calls "), name(a.Task), app.Text(" a tie")))
		default:
			all = append(all, app.Li().Body(name(a.Worker), app.Text(" prefers "), name(a.Label), app.Text(" in "), name(a.Task)))
		}
	}
	return all
}

// understood says answers in a sentence each.
func understood(answers []api.Answer) (all []app.UI) {
	name := func(text string) app.UI { return app.B().Text(format.Visible(cmp.Or(text, "someone"))) }
	for _, a := range answers {
		if a.Times > 0 {
			all = append(all, app.Li().Body(name(a.Task), app.Text(" was called "), name(a.Label), app.Text(" "+format.Plural(a.Times, "time"))))
			continue
		}
		all = append(all, app.Li().Body(name(a.Worker), app.Text(" says "), name(a.Task), app.Text(" is "), name(a.Label)))
	}
	return all
}

// layouts asks what a row of the table is, with a picture of each layout.
func layouts(id, chosen string, locked bool) app.UI {
	x := api.OptionOf("layout")
	var all []app.UI
	for _, l := range x.Values {
		m := model.SetOption{Of: api.RoleLabels, Option: x.Name, Text: l.Name}
		all = append(all, app.Label().Class("layout").Body(
			app.Input().Type("radio").Name(id).ID(id+"-"+l.Name).Value(l.Name).Checked(l.Name == chosen).Disabled(locked).
				Aria("label", x.Title+" "+l.Title+": "+l.Help).
				OnChange(kit.SendsTick(func(bool) model.Msg { return m })),
			layoutPicture(l.Name),
			app.Span().Class("layout-title").Text(l.Title), app.Span().Class("layout-help").Text(l.Help)))
	}
	return app.FieldSet().Class("layouts").Body(append([]app.UI{app.Legend().Text(x.Title)}, all...)...)
}

// layoutPicture draws a table, its cells in the colours of what they hold.
func layoutPicture(layout string) app.UI {
	const size, cell, gap = 3, 12., 2.
	var body []app.UI
	for row := range size {
		for column := range size {
			body = append(body, kit.Box("layout-"+holds(layout, row, column), float64(column)*(cell+gap), float64(row)*(cell+gap), cell, cell))
		}
	}
	const side = size*(cell+gap) - gap
	return kit.HiddenChart(chart.Size{W: side, H: side}, "layout-picture", body)
}

// holds is the role of what a cell of such a table holds; "none": it heads a column.
func holds(layout string, row, column int) string {
	first, top := "task", "worker" // of the first column and of the first row
	switch layout {
	case api.LayoutRows:
		if row == 0 {
			return "none"
		}
		return []string{"task", "worker", "label"}[column]
	case api.LayoutPeople:
		first, top = top, first
	case api.LayoutCounts:
		top = "label"
	}
	switch {
	case row == 0 && column == 0:
		return "none"
	case row == 0:
		return top
	case column == 0:
		return first
	case layout == api.LayoutCounts:
		return "count"
	}
	return "label"
}

// remedies are the buttons that settle an issue. Only in the strip do they have ids.
func remedies(i *api.Issue, look string, strip, locked bool) (all []app.UI) {
	for n, r := range i.Remedies {
		id := "settle-" + i.Key() + "-" + r.Do
		switch {
		case r.Do == api.DoConfirm:
			id = "confirm-roles"
		case strip && r.Do == api.DoWorker: // there may be several
			id += "-" + r.With
		case !strip:
			id = ""
		}
		class := kit.Either(n == 0 && look != "", look, "small")
		if r.Do == api.DoKeep && i.Kind != api.IssueRoles {
			class = "small quiet"
		}
		b := kit.Button(id, class, kit.Either(r.Do == api.DoList, "download", ""), r.Title, model.Settle{Issue: i.Key(), Remedy: r})
		all = append(all, b.Disabled(locked))
	}
	return all
}

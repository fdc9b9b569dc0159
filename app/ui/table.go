package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/core/wire"
)

// tableView is a page of a result table: sorted by its headers, filtered,
// turned; a click on a row opens it.
type tableView struct {
	app.Compo
	pieces
	Kind    string
	Table   model.Table
	Classes []wire.Share // to filter by; nil: no such filter
	Review  bool         // tasks can be reviewed
	Judge   bool         // workers can be judged by what all others say
	Marked  []int        // rows that the user has changed
	Inner   bool         // it is a part of a view
}

// CompoID keeps the two tables apart, so that one never takes over the fields
// of the other.
func (t *tableView) CompoID() string { return t.Kind }

// pieceRows is how many rows are drawn in one piece.
const pieceRows = 10

// nouns of the rows.
func noun(kind string) string {
	if kind == model.ViewWorkers {
		return "worker"
	}
	return "task"
}

func (t *tableView) Render() app.UI {
	page := t.Table.Page
	view := app.Div().Class("table-view")
	if !t.Inner {
		view = view.ID("panel-"+t.Kind).Role("tabpanel").Aria("labelledby", "tab-"+t.Kind)
	}
	return view.Body(
		t.filters(),
		app.If(page == nil, func() app.UI {
			return app.P().Class("table-wait").Text("Fetching the rows …")
		}).Else(func() app.UI { return t.rows(page) }),
		app.If(page != nil, func() app.UI { return t.pager(page) }),
	)
}

func (t *tableView) filters() app.UI {
	id := t.Kind + "-filter"
	var labels []string
	labels = append(labels, "", "all labels")
	for _, c := range t.Classes {
		labels = append(labels, "="+c.Class, c.Class)
	}
	chosen := ""
	if t.Table.Query.Label != "" {
		chosen = "=" + t.Table.Query.Label
	}
	return app.Div().Class("filters").Role("search").Body(
		app.Div().Class("search").Body(
			icon("search"),
			app.Label().For(id).Class("hidden").Text("Search "+noun(t.Kind)+"s by name"),
			app.Input().Type("search").ID(id).Placeholder("Search "+noun(t.Kind)+"s").AutoComplete(false).Spellcheck(false).
				Value(t.Table.Query.Filter).
				OnInput(sendsText(func(v string) model.Msg { return model.Filter{Table: t.Kind, Text: v} })),
		),
		app.If(t.Classes != nil, func() app.UI {
			return app.Div().Class("choice").Body(
				app.Label().For("tasks-label").Text("Label"),
				app.Select().ID("tasks-label").
					OnChange(sendsText(func(v string) model.Msg { return model.FilterLabel{Label: strings.TrimPrefix(v, "=")} })).
					Body(options(chosen, labels...)...),
			)
		}),
		app.If(t.Judge, func() app.UI {
			chosen := "method"
			if t.Table.Others() {
				chosen = "others"
			}
			return app.Div().Class("choice").Body(
				app.Label().For("judge-by").Text("Judged by"),
				app.Select().ID("judge-by").
					OnChange(sendsText(func(v string) model.Msg { return model.JudgeBy{Others: v == "others"} })).
					Body(options(chosen, "method", "the method", "others", "all other workers")...),
			)
		}),
		app.If(t.Review, func() app.UI {
			return app.Button().Type("button").ID("review").Class("button").Aria("keyshortcuts", "R").
				OnClick(sends(model.StartReview{})).Text("Review the most doubtful")
		}),
	)
}

func (t *tableView) rows(page *wire.Page) app.UI {
	q := t.Table.Query
	var heads []app.UI
	for _, h := range page.Columns {
		direction, arrow := "none", ""
		if q.Sort == h.Name {
			direction, arrow = "ascending", "up"
			if q.Desc {
				direction, arrow = "descending", "down"
			}
		}
		class := "head"
		if h.Kind != "text" {
			class = "head number"
		}
		heads = append(heads, app.Th().Scope("col").Class(class).Aria("sort", direction).Body(
			app.Button().Type("button").Class("sort").OnClick(sends(model.Sort{Table: t.Kind, Column: h.Name})).Body(
				app.Text(h.Title),
				app.If(arrow != "", func() app.UI { return icon(arrow) }).
					Else(func() app.UI { return app.Span().Class("no-arrow") }),
			),
		))
	}
	var rows []app.UI
	for r, cells := range aligned(page) {
		if t.has(r/pieceRows, (len(page.Cells)-1)/pieceRows) {
			rows = append(rows, app.Tr().Body(t.cells(page, r, cells)...))
		} else {
			rows = append(rows, app.Tr().Class("row-wait").Body(app.Td().ColSpan(len(page.Columns))))
		}
	}
	if len(rows) == 0 {
		rows = append(rows, app.Tr().Body(app.Td().ColSpan(len(page.Columns)).Class("nothing").
			Text("No "+noun(t.Kind)+" matches.")))
	}
	return app.Div().Class("scroll").TabIndex(0).Role("region").Aria("label", "Table of "+noun(t.Kind)+"s").Body(
		app.Table().Class("data").ID("table-"+t.Kind).On("keydown", rowKeys).OnClick(openClicked).Body(
			app.Caption().Class("hidden").Text("Table of "+noun(t.Kind)+"s. A click on a header sorts it, a click on a name opens it."),
			app.THead().Body(app.Tr().Body(heads...)),
			app.TBody().Body(rows...),
		),
	)
}

// aligned are the cells of a page with its numbers as they are shown.
func aligned(page *wire.Page) [][]string {
	all := make([][]string, len(page.Cells))
	for r, cells := range page.Cells {
		all[r] = slices.Clone(cells)
	}
	for c, h := range page.Columns {
		if h.Kind != "number" {
			continue
		}
		column := make([]string, len(all))
		for r := range all {
			column[r] = all[r][c]
		}
		for r, text := range format.Cells(column) {
			all[r][c] = text
		}
	}
	return all
}

func (t *tableView) cells(page *wire.Page, r int, cells []string) []app.UI {
	index := page.Index[r]
	var row []app.UI
	for c, text := range cells {
		switch {
		case c == 0:
			row = append(row, app.Th().Scope("row").Body(
				opener(t.rowID(index), text), t.mark(index)))
		case page.Columns[c].Kind == "share":
			row = append(row, app.Td().Class("number share").Body(shareCell(text)...))
		case page.Columns[c].Kind == "number":
			row = append(row, app.Td().Class("number").Text(text))
		default:
			row = append(row, app.Td().Text(text))
		}
	}
	return row
}

// rowID is the id of the button that opens a row, as openClicked reads it.
func (t *tableView) rowID(index int) string {
	if t.Kind == model.ViewCompare {
		return t.Kind + "-" + model.RowID(model.ViewTasks, index)
	}
	return model.RowID(t.Kind, index)
}

// opener is the button that opens a task or a worker by its name.
func opener(id, name string) app.HTMLButton {
	b := app.Button().Class("open").ID(id)
	if short := format.Middle(name); short != name {
		return b.Title(name).Text(short)
	}
	return b.Text(name)
}

// openClicked opens what the button that was clicked stands for: its id ends in
// what model.RowID makes. The table takes the clicks of all its rows: a handler
// for each of them would cost more than all the rest of the table.
func openClicked(ctx app.Context, e app.Event) {
	button := e.Get("target").Call("closest", ".open")
	if !button.Truthy() {
		return
	}
	parts := strings.Split(button.Get("id").String(), "-")
	if len(parts) < 2 {
		return
	}
	if index, err := strconv.Atoi(parts[len(parts)-1]); err == nil {
		ctx.NewActionWithValue(action, model.Open{Kind: parts[len(parts)-2], Index: index, From: button.Get("id").String()})
	}
}

// shareCell is a share with its bar.
func shareCell(text string) []app.UI {
	share, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return []app.UI{app.Text(text)}
	}
	return []app.UI{app.Progress().Value(share).Aria("hidden", true), app.Text(text)}
}

func (t *tableView) pager(page *wire.Page) app.UI {
	first, last := page.From+1, page.From+len(page.Cells)
	text := fmt.Sprintf("%s to %s of %s", format.Count(first), format.Count(last), format.Plural(page.Matching, noun(t.Kind)))
	if page.Matching == 0 {
		text = "none of " + format.Plural(page.Total, noun(t.Kind))
	} else if page.Matching < page.Total {
		text += " that match (" + format.Count(page.Total) + " in all)"
	}
	turn := func(id, name, image string, from int, off bool) app.UI {
		return app.Button().Type("button").Class("button button-small").ID(t.Kind+"-"+id).Aria("label", name).Disabled(off).
			OnClick(sends(model.Turn{Table: t.Kind, From: from})).Body(icon(image))
	}
	end := (max(page.Matching, 1) - 1) / model.PageSize * model.PageSize
	return app.Nav().Class("pager").Aria("label", "Pages of the table").Body(
		turn("previous", "Previous page", "back", page.From-model.PageSize, page.From == 0),
		app.Span().Class("pager-text").Aria("live", "polite").Text(text),
		turn("next", "Next page", "next", page.From+model.PageSize, page.From >= end),
	)
}

package views

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// rows are the tasks or the workers of a result.
type rows struct {
	Kind    string
	Table   model.Table
	Classes []wire.Share // to filter by; nil: no such filter
	Review  bool         // tasks can be reviewed
	Judge   bool         // workers can be judged by what all others say
	Marked  []int        // rows that the user has changed
}

func tasksOf(s model.State) Shown {
	var marked []int
	for _, v := range s.Amend.Review {
		marked = append(marked, v.Task)
	}
	return rows{Kind: model.ViewTasks, Table: s.Tasks, Classes: s.Result.Classes, Review: s.CanReview(), Marked: marked}
}

func workersOf(s model.State) Shown {
	return rows{Kind: model.ViewWorkers, Table: s.Workers, Judge: s.CanJudge(), Marked: s.Amend.Exclude}
}

func (r rows) Draw() app.UI { return &tableView{Of: r} }

// tableView is a page of a result table: sorted by its headers, filtered,
// turned; a click on a row opens it.
type tableView struct {
	app.Compo
	pieces
	Of    rows
	Inner bool // it is a part of a view
}

// CompoID keeps the two tables apart, so that one never takes over the fields
// of the other.
func (t *tableView) CompoID() string { return t.Of.Kind }

// pieceRows is how many rows are drawn in one piece.
const pieceRows = 10

func (t *tableView) Render() app.UI {
	page := t.Of.Table.Page
	view := app.Div().Class("table-view")
	if !t.Inner {
		view = view.ID("panel-"+t.Of.Kind).Role("tabpanel").Aria("labelledby", "tab-"+t.Of.Kind)
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
	id := t.Of.Kind + "-filter"
	var labels []string
	labels = append(labels, "", "all labels")
	for _, c := range t.Of.Classes {
		labels = append(labels, "="+c.Class, c.Class)
	}
	chosen := ""
	if t.Of.Table.Query.Label != "" {
		chosen = "=" + t.Of.Table.Query.Label
	}
	return app.Div().Class("filters").Role("search").Body(
		app.Div().Class("search").Body(
			kit.Icon("search"),
			app.Label().For(id).Class("hidden").Text("Search "+kit.Noun(t.Of.Kind)+"s by name"),
			app.Input().Type("search").ID(id).Placeholder("Search "+kit.Noun(t.Of.Kind)+"s").AutoComplete(false).Spellcheck(false).
				Value(t.Of.Table.Query.Filter).
				OnInput(kit.SendsText(func(v string) model.Msg { return model.Filter{Table: t.Of.Kind, Text: v} })),
		),
		app.If(t.Of.Classes != nil, func() app.UI {
			return app.Div().Class("choice").Body(
				app.Label().For("tasks-label").Text("Label"),
				app.Select().ID("tasks-label").
					OnChange(kit.SendsText(func(v string) model.Msg { return model.FilterLabel{Label: strings.TrimPrefix(v, "=")} })).
					Body(kit.Options(chosen, labels...)...),
			)
		}),
		app.If(t.Of.Judge, func() app.UI {
			chosen := "method"
			if t.Of.Table.Others() {
				chosen = "others"
			}
			return app.Div().Class("choice").Body(
				app.Label().For("judge-by").Text("Judged by"),
				app.Select().ID("judge-by").
					OnChange(kit.SendsText(func(v string) model.Msg { return model.JudgeBy{Others: v == "others"} })).
					Body(kit.Options(chosen, "method", "the method", "others", "all other workers")...),
			)
		}),
		app.If(t.Of.Review, func() app.UI {
			return app.Button().Type("button").ID("review").Class("button").Aria("keyshortcuts", "R").
				OnClick(kit.Sends(model.StartReview{})).Text("Review the most doubtful")
		}),
	)
}

func (t *tableView) rows(page *wire.Page) app.UI {
	q := t.Of.Table.Query
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
			app.Button().Type("button").Class("sort").OnClick(kit.Sends(model.Sort{Table: t.Of.Kind, Column: h.Name})).Body(
				app.Text(h.Title),
				app.If(arrow != "", func() app.UI { return kit.Icon(arrow) }).
					Else(func() app.UI { return app.Span().Class("no-arrow") }),
			),
		))
	}
	var rows []app.UI
	for r, cells := range aligned(page) {
		if t.Has(r/pieceRows, (len(page.Cells)-1)/pieceRows) {
			rows = append(rows, app.Tr().Body(t.cells(page, r, cells)...))
		} else {
			rows = append(rows, app.Tr().Class("row-wait").Body(app.Td().ColSpan(len(page.Columns))))
		}
	}
	if len(rows) == 0 {
		rows = append(rows, app.Tr().Body(app.Td().ColSpan(len(page.Columns)).Class("nothing").
			Text("No "+kit.Noun(t.Of.Kind)+" matches.")))
	}
	return app.Div().Class("scroll").TabIndex(0).Role("region").Aria("label", "Table of "+kit.Noun(t.Of.Kind)+"s").Body(
		app.Table().Class("data").ID("table-"+t.Of.Kind).On("keydown", kit.RowKeys).OnClick(kit.OpenClicked).Body(
			app.Caption().Class("hidden").Text("Table of "+kit.Noun(t.Of.Kind)+"s. A click on a header sorts it, a click on a name opens it."),
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
				kit.Opener(t.rowID(index), text), t.mark(index)))
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
	if t.Of.Kind == model.ViewCompare {
		return t.Of.Kind + "-" + model.RowID(model.ViewTasks, index)
	}
	return model.RowID(t.Of.Kind, index)
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
	text := fmt.Sprintf("%s to %s of %s", format.Count(first), format.Count(last), format.Plural(page.Matching, kit.Noun(t.Of.Kind)))
	if page.Matching == 0 {
		text = "none of " + format.Plural(page.Total, kit.Noun(t.Of.Kind))
	} else if page.Matching < page.Total {
		text += " that match (" + format.Count(page.Total) + " in all)"
	}
	turn := func(id, name, image string, from int, off bool) app.UI {
		return app.Button().Type("button").Class("button button-small").ID(t.Of.Kind+"-"+id).Aria("label", name).Disabled(off).
			OnClick(kit.Sends(model.Turn{Table: t.Of.Kind, From: from})).Body(kit.Icon(image))
	}
	end := (max(page.Matching, 1) - 1) / model.PageSize * model.PageSize
	return app.Nav().Class("pager").Aria("label", "Pages of the table").Body(
		turn("previous", "Previous page", "back", page.From-model.PageSize, page.From == 0),
		app.Span().Class("pager-text").Aria("live", "polite").Text(text),
		turn("next", "Next page", "next", page.From+model.PageSize, page.From >= end),
	)
}

// mark says beside a name what the user has changed about it.
func (t *tableView) mark(index int) app.UI {
	if !slices.Contains(t.Of.Marked, index) {
		return nil
	}
	text := "judged by you"
	if t.Of.Kind == model.ViewWorkers {
		text = "left out"
	}
	return app.Span().Class("chip").Text(text)
}

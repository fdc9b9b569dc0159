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
	"concord/core/api"
)

// rows are the table of a view, such as the tasks or the workers of a result.
type rows struct {
	Kind    string // the view
	Table   model.Table
	Classes []api.Share // to filter by; nil: no such filter
	Review  bool        // tasks can be reviewed
	Label   bool        // there are tasks that nobody labelled
	Look    int         // how many labels to look at; 0: nothing shows where to look
	Ties    bool        // there are some
	Truth   bool        // the truth of some tasks is known
	Worker  string      // whose disagreements are listed
	Judge   bool        // there is more to see of workers than what matters
	Going   string      // how far the review has got that was closed before its end; empty: none was
	Sealed  bool        // a review shows nothing of what anybody says
	By      string      // who reviews so
	Marked  []int       // rows that the user has changed
	View    bool        // it is a view of its own, not a part of one
	Nouns   api.Nouns

	before, beforeLabel string // what all names and all labels begin with, and is left out
}

func tasksOf(s model.State) Shown {
	var marked []int
	for _, v := range slices.Concat(s.Amend.Review, s.Amend.Checked) {
		marked = append(marked, v.Task)
	}
	table := s.Tables[model.ViewTasks]
	r := rows{Kind: model.ViewTasks, Table: table, Classes: s.Result.Classes, Marked: marked, View: true, Nouns: s.Answers().Nouns(),
		Review: s.CanReview(), Label: s.CanLabel()}
	if r.Review {
		r.Ties, r.Sealed, r.By = s.Result.Ties > 0, s.Looking.Sealed, s.Looking.Reviewer
		if p := s.Looking.Paused; p != nil {
			at, of := p.ReviewPlace(-1)
			r.Going = format.Count(at) + " of " + format.Count(of)
		}
		r.Look, r.Worker = s.LookAt(), s.Looking.Worker
		r.Truth = s.Result.Accuracy != nil && s.Result.Accuracy.Evaluated > 0 || len(s.Amend.Checked) > 0
	}
	return r
}

// pieceRows is how many rows are drawn in one piece.
const pieceRows = 10

// draw shows a page of a result table: it can be sorted, filtered and turned, and a click on a row opens it.
func (t rows) draw(v *view) app.UI {
	place := app.Div().Class("table-view")
	if t.View {
		place = kit.Panel(t.Kind, "table-view")
	}
	page := t.Table.Page
	if t.Sealed {
		return place.Body(t.filters(), t.sealed())
	}
	if page == nil {
		return place.Body(t.filters(), app.P().Class("table-wait").Text("Loading …"))
	}
	t.apart(page)
	note := strings.TrimSpace(format.CommonNote(t.noun(), t.before) + " " + format.CommonNote(t.Nouns.Usual().Answer, t.beforeLabel))
	return place.Body(t.filters(), t.finding(page), kit.Muted(note), t.table(page, v), t.pager(page), terms(page))
}

// apart finds what the names of the page begin with, and the labels: it is said once.
func (t *rows) apart(page *api.Page) {
	var names, labels []string
	for _, cells := range page.Cells {
		names = append(names, cells[0])
	}
	for _, c := range t.Classes {
		labels = append(labels, c.Class)
	}
	t.before, t.beforeLabel = format.Common(names), format.Common(labels)
}

// terms lead to what the figures of a table mean.
func terms(page *api.Page) app.UI {
	var titles []string
	for _, h := range page.Columns {
		titles = append(titles, h.Title)
	}
	return kit.Terms(titles...)
}

// noun is what a row is.
func (t rows) noun() string { return model.ViewOf(t.Kind).Noun(t.Nouns.Usual()) }

func (t rows) filters() app.UI {
	id, nouns := t.Kind+"-filter", t.noun()+"s"
	judge := "method"
	if t.Table.Others() {
		judge = "others"
	}
	return app.Div().Class("filters").Role("search").Body(
		app.Div().Class("search").Body(
			kit.Icon("search"),
			app.Label().For(id).Class("hidden").Text("Search "+nouns+" by name"),
			app.Input().Type("search").ID(id).Placeholder("Search "+nouns).AutoComplete(false).Spellcheck(false).Value(t.Table.Query.Filter).
				OnInput(kit.SendsText(func(v string) model.Msg { return model.Filter{Table: t.Kind, Text: v} })),
		),
		app.If(t.Classes != nil, func() app.UI {
			return kit.ClassChoice("tasks-label", "Label", t.Table.Query.Label, "all labels", t.Classes,
				func(class string) model.Msg { return model.FilterLabel{Label: class} })
		}),
		kit.When(t.Judge, kit.Choice("judge-by", "Columns", judge, []string{"method", "summary", "others", "all figures"},
			func(v string) model.Msg { return model.JudgeBy{Others: v == "others"} })),
		app.If(t.Review, func() app.UI { return t.only() }),
		kit.When(t.Kind == model.ViewTasks, kit.Choose("images", "", "Add images").Title("Or drop them anywhere on the page")),
		kit.When(t.Label, kit.Button("label-more", "", "", "Label more tasks", model.StartLabelling{})),
		kit.When(t.Review, kit.Button("review", "", "", t.reviews(), model.StartReview{}).Aria("keyshortcuts", "R")),
		kit.When(t.Going != "", kit.Button("review-continue", "", "", "Continue ("+t.Going+")", model.ContinueReview{})),
		app.If(t.Review, func() app.UI {
			return kit.Tick("sealed", "Sealed", t.Sealed, func(on bool) model.Msg { return model.SetSealed{On: on} })
		}),
		kit.When(t.Review && !t.Sealed && len(t.Marked) > 0,
			kit.Button("save-gold", "", "download", "Save "+format.Plural(len(t.Marked), "verdict"), model.Download{What: api.FileGold})),
	)
}

// sealed stands in place of the labels in a sealed review, whose verdicts are saved under the name of the reviewer.
func (t rows) sealed() app.UI {
	return app.Div().Class("sealed").Body(
		app.P().Text("Labels, probabilities and votes are hidden, so that your review is your own. Tasks come in the order of the file."),
		app.Div().Class("choice").Body(
			app.Label().For("reviewer").Text("Your name"),
			app.Input().Type("text").ID("reviewer").AutoComplete(false).Spellcheck(false).Value(t.By).
				OnInput(kit.SendsText(func(text string) model.Msg { return model.SetReviewer{Name: text} })),
			kit.Button("save-gold", "", "download", "Save "+format.Plural(len(t.Marked), "verdict"), model.Download{What: api.FileGold}).
				Disabled(len(t.Marked) == 0),
		),
		kit.Muted("The file is called after you. Drop it together with another reviewer’s to see where you disagree."),
	)
}

// reviews names the button that starts a review.
func (t rows) reviews() string {
	switch p := t.Table.Page; {
	case t.Table.Query.Narrowed() && p != nil && p.Matching > 0:
		return "Review " + kit.Either(p.Matching == 1, "it", "these "+format.Count(p.Matching))
	case t.Look > 0:
		return "Review the " + format.Count(t.Look) + " least certain"
	}
	return "Review what workers disagree on"
}

// head heads a column, and sorts it when it is clicked.
func (t rows) head(h api.Heading) app.HTMLTh {
	q := t.Table.Query
	if h.Kind == "content" {
		return kit.Head(h.Title)
	}
	return kit.SortHead(t.Kind+"-"+h.Name, together(h.Title), h.Kind != "text", q.Sort == h.Name, q.Desc,
		model.Sort{Table: t.Kind, Column: h.Name})
}

func (t rows) table(page *api.Page, v *view) app.UI {
	var heads []app.UI
	var titles []string
	for _, h := range page.Columns {
		heads, titles = append(heads, t.head(h)), append(titles, h.Title)
	}
	table := func(id, caption string, heads, rows []app.UI) app.HTMLTable {
		return kit.Records("data", id, caption, heads, rows)
	}
	return t.drawn(page, v, table, ". A header sorts it, a name opens it.", heads, titles, t.cells)
}

// drawn draws a table piece by piece; cells makes those of a row.
func (t rows) drawn(page *api.Page, v *view, table func(id, caption string, heads, rows []app.UI) app.HTMLTable, help string,
	heads []app.UI, titles []string, cells func(page *api.Page, r int, cells []string) []app.UI) app.UI {
	noun := t.noun()
	var rows []app.UI
	for r, texts := range aligned(page) {
		if v.Has(r/pieceRows, (len(page.Cells)-1)/pieceRows) {
			rows = append(rows, kit.Record(titles, cells(page, r, texts)...))
		} else {
			rows = append(rows, kit.Record(titles, app.Td().ColSpan(len(heads))).Class("row-wait"))
		}
	}
	if len(rows) == 0 {
		rows = append(rows, kit.Record(titles, kit.Cell("No "+noun+" matches.").ColSpan(len(heads)).Class("nothing")))
	}
	label := "Table of " + noun + "s"
	return kit.Scroll(label, table("table-"+t.Kind, label+help, heads, rows).On("keydown", kit.RowKeys).OnClick(kit.OpenClicked))
}

// aligned are the cells of a page with its numbers as they are shown.
func aligned(page *api.Page) [][]string {
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

func (t rows) cells(page *api.Page, r int, cells []string) []app.UI {
	index := page.Index[r]
	var row []app.UI
	for c, text := range cells {
		switch {
		case c == 0:
			row = append(row, app.Th().Scope("row").Body(t.name(page.From+r, index, text), t.mark(index)))
		case page.Columns[c].Kind == "share":
			row = append(row, app.Td().Class("number share").Body(shareCell(text)...))
		case page.Columns[c].Kind == "number":
			row = append(row, kit.NumberCell(text))
		case page.Columns[c].Kind == "content":
			row = append(row, app.Td().Body(app.Div().Class("saw").Dir("auto").Text(text)))
		default:
			row = append(row, kit.Cell(strings.TrimPrefix(text, t.beforeLabel)))
		}
	}
	return row
}

// name is the name of the row in that place, a button if it opens something. Several rows of a table
// may open the same.
func (t rows) name(place, index int, text string) app.UI {
	switch opens := model.ViewOf(t.Kind).Opens; opens {
	case "":
		return kit.Name(text)
	case t.Kind:
		return kit.ShortOpener(model.RowID(opens, index), text, text[len(t.before):])
	default:
		return kit.Opener(fmt.Sprintf("%s-%d-%s", t.Kind, place, model.RowID(opens, index)), text)
	}
}

// shareCell is a share with its bar.
func shareCell(text string) []app.UI {
	share, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return []app.UI{app.Text(kit.OrDash(text))}
	}
	return []app.UI{app.Progress().Value(share).Aria("hidden", true), app.Text(format.Percent(share))}
}

func (t rows) pager(page *api.Page) app.UI {
	first, last, noun := page.From+1, page.From+len(page.Cells), t.noun()
	text := fmt.Sprintf("%s to %s of %s", format.Count(first), format.Count(last), format.Plural(page.Matching, noun))
	if page.Matching == 0 {
		text = "none of " + format.Plural(page.Total, noun)
	} else if page.Matching < page.Total {
		text += " that match (" + format.Count(page.Total) + " in all)"
	}
	end := (max(page.Matching, 1) - 1) / model.PageSize * model.PageSize
	return kit.Pager("Pages of the table", t.Kind+"-", "page", text, page.From, model.PageSize, page.From >= end,
		func(from int) model.Msg { return model.Turn{Table: t.Kind, From: from} })
}

// mark says beside a name what the user has changed about it.
func (t rows) mark(index int) app.UI {
	if !slices.Contains(t.Marked, index) {
		return nil
	}
	text := kit.Either(t.Kind == model.ViewWorkers, "excluded", "reviewed by you")
	return app.Span().Class("chip").Text(text)
}

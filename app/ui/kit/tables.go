package kit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/format"
	"concord/app/model"
	"concord/core/api"
)

// Head heads a column of texts, which may be named by a file: all that there is of it can be seen. NumberHead heads one of numbers.
func Head(text string) app.HTMLTh { return app.Th().Scope("col").Text(format.Visible(text)) }

func NumberHead(text string) app.HTMLTh {
	return app.Th().Scope("col").Class("number").Text(text)
}

// SortHead heads a column that rows are sorted by: in one direction if they are, the other with desc. A click sends m.
func SortHead(id, title string, numbers, sorted, desc bool, m model.Msg) app.HTMLTh {
	direction, arrow := "none", app.UI(app.Span().Class("no-arrow"))
	switch {
	case sorted && desc:
		direction, arrow = "descending", Icon("down")
	case sorted:
		direction, arrow = "ascending", Icon("up")
	}
	return app.Th().Scope("col").Class(Either(numbers, "head number", "head")).Aria("sort", direction).Body(
		app.Button().Type("button").Class("sort").ID("sort-"+id).OnClick(Sends(m)).Body(app.Text(title), arrow))
}

// HiddenHead heads a column for the ear only.
func HiddenHead(text string) app.HTMLTh {
	return app.Th().Scope("col").Body(app.Span().Class("hidden").Text(text))
}

// Heads are those of several columns; a # before a title means that numbers are below.
func Heads(titles ...string) []app.UI {
	var all []app.UI
	for _, title := range titles {
		if title, numbers := strings.CutPrefix(title, "#"); numbers {
			all = append(all, NumberHead(title))
		} else {
			all = append(all, Head(title))
		}
	}
	return all
}

// Row is a row of a table.
func Row(cells ...app.UI) app.HTMLTr { return app.Tr().Body(cells...) }

// RowHead is the cell that names a row.
func RowHead(text string) app.HTMLTh { return app.Th().Scope("row").Text(format.Visible(text)) }

// Cell is a cell with a text, NumberCell one with a number.
func Cell(text string) app.HTMLTd { return app.Td().Text(format.Visible(text)) }

func NumberCell(text string) app.HTMLTd { return app.Td().Class("number").Text(text) }

// NumberRow is a row of numbers with a name.
func NumberRow(name string, numbers ...string) app.HTMLTr {
	return Row(append([]app.UI{RowHead(name)}, NumberCells(numbers...)...)...)
}

// NumberCells are cells with numbers.
func NumberCells(numbers ...string) []app.UI {
	var cells []app.UI
	for _, text := range numbers {
		cells = append(cells, NumberCell(text))
	}
	return cells
}

// Table is a table with a caption for the ear; the caption may be empty.
func Table(class, id, caption string, heads, rows []app.UI) app.HTMLTable {
	var hidden app.UI
	if caption != "" {
		hidden = app.Caption().Class("hidden").Text(caption)
	}
	return app.Table().Class(class).ID(id).Body(hidden, app.THead().Body(Row(heads...)), app.TBody().Body(rows...))
}

// Records is a table whose rows are laid out below each other where there is no room for columns. Its rows are made by
// Record.
func Records(class, id, caption string, heads, rows []app.UI) app.HTMLTable {
	return stacked("data-records "+class, id, caption, heads, rows)
}

// Cards is a table like Records whose rows are cards there.
func Cards(id, caption string, heads, rows []app.UI) app.HTMLTable {
	return stacked("data data-cards", id, caption, heads, rows)
}

// stacked is a table that its roles keep one for the ear however it is laid out.
func stacked(class, id, caption string, heads, rows []app.UI) app.HTMLTable {
	for _, h := range heads {
		h.(app.HTMLTh).Role("columnheader")
	}
	return app.Table().Class(class).ID(id).Role("table").Body(
		app.Caption().Class("hidden").Text(caption),
		app.THead().Role("rowgroup").Body(Row(heads...).Role("row")),
		app.TBody().Role("rowgroup").Body(rows...),
	)
}

// Record is a row of Records: each cell says by itself what it is of. The titles are as for Heads.
func Record(titles []string, cells ...app.UI) app.HTMLTr {
	for n, cell := range cells {
		switch cell := cell.(type) {
		case app.HTMLTh:
			cell.Role("rowheader")
		case app.HTMLTd:
			cell.Role("cell").DataSet("head", strings.TrimPrefix(titles[n], "#"))
		}
	}
	return Row(cells...).Role("row")
}

// Scroll is a box that scrolls sideways by itself, ShortScroll one that is also low.
func Scroll(label string, body app.UI) app.HTMLDiv {
	return app.Div().Class("scroll").TabIndex(0).Role("region").Aria("label", label).Body(body)
}

func ShortScroll(label string, body app.UI) app.HTMLDiv {
	return app.Div().Class("scroll scroll-short").TabIndex(0).Role("region").Aria("label", label).Body(body)
}

// FigureTable is a table of figures that scrolls by itself.
func FigureTable(id, title string, heads, rows []app.UI) app.UI {
	return ShortScroll(title, Table("data", id, title, heads, rows))
}

// FigureRecords is a FigureTable of Records.
func FigureRecords(id, title string, titles []string, rows []app.UI) app.UI {
	return ShortScroll(title, Records("data", id, title, Heads(titles...), rows))
}

// Opener is the button that opens a task or a worker by its name.
func Opener(id, name string) app.HTMLButton {
	return ShortOpener(id, name, name)
}

// ShortOpener is an Opener that shows less than the whole name.
func ShortOpener(id, name, shown string) app.HTMLButton {
	b := app.Button().Class("open").ID(id)
	name = format.Visible(name)
	if short := format.Middle(format.Visible(shown)); short != name {
		return b.Title(name).Text(short)
	}
	return b.Text(name)
}

// OpenClicked opens what the clicked button stands for: its id ends in what model.RowID makes. One handler serves
// the whole table: a handler for each row would cost more than all the rest of it.
func OpenClicked(ctx app.Context, e app.Event) {
	button := e.Get("target").Call("closest", ".open")
	if !button.Truthy() {
		return
	}
	parts := strings.Split(button.Get("id").String(), "-")
	if len(parts) < 2 {
		return
	}
	if index, err := strconv.Atoi(parts[len(parts)-1]); err == nil {
		Send(ctx, model.Open{Kind: parts[len(parts)-2], Index: index, From: button.Get("id").String()})
	}
}

// Name is a name that opens nothing.
func Name(text string) app.UI { return app.Text(format.Visible(text)) }

// Panel is what the tab of a view shows.
func Panel(view, class string) app.HTMLDiv {
	return app.Div().Class(class).ID("panel-"+view).Role("tabpanel").Aria("labelledby", "tab-"+view)
}

// RowKeys moves the focus from row to row of a table with the arrow keys.
func RowKeys(ctx app.Context, e app.Event) {
	step := ""
	switch e.Get("key").String() {
	case "ArrowDown":
		step = "nextElementSibling"
	case "ArrowUp":
		step = "previousElementSibling"
	default:
		return
	}
	row := e.Get("target").Call("closest", "tbody tr")
	if !row.Truthy() { // from the headers into the rows
		row = ctx.JSSrc().Call("querySelector", "tbody tr")
	} else {
		row = row.Get(step)
	}
	if !row.Truthy() {
		return
	}
	e.PreventDefault()
	if open := row.Call("querySelector", ".open"); open.Truthy() {
		open.Call("focus")
	}
}

// TabKeys moves from tab to tab with the arrow keys, around the ends, and with Home and End.
func TabKeys(ctx app.Context, e app.Event) {
	tabs := e.Get("target").Call("closest", "[role=tablist]").Call("querySelectorAll", "[role=tab]")
	last, at := tabs.Length()-1, 0
	for n := range tabs.Length() {
		if tabs.Index(n).Equal(e.Get("target")) {
			at = n
		}
	}
	switch e.Get("key").String() {
	case "ArrowRight":
		at = (at + 1) % (last + 1)
	case "ArrowLeft":
		at = (at + last) % (last + 1)
	case "Home":
		at = 0
	case "End":
		at = last
	default:
		return
	}
	e.PreventDefault()
	tabs.Index(at).Call("click")
}

// BarName names a bar. A long name is cut off, and whole under the mouse.
func BarName(name string) app.UI {
	th := RowHead(name).Class("bar-name")
	if len([]rune(name)) > 20 {
		th = th.Title(format.Visible(name))
	}
	return th
}

// BarRow is a bar for a share of one, with its name and its numbers.
func BarRow(name app.UI, share float64, numbers ...string) app.HTMLTr {
	return Row(append([]app.UI{name, app.Td().Class("bar-place").Body(Meter(share))}, NumberCells(numbers...)...)...)
}

// Bars is a table of bars. Its heads are for the ear.
func Bars(class string, heads, rows []app.UI) app.HTMLTable {
	return app.Table().Class(class).Body(app.THead().Class("hidden").Body(Row(heads...)), app.TBody().Body(rows...))
}

// BarTable is a table of bars with their numbers and shares.
func BarTable(what string, rows ...app.UI) app.UI {
	return Bars("bars", Heads("Which", "Bar", what, "Share"), rows)
}

// barClasses is how many classes a chart of them shows.
const barClasses = 12

// ClassBars shows how often each class comes: in the order given if they are ordered, else the most common first; of many, those that are
// most common. The bars share a scale from 0, which stands below them. what is what is counted, and all how many there are.
func ClassBars(what string, classes []api.Share, all int, ordered bool) app.UI {
	names, most := make([]string, len(classes)), 1
	for k, c := range classes {
		names[k], most = c.Class, max(most, c.Tasks)
	}
	common, note := format.Common(names), ""
	shown := slices.Clone(classes)
	byCount := func(a, b api.Share) int { return b.Tasks - a.Tasks }
	if !ordered || len(shown) > barClasses {
		slices.SortStableFunc(shown, byCount)
	}
	if len(shown) > barClasses {
		shown = shown[:barClasses]
		note = "The " + format.Count(barClasses) + " most common of " + format.Count(len(classes)) + " classes; classes.csv has them all. "
	}
	ticks := chart.Ticks(0, float64(most), 4)
	top := int(ticks[len(ticks)-1])
	var rows []app.UI
	for _, c := range shown {
		share := format.Percent(Share(c.Tasks, all))
		noun := strings.ToLower(strings.TrimSuffix(what, "s"))
		says := format.Quoted(c.Class) + ": " + format.Count(c.Tasks) + " of " + format.Plural(all, noun) + " (" + share + ")"
		rows = append(rows, BarRow(BarName(c.Class[len(common):]), Share(c.Tasks, top), format.Count(c.Tasks), share).Title(says))
	}
	axis := app.Td().Class("bar-place").Body(app.Div().Class("bar-axis").Body(
		app.Span().Text("0"), app.Span().Text(what), app.Span().Text(format.Count(top))))
	rows = append(rows, Row(app.Td(), axis, app.Td(), app.Td()).Aria("hidden", true))
	return app.Div().Body(Bars("bars bars-scaled", Heads("Class", "Bar", what, "Share"), rows), Muted(note+format.CommonNote("class", common)))
}

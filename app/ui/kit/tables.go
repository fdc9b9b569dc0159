package kit

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
)

// figureTable is a table of figures that scrolls by itself.
func FigureTable(id, title string, heads, rows []app.UI) app.UI {
	return app.Div().Class("scroll scroll-short").TabIndex(0).Role("region").Aria("label", title).Body(
		app.Table().Class("data").ID(id).Body(
			app.Caption().Class("hidden").Text(title),
			app.THead().Body(app.Tr().Body(heads...)),
			app.TBody().Body(rows...),
		))
}

// opener is the button that opens a task or a worker by its name.
func Opener(id, name string) app.HTMLButton {
	b := app.Button().Class("open").ID(id)
	if short := format.Middle(name); short != name {
		return b.Title(name).Text(short)
	}
	return b.Text(name)
}

// openClicked opens what the button that was clicked stands for: its id ends in
// what model.RowID makes. The table takes the clicks of all its rows: a handler
// for each of them would cost more than all the rest of the table.
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

// panelOf is what the tab of a view shows.
func Panel(view, class string) app.HTMLDiv {
	return app.Div().Class(class).ID("panel-"+view).Role("tabpanel").Aria("labelledby", "tab-"+view)
}

// rowKeys moves from row to row of a table with the arrow keys: the focus goes
// to what opens the row.
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

// tabKeys moves from tab to tab with the arrow keys, around the ends, and to the
// first and the last with Home and End.
func TabKeys(ctx app.Context, e app.Event) {
	step, around := "", "firstElementChild"
	switch e.Get("key").String() {
	case "ArrowRight":
		step = "nextElementSibling"
	case "ArrowLeft":
		step, around = "previousElementSibling", "lastElementChild"
	case "Home":
	case "End":
		around = "lastElementChild"
	default:
		return
	}
	e.PreventDefault()
	tab := e.Get("target").Get("parentElement").Get(around)
	if step != "" {
		if next := e.Get("target").Get(step); next.Truthy() {
			tab = next
		}
	}
	tab.Call("click")
}

// barName names a bar. A long name is cut off, and whole under the mouse.
func BarName(name string) app.UI {
	th := app.Th().Scope("row").Class("bar-name").Text(name)
	if len([]rune(name)) > 20 {
		th = th.Title(name)
	}
	return th
}

// barTable is a table of bars with their numbers and shares.
func BarTable(what string, rows ...app.UI) app.UI {
	return app.Table().Class("bars").Body(
		app.THead().Class("hidden").Body(app.Tr().Body(
			app.Th().Scope("col").Text("Which"), app.Th().Scope("col").Text("Bar"),
			app.Th().Scope("col").Text(what), app.Th().Scope("col").Text("Share"))),
		app.TBody().Body(rows...),
	)
}

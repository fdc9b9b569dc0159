package ui

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// tabKeys moves from tab to tab with the arrow keys.
func tabKeys(ctx app.Context, e app.Event) {
	step := ""
	switch e.Get("key").String() {
	case "ArrowRight":
		step = "nextElementSibling"
	case "ArrowLeft":
		step = "previousElementSibling"
	default:
		return
	}
	e.PreventDefault()
	if tab := e.Get("target").Get(step); tab.Truthy() {
		tab.Call("click")
	}
}

// rowKeys moves from row to row of a table with the arrow keys: the focus goes
// to what opens the row.
func rowKeys(ctx app.Context, e app.Event) {
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

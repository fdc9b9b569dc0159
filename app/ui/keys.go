package ui

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// tabKeys moves from tab to tab with the arrow keys, around the ends, and to the
// first and the last with Home and End.
func tabKeys(ctx app.Context, e app.Event) {
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

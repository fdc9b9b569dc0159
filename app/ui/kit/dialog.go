package kit

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
)

// Dialog is a modal dialog: the browser keeps the focus within it and closes it on Escape. kind stands above the
// title, back before both; they may be empty.
func Dialog(name, kind, title string, back app.UI, content []app.UI) app.UI {
	var kindLine app.UI
	if kind != "" {
		kindLine = app.Span().Class("dialog-kind").Text(kind)
	}
	head := app.Div().Class("dialog-head").Body(
		back,
		app.Div().Class("dialog-name").Body(kindLine, app.H2().ID(name+"-title").TabIndex(-1).Text(format.Visible(title))),
		Button("", "quiet round", "close", "", model.Close{}).Class("dialog-close").Aria("label", "Close"),
	)
	return app.Dialog().Class("dialog").ID(name).Open(true).Aria("labelledby", name+"-title").
		On("close", closed).Body(append([]app.UI{head}, content...)...)
}

// OpenDialog turns the dialog that was just drawn into a modal one.
func OpenDialog(ctx app.Context, title string) {
	e := ctx.JSSrc()
	e.Call("removeAttribute", "open") // it is open, but not modal
	e.Call("showModal")
	Focus(title)
}

// closed tells that the browser has closed the dialog by itself.
func closed(ctx app.Context, e app.Event) { Send(ctx, model.Close{}) }

// Focus moves the focus to the first of the elements that takes it.
func Focus(ids ...string) {
	for _, id := range ids {
		if e := app.Window().GetElementByID(id); id != "" && e.Truthy() {
			e.Call("focus")
			if app.Window().Get("document").Get("activeElement").Get("id").String() == id {
				return
			}
		}
	}
}

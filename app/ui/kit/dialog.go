package kit

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
)

// dialog is a modal dialog: the browser keeps the focus within it and closes it
// on Escape.
func Dialog(name string, content []app.UI) app.UI {
	return app.Dialog().Class("dialog").ID(name).Open(true).Aria("labelledby", name+"-title").
		On("close", closed).Body(content...)
}

// openDialog makes a dialog that was just drawn a modal one.
func OpenDialog(ctx app.Context, title string) {
	e := ctx.JSSrc()
	e.Call("removeAttribute", "open") // it is open, but not modal
	e.Call("showModal")
	Focus(title)
}

// closed tells that the browser has closed the dialog by itself.
func closed(ctx app.Context, e app.Event) {
	Send(ctx, model.Close{})
}

// focus moves the focus to the first of the elements that takes it.
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

func CloseButton() app.UI {
	return app.Button().Type("button").Class("button button-quiet button-round dialog-close").Aria("label", "Close").
		OnClick(Sends(model.Close{})).Body(Icon("close"))
}

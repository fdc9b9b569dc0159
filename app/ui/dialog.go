package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
)

// dialog is a modal dialog: the browser keeps the focus within it and closes it
// on Escape.
func dialog(name string, content []app.UI) app.UI {
	return app.Dialog().Class("dialog").ID(name).Open(true).Aria("labelledby", name+"-title").
		On("close", closed).Body(content...)
}

// openDialog makes a dialog that was just drawn a modal one.
func openDialog(ctx app.Context, title string) {
	e := ctx.JSSrc()
	e.Call("removeAttribute", "open") // it is open, but not modal
	e.Call("showModal")
	focus(title)
}

// closed tells that the browser has closed the dialog by itself.
func closed(ctx app.Context, e app.Event) {
	ctx.NewActionWithValue(action, model.Close{})
}

// sheetDialog lists the shortcuts.
type sheetDialog struct {
	app.Compo
	NoKeys bool
}

// OnMount opens it.
func (s *sheetDialog) OnMount(ctx app.Context) { openDialog(ctx, "sheet-title") }

func (s *sheetDialog) Render() app.UI { return dialog("sheet", s.content()) }

func (s *sheetDialog) content() []app.UI {
	var rows []app.UI
	for _, k := range model.Shortcuts() {
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Body(app.Kbd().Text(k.Keys)),
			app.Td().Text(k.Does),
		))
	}
	return []app.UI{
		app.Div().Class("dialog-head").Body(
			app.Div().Class("dialog-name").Body(app.H2().ID("sheet-title").TabIndex(-1).Text("Keyboard shortcuts")),
			closeButton(),
		),
		app.Table().Class("keys").Body(app.TBody().Body(rows...)),
		tick("single-keys", "Single-key shortcuts are on", !s.NoKeys, func(on bool) model.Msg { return model.SetKeys{On: on} }),
	}
}

package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/ui/kit"
)

// sheetDialog lists the shortcuts.
type sheetDialog struct {
	app.Compo
	NoKeys bool
}

// OnMount opens it.
func (s *sheetDialog) OnMount(ctx app.Context) { kit.OpenDialog(ctx, "sheet-title") }

func (s *sheetDialog) Render() app.UI { return kit.Dialog("sheet", s.content()) }

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
			kit.CloseButton(),
		),
		app.Table().Class("keys").Body(app.TBody().Body(rows...)),
		kit.Tick("single-keys", "Single-key shortcuts are on", !s.NoKeys, func(on bool) model.Msg { return model.SetKeys{On: on} }),
	}
}

package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/ui/kit"
)

// shortcuts are those that model.Key knows.
var shortcuts = []struct{ keys, does string }{
	{"?", "Show this list"},
	{"/", "Search the table shown"},
	{"T", "Show the tasks"},
	{"W", "Show the workers"},
	{"A", "Show how far the workers agree"},
	{"↑ ↓", "From row to row, once a row has the focus; Enter opens it"},
	{"R", "Review the labels that need a look, one after the other"},
	{"0 … 9", "In an open task: the class that shows this digit is the true one"},
	{"A", "In an open task: accept its label"},
	{"S", "In a review: skip the task"},
	{"N", "In a task: write a note; Enter ends it"},
	{"U", "Undo, as Ctrl Z; in a review (B, too): back to the last task"},
	{"N", "Next page of the table"},
	{"P", "Previous page of the table"},
	{"Ctrl Enter", "Run the method"},
	{"Ctrl Z", "Undo the last change to the data or the costs"},
	{"Esc", "Close what is on top; cancel a run"},
}

// sheetDialog lists the shortcuts.
type sheetDialog struct {
	app.Compo
	NoKeys bool
}

// OnMount opens it.
func (s *sheetDialog) OnMount(ctx app.Context) { kit.OpenDialog(ctx, "sheet-title") }

func (s *sheetDialog) Render() app.UI {
	var rows []app.UI
	for _, k := range shortcuts {
		rows = append(rows, kit.Row(app.Th().Scope("row").Body(app.Kbd().Text(k.keys)), kit.Cell(k.does)))
	}
	return kit.Dialog("sheet", "", "Keyboard shortcuts", nil, []app.UI{
		app.Table().Class("keys").Body(app.TBody().Body(rows...)),
		kit.Tick("single-keys", "Single-key shortcuts are on", !s.NoKeys, func(on bool) model.Msg { return model.SetKeys{On: on} }),
	})
}

package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/ui/kit"
)

// shortcuts are those that model.Key knows. What is in braces is the name of a view.
var shortcuts = []struct{ keys, does string }{
	{"?", "Show this list"},
	{"/", "Search the table"},
	{"T", "Go to {tasks}"},
	{"W", "Go to {workers}"},
	{"A", "Go to Agreement"},
	{"↑ ↓", "Move between rows; Enter opens one"},
	{"R", "Review the labels that are listed, or the least certain"},
	{"0 … 9", "In an open task: give the label with this digit"},
	{"A", "In an open task: keep its label"},
	{"S", "In a review: skip the task"},
	{"N", "In an open task: add a note; Enter saves it"},
	{"U", "Undo, like Ctrl Z; in a review, B too: back to the last task"},
	{"N", "Next page"},
	{"P", "Previous page"},
	{"Ctrl Enter", "Run the method"},
	{"Ctrl Z", "Undo the last change to data or costs"},
	{"Esc", "Close the top panel; cancel a run"},
}

// sheetDialog lists the shortcuts.
type sheetDialog struct {
	app.Compo
	NoKeys         bool
	Tasks, Workers string // the titles of their views
}

func sheet(s model.State) app.UI {
	title := func(view string) string { return model.ViewOf(view).TitleFor(s.Answers()) }
	return &sheetDialog{NoKeys: s.NoKeys, Tasks: title(model.ViewTasks), Workers: title(model.ViewWorkers)}
}

// OnMount opens it.
func (s *sheetDialog) OnMount(ctx app.Context) { kit.OpenDialog(ctx, "sheet-title") }

func (s *sheetDialog) Render() app.UI {
	var rows []app.UI
	titled := strings.NewReplacer("{tasks}", s.Tasks, "{workers}", s.Workers)
	for _, k := range shortcuts {
		rows = append(rows, kit.Row(app.Th().Scope("row").Body(app.Kbd().Text(k.keys)), kit.Cell(titled.Replace(k.does))))
	}
	return kit.Dialog("sheet", "", "Keyboard shortcuts", nil, []app.UI{
		app.Table().Class("keys").Body(app.TBody().Body(rows...)),
		kit.Tick("single-keys", "Single-key shortcuts", !s.NoKeys, func(on bool) model.Msg { return model.SetKeys{On: on} }),
	})
}

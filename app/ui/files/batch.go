package files

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// batchPanel asks what each of several files is, before they are opened.
func batchPanel(b *files.Batch, loaded bool) app.UI {
	var rows []app.UI
	for n, i := range b.Items {
		why, class := "Looking …", "taken-why muted"
		switch {
		case i.Fault != "":
			why, class = kit.Sentence(strings.TrimPrefix(i.Fault, i.File.Name+": ")), "taken-why taken-bad"
		case i.Why != "":
			why = kit.Sentence(i.Why)
		}
		id := fmt.Sprintf("taken-%d", n)
		rows = append(rows, app.Li().Class("taken").Body(
			app.Div().Class("taken-file").Body(
				app.Label().For(id).Class("file-name").Text(i.File.Name),
				app.Span().Class("file-facts").Text(format.Bytes(i.File.Size)),
			),
			app.Select().ID(id).Disabled(b.Recognising()).
				OnChange(kit.SendsText(func(v string) model.Msg { return model.SetTaken{Item: n, Role: v} })).
				Body(kit.Options(i.Role, takenPairs()...)...),
			app.P().Class(class).Text(why),
		))
	}
	trouble, note := b.Trouble(loaded), ""
	if n := len(b.In(wire.RoleLabels)); n > 1 {
		note = "The labels of these " + format.Count(n) + " files are put together. If no column says who gave a label, each file counts as " +
			"one worker."
	}
	if b.Recognising() {
		trouble = ""
	}
	return app.Div().Class("batch").ID("batch").Body(
		app.H3().ID("batch-title").TabIndex(-1).Class("panel-title").Text("What is in these "+format.Plural(len(b.Items), "file")+"?"),
		app.Ul().Class("taken-list").Body(rows...),
		app.If(note != "", func() app.UI { return app.P().Class("muted").Text(note) }),
		app.If(trouble != "", func() app.UI {
			return app.P().Class("missing").Role("status").Body(kit.Icon("warning"), app.Text(trouble))
		}),
		app.Div().Class("row").Body(
			app.Button().Type("button").Class("button button-main").ID("open-batch").Disabled(b.Recognising() || trouble != "").
				OnClick(kit.Sends(model.OpenBatch{})).Text("Open them"),
			app.Button().Type("button").Class("button button-quiet").OnClick(kit.Sends(model.DropBatch{})).Text("Cancel"),
		),
	)
}

// takenPairs are what a file may be.
func takenPairs() (pairs []string) {
	all := files.All()
	for _, name := range append(all[2:], wire.RoleState, wire.RoleWorkspace) { // the usual ones come first
		pairs = append(pairs, name, files.RoleOf(name).Take)
	}
	return append(pairs, "", "Leave it out")
}

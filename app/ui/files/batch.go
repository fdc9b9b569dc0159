package files

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/api"
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
				app.Label().For(id).Class("file-name").Text(format.Visible(i.File.Name)),
				app.Span().Class("file-facts").Text(format.Bytes(i.File.Size)),
			),
			kit.Select(id, i.Role, takenPairs(), func(v string) model.Msg { return model.SetTaken{Item: n, Role: v} }).
				Disabled(b.Recognising()),
			app.P().Class(class).Text(why),
		))
	}
	trouble, note := b.Trouble(loaded), ""
	if n := len(b.In(api.RoleLabels)); n > 1 {
		note = "The labels of these " + format.Count(n) + " files are combined. Without a worker column, each file counts as one worker."
	}
	if b.Recognising() {
		trouble = ""
	}
	return app.Div().Class("batch").ID("batch").Body(
		kit.PanelTitle("What is in these "+format.Plural(len(b.Items), "file")+"?").ID("batch-title").TabIndex(-1),
		app.Ul().Class("taken-list").Body(rows...),
		kit.Muted(note),
		kit.When(trouble != "", kit.Warning(trouble).Role("status")),
		app.Div().Class("row").Body(
			kit.Button("open-batch", "main", "", "Open them", model.OpenBatch{}).Disabled(b.Recognising() || trouble != ""),
			kit.Button("", "quiet", "", "Cancel", model.DropBatch{}),
		),
	)
}

// takenPairs are what a file may be.
func takenPairs() (pairs []string) {
	all := api.Roles()
	for _, r := range slices.Concat(all[2:], all[1:2], all[:1]) { // earlier fits and projects come last
		pairs = append(pairs, r.Name, r.Take)
	}
	return append(pairs, "", "Skip this file")
}

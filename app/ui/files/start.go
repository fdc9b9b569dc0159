package files

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/api"
)

// start is the page before a file of labels is there: the ways to open one.
type start struct {
	app.Compo
	files.Sources
	Batch   *files.Batch
	Pasting bool
	Running bool
	Shown   int // files that show tasks
	Own     int // labels that the user gave to them
}

func (d *start) Render() app.UI {
	return app.Section().Class("start").ID("data").Aria("labelledby", "data-title").DataSet("drop", api.RoleLabels).Body(
		app.H2().ID("data-title").TabIndex(-1).Class("hidden").Text("Open a file"),
		app.If(d.Batch != nil && d.Batch.Items != nil, func() app.UI { return batchPanel(d.Batch, false) }),
		problemPanel(d.Labels),
		problemPanel(d.Saved),
		problemPanel(d.Work),
		problemPanel(d.Recipe),
		d.zone(),
		app.If(d.Shown > 0, d.unlabelled),
		app.If(d.Pasting, pasteBox),
		app.Div().Class("besides").Body(
			&besideView{Source: d.Work, Role: api.RoleOf(api.RoleProject), Running: d.Running},
			&besideView{Source: d.Recipe, Role: api.RoleOf(api.RoleRecipe), Running: d.Running},
		),
	)
}

// zone offers the ways to open a file.
func (d *start) zone() app.UI {
	return app.Div().Class("drop").Body(
		app.Div().Class("drop-text").Body(
			kit.Icon("upload"),
			app.P().Class("drop-title").Body(
				app.Span().Class("for-mouse").Text("Drop a file of labels anywhere on this page, or several at once"),
				app.Span().Class("for-touch").Text("Choose a file of labels, or several at once"),
			),
			app.P().Class("drop-hint").Text("CSV, Excel or JSON, straight from your platform: which worker gave which task "+
				"which label, or which of two items is better. Columns are detected for you."),
		),
		app.Div().Class("drop-actions").Body(
			kit.Choose(api.RoleLabels, "main", "Choose file").Disabled(d.Running).Aria("describedby", "privacy"),
			kit.Button("paste", "", "paste", "Paste", model.Paste{Open: !d.Pasting}).Disabled(d.Running),
			kit.When(len(d.Labels.Past) > 0, kit.Button("undo", "", "undo", "Undo", model.Undo{Of: api.RoleLabels}).Disabled(d.Running)),
		),
		app.Pre().Class("drop-example").Aria("label", "Example of a file of labels").
			Text("task,worker,label\nphoto-1,ann,cat\nphoto-1,bob,cat\nphoto-1,eve,dog\nphoto-2,ann,dog\n…"),
	)
}

// unlabelled offers to label files that show tasks, and that no labels came with.
func (d *start) unlabelled() app.UI {
	says := format.Plural(d.Shown, "file") + " without labels: open the file with their labels, or label them yourself."
	return app.Form().Class("paste-box").ID("unlabelled").On("submit", func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		kit.Send(ctx, model.LabelFiles{Classes: app.Window().GetElementByID("own-classes").Get("value").String()})
	}).Body(
		app.P().Role("status").Text(says),
		app.Label().For("own-classes").Class("field-label").Text("Labels to choose from, with commas between them"),
		app.Div().Class("row").Body(
			app.Input().Type("text").ID("own-classes").Placeholder("cat, dog, neither").AutoComplete(false).Spellcheck(false),
			kit.LookButton("label-own", "main", "", kit.Either(d.Own > 0, "Resume labelling", "Label them yourself")).Type("submit"),
		),
	)
}

// pasteBox takes a table from the clipboard as text: no permission is needed.
func pasteBox() app.UI {
	return app.Form().Class("paste-box").On("submit", func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		text := app.Window().GetElementByID("paste-text").Get("value").String()
		if strings.TrimSpace(text) == "" {
			return
		}
		kit.Send(ctx, model.Pick{Role: api.RoleLabels, File: files.File{Name: "pasted.csv", Size: int64(len(text)), Handle: []byte(text)}})
	}).Body(
		app.Label().For("paste-text").Class("field-label").Text("Paste the table here, with or without a header"),
		app.Textarea().ID("paste-text").Class("paste-text").Rows(6).Attr("autocomplete", "off").Spellcheck(false).
			Placeholder("task,worker,label"),
		app.Div().Class("row").Body(
			kit.LookButton("", "main", "", "Use this table").Type("submit"),
			kit.Button("", "quiet", "", "Cancel", model.Paste{}),
		),
	)
}

// Samples offers the samples of a state.
func Samples(s model.State) app.UI {
	return &sampleList{Folded: s.Labels.Shown() != nil, Disabled: s.Run != nil}
}

// sampleList offers the samples; folded up once a file is there.
type sampleList struct {
	app.Compo
	Folded   bool
	Disabled bool
}

func (l *sampleList) Render() app.UI {
	var cards []app.UI
	for _, s := range api.Samples() {
		cards = append(cards, app.Li().Body(
			app.Button().Type("button").Class("sample").DataSet("sample", s.Name).Disabled(l.Disabled).
				OnClick(kit.Sends(model.PickSample{Name: s.Name})).Body(
				app.Span().Class("sample-title").Text(s.Title),
				app.Span().Class("sample-story").Text(s.Story),
				app.Span().Class("sample-size").Text(s.Size),
			),
		))
	}
	summary := kit.Either(l.Folded, "Open a sample instead", "No file at hand? Try a sample")
	return kit.Fold("samples", summary,
		app.Ul().ID("samples").Class("sample-grid").Body(cards...),
		simulateBox(l.Disabled),
	).Open(!l.Folded)
}

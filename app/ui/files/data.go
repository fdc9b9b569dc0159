package files

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// step is step 1: open a file, see how it was understood, mend it.
type step struct {
	app.Compo
	model.Sources
	Batch   *files.Batch
	Pasting bool
	Running bool
	Pricing pricing
	Order   ordering
}

// New returns step 1 of a state.
func New(s model.State) app.UI {
	return &step{Sources: s.Sources, Batch: s.Batch, Pasting: s.Pasting, Running: s.Run != nil, Order: orderOf(s), Pricing: pricingOf(s)}
}

func (d *step) Render() app.UI {
	shown := d.Labels.Shown()
	class := kit.Either(shown != nil, "step step-loaded", "step")
	return kit.Step(class, "data", "data-title", "1", "Data",
		app.If(d.Batch != nil && d.Batch.Items != nil, func() app.UI { return batchPanel(d.Batch, d.Labels.Opened != nil) }),
		problemPanel(d.Labels),
		d.zone(shown != nil),
		app.If(d.Pasting, pasteBox),
		app.If(shown != nil, func() app.UI { return newFileView(d.Labels, d.Running) }),
		&orderView{Order: d.Order},
		app.Div().Class("besides").Body(d.besides()...),
		&sampleList{Folded: shown != nil, Disabled: d.Running},
	).DataSet("drop", wire.RoleLabels)
}

// zone offers the ways to open a file. The input stays in place whatever is loaded, for scripts and the keyboard.
func (d *step) zone(loaded bool) app.UI {
	class, choose := "drop", "Choose file"
	if loaded {
		class, choose = "drop drop-small", "Another file"
	}
	return app.Div().Class(class).DataSet("drop", wire.RoleLabels).Body(
		app.Div().Class("drop-text").Body(
			kit.Icon("upload"),
			app.P().Class("drop-title").Text("Drop a file of labels anywhere on this page, or several at once"),
			app.P().Class("drop-hint").Text("CSV, Excel or JSON, as your platform exports it: which task, which worker, which label. The columns "+
				"are found by themselves."),
		),
		app.Div().Class("drop-actions").Body(
			app.Input().Type("file").ID("labels-file").Class("file-input").DataSet("drop", wire.RoleLabels).
				Multiple(true).Disabled(d.Running).Aria("describedby", "privacy"),
			app.Label().For("labels-file").Class("button button-main file-button").Text(choose),
			kit.Button("paste", "", "paste", "Paste", model.Paste{Open: !d.Pasting}).Disabled(d.Running),
			kit.When(len(d.Labels.Past) > 0, kit.Button("undo", "", "undo", "Undo", model.Undo{Of: wire.RoleLabels}).Disabled(d.Running)),
			kit.When(d.Labels.Opened != nil, kit.Button("clear", "quiet", "", "Clear", model.Forget{Role: wire.RoleLabels}).Disabled(d.Running)),
		),
		app.Pre().Class("drop-example").Aria("label", "Example of a file of labels").
			Text("task,worker,label\nphoto-1,ann,cat\nphoto-1,bob,cat\nphoto-1,eve,dog\nphoto-2,ann,dog\n…"),
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
		kit.Send(ctx, model.Pick{Role: wire.RoleLabels, File: files.File{Name: "pasted.csv", Size: int64(len(text)), Handle: []byte(text)}})
	}).Body(
		app.Label().For("paste-text").Class("field-label").Text("Paste the table here, with or without a header"),
		app.Textarea().ID("paste-text").Class("paste-text").Rows(6).Spellcheck(false).
			Placeholder("task,worker,label"),
		app.Div().Class("row").Body(
			kit.LookButton("", "main", "", "Use this table").Type("submit"),
			kit.Button("", "quiet", "", "Cancel", model.Paste{}),
		),
	)
}

// sampleList offers the samples; folded up once a file is there.
type sampleList struct {
	app.Compo
	Folded   bool
	Disabled bool
}

func (l *sampleList) Render() app.UI {
	var cards []app.UI
	for _, s := range wire.Samples() {
		cards = append(cards, app.Li().Body(
			app.Button().Type("button").Class("sample").DataSet("sample", s.Name).Disabled(l.Disabled).
				OnClick(kit.Sends(model.PickSample{Name: s.Name})).Body(
				app.Span().Class("sample-title").Text(s.Title),
				app.Span().Class("sample-story").Text(s.Story),
				app.Span().Class("sample-size").Text(s.Size),
			),
		))
	}
	summary := kit.Either(l.Folded, "Open a sample instead", "No file at hand? Open a sample")
	return kit.Fold("samples", summary,
		app.Ul().ID("samples").Class("sample-grid").Body(cards...),
		simulateBox(l.Disabled),
	).Open(!l.Folded)
}

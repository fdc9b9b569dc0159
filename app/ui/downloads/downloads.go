package downloads

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

// downloadStep is every file of the result but the labels, which the bar offers, and all of them at once.
type downloadStep struct {
	app.Compo
	Files  []string // those there are; none: there is no result
	Counts *api.Counts
	Saves  []model.Save
	Shape  string
	Safe   bool
	Gzip   bool

	Autosave autosave // what is kept in the browser
}

// New returns the downloads of a state.
func New(s model.State) app.UI {
	return &downloadStep{
		Files: filesOf(s), Counts: s.Counts(), Saves: s.Saves, Shape: s.Shape, Safe: s.Safe, Gzip: s.Gzip, Autosave: autosaveOf(s),
	}
}

// filesOf are those of the result.
func filesOf(s model.State) (files []string) {
	if s.Result == nil {
		return nil
	}
	for _, x := range api.Downloads() {
		switch {
		case x.Title == "":
		case x.Offered == nil && slices.Contains(s.Result.Files, x.What), x.Offered != nil && x.Offered(s.Result.Fitted, s.Counts()):
			files = append(files, x.What)
		}
	}
	return files
}

func (d *downloadStep) Render() app.UI {
	ready := len(d.Files) > 0
	var cards []app.UI
	for _, x := range api.Downloads() {
		if x.Title != "" && x.What != api.FileLabels && (x.Fixed || d.has(x.What)) {
			cards = append(cards, app.Li().Body(d.card(x)))
		}
	}
	return app.Section().Class("step").ID("downloads").Hidden(!ready).Aria("labelledby", "downloads-title").Body(
		app.H2().ID("downloads-title").TabIndex(-1).Class("section-title").Text("Downloads"),
		app.If(ready, d.safe),
		app.If(ready && d.Counts != nil && d.Counts.Labels >= worthPacking, d.gzip),
		app.If(ready, d.Autosave.draw),
		app.Ul().Class("download-grid").Hidden(!ready).Body(cards...),
		app.If(ready, d.reshape),
	)
}

// reshape offers the labels in another shape.
func (d *downloadStep) reshape() app.UI {
	var pairs []string
	note := ""
	for _, x := range api.Shapes() {
		pair := []string{x.Name, x.Title}
		if x.Name == model.FirstShape {
			pairs = append(pair, pairs...)
		} else {
			pairs = append(pairs, pair...)
		}
		if x.Name == d.Shape {
			note = x.Says
		}
	}
	if v := kit.Saved(d.Saves, api.FileLabels, d.Shape); v.What != "" {
		note = kit.SaveNote(v)
	}
	return app.Div().Class("reshape").Body(
		app.Label().For("shape").Text("Or download as"),
		kit.Select("shape", d.Shape, pairs, func(v string) model.Msg { return model.SetShape{Shape: v} }).Aria("describedby", "shape-note"),
		kit.Button("download-shape", "", "download", "Download", model.Download{What: api.FileLabels, As: d.Shape}),
		app.P().Class("muted").ID("shape-note").Role("status").Text(note),
	)
}

func (d *downloadStep) has(what string) bool { return slices.Contains(d.Files, what) }

func (d *downloadStep) card(x api.Download) app.UI {
	note, class := x.Says, "download"
	if !d.has(x.What) {
		note = "Not available for this method."
		if d.Counts != nil && d.Counts.Anonymous {
			note = "Not available: workers are unknown."
		}
	}
	if v := kit.Saved(d.Saves, x.What, ""); v.What != "" {
		note = kit.SaveNote(v)
		if v.Name != "" {
			class = "download download-done"
		}
	}
	if x.What == api.FileAll {
		class += " download-main"
	}
	return app.Button().Type("button").Class(class).ID("download-"+x.What).Disabled(!d.has(x.What)).
		OnClick(kit.Sends(model.Download{What: x.What})).Body(
		kit.Icon(x.Icon),
		app.Span().Class("download-text").Body(app.Span().Class("download-title").Text(x.Title), app.Span().Class("download-note").Text(note)),
		kit.Icon("download"),
	)
}

// worthPacking is how many labels make files that are worth compressing.
const worthPacking = 100_000

// gzip asks whether files are to be compressed.
func (d *downloadStep) gzip() app.UI {
	return app.Div().Class("safe").Body(
		kit.Tick("gzip", "Compress the files", d.Gzip, func(on bool) model.Msg { return model.SetGzip{Gzip: on} }),
		kit.Muted("Tables become .gz files, a fraction of the size. R, Python and Concord read them directly; unpack them for a spreadsheet."),
	)
}

// safe asks how names that look like formulas are to be written, where there are any.
func (d *downloadStep) safe() app.UI {
	if d.Counts == nil || d.Counts.Formulas == 0 {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("safe").Body(
		kit.Tick("safe", "Safe to open in a spreadsheet", d.Safe, func(on bool) model.Msg { return model.SetSafe{Safe: on} }),
		kit.Muted(format.Plural(d.Counts.Formulas, "name")+" could run as a formula there, such as "+
			""+d.Counts.Formula+". They get a ' in front; numbers stay as they are. Turn this off for exact bytes."),
	)
}

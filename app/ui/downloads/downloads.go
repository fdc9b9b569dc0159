package downloads

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

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

// New returns the downloads of a state: every file of the result but the main one, which the bar offers, and all of them at once.
func New(s model.State) app.UI {
	there, c := filesOf(s), s.Counts()
	ready := len(there) > 0
	var cards []app.UI
	for _, x := range api.Downloads() {
		if x.Title != "" && x.What != s.MainFile() && (x.Fixed && (x.Offered != nil || !s.Answers().Items) || slices.Contains(there, x.What)) {
			cards = append(cards, app.Li().Body(card(s, x, slices.Contains(there, x.What))))
		}
	}
	return app.Section().Class("step").ID("downloads").Hidden(!ready).Aria("labelledby", "downloads-title").Body(
		app.H2().ID("downloads-title").TabIndex(-1).Class("section-title").Text("Downloads"),
		app.If(ready && s.ShowContent(), func() app.UI { return content(s) }),
		app.If(ready, func() app.UI { return safe(s) }),
		app.If(ready && c != nil && c.Labels >= worthPacking, func() app.UI { return gzip(s) }),
		app.If(ready, func() app.UI { return autosave(s) }),
		app.Ul().Class("download-grid").Hidden(!ready).Body(cards...),
		app.If(ready, func() app.UI { return reshape(s) }),
		app.If(ready, func() app.UI { return paper(s) }),
	)
}

// reshape offers the labels in another shape.
func reshape(s model.State) app.UI {
	var pairs []string
	shown := s.Reshaped()
	for _, x := range s.Shapes() {
		pair := []string{x.Name, x.Title}
		if x.Name == model.FirstShape {
			pairs = append(pair, pairs...)
		} else {
			pairs = append(pairs, pair...)
		}
	}
	note, v := api.ShapeOf(shown).Says, kit.Saved(s.Saves, api.FileLabels, shown)
	if v.What != "" {
		note = kit.SaveNote(v)
	}
	return app.Div().Class("reshape").Body(
		app.Label().For("shape").Text("Or download as"),
		kit.Select("shape", shown, pairs, func(v string) model.Msg { return model.SetShape{Shape: v} }).Aria("describedby", "shape-note"),
		kit.Button("download-shape", "", "download", "Download", model.Reshape{}),
		app.P().Class("muted").ID("shape-note").Role("status").Text(note),
		kit.Next("shape-next", v),
	)
}

// card downloads a file, if it is there.
func card(s model.State, x api.Download, there bool) app.UI {
	note, class := x.Says, "download"
	if !there {
		note = "Not available for this method."
		if c := s.Counts(); c != nil && c.Anonymous {
			note = "Not available: workers are unknown."
		}
	}
	if v := kit.Saved(s.Saves, x.What, ""); v.What != "" {
		note = kit.SaveNote(v)
		if v.Name != "" {
			class = "download download-done"
		}
	}
	if x.What == api.FileAll {
		class += " download-main"
	}
	return app.Button().Type("button").Class(class).ID("download-"+x.What).Disabled(!there).
		OnClick(kit.Sends(model.Download{What: x.What})).Body(
		kit.Icon(x.Icon),
		app.Span().Class("download-text").Body(app.Span().Class("download-title").Text(x.Title), app.Span().Class("download-note").Text(note)),
		kit.Icon("download"),
	)
}

// worthPacking is how many labels make files that are worth compressing.
const worthPacking = 100_000

// gzip asks whether files are to be compressed.
func gzip(s model.State) app.UI {
	return app.Div().Class("safe").Body(
		kit.Tick("gzip", "Compress the files", s.Gzip, func(on bool) model.Msg { return model.SetGzip{Gzip: on} }),
		kit.Muted("Tables become .gz files, a fraction of the size. R, Python and Concord read them directly; unpack them for a spreadsheet."),
	)
}

// content asks whether files are to have what workers saw of the tasks.
func content(s model.State) app.UI {
	return app.Div().Class("safe").Body(
		kit.Tick("content-on", "With what workers saw", !s.Bare, func(on bool) model.Msg { return model.SetBare{Bare: !on} }),
		kit.Muted("The texts or links of the tasks, in labels, lists to check and next tasks."),
	)
}

// safe asks how names that look like formulas are to be written, where there are any.
func safe(s model.State) app.UI {
	c := s.Counts()
	if c == nil || c.Formulas == 0 {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("safe").Body(
		kit.Tick("safe", "Safe to open in a spreadsheet", s.Safe, func(on bool) model.Msg { return model.SetSafe{Safe: on} }),
		kit.Muted(format.Plural(c.Formulas, "name")+" could run as a formula there, such as "+
			""+c.Formula+". They get a ' in front; numbers stay as they are. Turn this off for exact bytes."),
	)
}

package downloads

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/wire"
)

// downloadStep is step 4: every file of the result, and all of them at once.
type downloadStep struct {
	app.Compo
	Files  []string // those there are; none: there is no result
	Counts *wire.Counts
	Saves  []model.Save
	Shape  string
	Safe   bool
	Gzip   bool

	Shelf shelfView // what is kept in the browser
}

func New(s model.State) app.UI {
	return &downloadStep{Files: filesOf(s), Counts: s.Counts(), Saves: s.Saves, Shape: s.Shape, Safe: s.Safe, Gzip: s.Gzip, Shelf: shelfOf(s)}
}

// filesOf are those of the result.
func filesOf(s model.State) []string {
	if s.Result == nil {
		return nil
	}
	files := append(slices.Clip(s.Result.Files), "run", "all", "report", "workspace")
	if c := s.Counts(); !s.Result.Sets && c != nil && !c.Numeric {
		files = append(files, "state")
	}
	return files
}

// downloads are the files that a result may have.
var downloads = []struct{ what, title, says, icon string }{
	{"labels", "Labels", "One row a task: its label, the probability, the votes.", "list"},
	{"predictions", "Predictions", "The label of every task that nobody labelled.", "list"},
	{"topics", "Topics", "What the texts are about: each topic, its words, its weights.", "list"},
	{"next", "Next tasks", "Which tasks to label next, and who is likeliest to get them right.", "people"},
	{"posteriors", "Posteriors", "The probability of every class for every task.", "grid"},
	{"workers", "Workers", "How many labels each gave, and how accurate they are.", "people"},
	{"confusion", "Confusion", "What each worker says for each true class.", "table"},
	{"tasks", "Tasks", "What the method has to say of each task.", "list"},
	{"classes", "Classes", "How common each class is.", "grid"},
	{"state", "Saved state", "What the fit has learned. Open it another day and fold new labels in.", "upload"},
	{"run", "Run record", "Method, settings, seed and figures: enough to repeat it.", "receipt"},
	{"report", "Report", "A page to send or print: data, method, figures, workers, caveats.", "receipt"},
	{"workspace", "Workspace", "All that is open here, in one .concord file: open it on another machine and go on.", "upload"},
	{"all", "Everything", "The tables and the run record in one zip file.", "zip"},
}

func (d *downloadStep) Render() app.UI {
	ready := len(d.Files) > 0
	class := "step"
	if !ready {
		class = "step step-closed"
	}
	var cards []app.UI
	for _, x := range downloads {
		if d.has(x.what) || slices.Contains(always, x.what) {
			cards = append(cards, app.Li().Body(d.card(x.what, x.title, x.says, x.icon)))
		}
	}
	return kit.Step(class, "downloads", "downloads-title", "4", "Downloads",
		app.If(!ready, func() app.UI { return app.P().Class("step-wait").Text("Opens when a method has run.") }).
			Else(d.safe),
		app.If(ready && d.Counts != nil && d.Counts.Labels >= worthPacking, d.gzip),
		app.If(ready, d.Shelf.draw),
		app.Ul().Class("download-grid").Hidden(!ready).Body(cards...),
		app.If(ready, d.reshape),
	)
}

// always are the files that are shown whether this result has them or not.
var always = []string{"labels", "posteriors", "workers", "confusion", "run", "all"}

// shapes are those that labels can be downloaded in beside CSV.
var shapes = []struct{ name, title, says string }{
	{"xlsx", "Excel workbook (.xlsx)", "All tables, a sheet each. Names stay text there: 01 keeps its zero, and nothing runs as a formula."},
	{"json", "JSON", "One object a task: its label, the votes, and the probability of every class."},
	{"ndjson", "JSON Lines (.ndjson)", "The same objects, one a line: for programs that read piece by piece."},
	{"label-studio", "Label Studio predictions", "Import it there as tasks. The names are task, label and text: change them in your " +
		"labelling interface, or in the file."},
	{"crowd-kit", "crowd-kit or Hugging Face table", "A CSV file with task, label, and a column of probabilities for every class."},
}

// reshape offers the labels in another shape.
func (d *downloadStep) reshape() app.UI {
	var pairs []string
	note := ""
	for _, x := range shapes {
		pairs = append(pairs, x.name, x.title)
		if x.name == d.Shape {
			note = x.says
		}
	}
	if v := kit.Saved(d.Saves, "labels", d.Shape); v.What != "" {
		note = kit.SaveNote(v)
	}
	return app.Div().Class("reshape").Body(
		app.Label().For("shape").Text("Or download as"),
		kit.Select("shape", d.Shape, pairs, func(v string) model.Msg { return model.SetShape{Shape: v} }).Aria("describedby", "shape-note"),
		kit.Button("download-shape", "", "download", "Download", model.Reshape{}),
		app.P().Class("muted").ID("shape-note").Role("status").Text(note),
	)
}

func (d *downloadStep) has(what string) bool { return slices.Contains(d.Files, what) }

func (d *downloadStep) card(what, title, says, image string) app.UI {
	note, class := says, "download"
	if !d.has(what) {
		note = "This method has none."
		if d.Counts != nil && d.Counts.Anonymous {
			note = "There are none: nobody knows who gave which label."
		}
	}
	if v := kit.Saved(d.Saves, what, ""); v.What != "" {
		note = kit.SaveNote(v)
		if v.Name != "" {
			class = "download download-done"
		}
	}
	if what == "all" {
		class += " download-main"
	}
	return app.Button().Type("button").Class(class).ID("download-"+what).Disabled(!d.has(what)).
		OnClick(kit.Sends(model.Download{What: what})).Body(
		kit.Icon(image),
		app.Span().Class("download-text").Body(
			app.Span().Class("download-title").Text(title),
			app.Span().Class("download-note").Text(note),
		),
		kit.Icon("download"),
	)
}

// worthPacking is how many labels make files that are worth compressing.
const worthPacking = 100_000

// gzip asks whether files are to be compressed.
func (d *downloadStep) gzip() app.UI {
	return app.Div().Class("safe").Body(
		kit.Tick("gzip", "Compress the files", d.Gzip, func(on bool) model.Msg { return model.SetGzip{Gzip: on} }),
		kit.Muted("Tables become .gz files, a fraction of the size. R, Python and Concord open them as they are; unpack "+
			"them for a spreadsheet."),
	)
}

// safe asks how names that look like formulas are to be written, where there are any.
func (d *downloadStep) safe() app.UI {
	if d.Counts == nil || d.Counts.Formulas == 0 {
		return app.P().Class("safe muted").Text("The files hold the names as they are: none of them could run as a formula in a spreadsheet.")
	}
	return app.Div().Class("safe").Body(
		kit.Tick("safe", "Safe to open in a spreadsheet", d.Safe, func(on bool) model.Msg { return model.SetSafe{Safe: on} }),
		kit.Muted(format.Plural(d.Counts.Formulas, "name")+" could run as a formula there, such as "+d.Counts.Formula+
			". They get a ' in front; numbers stay as they are. Switch it off for exact bytes."),
	)
}

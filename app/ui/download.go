package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
)

// downloadStep is step 4: every file of the result, and all of them at once.
type downloadStep struct {
	app.Compo
	Ready bool
	Saves []model.Save
	Safe  bool
}

// downloads are the files of a result.
var downloads = []struct{ what, title, says, icon string }{
	{"labels", "Labels", "One row a task: its label, the probability, the votes.", "list"},
	{"posteriors", "Posteriors", "The probability of every class for every task.", "grid"},
	{"workers", "Workers", "How many labels each gave, and how accurate they are.", "people"},
	{"confusion", "Confusion", "What each worker says for each true class.", "table"},
	{"run", "Run record", "Method, settings, seed and figures: enough to repeat it.", "receipt"},
	{"all", "Everything", "All of these in one zip file.", "zip"},
}

func (d *downloadStep) Render() app.UI {
	class := "step"
	if !d.Ready {
		class = "step step-closed"
	}
	var cards []app.UI
	for _, x := range downloads {
		cards = append(cards, app.Li().Body(d.card(x.what, x.title, x.says, x.icon)))
	}
	return app.Section().Class(class).ID("downloads").Aria("labelledby", "downloads-title").Body(
		stepHead("4", "downloads-title", "Downloads"),
		app.If(!d.Ready, func() app.UI { return app.P().Class("step-wait").Text("Opens when a method has run.") }).
			Else(func() app.UI { return d.safe() }),
		app.Ul().Class("download-grid").Hidden(!d.Ready).Body(cards...),
	)
}

func (d *downloadStep) card(what, title, says, image string) app.UI {
	note := says
	class := "download"
	if v, ok := saved(d.Saves, what); ok {
		note = "Writing …"
		if v.Name != "" {
			note = "Saved " + v.Name + " (" + model.Bytes(v.Size) + ")"
			class = "download download-done"
		}
	}
	if what == "all" {
		class += " download-main"
	}
	return app.Button().Type("button").Class(class).ID("download-"+what).Disabled(!d.Ready).
		OnClick(sends(model.Download{What: what})).Body(
		icon(image),
		app.Span().Class("download-text").Body(
			app.Span().Class("download-title").Text(title),
			app.Span().Class("download-note").Text(note),
		),
		icon("download"),
	)
}

func saved(saves []model.Save, what string) (model.Save, bool) {
	for _, v := range saves {
		if v.What == what {
			return v, true
		}
	}
	return model.Save{}, false
}

// safe asks how names that look like formulas are to be written.
func (d *downloadStep) safe() app.UI {
	return app.Div().Class("safe").Body(
		tick("safe", "Safe to open in a spreadsheet", d.Safe, func(on bool) model.Msg { return model.SetSafe{Safe: on} }),
		app.P().Class("muted").Text("A name that begins with = + - or @ could run as a formula there: such cells get a ' in front. Plain numbers stay as they are. Switch it off for exact bytes."),
	)
}

package kit

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Either is yes where so holds, and no elsewhere. Both are evaluated.
func Either[T any](so bool, yes, no T) T {
	if so {
		return yes
	}
	return no
}

// When is ui if it is wanted, or nothing.
func When(wanted bool, ui app.UI) app.UI {
	if !wanted {
		return nil
	}
	return ui
}

// Muted is a paragraph that stands back; without a text it is nothing.
func Muted(text string) app.UI {
	if text == "" {
		return nil
	}
	return app.P().Class("muted").Text(text)
}

// Lead is a paragraph that says the most important.
func Lead(text string) app.HTMLP { return app.P().Class("summary-lead").Text(text) }

// Warning is a paragraph about what is missing or wrong.
func Warning(text string) app.HTMLP {
	return app.P().Class("missing").Body(Icon("warning"), app.Text(text))
}

// Notice is an item of Notices: a text and what to do about it.
func Notice(text string, more ...app.UI) app.HTMLLi {
	return app.Li().Class("notice").Body(Icon("info"), app.Div().Body(append([]app.UI{app.Span().Text(text)}, more...)...))
}

// Notices are what should be looked at.
func Notices(all ...app.UI) app.UI { return app.Ul().Class("notices").Body(all...) }

// Tile is a large figure with its name above and a remark below.
func Tile(figure, name, more string) app.UI {
	return app.Div().Class("tile").Body(
		app.Dt().Body(Term(name)),
		app.Dd().Class("tile-figure").Text(figure),
		app.Dd().Class("tile-more").Text(more),
	)
}

// Fact is a named figure in a list of them. Its name leads to what it means.
func Fact(name, value string) app.UI {
	return app.Div().Body(app.Dt().Body(Term(name)), app.Dd().Text(value))
}

// PanelTitle heads a part of a view.
func PanelTitle(text string) app.HTMLH3 { return app.H3().Class("panel-title").Text(text) }

// Fold is content under a summary that opens it.
func Fold(class, summary string, body ...app.UI) app.HTMLDetails {
	return app.Details().Class(class).Body(append([]app.UI{app.Summary().Text(summary)}, body...)...)
}

// Behind is the table behind a chart.
func Behind(table app.UI) app.UI { return Fold("behind", "As a table", table) }

// Figure is a picture with a caption for the ear, and buttons that save it under a name.
func Figure(name, caption string, body ...app.UI) app.UI {
	all := append([]app.UI{app.FigCaption().Class("hidden").Text(caption)}, body...)
	return app.Figure().Body(append(all, SaveButtons(name))...)
}

// SaveButtons offer their figure as a picture (web/boot.js handles clicks on them). name is a part of the file's.
func SaveButtons(name string) app.UI {
	button := func(kind, text string) app.UI {
		return app.Button().Type("button").Class("button button-small button-quiet").DataSet("save", kind).DataSet("name", name).
			Aria("label", "Save this chart as "+text).Text(text)
	}
	return app.Div().Class("chart-save").Body(app.Span().Aria("hidden", "true").Text("Save as"), button("svg", "SVG"), button("png", "PNG"))
}

package kit

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
)

// Button sends m when it is clicked. look holds the words that follow "button-" in its classes, such as "main" or
// "small quiet". icon may be empty.
func Button(id, look, icon, text string, m model.Msg) app.HTMLButton {
	return LookButton(id, look, icon, text).Type("button").OnClick(Sends(m))
}

// LookButton looks like a Button and does nothing by itself.
func LookButton(id, look, icon, text string) app.HTMLButton {
	class := "button"
	for word := range strings.FieldsSeq(look) {
		class += " button-" + word
	}
	b := app.Button().ID(id).Class(class)
	switch {
	case icon == "":
		return b.Text(text)
	case text == "":
		return b.Body(Icon(icon))
	}
	return b.Body(Icon(icon), app.Text(text))
}

// Choose opens the browser's dialog for a file in that role (web/boot.js).
func Choose(role, look, text string) app.HTMLButton {
	return LookButton("", look, "", text).Type("button").DataSet("choose", role)
}

// Controls ask the browser to let them alone (autocomplete, spellcheck): some ask servers of their maker what fields are for, or send
// them what is typed.

// Select chooses one of the options, which are values and texts in turn.
func Select(id, chosen string, options []string, m func(value string) model.Msg) app.HTMLSelect {
	return app.Select().ID(id).Attr("autocomplete", "off").OnChange(SendsText(m)).Body(Options(chosen, options...)...)
}

// Choice is a Select with its label beside it.
func Choice(id, label, chosen string, options []string, m func(value string) model.Msg) app.UI {
	return app.Div().Class("choice").Body(app.Label().For(id).Text(label), Select(id, chosen, options, m))
}

// Options are those of a select: values and texts in turn.
func Options(chosen string, pairs ...string) []app.UI {
	var all []app.UI
	for i := 0; i < len(pairs); i += 2 {
		value := pairs[i]
		if value == "" {
			value = nothing
		}
		all = append(all, app.Option().Value(value).Selected(pairs[i] == chosen).Text(format.Visible(pairs[i+1])))
	}
	return all
}

// Tick is a check box.
func Tick(id, text string, on bool, m func(on bool) model.Msg) app.UI {
	return app.Div().Class("choice").Body(
		app.Input().Type("checkbox").ID(id).Checked(on).OnChange(SendsTick(m)),
		app.Label().For(id).Text(text),
	)
}

// Field is a control with its label above, and below it help or what is wrong with its value.
func Field(id, label, help, wrong string, control app.UI) app.UI {
	class := "field-help"
	if wrong != "" {
		help, class = wrong, "field-help field-wrong"
	}
	return app.Div().Class("field").Body(
		app.Label().For(id).Class("field-label").Text(label),
		control,
		app.P().ID(id+"-help").Class(class).Text(help),
	)
}

// NumberInput is the control of a Field that holds a number.
func NumberInput(id, value, wrong string, m func(text string) model.Msg) app.HTMLInput {
	return app.Input().Type("text").ID(id).Attr("inputmode", "decimal").AutoComplete(false).Spellcheck(false).Value(value).
		Aria("invalid", wrong != "").Aria("describedby", id+"-help").OnInput(SendsText(m)).OnChange(Sends(model.Typed{}))
}

// Pager turns the pages of a table: from is the first row or column shown, last whether no page follows. prefix
// begins the ids of its buttons, and what names a page.
func Pager(label, prefix, what, text string, from, size int, last bool, turn func(from int) model.Msg) app.UI {
	button := func(id, title, image string, from int, off bool) app.UI {
		return Button(prefix+id, "small", image, "", turn(from)).Aria("label", title).Disabled(off)
	}
	return app.Nav().Class("pager").Aria("label", label).Body(
		button("previous", "Previous "+what, "back", max(from-size, 0), from == 0),
		app.Span().Class("pager-text").Aria("live", "polite").Text(text),
		button("next", "Next "+what, "next", from+size, last),
	)
}

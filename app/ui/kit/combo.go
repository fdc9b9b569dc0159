package kit

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/core/api"
)

// FewClasses is how many classes a select lists. More are searched by typing.
const FewClasses = 20

// ClassChoice chooses one of the classes. none is what no choice is called; empty: there must be one.
func ClassChoice(id, label, chosen, none string, classes []api.Share, m func(class string) model.Msg) app.UI {
	if len(classes) > FewClasses {
		return &combo{ID: id, Label: label, Chosen: chosen, None: none, Classes: classes, Choose: m}
	}
	const mark = "=" // before a class, so that one without a name is not taken for none
	var options []string
	if none != "" {
		options = append(options, "", none)
	}
	for _, c := range classes {
		options = append(options, mark+c.Class, c.Class)
	}
	if chosen != "" || none == "" {
		chosen = mark + chosen
	}
	return Choice(id, label, chosen, options, func(v string) model.Msg {
		if v == "" {
			return m("")
		}
		return m(v[len(mark):])
	})
}

// combo is a field in which a class is found by typing: a combobox with a list box, as the ARIA practices have it.
type combo struct {
	app.Compo
	ID, Label, Chosen, None string
	Classes                 []api.Share // Tasks −1: not counted
	Choose                  func(class string) model.Msg

	open  bool
	typed string
	at    int // the option that Enter takes
}

// mostMatches are listed at a time.
const mostMatches = 50

// options are the places of the classes that match, −1 for none of them, and how many match.
func (c *combo) options() (at []int, of int) {
	if c.None != "" && c.typed == "" {
		at = []int{-1}
	}
	found, of := format.Matching(c.names(), c.typed, mostMatches)
	return append(at, found...), of
}

func (c *combo) names() []string {
	names := make([]string, len(c.Classes))
	for n, x := range c.Classes {
		names[n] = x.Class
	}
	return names
}

func (c *combo) Render() app.UI {
	common := format.Common(c.names())
	shown := format.Visible(c.Chosen)
	if c.Chosen == "" {
		shown = c.None
	} else if len(c.Chosen) > len(common) {
		shown = format.Visible(c.Chosen[len(common):])
	}
	field := app.Input().Type("text").ID(c.ID).Role("combobox").Attr("autocomplete", "off").AutoComplete(false).Spellcheck(false).
		Attr("placeholder", "Type to find one of "+format.Count(len(c.Classes))).
		Aria("expanded", strconv.FormatBool(c.open)).Aria("controls", c.ID+"-list").Aria("autocomplete", "list").
		OnFocus(c.focus).OnBlur(c.blur).OnInput(c.input).OnClick(c.focus).On("keydown", c.key)
	if c.open {
		shown = c.typed
	}
	field = field.Value(shown)
	body := []app.UI{app.Label().For(c.ID).Text(c.Label)}
	var items []app.UI
	says := ""
	if c.open {
		at, of := c.options()
		if c.at < len(at) {
			field = field.Aria("activedescendant", c.option(c.at))
		}
		for n, k := range at {
			items = append(items, c.item(n, k, len(common)))
		}
		says = format.Count(of) + " of " + format.Plural(len(c.Classes), "class") + ". "
		if of > mostMatches {
			says += "Keep typing to narrow them. "
		}
		says += format.CommonNote("class", common)
	}
	return app.Div().Class("choice").Body(append(body, app.Div().Class("combo-field").Body(field,
		app.Div().Class("combo-open").Hidden(!c.open).Body(
			app.P().Class("muted").Role("status").Text(says),
			app.Ul().ID(c.ID+"-list").Class("combo-list").Role("listbox").Aria("label", c.Label).
				On("pointerdown", keepFocus).OnClick(c.click).Body(items...))))...)
}

func (c *combo) option(n int) string { return c.ID + "-option-" + strconv.Itoa(n) }

// item is the option in place n of the list, of the class in place k.
func (c *combo) item(n, k, common int) app.UI {
	text, count := c.None, ""
	if k >= 0 {
		if text = format.Visible(c.Classes[k].Class[common:]); c.Classes[k].Tasks >= 0 {
			count = format.Count(c.Classes[k].Tasks)
		}
	}
	chosen := k < 0 && c.Chosen == "" || k >= 0 && c.Classes[k].Class == c.Chosen
	option := app.Li().ID(c.option(n)).Role("option").Aria("selected", strconv.FormatBool(chosen))
	return option.DataSet("at", n).DataSet("active", n == c.at).Body(
		app.Span().Text(text), app.Span().Class("muted").Text(count))
}

// focus opens the list of all. go-app leaves an empty value out, so the field is emptied here.
func (c *combo) focus(ctx app.Context, _ app.Event) {
	if !c.open {
		ctx.JSSrc().Set("value", "")
		c.open, c.typed, c.at = true, "", 0
	}
}

func (c *combo) blur(app.Context, app.Event) { c.open = false }

func (c *combo) input(ctx app.Context, _ app.Event) {
	c.open, c.typed, c.at = true, ctx.JSSrc().Get("value").String(), 0
}

// key moves through the list, chooses, or closes it before anything around it is closed.
func (c *combo) key(ctx app.Context, e app.Event) {
	at, _ := c.options()
	switch key := e.Get("key").String(); {
	case key == "ArrowDown" && !c.open:
		c.focus(ctx, e)
	case key == "ArrowDown":
		c.at = min(c.at+1, len(at)-1)
	case key == "ArrowUp":
		c.at = max(c.at-1, 0)
	case key == "Enter" && c.open && c.at < len(at):
		c.take(ctx, at[c.at])
	case key == "Escape" && c.open:
		c.open = false
		e.Call("stopPropagation")
	default:
		return
	}
	e.PreventDefault()
	ctx.Defer(func(app.Context) {
		if row := app.Window().GetElementByID(c.option(c.at)); row.Truthy() {
			row.Call("scrollIntoView", map[string]any{"block": "nearest"})
		}
	})
}

// take chooses the class in place k.
func (c *combo) take(ctx app.Context, k int) {
	c.open = false
	if k < 0 {
		Send(ctx, c.Choose(""))
	} else {
		Send(ctx, c.Choose(c.Classes[k].Class))
	}
}

func (c *combo) click(ctx app.Context, e app.Event) {
	option := e.Get("target").Call("closest", "[role=option]")
	at, _ := c.options()
	if !option.Truthy() {
		return
	}
	if n, err := strconv.Atoi(option.Get("dataset").Get("at").String()); err == nil && n < len(at) {
		c.take(ctx, at[n])
	}
}

// keepFocus leaves the focus in the field while an option is clicked.
func keepFocus(_ app.Context, e app.Event) { e.PreventDefault() }

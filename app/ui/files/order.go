package files

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
)

// ordering is what the view of the order of the classes shows.
type ordering struct {
	Can    bool
	Order  []string // from the lowest to the highest; empty: they have none
	Named  []string // the classes that labels name
	Locked bool
}

func orderOf(s model.State) ordering {
	o := ordering{Can: s.CanOrder() && s.Labels.Fault == nil, Order: s.Order(), Locked: !s.CanMove()}
	if o.Can {
		o.Named = s.Counts().ClassNames
	}
	return o
}

// orderView lets the classes be put in order: by dragging, by buttons or by keys.
type orderView struct {
	app.Compo
	Order ordering
}

func (v *orderView) Render() app.UI {
	o := v.Order
	if !o.Can {
		return app.FieldSet().Hidden(true)
	}
	return app.FieldSet().Class("order").ID("order").Disabled(o.Locked).Body(
		app.Legend().Class("hidden").Text("The order of the classes"),
		kit.Tick("classes-ordered", "Classes are ordered, such as bad, fair, good", len(o.Order) > 0,
			func(on bool) model.Msg { return model.SetOrdered{On: on} }),
		app.If(len(o.Order) > 0, o.list),
	)
}

func (o ordering) list() app.UI {
	var items []app.UI
	for n, class := range o.Order {
		end := ""
		switch n {
		case 0:
			end = "lowest"
		case len(o.Order) - 1:
			end = "highest"
		}
		if !slices.Contains(o.Named, class) {
			end = strings.TrimPrefix(end+", unused", ", ")
		}
		items = append(items, app.Li().Class("order-class").Draggable(true).DataSet("at", n).Body(
			app.Span().Class("order-grip").Aria("hidden", "true").Text("⠿"),
			app.Span().Class("order-name").Text(format.Visible(class)),
			app.If(end != "", func() app.UI { return app.Span().Class("muted").Text(end) }),
			o.move("earlier", "Move "+format.Quoted(class)+" up, towards the lowest", "up", n, n-1),
			o.move("later", "Move "+format.Quoted(class)+" down, towards the highest", "down", n, n+1),
		))
	}
	return app.Div().Body(
		app.P().ID("order-help").Class("field-help").Text("Lowest first. Drag a class, or use its arrows (or Alt ↑ and Alt ↓ on "+
			"them). A near miss then counts less than a far one."),
		app.Ol().ID("class-order").Class("order-list").Aria("describedby", "order-help").
			On("keydown", orderKeys).On("dragstart", orderDragged).On("dragover", orderOver).On("drop", orderDropped).Body(items...),
		kit.Field("add-step", "Add a step that no label names", "It counts in distances. Move it to its place.", "",
			app.Input().Type("text").ID("add-step").AutoComplete(false).Spellcheck(false).Aria("describedby", "add-step-help").
				OnChange(kit.SendsText(func(name string) model.Msg { return model.AddStep{Name: name} }))),
	)
}

func (o ordering) move(id, title, image string, from, to int) app.UI {
	return kit.Button(id+"-"+strconv.Itoa(from), "small quiet", image, "", model.MoveClass{From: from, To: to}).
		Aria("label", title).Disabled(to < 0 || to >= len(o.Order))
}

// placeOf is the place of the class that an event is about, or −1.
func placeOf(e app.Event) int {
	target := e.Get("target")
	if target.Get("nodeType").Int() != 1 { // a text
		target = target.Get("parentElement")
	}
	item := target.Call("closest", "#class-order li")
	if !item.Truthy() {
		return -1
	}
	at, err := strconv.Atoi(item.Get("dataset").Get("at").String())
	if err != nil {
		return -1
	}
	return at
}

// orderKeys moves the class in focus with Alt and an arrow.
func orderKeys(ctx app.Context, e app.Event) {
	at := placeOf(e)
	if at < 0 || !e.Get("altKey").Bool() {
		return
	}
	switch e.Get("key").String() {
	case "ArrowUp":
		e.PreventDefault()
		kit.Send(ctx, model.MoveClass{From: at, To: at - 1})
	case "ArrowDown":
		e.PreventDefault()
		kit.Send(ctx, model.MoveClass{From: at, To: at + 1})
	}
}

// orderType is the type of what is dragged: nothing else can be dropped here.
const orderType = "application/x-concord-class"

func orderDragged(ctx app.Context, e app.Event) {
	if at := placeOf(e); at >= 0 {
		e.Get("dataTransfer").Call("setData", orderType, strconv.Itoa(at))
		e.Get("dataTransfer").Set("effectAllowed", "move")
	}
}

func orderOver(ctx app.Context, e app.Event) {
	if e.Get("dataTransfer").Get("types").Call("includes", orderType).Bool() {
		e.PreventDefault() // it may be dropped here
	}
}

func orderDropped(ctx app.Context, e app.Event) {
	from, err := strconv.Atoi(e.Get("dataTransfer").Call("getData", orderType).String())
	to := placeOf(e)
	if err != nil || to < 0 {
		return
	}
	e.PreventDefault()
	kit.Send(ctx, model.MoveClass{From: from, To: to})
}

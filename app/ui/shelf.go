package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
)

// shelfOffer offers what was kept on an earlier visit. It is never opened by
// itself.
type shelfOffer struct {
	app.Compo
	Name string // empty: there is nothing to offer
	Size int64
	When string
	Busy bool
}

func newShelfOffer(s model.State) *shelfOffer {
	k := s.Shelf.Kept
	if s.Labels.Opened != nil {
		k = model.Shelved{}
	}
	return &shelfOffer{Name: k.Name, Size: k.Size, When: k.When, Busy: s.Busy()}
}

func (o *shelfOffer) Render() app.UI {
	if o.Name == "" {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("shelf-offer").ID("shelf-offer").Body(
		app.P().Text("You have work in this browser: "+o.Name+", kept on "+o.When+" ("+model.Bytes(o.Size)+")."),
		app.Div().Class("row").Body(
			app.Button().Type("button").ID("open-shelf").Class("button button-main").Disabled(o.Busy).
				OnClick(sends(model.OpenShelf{})).Text("Go on with it"),
			app.Button().Type("button").ID("clear-shelf").Class("button").Disabled(o.Busy).
				OnClick(sends(model.ClearWork{})).Text("Remove it"),
		),
	)
}

// shelfView lets the user have the work kept in the browser.
type shelfView struct {
	app.Compo
	Shelf    model.Shelf
	TooLarge bool
}

func (v *shelfView) Render() app.UI {
	return app.Div().Class("shelf").ID("shelf").Body(
		tick("autosave", "Keep my work in this browser", v.Shelf.On, func(on bool) model.Msg { return model.SetShelf{On: on} }),
		app.P().Class("muted").Text("After each result all that is open is kept on this computer, in the place of what was kept before. It is offered when you come back. Switch it off, and it is removed. Others who use this browser can open it too."),
		app.Div().Class("row").Body(
			app.Span().ID("shelf-status").Role("status").Text(v.status()),
			app.If(v.Shelf.Kept.Name != "", func() app.UI {
				return app.Button().Type("button").ID("clear-kept").Class("button button-small").OnClick(sends(model.ClearWork{})).Text("Clear")
			}),
		),
	)
}

func (v *shelfView) status() string {
	k := v.Shelf.Kept
	text := ""
	if k.Name != "" {
		text = "Kept: " + k.Name + " of " + k.When + ", " + model.Bytes(k.Size) + "."
	}
	switch {
	case v.Shelf.Saving:
		text = "Keeping …"
	case k.Why != "":
		text += " The last result could not be kept: " + sentence(k.Why)
	case v.Shelf.On && v.TooLarge:
		text += " This file is too large to be kept by itself: download the workspace instead."
	}
	return text
}

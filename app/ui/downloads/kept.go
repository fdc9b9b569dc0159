package downloads

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
)

// keptOffer offers what was kept on earlier visits or in other tabs.
type keptOffer struct {
	app.Compo
	Slots files.Slots // none: there is nothing to offer
	Sure  string
	Why   string
	Busy  bool
}

func NewOffer(s model.State) app.UI {
	o := &keptOffer{Slots: s.Autosave.Slots, Sure: s.Autosave.Sure, Why: s.Autosave.Why, Busy: s.Busy()}
	if s.Labels.Opened != nil {
		o.Slots = nil
	}
	return o
}

func (o *keptOffer) Render() app.UI {
	if len(o.Slots) == 0 {
		return app.Div().Hidden(true)
	}
	return app.Section().Class("kept-offer").ID("shelf-offer").Aria("labelledby", "slots-title").Body(
		app.H2().ID("slots-title").TabIndex(-1).Text("Resume your work"),
		slotList(o.Slots, o.Sure, !o.Busy),
		app.P().Class("muted").Role("status").Text(kit.Sentence(o.Why)),
	)
}

// slotList lists what is kept, the newest first. sure is the key of the slot whose deletion is being confirmed.
func slotList(slots files.Slots, sure string, open bool) app.UI {
	var rows []app.UI
	for n, x := range slots {
		end := "" // of ids
		if n > 0 {
			end = fmt.Sprintf("-%d", n+1)
		}
		about := x.When + " · " + format.Bytes(x.Size)
		if x.Sample {
			about += " · began with a sample"
		}
		remove, look := "Delete", "small"
		if x.Key == sure {
			remove, look = "Delete for good", "small asks"
		}
		main := kit.Either(n == 0, "small main", "small")
		of := format.Visible(x.Name) + " of " + x.When
		rows = append(rows, app.Li().Class("slot").Body(
			app.Div().Class("slot-name").Body(app.Strong().Text(format.Visible(x.Name)), app.Span().Class("muted").Text(about)),
			app.Div().Class("row").Body(
				kit.Button("open-shelf"+end, main, "", "Resume", model.OpenSlot{Key: x.Key}).Disabled(!open).Aria("label", "Resume "+of),
				kit.Button("clear-shelf"+end, look, "", remove, model.RemoveSlot{Key: x.Key}).Aria("label", remove+": "+of),
			),
		))
	}
	return app.Ul().Class("slots").Body(rows...)
}

// autosave lets the user have the work kept in the browser.
type autosave struct {
	On, Saving, TooLarge, JustSample bool
	Own                              files.Slot // of what is open; no key: it is not kept
	Safe                             bool       // … as it is now
	Slots                            files.Slots
	Sure, Why                        string
	Busy                             bool
	Unsaved                          bool // to open other work would cost what is open
}

func autosaveOf(s model.State) autosave {
	return autosave{
		On: s.Autosave.On, Saving: s.Autosave.Saving, TooLarge: s.TooLarge(), JustSample: s.JustSample(), Own: s.Slot(), Safe: s.Kept(),
		Slots: s.Autosave.Slots, Sure: s.Autosave.Sure, Why: s.Autosave.Why, Busy: s.Busy(), Unsaved: s.Unsaved(),
	}
}

func (v autosave) draw() app.UI {
	return app.Div().Class("autosave").ID("shelf").Body(
		kit.Tick("autosave", "Auto-save in this browser", v.On, func(on bool) model.Msg { return model.SetAutosave{On: on} }),
		kit.Muted("Saves your work on this computer after each result, every file separately. Anyone who uses this browser can open it."),
		app.Div().Class("row").Body(
			app.Span().ID("shelf-status").Role("status").Text(v.status()),
			kit.When(v.Own.Key != "", kit.Button("clear-kept", "small", "", "Delete", model.RemoveSlot{Key: v.Own.Key})),
		),
		app.If(len(v.Slots) > 0, v.all),
	)
}

// all lists all that is kept, folded away.
func (v autosave) all() app.UI {
	size := int64(0)
	for _, x := range v.Slots {
		size += x.Size
	}
	return app.Details().Class("kept").Open(v.Why != "").Body(
		app.Summary().ID("slots-title").Text(fmt.Sprintf("Saved work: %s, %s", format.Plural(len(v.Slots), "file"), format.Bytes(size))),
		kit.When(v.Unsaved, kit.Muted("Opening one replaces what is open here: save or download that first.")),
		slotList(v.Slots, v.Sure, !v.Busy && !v.Unsaved),
	)
}

func (v autosave) status() string {
	text := ""
	if v.Own.Key != "" {
		text = "Kept: " + format.Visible(v.Own.Name) + " of " + v.Own.When + ", " + format.Bytes(v.Own.Size) + "."
		if !v.Safe {
			text += " Later changes are not."
		}
	}
	switch {
	case v.Saving:
		text = "Saving …"
	case v.Why != "":
		text += " " + kit.Sentence(v.Why)
	case v.On && v.TooLarge:
		text += " This file is too large to auto-save: download the workspace instead."
	case v.On && v.JustSample:
		text += " A sample is saved once you change something: exclude a worker, or review a task."
	}
	return text
}

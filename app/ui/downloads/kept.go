package downloads

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
)

// Offer offers what was kept on earlier visits or in other tabs.
func Offer(s model.State) app.UI {
	kept := s.Autosave
	if len(kept.Slots) == 0 || s.Labels.Opened != nil {
		return app.Div().Hidden(true)
	}
	return app.Section().Class("kept-offer").ID("shelf-offer").Aria("labelledby", "slots-title").Body(
		app.H2().ID("slots-title").TabIndex(-1).Text("Resume your work"),
		slotList(kept, !s.Busy()),
		app.P().Class("muted").Role("status").Text(kit.Sentence(kept.Why)),
	)
}

// slotList lists what is kept, the newest first; open: a slot can be opened.
func slotList(kept model.Autosave, open bool) app.UI {
	var rows []app.UI
	for n, x := range kept.Slots {
		end := "" // of ids
		if n > 0 {
			end = fmt.Sprintf("-%d", n+1)
		}
		about := x.When + " · " + format.Bytes(x.Size)
		if x.Sample {
			about += " · began with a sample"
		}
		remove, look := "Delete", "small"
		if x.Key == kept.Sure {
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
func autosave(s model.State) app.UI {
	v, own := s.Autosave, s.Slot()
	return app.Div().Class("autosave").ID("shelf").Body(
		kit.Tick("autosave", "Keep this project in this browser", v.On, func(on bool) model.Msg { return model.SetAutosave{On: on} }),
		kit.Muted("Saves your work on this computer after each result, every file separately. Anyone who uses this browser can open it."),
		app.Div().Class("row").Body(
			app.Span().ID("shelf-status").Role("status").Text(status(s)),
			kit.When(own.Key != "", kit.Button("clear-kept", "small", "", "Delete", model.RemoveSlot{Key: own.Key})),
		),
		app.If(len(v.Slots) > 0, func() app.UI { return all(s) }),
	)
}

// all lists all that is kept, folded away.
func all(s model.State) app.UI {
	v, size := s.Autosave, int64(0)
	for _, x := range v.Slots {
		size += x.Size
	}
	return app.Details().Class("kept").Open(v.Why != "").Body(
		app.Summary().ID("slots-title").Text(fmt.Sprintf("Saved work: %s, %s", format.Plural(len(v.Slots), "file"), format.Bytes(size))),
		kit.When(s.Unsaved(), kit.Muted("Opening one replaces what is open here: save or download that first.")),
		slotList(v, !s.Busy() && !s.Unsaved()),
	)
}

// status says what is kept of what is open.
func status(s model.State) string {
	v, own, text := s.Autosave, s.Slot(), ""
	if own.Key != "" {
		text = "Kept: " + format.Visible(own.Name) + " of " + own.When + ", " + format.Bytes(own.Size) + "."
		if !s.Kept() {
			text += " Later changes are not."
		}
	}
	switch {
	case v.Saving:
		text = "Saving …"
	case v.Why != "":
		text += " " + kit.Sentence(v.Why)
	case v.On && s.TooLarge():
		text += " This file is too large to keep: download the project instead."
	case v.On && s.JustSample():
		text += " A sample is saved once you change something: exclude a worker, or review a task."
	}
	return text
}

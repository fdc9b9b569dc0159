package model

import (
	"strings"

	"concord/core/wire"
)

// What is kept from one visit to the next.
const (
	KeepTheme = "theme"
	KeepKeys  = "keys"
	KeepWork  = "autosave"
	KeepAuto  = "auto"
	keysOff   = "off"
	workOn    = "on"
	autoOff   = "off"
)

// apply does what a key is for. Single keys do nothing in a field, in a dialog, or if the user has turned them off.
func (k Key) apply(s *State) []Cmd {
	switch {
	case k.Key == "Escape":
		if k.Modal {
			if d := s.Detail(); d != nil && d.Asks != "" { // it stays open
				s.askBack("")
			}
			return nil // or else the browser closes it and tells us so
		}
		if s.Busy() {
			return Cancel{}.apply(s)
		}
		return Close{}.apply(s)
	case k.Modal && s.Labelling.Open:
		if !k.Ctrl && !k.Editing && !s.NoKeys {
			s.Labelling = s.Labelling.Key(k.Key)
		}
		return nil
	case k.Modal:
		if k.Ctrl && k.Key == "z" && !k.Editing {
			return UndoReview{}.apply(s)
		}
		if k.Editing && k.Key == "Enter" && s.Detail() != nil { // of the note: the keys mean verdicts again
			return []Cmd{Focus{ID: "detail-title"}} // no button: the key would press it
		}
		if !k.Ctrl && !k.Editing {
			return s.reviewKey(k.Key)
		}
		return nil
	case k.Ctrl && k.Key == "Enter":
		return s.startRun(false)
	case k.Ctrl && k.Key == "z" && !k.Editing:
		return s.undoLast()
	case k.Ctrl || k.Editing || s.NoKeys:
		return nil
	}
	switch strings.ToLower(k.Key) {
	case "?":
		return Sheet{Open: true}.apply(s)
	case "/":
		return Search{}.apply(s)
	case "t":
		return Show{View: ViewTasks}.apply(s)
	case "w":
		return Show{View: ViewWorkers}.apply(s)
	case "a":
		return Show{View: ViewAgreement}.apply(s)
	case "d":
		return Download{What: wire.FileLabels}.apply(s)
	case "r":
		return StartReview{}.apply(s)
	case "u":
		return s.undoLast()
	case "n":
		return s.turn(+1)
	case "p":
		return s.turn(-1)
	}
	return nil
}

// turn turns pages of the table shown, if there are more.
func (s *State) turn(pages int) []Cmd {
	t := s.Tables[s.shownTable()]
	if !s.hasTable() || t.Page == nil {
		return nil
	}
	from := t.Query.From + pages*PageSize
	if from < 0 || from >= t.Page.Matching {
		return nil
	}
	return Turn{Table: s.shownTable(), From: from}.apply(s)
}

package model

// What is kept from one visit to the next.
const (
	KeepTheme = "theme"
	KeepKeys  = "keys"
	KeepWork  = "autosave"
	keysOff   = "off"
	workOn    = "on"
)

// key does what a key is for. Single keys do nothing in a field or while a
// dialog is open, nor where the user has turned them off.
func (s State) key(k Key) (State, []Cmd) {
	switch {
	case k.Key == "Escape":
		if k.Modal {
			if d := s.Detail(); d != nil && d.Asks != "" { // it stays open
				return s.askBack(""), nil
			}
			return s, nil // the browser closes it and tells us so
		}
		if s.Busy() {
			return Cancel{}.apply(s)
		}
		return Close{}.apply(s)
	case k.Modal:
		if k.Ctrl && k.Key == "z" && !k.Editing {
			return UndoReview{}.apply(s)
		}
		if !k.Ctrl && !k.Editing {
			s, cmds, _ := s.reviewKey(k.Key)
			return s, cmds
		}
		return s, nil
	case k.Ctrl && k.Key == "Enter":
		return s.startRun(false)
	case k.Ctrl && k.Key == "z" && !k.Editing:
		return s.undoLast()
	case k.Ctrl || k.Editing || s.NoKeys:
		return s, nil
	}
	switch k.Key {
	case "?":
		return Update(s, Sheet{Open: true})
	case "/":
		return Update(s, Search{})
	case "t", "T":
		return Update(s, Show{View: ViewTasks})
	case "w", "W":
		return Update(s, Show{View: ViewWorkers})
	case "a", "A":
		return Update(s, Show{View: ViewAgreement})
	case "r", "R":
		return StartReview{}.apply(s)
	case "u", "U":
		return s.undoLast()
	case "n", "N":
		return s.turn(+1)
	case "p", "P":
		return s.turn(-1)
	}
	return s, nil
}

// turn turns pages of the table shown, if there are more.
func (s State) turn(pages int) (State, []Cmd) {
	t := s.table(s.View)
	if !s.hasTable() || t.Page == nil {
		return s, nil
	}
	from := t.Query.From + pages*PageSize
	if from < 0 || from >= t.Page.Matching {
		return s, nil
	}
	return Turn{Table: s.View, From: from}.apply(s)
}

func (m Key) apply(s State) (State, []Cmd) { return s.key(m) }

package model

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"concord/app/model/setup"
)

// The fragment of the page's address holds the settings, the view and what is open, never data:
// "method=ds&seed=7&view=workers&open=workers-3". Back and Forward move between views and close what is open.

// fragment writes the address of what is shown.
func (s State) fragment() string {
	var parts []string
	shown := s.Setup
	shown.Method = s.Stated // if it can't run on these labels, it may on the next
	if text := shown.Fragment(); text != "" {
		parts = append(parts, text)
	}
	if s.View != ViewTasks {
		parts = append(parts, "view="+s.View)
	}
	if d := s.Detail(); d != nil {
		parts = append(parts, "open="+RowID(d.Kind, d.Index))
	}
	if s.About {
		parts = append(parts, "open="+openAbout)
	}
	return strings.Join(parts, "&")
}

const openAbout = "about"

// navigated brings the address up to date. A view that is turned to and a detail that is opened make an entry in
// the browser's history, so that Back leads out of them again; a view that a first result begins with makes none.
func (s *State) navigated(before State) []Cmd {
	text := s.fragment()
	if text == s.address {
		return nil
	}
	was, is := before.Detail() != nil || before.About, s.Detail() != nil || s.About
	opened, closed := is && !was, was && !is
	s.address = text
	switch {
	case closed && s.pushed && s.View == before.View:
		s.pushed = false
		return []Cmd{GoBack{}}
	case opened:
		s.pushed = true
	case closed:
		s.pushed = false
	}
	return []Cmd{Fragment{Text: text, Push: opened || !closed && s.View != before.View && !s.landed(before)}}
}

// apply shows what the address names: the user has typed it, or gone back or forward.
func (m Address) apply(s *State) []Cmd {
	text := strings.TrimPrefix(m.Fragment, "#")
	q, err := url.ParseQuery(text)
	view, open := ViewTasks, ""
	if err == nil {
		if name := viewNamed(q.Get("view")); slices.ContainsFunc(Views, func(v View) bool { return v.Name == name }) {
			view = name
		}
		if q.Get("auto") == autoOff {
			s.Manual = true
		}
		open = q.Get("open")
		for _, own := range []string{"view", "open", "auto"} {
			q.Del(own)
		}
		text = q.Encode()
	}
	old := s.Setup
	var note string
	if s.Setup, note = setup.Parse(text, s.Setup); note != "" {
		s.Note = note
	}
	if setup.NamesMethod(text) {
		s.Stated = s.Setup.Method
	}
	s.prefer()
	s.due = s.due || !s.Setup.Same(old)
	s.pushed = false
	var cmds []Cmd
	if about := open == openAbout; about != s.About {
		cmds = About{Open: about}.apply(s)
	}
	kind, index := rowOf(open)
	switch d := s.Detail(); {
	case d != nil && (kind != d.Kind || index != d.Index):
		cmds = append(cmds, s.closeDetail()...)
	case d == nil && kind != "" && s.Result != nil:
		cmds = append(cmds, Open{Kind: kind, Index: index}.apply(s)...)
	}
	if s.View != view {
		s.View = view
		cmds = append(cmds, s.askStudies()...)
	}
	s.address = s.fragment()
	return cmds
}

// rowOf is what RowID made an id of.
func rowOf(id string) (kind string, index int) {
	kind, number, _ := strings.Cut(id, "-")
	index, err := strconv.Atoi(number)
	if err != nil || index < 0 || kind != ViewTasks && kind != ViewWorkers {
		return "", 0
	}
	return kind, index
}

// RowID is the id of the button in a table that opens a task or worker.
func RowID(kind string, index int) string { return fmt.Sprintf("%s-%d", kind, index) }

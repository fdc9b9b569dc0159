package model

import (
	"concord/app/model/files"
	"concord/core/wire"
)

// Cmd is something for the world to do.
type Cmd interface{ cmd() }

type (
	// Send hands a request to the client.
	Send struct {
		Request wire.Request
		File    files.File
	}
	// Focus moves the focus to the element with that id, once it is drawn, or, where
	// there is none that can have it, to the other. Late, it has a frame of its own:
	// where much is drawn, the browser has to lay it all out.
	Focus struct {
		ID   string
		Or   string
		Late bool
	}
	// Clear empties fields: drawing a field without a value leaves what was typed.
	Clear struct{ IDs []string }
	// Fragment replaces the settings in the page's address.
	Fragment struct{ Text string }
	// Theme shows a theme.
	Theme struct{ Name string }
	// Keep keeps a word for the next visit: never data.
	Keep struct{ Key, Value string }
	// Reload lets the new version take over.
	Reload struct{}
	// Shelve asks for a workspace that is kept in the browser.
	Shelve struct {
		Request wire.Request
		In      Slot // its key, empty for a new one, and whether it is of a sample
	}
	// Unshelve opens what is kept there.
	Unshelve struct{ Key string }
	// ClearSlot takes it away.
	ClearSlot struct{ Key string }
	// Prompt shows the browser's install prompt.
	Prompt struct{}
)

func (Send) cmd()      {}
func (Focus) cmd()     {}
func (Clear) cmd()     {}
func (Fragment) cmd()  {}
func (Theme) cmd()     {}
func (Keep) cmd()      {}
func (Reload) cmd()    {}
func (Shelve) cmd()    {}
func (Unshelve) cmd()  {}
func (ClearSlot) cmd() {}
func (Prompt) cmd()    {}

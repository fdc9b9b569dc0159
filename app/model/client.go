package model

import (
	"concord/app/model/files"
	"concord/core/wire"
)

// Client is what the page needs of the world: a worker behind a client that takes
// requests, and the few things that only a browser can do. Its calls return at
// once; what comes of them is told to the function given to Listen.
//
// What is told: Replied for every reply of the worker, Lost when a worker had to
// be ended, Offline, UpdateReady and Installable as they come to be known, and
// Pick for a file that was dropped anywhere on the window, chosen in a file input
// or opened with the app. The role is that of the data-drop attribute ("labels",
// "truth") of the input, or of the element dropped on or the nearest around it,
// and "labels" where there is none. web/boot.js hears these events from the very
// start, before the program has arrived, so the page needs no handlers of its own.
type Client interface {
	// Listen sets the function that is told what happens. It may be called from
	// any goroutine, one call at a time. What happened before is told at once.
	Listen(tell func(Msg))

	// Send hands a request to the worker. f is the content of r.Open.File and
	// zero otherwise.
	//
	// A request with Cancel ends the other within about 100 ms: where the worker
	// does not answer in that time it is ended and another begun. The cancelled
	// request is then answered with Fault.Cancelled, every other one that waits
	// with a Fault, and Lost is told first.
	//
	// The file of an Exported reply is offered to the user as a download by the
	// client before the reply is told.
	Send(r wire.Request, f files.File)

	// Update lets the new version take over and reloads the page.
	Update()

	// Install shows the browser's install prompt, if it has one to show.
	Install()

	// Shelve hands a request for an Export to the worker. What comes of it is kept
	// in a slot of the browser, and not offered as a download: in that with the key,
	// or, where this tab was not the last to write there, or there is none, in another.
	// What is kept is told with Shelved, at the start of a visit too.
	Shelve(r wire.Request, in Slot)
	// Unshelve tells a Pick of what is kept in a slot.
	Unshelve(key string)
	// ClearSlot takes away what is kept in a slot.
	ClearSlot(key string)
}

// Msg is one thing that happened: told by the client, or done by the user.
type Msg interface {
	apply(s *State) []Cmd
}

// Told by the client.
type (
	// Replied brings a reply of the worker.
	Replied struct{ Reply wire.Reply }
	// Lost tells that the worker was begun anew and has nothing loaded. The page
	// opens again what it had, so the client must be able to read the same File twice.
	// Why is what it died of; empty where it was ended to cancel something.
	Lost struct{ Why string }
	// Offline tells whether everything the app needs is in the cache, so that it
	// works without a network. Told again when it changes.
	Offline struct{ Ready bool }
	// UpdateReady tells that a new version waits to take over.
	UpdateReady struct{}
	// Shelved tells what is kept in the browser, by this tab or another.
	Shelved struct {
		Slots   []Slot // the newest first
		Listed  bool   // Slots is all that there is; else the browser doesn't tell
		Kept    string // the key of the slot that was written now; empty: it is about another change
		Dropped string // names of what had to go for that
		Why     string // why something could not be kept, opened or removed
	}
	// Installable tells whether the browser offers to install the app.
	Installable struct{ Yes bool }
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

package model

import (
	"concord/app/model/files"
	"concord/app/model/job"
	"concord/core/api"
)

// Client gives the page a worker and the few things that only a browser can do.
//
// A Pick is told for a file that was dropped on the window, chosen in a file input or opened with the app. Its
// role is the data-drop attribute of the input, or of the nearest element around the place of the drop that has
// one, or else "labels". web/boot.js listens for these events before the program has arrived, so the page needs
// no handlers of its own.
type Client interface {
	// Listen sets the function that is told what happens, beginning with what has happened already. It may be
	// called from any goroutine, one call at a time.
	Listen(tell func(Msg))
	// Do carries out a Send or one of the commands that follow it, below. It returns at once; the outcome is told.
	Do(Cmd)
}

// Msg is one thing that happened: told by the client, or done by the user.
type Msg interface {
	apply(s *State) []Cmd
}

// Told by the client.
type (
	// Replied brings a reply of the worker.
	Replied struct{ Reply api.Reply }
	// Lost tells that a new worker has begun, with nothing loaded. The page opens its files again, so the client
	// must be able to read a File twice. Why is what the old one died of, "" if it was ended to cancel something,
	// and Of the request that it was at, 0 for none.
	Lost struct {
		Why string
		Of  int
	}
	// Waiting tells whether the worker waits for a part of its program that has not arrived yet.
	Waiting struct{ Yes bool }
	// Offline tells whether the app works without a network: all it needs is in the cache.
	Offline struct{ Ready bool }
	// UpdateReady tells that a new version waits to take over.
	UpdateReady struct{}
	// Arrived tells of a program of this page, by the bytes that run.
	Arrived struct{ Program job.Program }
	// SlotsTold tells what is kept in the browser, by this tab or another.
	SlotsTold struct {
		Slots  files.Slots
		Listed bool   // Slots is all that there is; else the browser doesn't tell
		Kept   string // the key of the slot that was written now; empty: it is about another change
		Why    string // why something could not be kept, opened or removed
	}
	// Installable tells whether the browser offers to install the app.
	Installable struct{ Yes bool }
)

// Cmd is something for the world to do: one of the types below.
type Cmd any

// Done by the client.
type (
	// Send hands a request to the worker. File is the content of Request.Open.File, or zero.
	//
	// A Cancel takes about 100 ms at most: a worker that does not obey in that time is replaced by a new one.
	// Then Lost is told, the cancelled request is answered with Fault.Cancelled, and all others that wait with
	// a Fault.
	//
	// The client offers the file of an Exported reply as a download, then tells the reply.
	Send struct {
		Request api.Request
		File    files.File
	}
	// Reload lets the new version take over and reloads the page.
	Reload struct{}
	// SaveSlot hands a request for a project to the worker. The file goes into a slot of the browser instead of
	// a download: the slot given, or a new one if it has no key or another tab has written there since. SlotsTold
	// follows, as it does at the start of a visit.
	SaveSlot struct {
		Request api.Request
		In      files.Slot // its key, empty for a new one, and whether it is of a sample
	}
	// LoadSlot has a Pick told of what is kept in a slot.
	LoadSlot struct{ Key string }
	// ClearSlot deletes what is kept in a slot.
	ClearSlot struct{ Key string }
	// Prompt shows the browser's install prompt, if it has one to show.
	Prompt struct{}
)

// Done by the page.
type (
	// Focus moves the focus to the element ID, once it is drawn, or to Or if that is impossible. Late gives it a
	// frame of its own, since the browser has to lay out all that was drawn.
	Focus struct {
		ID   string
		Or   string
		Late bool
	}
	// Copy copies the text of the element ID to the clipboard.
	Copy struct{ ID string }
	// Clear empties fields, since drawing a field without a value leaves what was typed.
	Clear struct{ IDs []string }
	// Fragment replaces the fragment of the page's address, with an entry of its own in the browser's history
	// or in place of the present one.
	Fragment struct {
		Text string
		Push bool
	}
	// GoBack goes back in the browser's history.
	GoBack struct{}
	// Theme shows a theme.
	Theme struct{ Name string }
	// Keep stores a setting for the next visit, never data.
	Keep struct{ Key, Value string }
)

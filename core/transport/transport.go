// Package transport lets places share work that have no memory in common: the
// workers of a browser, or the goroutines that stand for them in tests.
//
// A helper is such a place. It is started for one job, speaks with who started
// it over a Line, and is ended after it: so its memory is given back, and to
// cancel the job is to end the helper. What crosses a Line is messages of
// bytes, made with a Message and read with a Reader; integers and floats are
// little-endian and of fixed width, since arrays of them are nearly all of it.
package transport

import "errors"

// ErrLost says that the other end of a Line is there no more.
var ErrLost = errors.New("a helper was lost")

// Line is one end of a connection. It keeps messages in order.
type Line interface {
	// Send sends a message and does not wait. The message stays the caller's.
	Send(message []byte) error
	// Receive waits for the next message, which is valid until the next call.
	Receive() (message []byte, err error)
	// Pending reports whether Receive would not have to wait.
	Pending() bool
}

// Helper is a place at work, seen from who started it.
type Helper interface {
	Line
	// End ends it at once, whatever it is doing. It may be called again.
	End()
}

// Package transport lets workers without shared memory share a fit: the Web Workers of a browser, or goroutines in tests.
//
// A helper is such a worker. It is started for one fit, communicates with its parent over a Line, and is ended afterwards,
// which frees its memory, cancels its work and leaves nothing stale. A Line carries messages of bytes, written with a Message
// and read with a Reader. Integers and floats are little-endian and of fixed width, since messages are mostly arrays of them.
package transport

import "errors"

// ErrLost says that the other end of a Line is gone.
var ErrLost = errors.New("a helper was lost")

// Line is one end of a connection. Messages arrive in order.
type Line interface {
	// Send sends a message without waiting. The caller keeps the message.
	Send(message []byte) error
	// Receive waits for the next message, which is valid until the next call.
	Receive() (message []byte, err error)
}

// Helper is a worker as its parent sees it.
type Helper interface {
	Line
	// End ends it at once, whatever it is doing. It may be called more than once.
	End()
}

// Package transport lets workers without shared memory share a fit: the Web Workers of a browser, or goroutines in tests.
//
// A helper is such a worker. It is started for one fit, communicates with its parent over a Line, and is ended afterwards,
// which frees its memory, cancels its work and leaves nothing stale. A Line carries messages of bytes, written with a Message
// and read with a Reader. Integers and floats are little-endian and of fixed width, since messages are mostly arrays of them.
package transport

import (
	"context"
	"errors"

	"concord/core/fit"
)

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

// Hire starts helpers for a fit of so many labels in so many parts: one less than a power of two, and fewer than parts; none if
// they would cost more than they save. A fit that loses a helper fails.
type Hire func(labels, parts int) []Line

// Sharer is a method whose fits helpers can share.
type Sharer interface {
	fit.Method
	// Shared returns the method with fits that hire helpers, whose number doesn't change a bit of the result.
	Shared(Hire) fit.Method
}

// Host can start helpers.
type Host interface {
	// Helpers is how many helpers there may be at a time.
	Helpers() int
	// MinLabels is how many labels are worth a worker. With fewer, a helper costs more time than it saves.
	MinLabels() int
	// Help starts a helper that runs catalog.Serve. It ends with ctx, and its Receive then returns ctx.Err().
	Help(ctx context.Context) (Helper, error)
}

// Team is the helpers of one fit. A nil Team has none.
type Team struct {
	ctx     context.Context
	host    Host
	helpers []Helper
}

// NewTeam returns a Team that may hire helpers of a host; nil if it is no Host.
func NewTeam(ctx context.Context, host any) *Team {
	if h, ok := host.(Host); ok {
		return &Team{ctx: ctx, host: h}
	}
	return nil
}

// Share returns m with fits that the team shares, or m itself if it can't.
func (t *Team) Share(m fit.Method) fit.Method {
	if s, ok := m.(Sharer); ok && t != nil {
		return s.Shared(t.hire)
	}
	return m
}

// hire is a Hire. The number of workers is a power of two, so that sums over their parts can have one order.
func (t *Team) hire(labels, parts int) []Line {
	workers := 1
	for workers*2 <= min(t.host.Helpers()+1, parts, labels/t.host.MinLabels()) {
		workers *= 2
	}
	var lines []Line
	for range workers - 1 {
		h, err := t.host.Help(t.ctx)
		if err != nil {
			t.End()
			return nil
		}
		t.helpers = append(t.helpers, h)
		lines = append(lines, h)
	}
	return lines
}

// Hired reports whether there is, or was, a helper.
func (t *Team) Hired() bool { return t != nil && len(t.helpers) > 0 }

// End ends the helpers. It may be called again.
func (t *Team) End() {
	if t == nil {
		return
	}
	for _, h := range t.helpers {
		h.End()
	}
}

// Package engine is the use case: it holds the data sets and results of one
// visit and serves one request at a time. It knows nothing of JavaScript, files
// or clocks: a Host provides them.
package engine

import (
	"context"
	"io"

	"concord/core/wire"
)

// Host is the world around the engine: a browser's worker, a shell, a test.
type Host interface {
	// Turn lets the world in (a browser's event loop) and returns ctx.Err().
	// The engine calls it at least every 50 ms of work.
	Turn(ctx context.Context) error
	// Seconds reads a clock that only ever rises.
	Seconds() float64
	// Today is the date, as 2006-01-02, for names of files.
	Today() string
	// Create starts a download. It is handed over when it is closed.
	Create(name string) (io.WriteCloser, error)
}

// Source is a file that can be read from the start as often as need be.
type Source interface {
	Name() string
	Size() int64
	Open() (io.ReadCloser, error)
}

// Engine serves requests.
type Engine struct{ host Host }

// New returns an engine with nothing loaded.
func New(host Host) *Engine { return &Engine{host: host} }

// Do serves one request, sending any number of Progress replies and one final
// reply. file is the content of Open.File, and nil otherwise.
func (e *Engine) Do(ctx context.Context, r wire.Request, file Source, send func(wire.Reply)) {
	panic("not yet")
}

//go:build js && wasm

package main

import (
	"context"
	"syscall/js"

	"concord/core/catalog"
	"concord/core/transport"
)

// A helper is another worker of the page: the same program, called "helper". {bytes: Uint8Array} goes both ways over a port
// between the two.

const helperName = "helper" // web/boot.js starts them

// mostWorkers is how many workers share a fit at most. With more, sending parameters and counts costs more than they save.
const mostWorkers = 4

// Helpers implements transport.Host.
func (h *host) Helpers() int { return min(processors(), mostWorkers) - 1 }

// processors returns how many there are, or 1 if the browser doesn't tell.
func processors() int {
	n := js.Global().Get("navigator").Get("hardwareConcurrency")
	if n.IsUndefined() {
		return 1
	}
	return n.Int()
}

// MinLabels implements transport.Host. Two workers share a fit of three million labels or more (docs/decisions.md).
func (h *host) MinLabels() int {
	if js.Global().Get("eager").Truthy() { // end-to-end tests need smaller fits
		return 500_000
	}
	return 1_500_000
}

// Help implements transport.Host.
func (h *host) Help(ctx context.Context) (transport.Helper, error) {
	return newEnd(ctx, js.Global().Call("startHelper")), nil
}

// help is the program of a helper.
func help() {
	// After an error the engine gets no answer and does the work itself.
	_ = catalog.Serve(newEnd(context.Background(), js.Global().Get("port")))
}

// end is an end of the line between a worker and its helper.
type end struct {
	ctx     context.Context
	port    js.Value   // it keeps what is posted until the other end starts
	inbox   []js.Value // what has arrived; it stays outside the program's memory until it is received
	more    chan struct{}
	lost    bool
	message []byte // the one received last
	funcs   map[string]js.Func
}

var _ transport.Helper = (*end)(nil)

func newEnd(ctx context.Context, port js.Value) *end {
	e := &end{ctx: ctx, port: port, more: make(chan struct{}, 1), funcs: map[string]js.Func{}}
	e.on("message", func(event js.Value) { e.arrive(event.Get("data")) })
	e.on("error", func(js.Value) { e.lost = true })
	port.Call("start")
	return e
}

// on calls do for each event of a kind, and then wakes Receive.
func (e *end) on(event string, do func(event js.Value)) {
	e.funcs[event] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		do(args[0])
		select {
		case e.more <- struct{}{}:
		default: // it has been woken already
		}
		return nil
	})
	e.port.Call("addEventListener", event, e.funcs[event])
}

func (e *end) arrive(data js.Value) {
	if data.Get("died").Truthy() {
		e.lost = true // when all that it has sent is received
		return
	}
	e.inbox = append(e.inbox, data.Get("bytes"))
}

// Send implements transport.Line.
func (e *end) Send(message []byte) error {
	bytes := js.Global().Get("Uint8Array").New(len(message))
	js.CopyBytesToJS(bytes, message)
	memory := js.Global().Get("memory").Get("buffer").Get("byteLength") // for whoever measures it (e2e)
	data := js.ValueOf(map[string]any{"bytes": bytes, "memory": memory})
	if e.lost {
		return transport.ErrLost
	}
	e.port.Call("postMessage", data, []any{bytes.Get("buffer")}) // handed over, not copied
	return nil
}

// Receive implements transport.Line. While it waits, the browser handles its events.
func (e *end) Receive() ([]byte, error) {
	for len(e.inbox) == 0 {
		if e.lost {
			return nil, transport.ErrLost
		}
		select {
		case <-e.more:
		case <-e.ctx.Done():
			return nil, e.ctx.Err()
		}
	}
	bytes := e.inbox[0]
	e.inbox = e.inbox[1:]
	size := bytes.Length()
	if cap(e.message) < size {
		e.message = make([]byte, size)
	}
	e.message = e.message[:size]
	js.CopyBytesToGo(e.message, bytes)
	return e.message, nil
}

// End implements transport.Helper.
func (e *end) End() {
	e.lost = true
	if e.funcs == nil {
		return
	}
	e.port.Call("terminate")
	for event, f := range e.funcs {
		e.port.Call("removeEventListener", event, f)
		f.Release()
	}
	e.funcs = nil
}

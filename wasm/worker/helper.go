//go:build js && wasm

package main

import (
	"context"
	"math"
	"syscall/js"

	"concord/core/engine"
	"concord/core/transport"
)

// A helper is another worker of the page: the same program under the name
// "helper", and a port between the two. What goes to it is {file: File} first, and
// then {bytes: Uint8Array}, which is what comes back.

const helperName = "helper" // web/boot.js starts them

// mostWorkers is how many workers share the work at most: with more, what they
// have in common (names, parameters) costs more than they save.
const mostWorkers = 4

// Helpers implements engine.Employer.
func (h *host) Helpers() int { return min(processors(), mostWorkers) - 1 }

// processors is how many there are, 1 where the browser does not tell.
func processors() int {
	n := js.Global().Get("navigator").Get("hardwareConcurrency")
	if n.IsUndefined() {
		return 1
	}
	return n.Int()
}

// Worth implements engine.Employer. While a file is read Chromium itself needs two
// thirds of a processor at first: to fetch the file, to make faster code of the
// program and to draw the page. So of two processors one is left to it: two workers
// took as long as one over ten million rows, and more memory. Where with more
// processors they begin to pay is not measured.
func (h *host) Worth() (bytes, labels int64) {
	switch {
	case js.Global().Get("eager").Truthy(): // so that small files and two processors will do (e2e)
		return 8 << 20, 500_000
	case processors() < 3:
		return math.MaxInt64 / mostWorkers, 1_500_000
	}
	return 48 << 20, 1_500_000
}

// Help implements engine.Employer.
func (h *host) Help(ctx context.Context, file engine.Source) (transport.Helper, error) {
	e := newEnd(ctx, js.Global().Call("startHelper"))
	first := map[string]any{}
	if s, ok := file.(source); ok {
		first["file"] = s.file
	}
	e.port.Call("postMessage", first)
	return e, nil
}

// help is the program of a helper.
func help() {
	e := newEnd(context.Background(), js.Global().Get("port"))
	<-e.more // the file
	var file engine.Source
	if e.file.Truthy() {
		file = source{file: e.file, name: e.file.Get("name").String()}
	}
	// An error leaves the engine without an answer: it does the job itself.
	_ = engine.Help(e, file)
}

// end is an end of the line between a worker and its helper.
type end struct {
	ctx     context.Context
	port    js.Value   // it keeps what is posted until the other end begins
	inbox   []js.Value // what has arrived; what is not needed yet stays outside the program's memory
	more    chan struct{}
	lost    bool
	file    js.Value
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

// on calls do, and then whoever waits, for each event of a kind.
func (e *end) on(event string, do func(event js.Value)) {
	e.funcs[event] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		do(args[0])
		select {
		case e.more <- struct{}{}:
		default: // it has been called already
		}
		return nil
	})
	e.port.Call("addEventListener", event, e.funcs[event])
}

func (e *end) arrive(data js.Value) {
	switch {
	case data.Get("bytes").Truthy():
		e.inbox = append(e.inbox, data.Get("bytes"))
	case data.Get("died").Truthy():
		e.lost = true // when all that it has sent is received
	default:
		e.file = data.Get("file")
	}
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

// Receive implements transport.Line. While it waits the browser gets to its events.
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

// Pending implements transport.Line.
func (e *end) Pending() bool { return len(e.inbox) > 0 || e.lost }

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

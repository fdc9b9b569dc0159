//go:build js && wasm

package main

import (
	"path"
	"syscall/js"

	"concord/core/api"
	"concord/core/engine"
)

// host is the browser's worker as the engine sees it.
type host struct {
	engine.Host
	turn  chan struct{}
	port  js.Value // a message sent here comes back as a turn
	clock js.Value
	blob  js.Value // the download that was closed last
}

func newHost() *host {
	h := &host{turn: make(chan struct{}), clock: js.Global().Get("performance")}
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		h.turn <- struct{}{}
		return nil
	}))
	h.port = channel.Get("port2")
	h.Host = engine.Host{
		Turn: h.yield, Seconds: func() float64 { return h.clock.Call("now").Float() / 1000 }, Today: today, Create: h.create,
		MemoryLimit: memoryLimit(), FixedFiles: true,
	}
	return h
}

// yield blocks until a message to itself comes back: the browser handles its own events, such as Cancel, only while no goroutine
// can run. runtime.Gosched and time.Sleep(0) never let it.
func (h *host) yield() {
	h.port.Call("postMessage", js.Null())
	<-h.turn
}

// memoryLimit is how many bytes the program may use. WebAssembly addresses 4 GiB, and a page should leave half of the device's memory
// to others.
func memoryLimit() int64 {
	const most = 4 << 30
	device := js.Global().Get("navigator").Get("deviceMemory") // GiB, at most 8; only some browsers tell
	if device.IsUndefined() {
		return most
	}
	return min(most, int64(device.Float()*(1<<30)/2))
}

func today() string {
	// Swedish dates are ISO dates; in the user's time zone, as file names should be.
	return js.Global().Get("Date").New().Call("toLocaleDateString", "sv-SE").String()
}

func (h *host) create(name string) (engine.Download, error) {
	return &download{host: h, name: name, parts: js.Global().Get("Array").New()}, nil
}

// finished returns the download that was closed last and forgets it.
func (h *host) finished() js.Value {
	b := h.blob
	h.blob = js.Undefined()
	return b
}

// download collects what is written as the parts of a Blob, which the browser keeps outside the program's memory.
type download struct {
	host  *host
	name  string
	part  []byte
	parts js.Value
}

const partSize = 1 << 20

var types = map[string]string{
	".html":   "text/html;charset=utf-8",
	".csv":    "text/csv;charset=utf-8",
	".json":   "application/json",
	".ndjson": "application/x-ndjson",
	".xlsx":   "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".zip":    "application/zip",
	".gz":     "application/gzip",
}

func (d *download) Write(p []byte) (int, error) {
	d.part = append(d.part, p...)
	if len(d.part) >= partSize {
		if err := d.flush(); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// errFull is what becomes of a download that the browser has no memory for.
var errFull = api.Refuse("The browser has no more memory for this file. Close other tabs, or write it with the shell program: " +
	"concord fit.")

// flush hands to the browser what was written since it last was called.
func (d *download) flush() (err error) {
	defer roomFor(&err)
	bytes := js.Global().Get("Uint8Array").New(len(d.part))
	js.CopyBytesToJS(bytes, d.part)
	d.part = d.part[:0]
	d.parts.Call("push", newBlob([]any{bytes}, ""))
	return nil
}

func (d *download) Close() (err error) {
	if err := d.flush(); err != nil {
		return err
	}
	defer roomFor(&err)
	d.host.blob = newBlob(d.parts, types[path.Ext(d.name)])
	return nil
}

// Abort leaves what was written to the browser's collector.
func (d *download) Abort() {}

// roomFor makes errFull of what the browser throws.
func roomFor(err *error) {
	switch e := recover().(type) {
	case nil:
	case js.Error:
		*err = errFull
	default:
		panic(e)
	}
}

func newBlob(parts any, kind string) js.Value {
	return js.Global().Get("Blob").New(parts, map[string]any{"type": kind})
}

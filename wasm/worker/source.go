//go:build js && wasm

package main

import (
	"fmt"
	"io"
	"syscall/js"
)

// source is a File of the page. Only a part of it is ever in memory.
type source struct {
	file js.Value
	name string
}

func (s source) Name() string { return s.name }
func (s source) Size() int64  { return int64(s.file.Get("size").Float()) }

func (s source) Open() (io.ReadCloser, error) { return s.OpenAt(0) }

// OpenAt implements session.Seekable.
func (s source) OpenAt(from int64) (io.ReadCloser, error) {
	r := &reader{source: s, got: make(chan js.Value, 1)}
	r.begin(s.file.Call("slice", from).Call("stream"))
	r.then = js.FuncOf(func(_ js.Value, args []js.Value) any {
		r.got <- args[0]
		return nil
	})
	return r, nil
}

// partRead is how much of a file is read at a time: large enough to make calls cheap, small enough not to matter in memory.
const partRead = 1 << 20

// reader reads a file as a stream, so the browser reads ahead while the program works. Waiting for one slice after the other
// would take up a quarter of the time in which a large file is read.
type reader struct {
	source
	stream   js.Value // a ReadableStreamBYOBReader, or a default one
	part     js.Value // a Uint8Array: what has been read, or is to be written over
	from, to int      // what of part has not been taken
	then     js.Func  // sends the value of a promise to got
	got      chan js.Value
	err      error // what ended the reading
}

// begin has the stream write into our buffer, if the browser supports it.
func (r *reader) begin(stream js.Value) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case js.Error:
			r.stream = stream.Call("getReader")
		default:
			panic(e)
		}
	}()
	r.stream = stream.Call("getReader", map[string]any{"mode": "byob"})
	r.part = js.Global().Get("Uint8Array").New(partRead)
}

func (r *reader) Read(p []byte) (n int, err error) {
	if r.from == r.to && r.err == nil {
		r.next()
	}
	if r.err != nil {
		return 0, r.err
	}
	n = js.CopyBytesToGo(p, r.part.Call("subarray", r.from, r.to))
	r.from += n
	return n, nil
}

// next waits for the next part. The browser handles events meanwhile.
func (r *reader) next() {
	var view []any // what is to be written over
	if r.part.Truthy() {
		view = []any{js.Global().Get("Uint8Array").New(r.part.Get("buffer"))}
	}
	got := r.await(r.stream.Call("read", view...))
	if r.err == nil && got.Get("done").Bool() {
		// The browser checks only when it starts reading that the file hasn't changed since it was chosen, so start once more.
		if r.await(r.file.Call("slice", 0, 1).Call("arrayBuffer")); r.err == nil {
			r.err = io.EOF
		}
	}
	if r.err == nil {
		r.part = got.Get("value")
		r.from, r.to = 0, r.part.Length()
	}
}

// await returns the value of a promise; an error goes to r.err.
func (r *reader) await(promise js.Value) js.Value {
	promise.Call("then", r.then, r.then)
	got := <-r.got
	if got.InstanceOf(js.Global().Get("Error")) {
		r.err = fmt.Errorf("it was changed, moved or removed after it was chosen; choose it again (%s)", got.Get("name").String())
	}
	return got
}

func (r *reader) Close() error {
	r.stream.Call("cancel").Call("catch", js.Global().Get("Boolean")) // errors no longer matter
	r.part = js.Undefined()
	r.then.Release()
	return nil
}

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

// OpenAt implements engine.Cuttable.
func (s source) OpenAt(from int64) (io.ReadCloser, error) {
	return &reader{source: s, size: s.Size(), next: from, sync: js.Global().Get("FileReaderSync").New()}, nil
}

// partRead is how much of a file is asked of the browser at a time: large
// enough that asking costs nothing, small enough not to be felt in memory.
const partRead = 4 << 20

type reader struct {
	source
	sync     js.Value
	size     int64
	next     int64    // offset in the file of what has not been asked for
	part     js.Value // a Uint8Array
	from, to int      // what of part has not been read
}

func (r *reader) Read(p []byte) (n int, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case js.Error:
			err = fmt.Errorf("%s can no longer be read (%s): it was changed, moved or removed; choose it again", r.name, e.Get("name").String())
		default:
			panic(e)
		}
	}()
	if r.from == r.to {
		if r.next >= r.size {
			return 0, io.EOF
		}
		end := min(r.next+partRead, r.size)
		buffer := r.sync.Call("readAsArrayBuffer", r.file.Call("slice", r.next, end))
		r.part = js.Global().Get("Uint8Array").New(buffer)
		r.from, r.to, r.next = 0, int(end-r.next), end
	}
	n = js.CopyBytesToGo(p, r.part.Call("subarray", r.from, r.to))
	r.from += n
	return n, nil
}

func (r *reader) Close() error {
	r.part = js.Undefined()
	return nil
}

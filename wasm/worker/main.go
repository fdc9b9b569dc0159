//go:build js && wasm

// Command worker is the program of the Web Worker: requests in, engine, replies out. Reading, fitting and exporting happen here, so the
// page never blocks. What first visits need of it is web/worker.wasm, and the rest web/rest.wasm (wasm/split).
//
// Messages from the page are {request: JSON, file: File}, those to the page {reply: JSON, blob: Blob}, after a {ready: true}.
package main

import (
	"runtime/debug"
	"syscall/js"

	"concord/core/api"
	"concord/core/engine"
)

func main() {
	// Nearly all memory is in a few large arrays without pointers, which cost the collector nothing: if it runs often, the peak
	// stays lower.
	debug.SetGCPercent(20)
	h := newHost()
	queue := engine.NewQueue(engine.New(&h.Host))
	post := func(r api.Reply) {
		message := map[string]any{"reply": string(api.EncodeReply(r))}
		if r.Exported != nil {
			message["blob"] = h.finished()
		}
		js.Global().Call("postMessage", message)
	}
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		if data.Get("request").IsUndefined() {
			return nil // of the page's script: web/worker.js handles it
		}
		r, err := api.DecodeRequest([]byte(data.Get("request").String()))
		if err != nil {
			panic(err) // the page is of the same build
		}
		var from engine.Source
		if file := data.Get("file"); file.Truthy() {
			from = source{file: file, name: r.Open.File.Name}
		}
		queue.Put(r, from)
		return nil
	}))
	js.Global().Call("postMessage", map[string]any{"ready": true})
	queue.Serve(post)
}

//go:build js && wasm

// Command worker is the program of the Web Worker, web/worker.wasm: requests in, engine, replies out. Reading, fitting and
// exporting happen here, so the page never blocks.
//
// Messages from the page are {request: JSON, file: File}, those to the page {reply: JSON, blob: Blob}, after a {ready: true}.
package main

import (
	"context"
	"runtime/debug"
	"syscall/js"

	"concord/core/api"
	"concord/core/engine"
)

// job is a queued request.
type job struct {
	ctx     context.Context
	request api.Request
	file    engine.Source
}

func main() {
	// Nearly all memory is in a few large arrays without pointers, which cost the collector nothing: if it runs often, the peak
	// stays lower.
	debug.SetGCPercent(20)
	h := newHost()
	e := engine.New(&h.Host)
	jobs := make(chan job, 1024) // more than a page ever has under way: receiving must never block
	stop := map[int]context.CancelFunc{}
	last := 0 // the request that gives way to the next; 0: none
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
		if r.Cancel != nil {
			if r.Cancel.Keep {
				e.Enough(r.Cancel.ID)
			} else if cancel, ok := stop[r.Cancel.ID]; ok {
				cancel()
			}
			return nil
		}
		if cancel, ok := stop[last]; ok {
			cancel()
		}
		if last = 0; r.GivesWay() {
			last = r.ID
		}
		j := job{request: r}
		j.ctx, stop[r.ID] = context.WithCancel(context.Background())
		if file := data.Get("file"); file.Truthy() {
			j.file = source{file: file, name: r.Open.File.Name}
		}
		jobs <- j
		return nil
	}))
	js.Global().Call("postMessage", map[string]any{"ready": true})
	for j := range jobs {
		e.Do(j.ctx, j.request, j.file, post)
		stop[j.request.ID]()
		delete(stop, j.request.ID)
	}
}

// Command inchromium runs a WebAssembly program in a Web Worker of a real
// Chromium, as go_js_wasm_exec runs it under Node: for benchmarks.
//
//	GOOS=js GOARCH=wasm go test -exec=inchromium -run '^$' -bench . ./core/…
//
// The program has its arguments, its output and its exit code, but no files.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

//go:embed worker.js
var worker []byte

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: inchromium PROGRAM.wasm [argument…]")
		os.Exit(2)
	}
	code, err := run(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "inchromium:", err)
		code = 1
	}
	os.Exit(code)
}

// said is a message from the worker.
type said struct {
	Text  string
	Error string
	Exit  *int
}

func run(program string, args []string) (code int, err error) {
	url, err := serve(program)
	if err != nil {
		return 0, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.Flag("disable-gpu", true))
	if path := os.Getenv("CHROMIUM"); path != "" {
		options = append(options, chromedp.ExecPath(path))
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()

	messages := make(chan said, 1024)
	err = chromedp.Listen(ctx, func(ev any) {
		call, ok := ev.(*runtime.EventBindingCalled)
		if !ok {
			return
		}
		var m said
		if err := json.Unmarshal([]byte(call.Payload), &m); err != nil {
			m.Error = err.Error()
		}
		messages <- m
	})
	if err != nil {
		return 0, err
	}
	if _, err := chromedp.Call(ctx, runtime.AddBinding, runtime.AddBindingParams{Name: "say"}); err != nil {
		return 0, err
	}
	argv, err := json.Marshal(append([]string{filepath.Base(program)}, args...))
	if err != nil {
		return 0, err
	}
	start := fmt.Sprintf(`{
		const w = new Worker("worker.js");
		w.onmessage = ({data}) => say(JSON.stringify(data));
		w.onerror = (e) => say(JSON.stringify({error: e.message}));
		w.postMessage(%s);
	}`, argv)
	if err := chromedp.Do(ctx, chromedp.Navigate(url), chromedp.Evaluate[chromedp.Void](start)); err != nil {
		return 0, err
	}
	for {
		select {
		case m := <-messages:
			fmt.Print(m.Text)
			switch {
			case m.Error != "":
				return 0, fmt.Errorf("%s", m.Error)
			case m.Exit != nil:
				return *m.Exit, nil
			}
		case <-ctx.Done():
			return 0, fmt.Errorf("the browser ended: %w", context.Cause(ctx))
		}
	}
}

// serve serves the program and what it takes to run it, isolated from other
// origins: only so is the browser's clock fine enough to measure with.
func serve(program string) (url string, err error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	glue := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return "", err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		switch r.URL.Path {
		case "/program.wasm":
			w.Header().Set("Content-Type", "application/wasm")
			http.ServeFile(w, r, program)
		case "/wasm_exec.js":
			http.ServeFile(w, r, glue)
		case "/worker.js":
			w.Header().Set("Content-Type", "text/javascript")
			w.Write(worker)
		default:
			fmt.Fprint(w, "<!doctype html><title>inchromium</title>")
		}
	})
	go http.Serve(l, mux) // ends with the program
	return "http://" + l.Addr().String(), nil
}

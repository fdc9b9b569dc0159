package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// broken serves the app, exported to dir, with the named files broken.
func broken(t *testing.T, dir, names string, how http.HandlerFunc) *server {
	t.Helper()
	files := http.FileServer(http.Dir(dir))
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if bad, _ := path.Match(names, path.Base(r.URL.Path)); bad {
			how(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	return &server{url: h.URL}
}

func missing(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }

// reset closes the connection without a response.
func reset(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// cut closes the connection in the middle of the response.
func cut(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Length", "1000000")
	w.Write([]byte("\x00asm\x01\x00\x00\x00"))
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// portal answers like a captive portal.
func portal(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	w.Write([]byte("<!doctype html><title>Welcome to our guests</title>"))
}

func damaged(w http.ResponseWriter, r *http.Request) {
	w.Write(append([]byte("\x00asm\x01\x00\x00\x00"), make([]byte, 1000)...))
}

// before makes every page run a script before its own.
func (v *visit) before(script string) {
	v.Helper()
	_, err := chromedp.Call(v.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	v.must(err)
}

// reads waits until the page shows a text, and returns everything it shows.
func (v *visit) reads(text string) string {
	v.Helper()
	v.await(fmt.Sprintf("document.body.innerText.includes(%q)", text))
	return eval[string](v, "document.body.innerText")
}

// stopped checks the message of a page that can't start or go on.
func (v *visit) stopped(says ...string) {
	v.Helper()
	v.await("document.querySelector('#fatal')?.checkVisibility({visibilityProperty: true})")
	box := eval[string](v, "document.querySelector('#fatal').innerText")
	for _, want := range append(says, "Reload") {
		if !strings.Contains(box, want) {
			v.Errorf("the page says %q, want %q", box, want)
		}
	}
	if got := eval[string](v, "document.querySelector('#fatal').role"); got != "alert" {
		v.Errorf("got role %q, want alert", got)
	}
	for _, gone := range []string{"Loading", "Ready", "Reading"} {
		if text := eval[string](v, "document.body.innerText"); strings.Contains(text, gone) {
			v.Errorf("the page says %q still:\n%s", gone, text)
		}
	}
	v.state("error")
}

// Whatever keeps the page from starting, it shows a message.
func TestPageThatCannotStart(t *testing.T) {
	dir := export(t, nil)
	for _, c := range []struct {
		name, file string
		how        http.HandlerFunc
		before     string // a script
		says       []string
	}{
		{name: "page missing", file: "app.wasm", how: missing, says: []string{"could not start", "app.wasm did not arrive (404"}},
		{name: "page reset", file: "app.wasm", how: reset, says: []string{"app.wasm did not arrive (Failed to fetch)", "online"}},
		{name: "page cut", file: "app.wasm", how: cut, says: []string{"app.wasm did not arrive whole"}},
		{name: "page from a portal", file: "app.wasm", how: portal, says: []string{"app.wasm did not arrive: a web page came in its place"}},
		{name: "page damaged", file: "app.wasm", how: damaged, says: []string{"app.wasm arrived damaged"}},
		{name: "worker missing", file: "worker.wasm", how: missing, says: []string{"could not start", "worker.wasm did not arrive (404"}},
		{name: "worker damaged", file: "worker.wasm", how: damaged, says: []string{"worker.wasm arrived damaged"}},
		{name: "worker’s glue missing", file: "worker.js", how: missing, says: []string{"could not start", "worker.js did not arrive (404"}},
		{name: "worker’s glue cut", file: "worker.js", how: cut, says: []string{"could not start", "worker.js did not arrive whole"}},
		{name: "glue missing", file: "wasm_exec.js", how: missing, says: []string{"could not start", "wasm_exec.js"}},
		{name: "glue from a portal", file: "wasm_exec.js", how: portal, says: []string{"could not start"}},
		{name: "first script missing", file: "early.js", how: missing, says: []string{"could not start", "early.js"}},
		{name: "boot missing", file: "boot.js", how: missing, says: []string{"could not start", "boot.js"}},
		{name: "boot reset", file: "boot.js", how: reset, says: []string{"could not start", "boot.js"}},
		{name: "boot too new", file: "boot.js", how: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/javascript")
			w.Write([]byte("globalThis ??!= syntax of tomorrow"))
		}, says: []string{"could not start", "too old", "SyntaxError"}},
		{name: "no memory", before: `WebAssembly.instantiate = async () => { throw new RangeError("Out of memory: Cannot allocate memory"); }`,
			says: []string{"run out of memory", "Close other tabs"}},
		{name: "no WebAssembly", before: "delete globalThis.WebAssembly", says: []string{"can’t run in this browser", "WebAssembly", "Firefox"}},
		{name: "old WebAssembly", before: "delete WebAssembly.compileStreaming", says: []string{"can’t run in this browser"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := openInstalled(t, broken(t, dir, c.file, c.how), "/licenses.txt")
			v.allow("") // the browser complains, as it should
			v.before(c.before)
			v.navigate("/")
			v.stopped(c.says...)
		})
	}
}

// If the worker does not start, the page still runs and says so.
func TestWorkerThatDoesNotStart(t *testing.T) {
	v := openInstalled(t, broken(t, export(t, nil), "worker.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		w.Write([]byte("throw new Error('not in here');"))
	}), "/")
	v.allow("not in here")
	v.allow("worker.js did not arrive as it should") // so the app will not work offline
	v.state("error")
	for range 2 {
		text := v.reads("could not be started in this browser (Uncaught Error: not in here)")
		for _, wrong := range []string{"Loading", "Reading", "undefined"} {
			if strings.Contains(text, wrong) {
				t.Errorf("the page says %q:\n%s", wrong, text)
			}
		}
		v.drop("labels", write(t, "animals.csv", animals)) // it is tried again
		v.state("error")
	}
}

// Without scripts the page says that it needs them.
func TestPageWithoutScripts(t *testing.T) {
	for name, c := range map[string]struct {
		server *server
		off    bool
	}{
		"none arrives": {broken(t, export(t, nil), "*.js", missing), false},
		"switched off": {serve(t), true},
	} {
		t.Run(name, func(t *testing.T) {
			v := openInstalled(t, c.server, "/licenses.txt")
			v.allow("")
			_, err := chromedp.Call(v.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: c.off})
			v.must(err)
			v.navigate("/")
			v.await("document.querySelector('#fatal')?.checkVisibility({visibilityProperty: true})")
			text := eval[string](v, "document.body.innerText")
			if !strings.Contains(text, "allow JavaScript for this page") || strings.Contains(text, "Loading") || strings.Contains(text, "Ready") {
				t.Errorf("the page says:\n%s", text)
			}
		})
	}
}

// Errors in scripts injected by others, such as extensions, don't stop the app.
func TestScriptsOfOthersMayFail(t *testing.T) {
	v := openInstalled(t, serve(t), "/licenses.txt")
	v.allow("")
	v.before(`document.addEventListener("readystatechange", () => {
		const script = document.createElement("script");
		script.src = "/nowhere.js";
		document.head.append(script);
		dispatchEvent(new ErrorEvent("error", {message: "of an extension", filename: "chrome-extension://abc/def.js"}));
	})`)
	v.navigate("/")
	v.state("empty")
	v.await("performance.getEntriesByName(location.origin + '/nowhere.js').length")
	if eval[bool](v, "document.querySelector('#fatal').checkVisibility()") {
		t.Error("the page says that it can't go on")
	}
	v.state("empty")
}

// A program that arrived damaged is fetched again, past the caches, when the page is
// reloaded.
func TestReloadAsksAnew(t *testing.T) {
	dir := export(t, nil)
	files := http.FileServer(http.Dir(dir))
	var mended atomic.Bool
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/v/") {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		if path.Base(r.URL.Path) == "app.wasm" && !mended.Load() {
			damaged(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	v := openInstalled(t, &server{url: h.URL}, "/")
	v.allow("")
	v.stopped("app.wasm arrived damaged")
	mended.Store(true)
	v.click("#fatal-reload")
	v.state("empty")
}

// Nothing in the address can keep the page from starting, or stop it.
func TestBadAddress(t *testing.T) {
	v := open(t, serve(t), "/#%")
	v.state("empty")
	v.reads("Ignored in the address, not a setting: “%”")
	v.navigate("/?a#method=fds&seed=7&set.smoothing=%zz")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", animals))
	v.state("ready")
	if got := eval[string](v, "document.querySelector('#method').value + ' ' + document.querySelector('#seed').value"); got != "fds 7" {
		t.Errorf("got method and seed %q, want fds 7: what can be read is taken", got)
	}
	eval[bool](v, "(location.hash = '#%E4%', true)") // by hand, while the page is there
	v.reads("Ignored in the address, not a setting")
	v.fit("ds")
}

// The app runs even if the browser forbids storage, service workers or both.
func TestStorageForbidden(t *testing.T) {
	profile := t.TempDir()
	if err := os.MkdirAll(filepath.Join(profile, "Default"), 0o755); err != nil {
		t.Fatal(err)
	}
	// As in the settings: no site may keep anything.
	forbid := `{"profile": {"default_content_setting_values": {"cookies": 2}}}`
	if err := os.WriteFile(filepath.Join(profile, "Default", "Preferences"), []byte(forbid), 0o644); err != nil {
		t.Fatal(err)
	}
	v := openInstalled(t, serve(t), "/licenses.txt", chromedp.UserDataDir(profile))
	v.allow("will not work offline")
	v.allow("favicon.ico") // of the page of plain text
	if eval[bool](v, "(() => { try { return Boolean(localStorage) } catch { return false } })()") {
		t.Fatal("the browser does not forbid storage: this tests nothing")
	}
	// As in a frame that is shut in.
	v.before(`Object.defineProperty(navigator, "serviceWorker", { get() { throw new DOMException("forbidden", "SecurityError") } })`)
	v.before(hurried)
	v.navigate("/")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", animals))
	v.state("done") // it starts by itself: that it shall not could not be kept either
	v.click("#autosave")
	v.reads("This is not kept: the browser refuses")
	work[bool](v, "navigator.locks.request('any', () => { globalThis.locks = true; }).catch(() => { globalThis.locks = false; }), true")
	locks := func() string { return work[string](v, "String(globalThis.locks)") }
	for end := time.Now().Add(v.patience); locks() == "undefined" && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	if got := locks(); got != "false" {
		t.Errorf("the worker has locks here (%s): this tests less than it should", got)
	}
	v.killWorker()
	v.replaces()
	v.choose("#method", "majority")
	v.state("done")
	v.reads("Done. ")
}

// deaths are ways for the page's program to crash in the middle of a visit.
var deaths = map[string]string{
	// What it can't draw it can't go on from: it panics.
	"panic": `document.createElement = document.createElementNS = () => { throw new Error("no more elements") }`,
	// The same where memory is short.
	"memory": `document.createElement = document.createElementNS = () => { throw new RangeError("Out of memory: no more elements") }`,
	// With its memory overwritten it is thrown out of its own code, and never ends.
	"trap": `new Uint8Array(theProgram.exports.mem.buffer).fill(255)`,
}

// lastWords are what the page then says of it.
var lastWords = map[string][]string{
	"panic":  {"Concord has stopped working", "report it", "no more elements"},
	"memory": {"Concord has run out of memory", "Close other tabs", "no more elements"},
	"trap":   {"Concord has stopped working", "report it"},
}

// If the page's program crashes, the user is told, can reload, and has the kept work.
func TestPageThatDies(t *testing.T) {
	for name, death := range deaths {
		t.Run(name, func(t *testing.T) {
			v := openInstalled(t, serve(t), "/licenses.txt")
			v.before(`{
				const make = WebAssembly.instantiate;
				WebAssembly.instantiate = async (...all) => (globalThis.theProgram = await make.apply(WebAssembly, all));
			}`)
			v.navigate("/")
			v.state("empty")
			v.drop("labels", write(t, "animals.csv", animals))
			v.fit("ds")
			v.click("#autosave")
			v.await("document.querySelector('#shelf-status').textContent.startsWith('Kept: animals-ds-')")
			v.allow("")
			eval[bool](v, "("+death+", true)")
			v.press("?") // opens a dialog
			v.stopped(append(lastWords[name], "What was kept in this browser is offered again")...)
			// What is left of the page no longer reacts.
			v.press("?", "/")
			eval[bool](v, "(document.querySelector('#run').click(), true)")
			v.stopped(lastWords[name]...)
			v.click("#fatal-reload")
			v.resumes("animals")
		})
	}
}

// If nothing is kept when the page's program crashes, the page does not say so; not even if keeping was tried.
func TestPageThatDiesWithNothingKept(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	eval[bool](v, `(IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); }, true)`)
	v.drop("labels", write(t, "animals.csv", animals))
	v.fit("ds")
	v.click("#autosave")
	v.reads("This is not kept: the browser has no room for it")
	v.allow("")
	eval[bool](v, "("+deaths["panic"]+", true)")
	v.press("?")
	v.stopped("Concord has stopped working", "What you have not downloaded has to be done again.")
	v.click("#fatal-reload")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", animals))
	v.fit("ds")
}

// unanimous is a file of labels on which all workers agree.
func unanimous() string {
	var labels strings.Builder
	labels.WriteString("task,worker,label\n")
	for i := range 30 {
		for w := range 4 {
			fmt.Fprintf(&labels, "photo_%02d,annotator %d,%s\n", i, w+1, []string{"beagle", "husky", "pug"}[i*i%7%3])
		}
	}
	return labels.String()
}

// If all workers agree, the objectives of two steps differ only in the last bit; the page
// still draws them.
func TestAllWorkersAgree(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "unanimous.csv", unanimous()))
	v.fit("ds")
	v.await("document.querySelector('#trace polyline')")
	ticks := eval[[]string](v, "[...document.querySelectorAll('#trace .tick-y')].map((e) => e.textContent)")
	if len(ticks) < 2 || ticks[0] == ticks[1] {
		t.Errorf("got ticks %q of the objective, want some that differ", ticks)
	}
}

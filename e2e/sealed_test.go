package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// elsewhere is a server at another port, ready to take whatever comes.
type elsewhere struct {
	*httptest.Server
	heard atomic.Int64 // requests
}

func newElsewhere(t *testing.T) *elsewhere {
	e := &elsewhere{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.heard.Add(1)
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		w.Header().Set("Content-Type", "text/javascript")
		w.Write([]byte("globalThis.fetched = true;"))
	}))
	t.Cleanup(e.Close)
	return e
}

// behind forwards to a server, and counts how often something is asked for that is no part of the app: what leaks.
func behind(t *testing.T, s *server) (front *server, leaks *atomic.Int64) {
	to, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	leaks = new(atomic.Int64)
	forward := httputil.NewSingleHostReverseProxy(to)
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/leak") {
			leaks.Add(1)
		}
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	return &server{url: h.URL}, leaks
}

// attempts is a function that tries to reach an address in every way that the place knows, and returns those that succeeded. Of
// many ways only who is asked knows whether they did. One is left out that no policy forbids: WebRTC of an empty frame.
const attempts = `async (to) => {
	const ways = {
		fetch: () => fetch(to),
		"fetch without CORS": () => fetch(to, {mode: "no-cors", method: "POST", body: "labels"}),
		XMLHttpRequest: () => new Promise((yes, no) => {
			const request = new XMLHttpRequest();
			request.onload = yes;
			request.onerror = no;
			request.open("GET", to);
			request.send();
		}),
		"XMLHttpRequest, waiting": () => {
			const request = new XMLHttpRequest();
			request.open("GET", to, false);
			request.send();
		},
		WebSocket: () => new Promise((yes, no) => {
			const socket = new WebSocket(to.replace("http", "ws"));
			socket.onopen = yes;
			socket.onerror = no;
		}),
		EventSource: () => new Promise((yes, no) => {
			const source = new EventSource(to);
			source.onopen = yes;
			source.onerror = () => (source.close(), no());
		}),
		import: () => import(to + "/module"),
	};
	if (globalThis.importScripts) ways.importScripts = () => importScripts(to);
	if (globalThis.RTCPeerConnection) ways.WebRTC = () => {};
	if (navigator.sendBeacon) navigator.sendBeacon(to, "labels");
	const asked = [];
	if (globalThis.fetchLater) asked.push(() => fetchLater(to, {activateAfter: 0}));
	if (globalThis.Worker) asked.push(() => new Worker(to));
	if (globalThis.SharedWorker) asked.push(() => new SharedWorker(to));
	if (globalThis.WebTransport) asked.push(() => new WebTransport(to.replace("http:", "https:")));
	if (globalThis.FontFace) asked.push(() => new FontFace("leak", "url(" + to + ")").load());
	if (globalThis.document) {
		const elements = {
			img: {src: to}, "img ": {srcset: to + " 2x"}, script: {src: to}, iframe: {src: to}, object: {data: to}, embed: {src: to},
			audio: {src: to}, video: {src: to}, "video ": {poster: to}, div: {style: "background: url(" + to + ")"}, style: {},
			input: {type: "image", src: to},
		};
		for (const rel of ["stylesheet", "icon", "manifest", "prefetch", "preload", "modulepreload", "prerender", "dns-prefetch"]) {
			elements["link " + rel] = {rel, href: to, as: "image"};
		}
		for (const [name, attributes] of Object.entries(elements)) asked.push(() => {
			const element = document.createElement(name.split(" ")[0]);
			for (const [a, value] of Object.entries(attributes)) element.setAttribute(a, value);
			if (name === "style") element.textContent = "@import url(" + to + "); body { background: url(" + to + ") }";
			document.body.append(element);
		});
		asked.push(() => { // with the object model of styles, which no policy of inline styles concerns
			const element = document.createElement("div");
			element.style.backgroundImage = "url(" + to + ")";
			document.body.append(element);
		}, () => {
			const frame = Object.assign(document.createElement("iframe"), {name: "leaks"});
			const form = Object.assign(document.createElement("form"), {action: to, method: "post", target: "leaks"});
			document.body.append(frame, form);
			HTMLFormElement.prototype.submit.call(form);
		});
	}
	for (const ask of asked) {
		try {
			await Promise.race([ask(), new Promise((done) => setTimeout(done, 50))]);
		} catch {
			// as it should be
		}
	}
	await new Promise((done) => setTimeout(done, 300)); // until what was not refused has arrived
	const open = [];
	for (const [name, way] of Object.entries(ways)) {
		try {
			await way();
			open.push(name);
		} catch {
			// as it should be
		}
	}
	return open;
}`

// nested is a function that tries the same in a worker of its own.
const nested = `(to) => new Promise((tell, fail) => {
	const w = new Worker(URL.createObjectURL(new Blob(["(" + attempts + ")(" + JSON.stringify(to) + ").then(postMessage)"])));
	w.onmessage = ({data}) => tell(data);
	w.onerror = ({message}) => fail(new Error(message));
})`

// sealed checks that nothing gets out of a place to an address.
func (v *visit) sealed(ctx context.Context, place, to string) {
	v.Helper()
	for how, try := range map[string]string{
		"":                      attempts,
		", in a worker of that": "(to) => { const attempts = " + quoteJS(attempts) + "; return (" + nested + ")(to); }",
	} {
		open, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](fmt.Sprintf("(%s)(%q)", try, to), chromedp.EvalAwaitPromise))
		v.must(err)
		if len(open) > 0 {
			v.Errorf("%s%s, %s can be reached by %s", place, how, to, strings.Join(open, ", "))
		}
	}
}

func quoteJS(s string) string {
	return "`" + strings.NewReplacer("\\", "\\\\", "`", "\\`", "${", "\\${").Replace(s) + "`"
}

// programs waits for a number of workers with a program, and returns them.
func (v *visit) programs(n int) []context.Context {
	v.Helper()
	deadline := time.Now().Add(v.patience)
	for {
		v.mu.Lock()
		all := slices.Clone(v.workers)
		v.mu.Unlock()
		all = slices.DeleteFunc(all, func(ctx context.Context) bool {
			runs, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!globalThis.program"))
			return err != nil || !runs
		})
		if len(all) >= n {
			return all
		}
		if time.Now().After(deadline) {
			v.Fatalf("got %d workers, want %d", len(all), n)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Nothing leaves the page or the worker that holds the data, and once the programs are there nothing is asked of the own
// origin either, whether the host sends headers or, as many do, none.
func TestNothingLeaves(t *testing.T) {
	plain := newHost(t, export(t, nil))
	for _, host := range []struct {
		name, path string
		server     *server
	}{
		{"a plain host", prefix, plain.server()},
		{"the server", "/", serve(t)},
	} {
		t.Run(host.name, func(t *testing.T) {
			other := newElsewhere(t)
			front, leaks := behind(t, host.server)
			v := openInstalled(t, front, host.path)
			v.allow("") // the browser says what it refuses
			v.lures = []string{other.URL, strings.Replace(other.URL, "http", "ws", 1)}
			v.state("empty")
			v.drop("labels", write(t, "animals.csv", animals))
			v.fit("ds")
			own := front.url + host.path + "leak"
			v.sealed(v.ctx, "in the page", other.URL)
			v.sealed(v.ctx, "in the page", own)
			for _, ctx := range v.programs(1) {
				v.sealed(ctx, "in the worker", other.URL)
				v.sealed(ctx, "in the worker", own)
			}
			if n := other.heard.Load(); n > 0 {
				t.Errorf("another origin got %d requests, want none", n)
			}
			if n := leaks.Load(); n > 0 {
				t.Errorf("the own origin got %d requests, want none", n)
			}
		})
	}
}

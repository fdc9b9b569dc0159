package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// watch has the page measure, from its first moment, what its visitor feels (the Web Vitals):
//
//	shift     layout shift that no click or key explains, all of it
//	slowest   the longest interaction to next paint, in ms
//	ready     when a file could be read, in ms after the page was asked for
//	answered  when the answer was first painted after a drop or a click on Run, less when that was, in ms
const watch = `globalThis.felt = {shift: 0, slowest: 0, ready: 0, answered: 0};
	new PerformanceObserver((list) => list.getEntries().forEach((e) => {
		if (!e.hadRecentInput) felt.shift += e.value;
	})).observe({type: "layout-shift", buffered: true});
	new PerformanceObserver((list) => list.getEntries().forEach((e) => {
		if (e.interactionId) felt.slowest = Math.max(felt.slowest, e.duration);
	})).observe({type: "event", durationThreshold: 16, buffered: true});
	let dropped = 0;
	addEventListener("drop", () => (dropped = performance.now()), true);
	addEventListener("click", ({target}) => target.closest("#run") && (dropped = performance.now()), true);
	new MutationObserver(() => {
		const state = document.body?.dataset.state;
		if (state === "empty") felt.ready ||= performance.now();
		if (state === "done" && !felt.answered && document.querySelector("#results .figure-value")) {
			felt.answered = -1;
			requestAnimationFrame(() => setTimeout(() => (felt.answered = performance.now() - dropped)));
		}
	}).observe(document, {subtree: true, childList: true, attributes: true});`

// BenchmarkPage measures what a visitor feels, by the number of labels that are dropped:
//
//	paint-ms      from the request of the page to its first paint, on a fresh profile; the program arrives later
//	ready-ms      until a file can be read
//	answer-ms     from the drop, or from the click on Run where that is asked for, to the painted answer, with the method preselected
//	inp-ms        the longest from a click or key to the next paint, over views, sorting, a task, a worker and scrolling
//	shift         layout shift, of all of it
func BenchmarkPage(b *testing.B) {
	for _, labels := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprintf("labels=%d", labels), func(b *testing.B) {
			file := large(b, labels, labels/5, labels/200)
			for b.Loop() {
				v := begin(b, serve(b))
				v.patience = 10 * patience
				v.resize(laptop)
				_, err := chromedp.Call(v.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watch})
				v.must(err)
				v.navigate("/")
				v.await("felt.ready > 0")
				b.ReportMetric(eval[float64](v, `performance.getEntriesByName("first-contentful-paint")[0].startTime`), "paint-ms")
				b.ReportMetric(eval[float64](v, "felt.ready"), "ready-ms")
				v.drop("labels", file)
				v.answers(v.tap) // a million labels wait for a click
				v.await("felt.answered > 0")
				b.ReportMetric(eval[float64](v, "felt.answered"), "answer-ms")
				v.await(`!document.querySelector(".row-wait")`)
				v.use()
				b.ReportMetric(eval[float64](v, "felt.slowest"), "inp-ms")
				b.ReportMetric(eval[float64](v, "felt.shift"), "shift")
			}
		})
	}
}

// use goes through what is there, as somebody does who has got an answer.
func (v *visit) use() {
	v.Helper()
	press := func(selector string) {
		v.await(fmt.Sprintf("document.querySelector(%q)", selector))
		v.still()
		eval[bool](v, fmt.Sprintf("(document.querySelector(%q).scrollIntoView({block: 'center', behavior: 'instant'}), true)", selector))
		v.tap(selector)
		v.still()
	}
	for _, view := range []string{"workers", "agreement", "data", "tasks"} {
		press("#tab-" + view)
	}
	press("#table-tasks thead .sort")
	press("#table-tasks tbody tr:first-child .open")
	v.press(kb.Escape)
	press("#tab-workers")
	press("#table-workers thead .sort")
	press("#table-workers tbody tr:first-child .open")
	v.press(kb.Escape)
	v.still()
}

// device is what a first visit is made with: a window, and how much slower than this machine it is.
type device struct {
	name    string
	window  window
	cpu     float64 // the page's thread is slower by this factor
	latency float64 // ms from each request to its response
	bytes   float64 // a second, of all downloads together; -1: as many as arrive
}

// devices: a laptop beside the server, and a phone as Chrome's tools have it, with “Slow 4G” and “4x slowdown”. The slowdown is that of
// the main thread alone; the worker's thread, and those that compile, are as fast as ever.
var devices = []device{
	{"laptop", laptop, 1, 0, -1},
	{"phone", phone, 4, 3.75 * 150, .9 * 1.6e6 / 8},
}

// begins has the page note, in ms after it was asked for, when the worker takes requests and when the page's program has drawn.
const begins = `globalThis.began = {page: 0, worker: 0};
	globalThis.Worker = class extends Worker {
		constructor(...all) {
			super(...all);
			this.addEventListener("message", ({data}) => data.ready && (began.worker ||= performance.now()));
		}
	};
	new MutationObserver(() => {
		if (document.documentElement.dataset.program === "running") began.page ||= performance.now();
	}).observe(document, {subtree: true, attributes: true});`

// static serves exported files as a host does that has their compressed forms.
func static(b *testing.B, dir string) *server {
	files := http.FileServer(http.Dir(dir))
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Path
		if strings.HasPrefix(name, "/v/") {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		if name == "/" {
			name = "/index.html"
		}
		file := filepath.Join(dir, filepath.FromSlash(path.Clean(name)))
		small, err := os.ReadFile(file + ".br")
		if err != nil {
			files.ServeHTTP(w, r)
			return
		}
		kinds := map[string]string{".wasm": "application/wasm", ".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
		w.Header().Set("Content-Type", kinds[path.Ext(name)])
		w.Header().Set("Content-Encoding", "br")
		w.Header().Set("Content-Length", fmt.Sprint(len(small)))
		w.Write(small)
	}))
	b.Cleanup(h.Close)
	return &server{url: h.URL}
}

// BenchmarkFirstVisit measures how soon a fresh browser can be used, and in turn the exported site in CONCORD_OLD, if there is one. Of
// each, now and old:
//
//	paint-ms    from the request of the page to its first paint
//	drawn-ms    until the page's program runs
//	worker-ms   until the worker takes requests
//	answer-ms   until the answer is painted to a file that was dropped as soon as a script takes it
//	wire-MB     what was downloaded until then
func BenchmarkFirstVisit(b *testing.B) {
	now := filepath.Join(b.TempDir(), "site")
	if out, err := exec.Command(built.server, "-web", "../web", "-export", now, "-quality", "6").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	sites := map[string]*server{"now": static(b, now)}
	if old := os.Getenv("CONCORD_OLD"); old != "" {
		sites["old"] = static(b, old)
	}
	file := large(b, 10_000, 2_000, 50)
	for _, d := range devices {
		b.Run("device="+d.name, func(b *testing.B) {
			for b.Loop() {
				for name, s := range sites {
					v := begin(b, s)
					v.patience = 5 * patience
					v.uninstalled()
					v.before(watch)
					v.before(begins)
					v.resize(d.window)
					v.as(d)
					v.navigate("/")
					v.await(`performance.getEntriesByName("first-contentful-paint").length && (globalThis.concordEarly || globalThis.concord)`)
					at := point{200, 300}
					v.drag(input.DispatchDragEventTypeDragEnter, at, file)
					v.dropAt(at, file)
					v.await("felt.answered > 0")
					for unit, what := range map[string]string{
						"paint-ms":  `performance.getEntriesByName("first-contentful-paint")[0].startTime`,
						"drawn-ms":  "began.page",
						"worker-ms": "began.worker",
						"answer-ms": "dropped + felt.answered",
						"wire-MB":   "performance.getEntries().reduce((sum, e) => sum + (e.encodedBodySize ?? 0), 0) / 1e6",
					} {
						b.ReportMetric(eval[float64](v, what), name+"-"+unit)
					}
				}
			}
		})
	}
}

// as makes the browser as slow as a device.
func (v *visit) as(d device) {
	v.Helper()
	_, err := chromedp.Call(v.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: d.cpu})
	v.must(err)
	_, err = chromedp.Call(v.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Latency: d.latency, DownloadThroughput: d.bytes, UploadThroughput: -1}},
	})
	v.must(err)
}

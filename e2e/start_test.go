package e2e

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// The page starts, and nothing on it moves when the program takes over.
func TestPageStarts(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.await("document.querySelector('#boot') === null")
	shift := eval[float64](v, `new Promise((tell) => {
		let sum = 0;
		new PerformanceObserver((list) => list.getEntries().forEach((e) => (sum += e.value))).observe({type: "layout-shift", buffered: true});
		setTimeout(() => tell(sum), 200);
	})`)
	if shift > 0.01 {
		t.Errorf("the page moved while it was loading: layout shift %.3f", shift)
	}
}

// From the moment a file is read until its answer is there, what is on the page stays where it is.
func TestNothingMovesWhenTheAnswerArrives(t *testing.T) {
	v := begin(t, serve(t))
	v.uninstalled()
	for _, size := range [][2]int64{{1280, 800}, {390, 844}} {
		v.must(chromedp.Do(v.ctx, chromedp.EmulateViewport(size[0], size[1])))
		v.navigate("/") // where fits start by themselves
		v.state("empty")
		eval[bool](v, `(() => {
			let began = Infinity;
			window.moved = [];
			new MutationObserver(() => {
				if (document.querySelector(".answer-coming")) began = Math.min(began, performance.now());
			}).observe(document.body, {childList: true, subtree: true});
			new PerformanceObserver((list) => list.getEntries().filter((e) => e.startTime > began + 50).forEach((e) => moved.push(
				[e.value, ...e.sources.map((s) => (s.node?.id || s.node?.className) + ": " + s.previousRect.y + " → " + s.currentRect.y)],
			))).observe({type: "layout-shift"});
			return true;
		})()`)
		v.pick("#labels-file", write(t, "animals.csv", animals))
		v.state("done")
		moved := eval[string](v, "new Promise((tell) => setTimeout(() => tell(JSON.stringify(moved)), 300))")
		if shift := eval[float64](v, "moved.reduce((sum, [value]) => sum + value, 0)"); shift > 0.1 { // what Web Vitals call good
			t.Errorf("%d pixels wide: layout shift %.3f: %s", size[0], shift, moved)
		}
	}
}

// The loading bar shows how much has arrived of both programs; if nothing more does, it says so.
func TestLoadingBar(t *testing.T) {
	rest := make(chan struct{})
	release := sync.OnceFunc(func() { close(rest) })
	defer release() // or the server would wait for it
	half := func(w http.ResponseWriter, r *http.Request) {
		program, err := os.ReadFile("../web/app.wasm")
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/wasm")
		w.Header().Set("Content-Length", strconv.Itoa(len(program)))
		w.Write(program[:len(program)/2])
		w.(http.Flusher).Flush()
		<-rest
		w.Write(program[len(program)/2:])
	}
	v := open(t, broken(t, export(t, nil), "app.wasm", half), "/licenses.txt")
	v.allow("favicon.ico") // of the page of plain text
	v.before(`{ const set = setTimeout; setTimeout = (f, ms, ...rest) => set(f, ms === 20000 ? 300 : ms, ...rest); }`)
	v.navigate("/")
	want := eval[[]float64](v, `(({app, worker}) => [+app, +worker])(document.querySelector("script[src*=boot]").dataset)`)
	app, worker := want[0], want[1]
	v.await(fmt.Sprintf("Math.abs(document.querySelector('#boot-bar').value - %g) < .001", app/2/(app+worker)))
	says := fmt.Sprintf("Loading: %d %%", int(100*app/2/(app+worker)))
	v.await(fmt.Sprintf("document.querySelector('#boot').innerText.includes(%q)", says))
	v.await("document.querySelector('#boot').innerText.includes('Nothing has arrived for 20 seconds: check the network, then reload')")
	release()
	v.state("empty")
	v.await("document.querySelector('#boot') === null")
}

// Before the program has arrived the page says what it is, shows the progress of the
// download, and keeps a file that is dropped early.
func TestBeforeTheProgramArrives(t *testing.T) {
	h := slowHost(t, export(t, nil))
	v := open(t, h.server(), prefix)
	v.await("document.querySelector('#privacy').checkVisibility()")
	v.await("document.querySelector('#labels-file')")
	if got := eval[string](v, "document.querySelector('#boot').innerText"); !strings.Contains(got, "Loading") {
		t.Errorf("the loading bar says %q", got)
	}
	file, at := write(t, "animals.csv", animals), point{640, 450}
	v.drag(input.DispatchDragEventTypeDragEnter, at, file)
	v.dropAt(at, file)
	v.await("document.querySelector('#boot').innerText.includes('“animals.csv” opens as soon as that is done')")
	close(h.hold)
	v.state("ready")
	if got := eval[string](v, "document.querySelector('#counts').innerText"); !strings.Contains(got, "15") {
		t.Errorf("the file that was dropped early is not there: %s", got)
	}
}

// A file that is dropped is taken and read, whatever of the page has not arrived by then, and the page says what it waits for.
func TestDropAtEveryStation(t *testing.T) {
	dir := export(t, nil)
	for file, says := range map[string]string{
		"boot.js":     "Loading",
		"app.wasm":    "“animals.csv” opens as soon as that is done",
		"worker.wasm": "Loading",
	} {
		t.Run(file, func(t *testing.T) {
			arrives := make(chan struct{})
			release := sync.OnceFunc(func() { close(arrives) })
			defer release() // or the server would wait for it
			v := open(t, broken(t, dir, file, func(w http.ResponseWriter, r *http.Request) {
				<-arrives
				http.FileServer(http.Dir(dir)).ServeHTTP(w, r)
			}), "/licenses.txt")
			v.allow("favicon.ico")                       // of the page of plain text
			eval[bool](v, "(location.href = '/', true)") // its load event comes only with its scripts
			v.await(`performance.getEntriesByName("first-contentful-paint").length && document.querySelector("#labels-file")`)
			if file == "worker.wasm" {
				v.state("empty")
			}
			name, at := write(t, "animals.csv", animals), point{640, 450}
			v.drag(input.DispatchDragEventTypeDragEnter, at, name)
			v.dropAt(at, name)
			v.await(fmt.Sprintf("document.querySelector('#boot').textContent.includes(%q)", says))
			if file == "worker.wasm" {
				v.await(`document.querySelector("#status").textContent.includes("Reading animals.csv")`)
				v.await(`(({x, y}) => document.elementFromPoint(x + 1, y + 1).id === "status")(
					document.querySelector("#status").getBoundingClientRect())`)
			}
			release()
			v.state("ready")
			if got := eval[string](v, "document.querySelector('#counts').innerText"); !strings.Contains(got, "15") {
				t.Errorf("got %s of the file that was dropped early, want 15 labels", got)
			}
		})
	}
}

// A worker's program that does not arrive is said, also where the page's program has.
func TestWorkerThatDoesNotArrive(t *testing.T) {
	fails := make(chan struct{})
	v := open(t, broken(t, export(t, nil), "worker.wasm", func(w http.ResponseWriter, r *http.Request) {
		<-fails
		reset(w, r)
	}), "/")
	v.allow("worker.wasm")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", animals))
	close(fails)
	v.stopped("could not start", "worker.wasm did not arrive (Failed to fetch)", "online")
}

package e2e

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// killWorker has the worker end by itself, as browsers do where memory is short: it says nothing.
func (v *visit) killWorker() {
	v.Helper()
	_, err := chromedp.Run(v.worker(), chromedp.Evaluate[bool]("(setTimeout(close), true)"))
	if !errors.Is(err, chromedp.ErrTargetDetached) { // it may be gone before it can answer
		v.must(err)
	}
}

// replaces waits until the page has noticed that its worker has ended, and has another.
func (v *visit) replaces() {
	v.Helper()
	v.await("document.querySelector('#failure')?.innerText.includes('The browser ended the part of Concord that does the work')")
	v.click("#failure button")
	v.state("ready", "done")
}

// hurried has a minute of waiting for a sign of life take ten seconds.
const hurried = "{ const set = setInterval; setInterval = (f, ms) => set(f, ms / 6); }"

// fitKept opens a file, fits it, and has it kept.
func (v *visit) fitKept(file string) {
	v.Helper()
	v.drop("labels", file)
	v.fit("majority")
	if !eval[bool](v, "document.querySelector('#autosave').checked") {
		v.click("#autosave")
	}
	v.keeps(strings.TrimSuffix(filepath.Base(file), ".csv") + "-majority-")
}

// resumes opens what is kept, the only piece, and runs another method on it.
func (v *visit) resumes(name string) {
	v.Helper()
	v.state("empty")
	if got := v.offered(); !slices.Equal(got, []string{name}) {
		v.Fatalf("the page offers %q, want %s", got, name)
	}
	v.click("#open-shelf")
	v.state("done")
	v.fit("onecoin")
}

// midRun begins a run that takes long.
func (v *visit) midRun() {
	v.Helper()
	eval[bool](v, `(location.hash = "#method=ds&tolerance=1e-300&steps=1000000", true)`)
	v.await(`document.querySelector("#steps").value === "1000000"`)
	v.click("#run")
	v.state("running")
}

// lasting writes a file on which a run takes long.
func lasting(t testing.TB) string { return large(t, 100_000, 20_000, 1_000) }

// A worker that ends without a word, idle or at work, is noticed and replaced; one that takes long is left alone.
func TestWorkerThatEndsIsReplaced(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", lasting(t))
	v.state("ready")
	counts := eval[string](v, "document.querySelector('#counts').innerText")
	for _, when := range []string{"idle", "at work"} {
		if when == "at work" {
			v.midRun()
		}
		v.killWorker()
		v.replaces()
		if got := eval[string](v, "document.querySelector('#counts').innerText"); got != counts {
			t.Errorf("%s: got %s, want %s", when, got, counts)
		}
	}
	work[bool](v, "(() => { for (const end = Date.now() + 2000; Date.now() < end; ); return true; })()")
	v.fit("majority")
}

// Where a browser has no locks, or refuses them, a worker that ends without a word is noticed as well, only later; one that
// takes long is left alone.
func TestWorkerThatEndsWithoutLocks(t *testing.T) {
	for name, without := range map[string]string{
		"no locks": `Object.defineProperty(Navigator.prototype, "locks", {value: undefined})`,
		"refused":  `LockManager.prototype.request = async () => { throw new DOMException("forbidden", "SecurityError") }`,
	} {
		t.Run(name, func(t *testing.T) {
			v := open(t, serve(t), "/licenses.txt")
			v.allow("favicon.ico") // of the page of plain text
			v.before(without)
			v.before(hurried)
			v.navigate("/")
			v.state("empty")
			v.drop("labels", lasting(t))
			v.state("ready")
			work[bool](v, "(() => { for (const end = Date.now() + 1500; Date.now() < end; ); return true; })()")
			v.midRun()
			v.killWorker()
			v.replaces()
			v.fit("majority")
		})
	}
}

// However a tab ends in the middle of a run, what was kept is offered when the app is opened again, and runs. Only one tab at a time
// has it open: of two that both go on with it, each keeps its own (TestEveryTabKeepsItsOwn).
func TestTabThatEndsInMidRun(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	w := v.another("/")
	w.state("empty")
	w.fitKept(lasting(t))
	for _, end := range []string{page.CommandClose, page.CommandCrash, page.CommandReload} {
		w.midRun()
		if end == page.CommandReload {
			w.must(chromedp.Do(w.ctx, chromedp.Reload()))
		} else {
			ctx, done := context.WithTimeout(w.ctx, 5*time.Second) // the dead may not answer
			_, _ = chromedp.Call(ctx, cdp.Command[cdp.Empty, cdp.Empty]{Method: end}, cdp.Empty{})
			done()
			w = v.another("/?" + end)
		}
		w.resumes("large")
		w.keeps("large-onecoin-")
		v.navigate("/?" + end)
		v.state("empty")
		if got := v.offered(); !slices.Equal(got, []string{"large"}) {
			t.Fatalf("%s: another tab is offered %q, want one piece of work", end, got)
		}
	}
}

// Where the disk is full, the app works, keeps nothing new, loses nothing old, and says so.
func TestDiskThatIsFull(t *testing.T) {
	s := serve(t)
	v := openInstalled(t, s, "/")
	v.state("empty")
	v.offline()
	v.fitKept(write(t, "animals.csv", animals))
	quota := func(bytes float64) {
		t.Helper()
		p := storage.OverrideQuotaForOriginParams{Origin: s.url}
		if bytes > 0 {
			p.QuotaSize = &bytes
		}
		_, err := chromedp.Call(v.ctx, storage.OverrideQuotaForOrigin, p)
		v.must(err)
	}
	quota(1)
	// Chromium believes for half a minute what it last heard of the room there is.
	const refused = "document.querySelector('#shelf-status').textContent.includes('Later changes are not. " +
		"This is not kept: the browser has no room')"
	for n, end := 0, time.Now().Add(2*v.patience); !eval[bool](v, refused); n++ {
		if time.Now().After(end) {
			t.Fatalf("the disk is full, and the page says %s", eval[string](v, "document.querySelector('#shelf-status').textContent"))
		}
		v.fit([]string{"onecoin", "majority"}[n%2])
		v.await("!document.querySelector('#shelf-status').textContent.startsWith('Saving')")
	}
	v.navigate("/?again")
	v.resumes("animals")
	quota(0)
	v.fit("ds")
	v.keeps("animals-ds-")
}

// If the browser deletes what is kept, caches included, while the page is open, the page notices when it is looked at again,
// keeps its work anew, and fetches what it needs to work offline.
func TestStorageThatIsEvicted(t *testing.T) {
	s := serve(t)
	v := openInstalled(t, s, "/")
	v.state("empty")
	v.offline()
	v.fitKept(write(t, "animals.csv", animals))
	_, err := chromedp.Call(v.ctx, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: s.url, StorageTypes: "all"})
	v.must(err)
	eval[bool](v, `document.dispatchEvent(new Event("visibilitychange", {bubbles: true}))`)
	v.await("!document.querySelector('#shelf-status').textContent.includes('Kept')")
	v.state("done")
	v.fit("ds")
	v.keeps("animals-ds-")
	v.await("navigator.serviceWorker.getRegistration().then((r) => r.active)")
	v.await("document.querySelector('#offline-ready')")
	v.navigate("/")
	v.resumes("animals")
}

// What a browser lacks, or has switched off, the app does without.
func TestBrowserThatLacksMuch(t *testing.T) {
	v := openInstalled(t, serve(t), "/licenses.txt")
	v.allow("favicon.ico") // of the page of plain text
	v.before(`for (const name of ["indexedDB", "SharedArrayBuffer", "BroadcastChannel"]) delete globalThis[name];
		Object.defineProperty(navigator, "locks", {value: undefined});`)
	v.navigate("/")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", animals))
	v.fit("ds")
	v.click("#autosave")
	v.reads("This is not kept: this browser has no storage for it, or has it switched off.")
	v.fit("majority")
}

// A new version that arrives in the middle of a run waits for its end, and for the user; then it opens what was kept.
func TestVersionThatArrivesInMidRun(t *testing.T) {
	h := newHost(t, export(t, nil))
	v := openInstalled(t, h.server(), prefix)
	v.state("empty")
	v.offline()
	v.fitKept(lasting(t))
	dir := export(t, newer(t))
	v.hold("fit", 1) // for as long as that takes
	v.midRun()
	h.dir.Store(&dir)
	eval[bool](v, "navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => true)")
	v.await("document.querySelector('#update button:disabled')")
	v.state("running")
	v.click("#cancel")
	v.state("done")
	first := eval[string](v, "document.querySelector('script[src*=boot]').src")
	v.click("#update button")
	v.await("document.querySelector('script[src*=boot]').src !== " + quote(first))
	v.resumes("large")
}

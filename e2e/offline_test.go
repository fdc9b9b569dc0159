package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// offline waits until the app works without a network.
func (v *visit) offline() {
	v.Helper()
	v.await("navigator.serviceWorker.controller")
	v.await(complete)
}

// complete asks the service worker whether it holds every file.
const complete = `new Promise((tell) => {
	const {port1, port2} = new MessageChannel();
	port1.onmessage = (e) => tell(e.data);
	navigator.serviceWorker.controller.postMessage("complete?", [port2]);
})`

// licences opens the licences by the link at the foot of the page: a tab of its
// own shows their text, and not the app.
func (v *visit) licences(when string) {
	v.Helper()
	v.await("document.querySelector('#licences')")
	url := eval[string](v, "document.querySelector('#licences').href")
	made := chromedp.WaitNewTarget(v.ctx, func(i *target.Info) bool { return i.Type == "page" && i.URL == url })
	eval[bool](v, "(document.querySelector('#licences').focus(), true)")
	v.press(kb.Enter)
	var tab target.ID
	select {
	case tab = <-made:
	case <-time.After(v.patience):
		v.Fatalf("%s, no tab opens at %s", when, url)
	}
	ctx, end := chromedp.NewContext(v.ctx, chromedp.WithTargetID(tab))
	defer end() // closes the tab
	v.must(chromedp.Listen(ctx, v.event))
	v.must(chromedp.Do(ctx, chromedp.Reload())) // heard from the beginning
	page, err := chromedp.Run(ctx, chromedp.Evaluate[struct {
		Type, Text    string
		Opener, Ruled bool
	}](`({Type: document.contentType, Text: document.body.textContent, Opener: !!opener, Ruled: !!navigator.serviceWorker.controller})`))
	v.must(err)
	if page.Type != "text/plain" || !strings.Contains(page.Text, "==== gonum.org/v1/gonum ====") ||
		!strings.Contains(page.Text, "Redistribution and use in source and binary forms") {
		v.Errorf("%s, got as licences %s: %.200q", when, page.Type, page.Text)
	}
	if page.Opener || !page.Ruled {
		v.Errorf("%s, got a tab that holds on to the page: %v, by the service worker: %v, want false, true", when, page.Opener, page.Ruled)
	}
}

// After one visit the server is no longer needed: the page opens at any of its addresses,
// and a file is read, aggregated and downloaded.
func TestOffline(t *testing.T) {
	s, err := start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	v := openInstalled(t, s, "/")
	v.state("empty")
	v.offline()
	v.await("document.querySelector('#offline-ready')")
	v.licences("online")
	s.stop()
	v.allow("net::ERR_CONNECTION_REFUSED") // the browser looks for a new service worker, in vain
	for _, path := range []string{"/?from=a+bookmark", "/index.html", "/"} {
		v.navigate(path)
		v.state("empty")
		v.await("document.querySelector('#offline-ready')")
	}
	v.licences("offline")
	file := write(t, "animals.csv", animals)
	v.drop("labels", file)
	v.fit("ds")
	_, got := v.download("#download-labels")
	sameCells(t, got, shell(t, "-method", "ds", file)+"/labels.csv")
}

// The exported app works on any static host, below any path, offline too.
func TestStaticHostUnderAPath(t *testing.T) {
	h := newHost(t, export(t, nil))
	v := openInstalled(t, h.server(), prefix)
	v.state("empty")
	v.offline()
	if scope := eval[string](v, "navigator.serviceWorker.ready.then((r) => r.scope)"); scope != h.URL+prefix {
		t.Errorf("got scope %s", scope)
	}
	v.licences("below a path")
	h.down.Store(true)
	v.allow("503") // the same search for a new service worker
	v.navigate(prefix + "?x=1")
	v.state("empty")
	v.licences("below a path, offline")
}

// A new version is installed in the background and waits until the user takes it.
func TestUpdateAsks(t *testing.T) {
	h := newHost(t, export(t, nil))
	v := openInstalled(t, h.server(), prefix)
	v.state("empty")
	v.offline()
	// Caches of other apps on the same origin are left alone.
	eval[bool](v, "caches.open('someone-elses').then(() => caches.open('concord-/some/where/else/-1')).then(() => true)")
	assets := "document.querySelector('script[src*=boot]').src"
	first := eval[string](v, assets)

	dir := export(t, newer(t))
	h.dir.Store(&dir)
	v.navigate(prefix)
	v.await("navigator.serviceWorker.getRegistration().then((r) => r.waiting)")
	v.state("empty")
	if got := eval[string](v, assets); got != first {
		t.Errorf("the new version took over without asking: %s", got)
	}

	eval[bool](v, "(concord.update(), true)")
	v.await("location.href && document.querySelector('script[src*=boot]').src !== " + quote(first))
	v.state("empty")
	v.offline()
	keys := eval[[]string](v, "caches.keys()")
	if len(keys) != 3 {
		t.Errorf("got caches %q, want the new one and the two of others", keys)
	}
	h.down.Store(true)
	v.allow("503")
	v.navigate(prefix)
	v.state("empty")
}

// If the download of a new version fails, the old one stays in charge.
func TestBrokenUpdateIsIgnored(t *testing.T) {
	h := newHost(t, export(t, nil))
	v := openInstalled(t, h.server(), prefix)
	v.state("empty")
	v.offline()
	first := eval[string](v, "document.querySelector('script[src*=boot]').src")
	dir := export(t, func(web string) {
		if err := os.WriteFile(filepath.Join(web, "extra.js"), []byte("// gone"), 0o644); err != nil {
			t.Fatal(err)
		}
	})
	gone, err := filepath.Glob(filepath.Join(dir, "v", "*", "extra.js"))
	if err != nil || len(gone) != 1 {
		t.Fatal(gone, err)
	}
	if err := os.Remove(gone[0]); err != nil {
		t.Fatal(err)
	}
	h.dir.Store(&dir)
	v.allow("404")
	v.allow("extra.js did not arrive as it should")
	eval[bool](v, `navigator.serviceWorker.getRegistration().then((r) => new Promise((done) => {
		r.addEventListener("updatefound", () => {
			const w = r.installing;
			w.addEventListener("statechange", () => w.state === "redundant" && done(true));
		});
		r.update();
	}))`)
	h.down.Store(true)
	v.allow("503")
	v.navigate(prefix)
	v.state("empty")
	if got := eval[string](v, "document.querySelector('script[src*=boot]').src"); got != first {
		t.Errorf("got %s, want the old version", got)
	}
}

// sw-kill.js in place of sw.js withdraws the app.
func TestKillSwitch(t *testing.T) {
	dir := export(t, nil)
	h := newHost(t, dir)
	v := openInstalled(t, h.server(), prefix)
	v.state("empty")
	v.offline()
	kill, err := os.ReadFile(filepath.Join(dir, "sw-kill.js"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sw.js"), kill, 0o644); err != nil {
		t.Fatal(err)
	}
	eval[bool](v, "navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => true)")
	v.await("caches.keys().then((keys) => !keys.some((k) => k.startsWith('concord-')))")
	v.await("navigator.serviceWorker.getRegistration().then((r) => !r)")
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `\'`) + "'" }

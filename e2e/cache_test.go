package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// inCache runs a statement on the cache of the app, c, and the entry whose address ends with file, r.
func (v *visit) inCache(file, statement string) {
	v.Helper()
	eval[bool](v, `(async () => {
		const key = (await caches.keys()).find((k) => k.startsWith("concord-"));
		const c = await caches.open(key);
		const r = (await c.keys()).find((r) => r.url.endsWith("`+file+`"));
		if (!r) throw new Error("it is not there");
		`+statement+`
		return true;
	})()`)
}

// damage has the cache hold other bytes in the place of a file.
func (v *visit) damage(file string) {
	v.Helper()
	v.inCache(file, `const old = await c.match(r);
		const bytes = new Uint8Array(await old.arrayBuffer());
		bytes.fill(7, bytes.length / 2);
		await c.put(r, new Response(bytes, {headers: old.headers}));`)
}

// A damaged or evicted cache heals by itself: no damaged file is ever used, and the app says that it works offline
// only when it does.
func TestCacheHeals(t *testing.T) {
	h := newHost(t, export(t, nil))
	v := openInstalled(t, h.server(), prefix)
	v.state("empty")
	v.offline()
	const badge = "document.querySelector('#offline-ready')"
	for _, file := range []string{"/app.wasm", "/worker.wasm", "/worker.js", "/boot.js", prefix} {
		v.damage(file)
		v.navigate(prefix)
		v.state("empty")
		v.await(badge)
	}
	v.drop("labels", write(t, "animals.csv", animals))
	v.fit("ds")
	v.inCache("/worker.wasm", "await c.delete(r);")
	v.damage("/licenses.txt")
	if !eval[bool](v, complete) {
		t.Error("the service worker does not fetch what it lacks")
	}
	h.down.Store(true)
	v.allow("503")
	v.navigate(prefix) // all from the cache, which is whole again
	v.state("empty")
	v.await(badge)

	// Without a network it can't heal. Then the page says what is wrong, and not that it works.
	v.damage("/licenses.txt")
	v.navigate(prefix)
	v.state("empty")
	if eval[bool](v, complete) {
		t.Error("the service worker says that it is complete with a damaged file")
	}
	if eval[bool](v, badge+" !== null") {
		t.Error("the page says that it works offline")
	}
	v.allow("app.wasm")
	v.damage("/app.wasm")
	v.navigate(prefix)
	v.stopped("could not start", "app.wasm did not arrive (503")
	h.down.Store(false)
	v.click("#fatal-reload")
	v.state("empty")
	v.await(badge)
	v.drop("labels", write(t, "animals.csv", animals))
	v.fit("ds")
}

// What arrives in the place of a file, as from a network that wants its users to log in, is never kept.
func TestOnlyWholeFilesAreCached(t *testing.T) {
	for name, how := range map[string]http.HandlerFunc{"portal": portal, "damaged": damaged} {
		t.Run(name, func(t *testing.T) {
			asked := make(chan bool, 1)
			v := openInstalled(t, broken(t, export(t, nil), "licenses.txt", func(w http.ResponseWriter, r *http.Request) {
				how(w, r)
				select {
				case asked <- true:
				default:
				}
			}), "/")
			v.allow("licenses.txt did not arrive as it should")
			v.state("empty")
			<-asked
			v.await("navigator.serviceWorker.getRegistration().then((r) => !r)") // it gave up
			if keys := eval[[]string](v, "caches.keys()"); len(keys) != 0 {
				t.Errorf("there are caches %q still", keys)
			}
			if eval[bool](v, "document.querySelector('#offline-ready') !== null") {
				t.Error("the page says that it works offline")
			}
		})
	}
}

// Two tabs are open when a new version arrives. The one that does not take it goes on with what it has, new workers
// included, although the host has only the new version; once it is gone the old version's cache is, too.
func TestOldPageBesideANewVersion(t *testing.T) {
	h := newHost(t, export(t, nil))
	v := openInstalled(t, h.server(), prefix)
	v.state("empty")
	v.offline()
	v.drop("labels", write(t, "animals.csv", animals))
	v.fit("ds")
	v.click("#autosave")
	v.keeps("animals-ds-")

	dir := export(t, newer(t))
	h.dir.Store(&dir)
	w := v.another(prefix)
	w.state("empty")
	w.await("navigator.serviceWorker.getRegistration().then((r) => r.waiting)")
	w.await("document.querySelector('#update')")
	first := eval[string](w, "document.querySelector('script[src*=boot]').src")
	w.click("#update button")
	w.await("document.querySelector('script[src*=boot]').src !== " + quote(first))
	w.state("empty")
	w.offline()
	w.await("document.querySelector('#shelf-offer')")
	if keys := eval[[]string](w, "caches.keys()"); len(keys) != 2 {
		t.Errorf("got caches %q, want those of both versions", keys)
	}

	// What is asked for of the old version comes from its cache, unless that is damaged.
	x := w.another(prefix + "licenses.txt")
	x.allow("")
	old := eval[string](v, "document.querySelector('script[src*=boot]').src")
	arrives := fmt.Sprintf("fetch(%q).then(async (r) => r.ok && (await r.text()).includes('concordKept'))", old)
	if !eval[bool](x, arrives) {
		t.Errorf("%s is not to be had", old)
	}
	eval[bool](x, fmt.Sprintf(`(async () => {
		for (const key of await caches.keys()) {
			const c = await caches.open(key), file = await c.match(%[1]q);
			if (file) await c.put(%[1]q, new Response((await file.text()) + " ", {headers: file.headers}));
		}
		return true;
	})()`, old))
	if eval[bool](x, arrives) {
		t.Errorf("%s is used though it is damaged", old)
	}
	_, err := chromedp.Call(x.ctx, page.Close, cdp.Empty{})
	x.must(err)

	v.state("done") // still the old version
	v.killWorker()
	v.state("error")
	v.click("#failure button")
	v.state("ready")
	v.fit("majority")
	v.keeps("animals-majority-")
	_, labels := v.download("#download-labels")
	if !strings.Contains(string(labels), "\np1,") {
		t.Errorf("the old page downloads %s", labels)
	}

	v.navigate(prefix)
	v.state("empty")
	v.await("document.querySelector('#offline-ready')")
	if now := eval[string](v, "document.querySelector('script[src*=boot]').src"); now == first {
		t.Errorf("the first tab still loads %s", now)
	}
	if keys := eval[[]string](v, "caches.keys()"); len(keys) != 1 {
		t.Errorf("got caches %q, want that of the new version alone", keys)
	}
	v.click("#open-shelf") // kept by the version before
	v.state("done")
	v.fit("ds")
}

// newer makes another version of the app.
func newer(t testing.TB) func(web string) {
	return func(web string) {
		css, err := os.OpenFile(filepath.Join(web, "boot.css"), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer css.Close()
		if _, err := css.WriteString("/* newer */\n"); err != nil {
			t.Fatal(err)
		}
	}
}

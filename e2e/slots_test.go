package e2e

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// offered lists the names offered on an empty page, in order.
func (v *visit) offered() []string {
	v.Helper()
	v.await("document.querySelector('#shelf-offer')")
	return eval[[]string](v, "[...document.querySelectorAll('#shelf-offer .slot-name strong')].map((e) => e.textContent.split('-')[0])")
}

// keeps waits until the open data are kept under a name with this prefix.
func (v *visit) keeps(name string) {
	v.Helper()
	v.await(fmt.Sprintf("document.querySelector('#shelf-status')?.textContent.startsWith('Kept: %s')", name))
}

// Two tabs each keep their work, and a sample replaces neither. A third tab offers both,
// the newest first, and what one tab deletes disappears from the others.
func TestEveryTabKeepsItsOwn(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", animals))
	v.fit("ds")
	v.click("#autosave")
	v.keeps("animals-ds-")

	w := v.another("/?second")
	w.state("empty")
	w.drop("labels", write(t, "birds.csv", animals))
	w.fit("majority")
	w.keeps("birds-majority-")
	eval[bool](w, "document.querySelector('#samples [data-sample]').click(), true") // they are folded away
	w.await("document.body.dataset.state === 'ready'")
	w.fit("ds")
	w.await("document.querySelector('#shelf-status').textContent.includes('A sample is saved once')")

	x := v.another("/?third")
	x.state("empty")
	if got, want := x.offered(), []string{"birds", "animals"}; !slices.Equal(got, want) {
		t.Fatalf("the third tab offers %q, want %q", got, want)
	}
	v.fit("onecoin") // in its slot, which is the newest by that
	v.keeps("animals-onecoin-")
	x.await("document.querySelector('#open-shelf').parentElement.parentElement.textContent.startsWith('animals-onecoin-')")
	if got, want := x.offered(), []string{"animals", "birds"}; !slices.Equal(got, want) {
		t.Errorf("the third tab offers %q, want %q", got, want)
	}

	// What the third tab goes on with is no longer the first one's alone.
	x.click("#open-shelf")
	x.state("done")
	x.fit("ds")
	x.keeps("animals-ds-")
	v.await("document.querySelector('#slots-title').textContent.includes('3 files')")
	v.keeps("animals-onecoin-") // anew, beside that of the third tab, without being asked
	v.fit("majority")
	v.keeps("animals-majority-")
	y := v.another("/?fourth")
	y.state("empty")
	if got, want := y.offered(), []string{"animals", "animals", "birds"}; !slices.Equal(got, want) {
		t.Fatalf("the fourth tab offers %q, want %q", got, want)
	}

	y.click("#clear-shelf-3") // the birds
	y.await("document.querySelector('#clear-shelf-3').textContent === 'Delete for good'")
	y.click("#clear-shelf-3")
	y.await("!document.querySelector('#clear-shelf-3')")
	if got, want := y.offered(), []string{"animals", "animals"}; !slices.Equal(got, want) {
		t.Errorf("then the fourth tab offers %q, want %q", got, want)
	}
	v.await("document.querySelector('#slots-title').textContent.includes('2 files')")
}

// Work kept by versions without slots is offered once, although they kept it under
// another address.
func TestWorkOfAnEarlierVersionIsOffered(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", animals))
	v.fit("ds")
	v.click("#autosave")
	v.keeps("animals-ds-")
	summary := eval[string](v, "document.querySelector('#summary').textContent")
	eval[bool](v, `new Promise((done, fail) => {
		const now = "concord " + location.origin + "/";
		const open = indexedDB.open(now, 1);
		open.onsuccess = () => {
			const deal = open.result.transaction("work", "readwrite").objectStore("work");
			deal.getAll().onsuccess = ({ target }) => {
				deal.clear();
				const { blob } = target.result[0];
				open.result.close();
				const before = indexedDB.open(now + "v/0123456789abcdef/", 1);
				before.onupgradeneeded = () => before.result.createObjectStore("work");
				before.onsuccess = () => {
					const put = before.result.transaction("work", "readwrite");
					put.objectStore("work").put({ name: "old-ds-2026-01-31.concord", blob, when: Date.UTC(2026, 0, 31) }, "work");
					put.oncomplete = () => { before.result.close(); done(true); };
					put.onabort = fail;
				};
			};
		};
	})`)
	for _, path := range []string{"/?again", "/?and-again"} {
		v.navigate(path)
		v.state("empty")
		if got := v.offered(); !slices.Equal(got, []string{"old"}) {
			t.Fatalf("%s: got %q, want what was kept before", path, got)
		}
	}
	v.click("#open-shelf")
	v.state("done")
	if got := eval[string](v, "document.querySelector('#summary').textContent"); got != summary {
		t.Errorf("opened again: got %s, want %s", got, summary)
	}
	v.fit("majority")
	v.keeps("animals-majority-") // in the same slot
	v.await("document.querySelector('#slots-title').textContent.includes('1 file,')")
}

// A damaged entry among what is kept hides no other.
func TestDamagedEntriesHideNoOther(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.fitKept(write(t, "animals.csv", animals))
	eval[bool](v, `new Promise((done, fail) => {
		const open = indexedDB.open("concord " + location.origin + "/", 1);
		open.onsuccess = () => {
			const deal = open.result.transaction("work", "readwrite");
			const bad = [undefined, 7, {}, {name: "a", when: 1}, {name: "b", blob: new Blob(["b"]), when: "soon"}, {blob: new Blob([]), when: NaN}];
			bad.forEach((entry, n) => deal.objectStore("work").put(entry, n));
			deal.oncomplete = () => done(true);
			deal.onabort = fail;
		};
	})`)
	v.navigate("/?again")
	v.resumes("animals")
}

// If all slots are taken, nothing is deleted to make room, not even work on a sample, and
// the page says so. The same if the browser refuses.
func TestNothingIsKeptWhereThereIsNoRoom(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	eval[bool](v, `(async () => {
		let told = () => {};
		concord.listen((kind, value) => told(kind, value)); // the page hears no more until it is opened again
		for (let n = 0; n < 10; n++) {
			const kept = new Promise((done) => (told = (kind) => kind === "slots" && done()));
			concord.saveSlot("", "work" + n + "-ds.concord", new Blob(["" + n]), n === 4 || n === 6);
			await kept;
		}
		return true;
	})()`)
	v.navigate("/?again")
	v.state("empty")
	if got := v.offered(); len(got) != 10 {
		t.Fatalf("got %q, want ten", got)
	}
	x := v.another("/?second")
	x.state("empty")
	before := x.offered()
	x.drop("labels", write(t, "cats.csv", animals))
	x.fit("ds")
	x.click("#autosave")
	x.await("document.querySelector('#shelf-status').textContent.includes('This is not kept: 10 pieces of work are kept already')")
	y := v.another("/?third")
	y.state("empty")
	if got := y.offered(); !slices.Equal(got, before) || len(got) != 10 {
		t.Errorf("got %q, want %q", got, before)
	}
	x.click("#clear-shelf-10")
	x.await("document.querySelector('#clear-shelf-10').textContent === 'Delete for good'")
	x.click("#clear-shelf-10")
	x.keeps("cats-ds-") // there is room now

	eval[bool](x, `{
		const size = Object.getOwnPropertyDescriptor(Blob.prototype, "size");
		globalThis.sized = () => Object.defineProperty(Blob.prototype, "size", size);
		Object.defineProperty(Blob.prototype, "size", {...size, get: () => 51e6}), true;
	}`)
	x.fit("onecoin")
	x.await("document.querySelector('#shelf-status').textContent.includes('This is not kept: 459 MB of work are kept already')")

	eval[bool](x, `sized(); IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); }, true`)
	x.fit("majority")
	const refused = "Later changes are not. This is not kept: "
	x.await(fmt.Sprintf("document.querySelector('#shelf-status').textContent.includes('%sthe browser has no room for it.')", refused))
	eval[bool](x, `IDBFactory.prototype.open = () => { throw new DOMException("storage is off", "SecurityError"); }, true`)
	x.fit("ds")
	x.await(fmt.Sprintf("document.querySelector('#shelf-status').textContent.includes('%sthe browser refuses (storage is off).')", refused))
}

// The browser asks before leaving a result that is saved nowhere else, and only then.
func TestLeavingAResult(t *testing.T) {
	v := open(t, serve(t), "/")
	leave := func(when string, want int) {
		t.Helper()
		v.press(kb.Tab) // browsers ask only those who have done something on the page
		v.mu.Lock()
		v.asked, v.stays = 0, want > 0
		v.mu.Unlock()
		eval[bool](v, `(setTimeout(() => location.assign("/?left"), 50), true)`)
		if want > 0 {
			v.await(`new Promise((done) => setTimeout(done, 500, true))`)
		} else {
			v.await(`location.search === "?left"`)
			v.state("empty")
		}
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.asked != want {
			t.Errorf("%s: the browser asked %d times, want %d", when, v.asked, want)
		}
	}
	fit := func(method string) {
		t.Helper()
		v.drop("labels", write(t, "animals.csv", animals))
		v.fit(method)
	}
	v.state("empty")
	leave("with nothing open", 0)
	v.navigate("/")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", animals))
	v.state("ready")
	leave("with a file that is on disk anyway", 0)
	v.navigate("/")
	v.state("empty")
	fit("ds")
	leave("with a result", 1)
	v.download("#download-labels")
	leave("with its labels downloaded", 0)
	v.navigate("/")
	v.state("empty")
	fit("ds")
	v.click("#autosave")
	v.keeps("animals-ds-")
	leave("with the result kept", 0)
	v.navigate("/")
	v.state("empty")
	v.click("#samples [data-sample]")
	v.state("ready")
	v.fit("ds")
	leave("with a sample", 0)
}

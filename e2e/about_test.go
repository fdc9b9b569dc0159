package e2e

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// About has an address, shows the checksums of the very programs that run, whatever the server claims, and offers them for comparison.
func TestAbout(t *testing.T) {
	page, err := os.ReadFile("../web/app.wasm")
	if err != nil {
		t.Fatal(err)
	}
	worker, err := os.ReadFile("../web/worker.wasm")
	if err != nil {
		t.Fatal(err)
	}
	other := append(bytes.Clone(worker), 0, 2, 1, 'x') // a section called x, which does nothing
	v := arrive(t, broken(t, export(t, nil), "worker.wasm", func(w http.ResponseWriter, r *http.Request) { w.Write(other) }), "/")
	v.allow("worker.wasm did not arrive as it should") // it is not the one of this version, so the app will not work offline
	v.click("#about-link")
	v.await("document.querySelector('#about:modal #sum-app') && document.querySelector('#sum-worker')")
	for name, content := range map[string][]byte{"app.wasm": page, "worker.wasm": other} {
		got := eval[string](v, fmt.Sprintf("document.querySelector('#sum-%s').textContent", strings.TrimSuffix(name, ".wasm")))
		if want := fmt.Sprintf("%x", sha256.Sum256(content)); got != want {
			t.Errorf("got checksum %s of %s, want %s", got, name, want)
		}
		if _, got := v.download(fmt.Sprintf("#about a[href$='/%s']", name)); !bytes.Equal(got, content) {
			t.Errorf("the link to %s leads to another file of %d bytes, want %d", name, len(got), len(content))
		}
	}
	text := eval[string](v, "document.querySelector('#about').innerText")
	for _, want := range []string{"About Concord 0.", "go1.", "make build", "sha256sum"} {
		if !strings.Contains(text, want) {
			t.Errorf("About lacks %q:\n%s", want, text)
		}
	}
	v.await("location.hash.includes('open=about')")
	v.press(kb.Escape)
	v.await("!document.querySelector('#about') && !location.hash.includes('about')")
	v.has("#about-link")
	eval[bool](v, "(location.hash = '#method=ds&open=about', true)")
	v.await("document.querySelector('#about:modal')")
	v.station("about")
	eval[bool](v, "(history.back(), true)")
	v.await("!document.querySelector('#about')")
}

// What the server says of the source stands in About and in run.json, though the programs don't know it.
func TestRevision(t *testing.T) {
	const revision = "40a1bf53c611+dirty"
	dir := export(t, func(web string) {
		file := filepath.Join(web, "index.html.tmpl")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.Replace(text, []byte("{{with .Revision}}"), []byte(`{{with "`+revision+`"}}`), 1)
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	})
	v := open(t, broken(t, dir, "none", missing), "/")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", animals))
	v.fit("majority")
	if _, run := v.download("#download-run"); !strings.Contains(string(run), `"revision": "`+revision+`"`) {
		t.Errorf("run.json does not name the revision %s:\n%.300s", revision, run)
	}
	v.click("#about-link")
	v.await("document.querySelector('#about:modal')")
	if text := eval[string](v, "document.querySelector('#about').innerText"); !strings.Contains(text, "("+revision+")") {
		t.Errorf("About does not name the revision %s:\n%.300s", revision, text)
	}
}

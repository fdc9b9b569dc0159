package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// seconds are the times of this run, which are not part of the result.
var seconds = regexp.MustCompile(`(?m)^ *"(read|write)": [0-9.e-]+,?$`)

// figures are the files of a result that a project must reproduce to the byte.
func (v *visit) figures() map[string]string {
	v.Helper()
	files := map[string]string{}
	for _, what := range []string{"labels", "posteriors", "workers", "confusion", "run"} {
		_, content := v.download("#download-" + what)
		files[what] = seconds.ReplaceAllString(string(content), "")
	}
	return files
}

// shown returns the figures of a result on the page.
func (v *visit) shown() map[string]string {
	v.Helper()
	text := func(selector string) string {
		v.await("document.querySelector('" + selector + "')")
		return eval[string](v, "document.querySelector('"+selector+"').innerText")
	}
	v.turn("data")
	page := map[string]string{"summary": text("#summary"), "counts": text("#counts"), "amended": text("#amended")}
	v.turn("agreement")
	page["agreement"] = text("#coefficients")
	v.turn("workers")
	v.await("document.querySelector('#table-workers tbody .open') && !document.querySelector('.row-wait')")
	page["workers"] = text("#table-workers tbody")
	v.turn("tasks")
	v.click("#table-tasks .sort") // by name
	v.await("document.querySelector('#table-tasks tbody .open').textContent === '1' && !document.querySelector('.row-wait')")
	page["tasks"] = text("#table-tasks tbody")
	v.click("#table-tasks tbody .open")
	page["why"] = text("#why")
	v.click(".dialog-close")
	v.await("!document.querySelector('#detail')")
	return page
}

// A saved project opened elsewhere shows the same figures to the last digit, in its
// downloads and on the page.
func TestProjectElsewhere(t *testing.T) {
	labels, truth := reference(t, "data", "trec2011", "labels.csv"), reference(t, "data", "trec2011", "truth.csv")
	s := serve(t)
	v := open(t, s, "/")
	v.state("empty")
	v.drop("labels", labels)
	v.state("ready")
	v.drop("truth", truth)
	v.await(`document.querySelector("#truth")?.innerText.includes("found")`)
	v.choose("#seed", "7")
	v.fit("ds")
	v.turn("workers") // leave a worker out, and overrule a task
	v.click("#table-workers tbody .open")
	v.click("#exclude")
	v.await(`document.body.dataset.state === "done" && document.querySelector("#exclude")?.innerText.includes("again")`)
	v.click(".dialog-close")
	v.turn("tasks")
	v.click("#review")
	v.click("#accept")
	v.await(`document.body.dataset.state === "done" && document.querySelector("#amended").innerText.includes("1 task reviewed by you")`)
	v.click(".dialog-close")
	v.await("!document.querySelector('#detail')")
	files, page := v.figures(), v.shown()
	// Manual decisions are not lost without asking, until they are saved.
	const left = `dispatchEvent(new Event("beforeunload", {cancelable: true}))`
	if eval[bool](v, left) {
		t.Error("the page can be left unasked with a task judged")
	}
	name, content := v.download("#download-project")
	if !strings.HasSuffix(name, ".concord") {
		t.Errorf("the project is called %s", name)
	}
	v.await(left)
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}

	w := open(t, s, "/") // another browser: nothing is kept of the first
	w.state("empty")
	w.pick("#project-file", file)
	w.state("done")
	if got := eval[string](w, "document.querySelector('#seed').value"); got != "7" {
		t.Errorf("the seed: got %s, want 7", got)
	}
	again := w.shown()
	for what, want := range page {
		if got := again[what]; got != want {
			t.Errorf("the page's %s: got\n%s\nwant\n%s", what, got, want)
		}
	}
	again = w.figures()
	for what, want := range files {
		if got := again[what]; got != want {
			t.Errorf("%s: %d bytes that differ from the %d before", what, len(got), len(want))
		}
	}
}

// A recipe dropped before its files makes the same labels again in another browser, byte by byte.
func TestRecipeElsewhere(t *testing.T) {
	labels, truth := reference(t, "data", "rte", "labels.csv"), reference(t, "data", "rte", "truth.csv")
	s := serve(t)
	v := open(t, s, "/")
	v.state("empty")
	v.drop("labels", labels)
	v.state("ready")
	v.drop("truth", truth)
	v.await(`document.querySelector("#truth")?.innerText.includes("found")`)
	v.choose("#seed", "7")
	v.fit("ds")
	_, want := v.download("#download-labels")
	name, recipe := v.download("#download-run")
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, recipe, 0o644); err != nil {
		t.Fatal(err)
	}

	w := open(t, s, "/")
	w.state("empty")
	w.drop("labels", file)
	w.await(`document.querySelector("#recipe-problem")?.innerText.includes("Open labels.csv, too.")`)
	w.drop("labels", truth)
	w.await(`document.querySelector("#recipe-problem")?.innerText.includes("Open labels.csv, too.")`)
	w.drop("labels", labels)
	w.state("done")
	w.await(`document.querySelector("#status").innerText.includes("Same labels ✓")`)
	if got := eval[string](w, "document.querySelector('#seed').value"); got != "7" {
		t.Errorf("the seed: got %s, want 7", got)
	}
	if _, got := w.download("#download-labels"); string(got) != string(want) {
		t.Errorf("labels.csv: %d bytes that differ from the %d before", len(got), len(want))
	}
}

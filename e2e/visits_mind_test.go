package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// figures is the answer in numbers.
const figures = `(document.querySelector("#results .figures")?.innerText ?? "").replaceAll("\n", " ")`

// shows waits until a view is shown, with its tab selected.
func (v *visit) shows(view string) {
	v.Helper()
	v.await(fmt.Sprintf(`document.querySelector("#tab-%s")?.getAttribute("aria-selected") === "true"`, view))
}

// Somebody who changes their mind takes back what they did, opens another file, goes back and forth, reloads the page and opens it
// twice, and loses nothing.
func TestVisitChangeOfMind(t *testing.T) {
	first, second := write(t, "animals.csv", animals), write(t, "tweets.csv", tweets)
	s := serve(t)
	v := arrive(t, s, "/")
	v.drop("labels", first)
	v.answers(v.tap)
	before := eval[string](v, figures)

	// Undo: a worker is excluded, and included again by Ctrl Z.
	v.click("#tab-workers")
	v.await(`document.querySelector("#table-workers tbody .open")`)
	v.click("#table-workers tbody tr:first-child .open")
	v.await(`document.querySelector("#exclude")`)
	v.click("#exclude")
	v.await(`document.body.dataset.state === "done" && document.querySelector("#amended")`)
	v.press(kb.Escape)
	v.await(`!document.querySelector("#detail")`)
	v.station("excluded", "#amended")
	if now := eval[string](v, figures); now == before {
		t.Errorf("without a worker the answer is still %s", now)
	}
	v.must(chromedp.Do(v.ctx, chromedp.KeyEvent("z", chromedp.KeyModifiers(2)))) // Ctrl
	v.await(fmt.Sprintf(`document.body.dataset.state === "done" && %s === %q`, figures, before))
	v.station("undone")

	// Back and Forward: from view to view, and out of what is open.
	v.click("#tab-agreement")
	v.shows("agreement")
	v.click("#tab-tasks")
	v.shows("tasks")
	v.click("#table-tasks tbody tr:first-child .open")
	v.await(opened)
	back, forward := "history.back()", "history.forward()"
	for _, step := range []struct{ way, view string }{{back, "tasks"}, {back, "agreement"}, {back, "workers"}, {forward, "agreement"},
		{back, "workers"}, {back, "tasks"}} {
		eval[any](v, step.way)
		v.shows(step.view)
		v.await(`!document.querySelector("#detail")`)
	}
	if now := eval[string](v, figures); now != before {
		t.Errorf("back in the first view the answer is %s, want %s", now, before)
	}

	// Another file in place of the first one, and that one again.
	v.drop("labels", second)
	v.await(`document.querySelector("#data-title")?.textContent === "tweets.csv"`)
	v.answers(v.tap)
	v.await(figures + `.includes("from 12 labels")`)
	v.station("another")
	v.click("#undo")
	v.await(`document.querySelector("#data-title")?.textContent === "animals.csv"`)
	v.answers(v.tap)
	v.await(fmt.Sprintf("%s === %q", figures, before))

	// A reload: the work is kept once that is wished for, and opens as it was.
	v.click("#autosave")
	v.keeps("animals-")
	v.station("kept", "#autosave")
	v.must(chromedp.Do(v.ctx, chromedp.Reload()))
	v.state("empty")
	if got := v.offered(); !slices.Equal(got, []string{"animals"}) {
		t.Fatalf("the page offers %q", got)
	}
	v.station("offer", "#shelf-offer")
	v.click("#open-shelf")
	v.state("done")
	if now := eval[string](v, figures); now != before {
		t.Errorf("opened again, the answer is %s, want %s", now, before)
	}

	// A second tab has work of its own, and the first is as it was.
	w := v.another("/?second")
	w.state("empty")
	w.drop("labels", second)
	w.answers(w.tap)
	w.keeps("tweets-")
	w.station("second")
	if now := eval[string](v, figures); now != before {
		t.Errorf("beside another tab the answer is %s, want %s", now, before)
	}
	v.await(`document.querySelector("#slots-title").textContent.includes("2 files")`)
	_, saved := v.download("#download-labels")
	if !strings.Contains(string(saved), "\np1,") {
		t.Errorf("the first tab downloads %s", saved)
	}
}

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// press presses keys in turn.
func (v *visit) press(keys ...string) {
	v.Helper()
	for _, k := range keys {
		v.must(chromedp.Do(v.ctx, chromedp.KeyEvent(k)))
	}
}

// seen says what is wrong with how the focused element shows its focus, or "".
const seen = `(() => {
	const e = document.activeElement;
	const shown = e.matches(".file-input") ? e.nextElementSibling : e;
	const box = shown.getBoundingClientRect(), style = getComputedStyle(shown);
	if (!e.matches(":focus-visible")) return "it is not :focus-visible";
	if (style.outlineStyle === "none" || !parseFloat(style.outlineWidth)) return "it has no outline";
	if (box.width < 16 || box.height < 16) return "it is " + box.width + " by " + box.height + " pixels";
	return "";
})()`

// tab presses Tab until the element that selector finds has the focus. On the way every
// element must show its focus, and none may trap it.
func (v *visit) tab(selector string) {
	v.Helper()
	const most = 150
	before := ""
	for range most {
		v.press(kb.Tab)
		at := eval[string](v, "document.activeElement.outerHTML.slice(0, 160)")
		if at == before {
			v.Fatalf("the focus is held by %s", at)
		}
		before = at
		if strings.HasPrefix(at, "<body") {
			continue // past the end: the browser's own controls, then from the top
		}
		if wrong := eval[string](v, seen); wrong != "" {
			v.Errorf("on the way to %s: %s: %s", selector, wrong, at)
		}
		if eval[bool](v, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
	}
	v.Fatalf("%d Tabs did not lead to %s", most, selector)
}

// has waits until an element has the focus.
func (v *visit) has(selector string) {
	v.Helper()
	v.await(fmt.Sprintf("document.activeElement.matches(%q)", selector))
}

// From the file to the downloaded labels without a mouse: only Tab, arrows, Enter and
// Escape.
func TestKeyboardAlone(t *testing.T) {
	labels := write(t, "animals.csv", animals)
	want := shell(t, "-method", "onecoin", labels)

	v := open(t, serve(t), "/")
	v.state("empty")
	v.tab("[data-choose=labels]")
	v.pick("#labels-file", labels) // the browser's own dialog has keys of its own
	v.state("ready")
	v.has("#data-title")

	v.tab("#method")
	for range 100 {
		if eval[string](v, "document.querySelector('#method').value") == "onecoin" {
			break
		}
		v.press(kb.ArrowDown)
	}
	v.await("document.querySelector('#method').value === 'onecoin' && location.hash.includes('method=onecoin')")
	v.tab("#run")
	v.press(kb.Enter)
	v.state("done")
	v.has("#results-title")

	// Every view of the result: the arrows go from tab to tab.
	v.tab("[role=tab]")
	views := eval[[]string](v, "[...document.querySelectorAll('[role=tab]')].map((t) => t.id)")
	at := slices.Index(views, eval[string](v, "document.activeElement.id"))
	for range views { // once around
		at = (at + 1) % len(views)
		v.press(kb.ArrowRight)
		v.has("#" + views[at] + "[aria-selected=true]")
		v.await(fmt.Sprintf("document.querySelector('[role=tabpanel][aria-labelledby=%s]')", views[at]))
	}

	// A worker: who said what.
	v.press(kb.Home)
	v.has("#" + views[0] + "[aria-selected=true]")
	for at := 0; views[at] != "tab-workers"; {
		at++
		v.press(kb.ArrowRight)
		v.has("#" + views[at] + "[aria-selected=true]")
	}
	v.await("document.querySelector('#table-workers tbody .open')")
	v.tab("#table-workers tbody .open")
	v.press(kb.ArrowDown)
	name := eval[string](v, "document.activeElement.textContent")
	v.press(kb.Enter)
	v.await(fmt.Sprintf("document.querySelector('#detail-title')?.textContent === %q", name))
	v.press(kb.Escape)
	v.await("!document.querySelector('#detail')")
	if back := eval[string](v, "document.activeElement.textContent"); back != name {
		t.Errorf("closed, the focus is on %q, want %q", back, name)
	}

	v.tab("#download-labels")
	v.press(kb.Enter)
	got, err := os.ReadFile(v.downloaded("#download-labels"))
	v.must(err)
	sameCells(t, got, filepath.Join(want, "labels.csv"))
}

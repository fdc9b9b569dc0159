package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
)

// The page starts, and nothing on it moves when the program takes over.
func TestPageStarts(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	if eval[bool](v, "document.querySelector('#boot') !== null") {
		t.Error("the loading bar is still there")
	}
	shift := eval[float64](v, `new Promise((tell) => {
		let sum = 0;
		new PerformanceObserver((list) => list.getEntries().forEach((e) => (sum += e.value))).observe({type: "layout-shift", buffered: true});
		setTimeout(() => tell(sum), 200);
	})`)
	if shift > 0.01 {
		t.Errorf("the page moved while it was loading: layout shift %.3f", shift)
	}
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
	close(h.hold)
	v.state("ready")
	if got := eval[string](v, "document.querySelector('#counts').innerText"); !strings.Contains(got, "15") {
		t.Errorf("the file that was dropped early is not there: %s", got)
	}
}

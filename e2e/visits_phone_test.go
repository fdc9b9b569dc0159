package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// hand makes a phone of the browser: a small window of many pixels, and fingers in place of a mouse.
func (v *visit) hand() {
	v.Helper()
	v.must(chromedp.Do(v.ctx, chromedp.EmulateViewport(phone.Width, phone.Height, chromedp.EmulateScale(3), chromedp.EmulateMobile,
		chromedp.EmulateTouch)))
	v.await("matchMedia('(hover: none) and (pointer: coarse)').matches")
}

// leastTarget is how many pixels wide and high everything is that a thumb shall hit.
const leastTarget = 40

// thumb scrolls to what selector finds, and taps it: it must be large enough for that, and nothing may cover it.
func (v *visit) thumb(selector string) {
	v.Helper()
	v.await(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e?.checkVisibility() || e.disabled) return false;
		const {left, right, top, bottom} = e.getBoundingClientRect();
		if (top < 60 || bottom > innerHeight - 160 || left < 0 || right > innerWidth) {
			e.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
		}
		return true;
	})()`, selector))
	v.still()
	if wrong := v.covered(selector); wrong != "" {
		v.picture("thumb")
		v.Fatalf("%s: %s", selector, wrong)
	}
	box := eval[struct{ X, Y, W, H float64 }](v, fmt.Sprintf(
		"(({x, y, width, height}) => ({X: x, Y: y, W: width, H: height}))(document.querySelector(%q).getBoundingClientRect())", selector))
	if box.W < leastTarget || box.H < leastTarget {
		v.Errorf("%s is %.0f by %.0f pixels, too small for a thumb", selector, box.W, box.H)
	}
	touch := func(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
		v.Helper()
		_, err := chromedp.Call(v.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: kind, TouchPoints: append([]*input.TouchPoint{}, at...)})
		v.must(err)
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: box.X + box.W/2, Y: box.Y + box.H/2})
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// picks answers the next of the browser's own dialogs for files with that file.
func (v *visit) picks(file string) {
	v.Helper()
	file, err := filepath.Abs(file)
	v.must(err)
	_, err = chromedp.Call(v.ctx, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{Enabled: true})
	v.must(err)
	v.must(chromedp.Listen(v.ctx, func(ev any) {
		if opened, ok := ev.(*page.EventFileChooserOpened); ok {
			go chromedp.Call(v.ctx, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{file}, BackendNodeID: opened.BackendNodeID})
		}
	}))
}

// unhandy lists what a phone can do without: tables that are wider than the screen, hints at keys, and what is too small for a thumb.
var unhandy = fmt.Sprintf(`(() => {
	const wrong = [], top = document.querySelector("dialog:modal") ?? document;
	const shown = (e) => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && e.getBoundingClientRect().width > 1;
	for (const e of top.querySelectorAll("table, svg.chart")) {
		const {right} = e.getBoundingClientRect();
		if (shown(e) && right > innerWidth + 1) wrong.push((e.id || e.caption?.textContent || "a chart") + " ends at " + right);
	}
	for (const e of top.querySelectorAll("kbd, #shortcuts")) if (shown(e)) wrong.push("a hint at keys: " + e.textContent);
	for (const e of top.querySelectorAll("button, select, summary, textarea, input:not([type=file]), a")) {
		const {width, height} = (e.matches("[type=checkbox], [type=radio]") && e.labels[0] || e).getBoundingClientRect();
		if (shown(e) && !e.closest(".foot") && (height < %d || width < %[1]d)) {
			wrong.push("“" + (e.innerText || e.id || e.placeholder) + "” (" + e.tagName + " " + e.className + ") is " + width + " by " + height);
		}
	}
	return wrong;
})()`, leastTarget)

// handy pictures a station, and fails where a phone shows what a thumb can't use.
func (v *visit) handy(name string, selector ...string) {
	v.Helper()
	v.station(name, selector...)
	v.hand()
	v.still()
	seen := map[string]bool{}
	for _, wrong := range eval[[]string](v, unhandy) {
		if !seen[wrong] {
			seen[wrong] = true
			v.Errorf("%s: %s", name, wrong)
		}
	}
}

// The whole job with a thumb: choose a file, read the answer, look at the views, open a task, review, download.
func TestVisitPhone(t *testing.T) {
	labels := reference(t, "data", "bluebird", "labels.csv")
	v := begin(t, serve(t))
	v.uninstalled()
	v.hand()
	v.navigate("/")
	v.state("empty")
	v.picks(labels)
	v.handy("empty")
	v.thumb("[data-choose=labels]")
	v.answers(v.thumb)
	v.handy("answer")
	for _, part := range answered {
		if wrong := v.covered(part); wrong != "" {
			t.Errorf("%s: %s", part, wrong)
		}
	}
	bar := eval[struct{ Bottom, Height float64 }](v, `(({bottom, height}) => ({Bottom: bottom, Height: height}))(
		document.querySelector(".status-bar").getBoundingClientRect())`)
	if bar.Bottom < 843 || bar.Height > 130 {
		t.Errorf("the bar at the foot of the window is %+v", bar)
	}
	for _, view := range []string{"workers", "agreement", "methods", "plan", "data", "tasks"} {
		v.thumb("#tab-" + view)
		v.await(fmt.Sprintf(`document.querySelector("#tab-%s[aria-selected=true]") && document.querySelector("#panel-%[1]s, #counts")`, view))
		v.handy(view, "#tab-"+view)
	}
	v.thumb("#look-review")
	v.await(opened)
	v.handy("review")
	v.thumb("#accept")
	v.await(`document.querySelector("#review-progress")?.innerText.includes("2 of")`)
	v.thumb("#detail .dialog-close")
	v.await(`!document.querySelector("#detail")`)
	v.thumb("#download-labels")
	file := v.downloaded("#download-labels")
	saved, err := os.ReadFile(file)
	v.must(err)
	if got := len(cells(t, string(saved))) - 1; got != 108 || !strings.Contains(string(saved), ",true,") {
		t.Errorf("got labels of %d tasks, want 108 and one that is reviewed:\n%.300s", got, saved)
	}
}

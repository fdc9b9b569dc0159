package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// screenshots names the folder that the stations of visits are pictured in, in both themes and at both sizes; without it no picture
// is taken: make visits.
const screenshots = "CONCORD_SCREENSHOTS"

// A window is a size of the window, in CSS pixels.
type window struct{ Width, Height int64 }

// laptop and phone are the sizes that everything must fit.
var laptop, phone = window{1280, 800}, window{390, 844}

// arrive opens the page as a visitor does: on a laptop, and fits start by themselves. No service worker is ever installed.
func arrive(t testing.TB, s *server, path string) *visit {
	t.Helper()
	v := begin(t, s)
	v.uninstalled()
	v.resize(laptop)
	v.navigate(path)
	v.state("empty")
	return v
}

// resize gives the window another size. That of a phone has a touch screen.
func (v *visit) resize(w window) {
	v.Helper()
	var options []chromedp.EmulateViewportOption
	if w == phone {
		options = append(options, chromedp.EmulateTouch)
	}
	v.must(chromedp.Do(v.ctx, chromedp.EmulateViewport(w.Width, w.Height, options...)))
	v.await(fmt.Sprintf("innerWidth === %d && innerHeight === %d", w.Width, w.Height))
}

// prefers has the visitor prefer a theme, light or dark.
func (v *visit) prefers(theme string) {
	v.Helper()
	_, err := chromedp.Call(v.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}})
	v.must(err)
}

// misfits lists what does not fit into the window.
const misfits = `(() => {
	const wrong = [], width = innerWidth;
	if (document.documentElement.scrollWidth > width) wrong.push("the page is " + document.documentElement.scrollWidth + " pixels wide");
	const bar = document.querySelector(".status-bar").getBoundingClientRect();
	if (bar.height < 1 || bar.top < 0 || bar.bottom > innerHeight + 1) wrong.push("the bar is at " + bar.top + " to " + bar.bottom);
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	next: for (let n; (n = texts.nextNode()); ) {
		if (!n.data.trim() || !n.parentElement.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
		const range = document.createRange();
		range.selectNodeContents(n);
		const all = [...range.getClientRects()];
		const left = Math.min(...all.map((r) => r.left)), right = Math.max(...all.map((r) => r.right));
		let least = 0, most = width;
		for (let a = n.parentElement; a !== document.body; a = a.parentElement) {
			const {overflowX, textOverflow} = getComputedStyle(a), box = a.getBoundingClientRect();
			if (overflowX === "visible") continue;
			// For screen readers only; can be scrolled; says that it is cut.
			if (box.width <= 1 || /auto|scroll/.test(overflowX) || textOverflow === "ellipsis") continue next;
			least = Math.max(least, box.left);
			most = Math.min(most, box.right);
		}
		if (left < least - 1) wrong.push("“" + n.data.trim().slice(0, 60) + "” begins at " + left + ", before " + least);
		if (right > most + 1) wrong.push("“" + n.data.trim().slice(0, 60) + "” ends at " + right + ", beyond " + most);
	}
	return wrong;
})()`

// station is a place where the visitor looks at the page: nothing may be cut off at either size. What selector finds, if anything,
// is scrolled into view. The station is pictured if pictures are asked for.
func (v *visit) station(name string, selector ...string) {
	v.Helper()
	themes, dir := []string{"light"}, os.Getenv(screenshots)
	if dir != "" {
		themes = append(themes, "dark")
		v.must(os.MkdirAll(dir, 0o755))
	}
	for _, w := range []window{phone, laptop} { // last that in which the visit goes on
		v.resize(w)
		at := fmt.Sprintf("%s-%d", name, w.Width)
		for _, s := range selector {
			v.await(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility()`, s))
			eval[bool](v, fmt.Sprintf(`(({y, height}) => {
				scrollBy({top: y - Math.max(80, (innerHeight - height) / 2), behavior: "instant"});
				return true;
			})(document.querySelector(%q).getBoundingClientRect())`, s))
		}
		for _, theme := range themes {
			v.prefers(theme)
			v.still()
			if dir != "" {
				image, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
				v.must(err)
				file := strings.TrimPrefix(v.Name(), "Test") + "-" + at + "-" + theme + ".png"
				v.must(os.WriteFile(filepath.Join(dir, strings.ToLower(strings.ReplaceAll(file, "/", "-"))), image, 0o644))
			}
		}
		for _, wrong := range eval[[]string](v, misfits) {
			v.Errorf("%s: %s", at, wrong)
		}
	}
	v.prefers("light")
}

// still waits until nothing moves any more and all that is on its way is drawn.
func (v *visit) still() {
	v.Helper()
	v.await(`new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))).then(() =>
		!["loading", "running"].includes(document.body.dataset.state) && !document.querySelector(".row-wait") &&
		document.getAnimations().every((a) => a.playState !== "running"))`)
}

// covered says why the visitor does not see the whole of what selector finds, or "".
func (v *visit) covered(selector string) string {
	v.Helper()
	return eval[string](v, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e?.checkVisibility({visibilityProperty: true})) return "it is not there";
		const {left, right, top, bottom} = e.getBoundingClientRect();
		if (right - left < 1 || bottom - top < 1) return "it is empty";
		if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) {
			return "it is at " + [left, top, right, bottom].map(Math.round) + " in a window of " + [innerWidth, innerHeight];
		}
		const x = Math.min(4, (right - left) / 2), y = Math.min(4, (bottom - top) / 2); // corners may be round
		for (const [at, down] of [[left + x, top + y], [right - x, top + y], [left + x, bottom - y], [right - x, bottom - y],
			[(left + right) / 2, (top + bottom) / 2]]) {
			const over = document.elementFromPoint(at, down);
			if (over && !e.contains(over) && !over.contains(e)) return "it is covered by " + over.outerHTML.slice(0, 80);
		}
		return "";
	})()`, selector))
}

// tap presses the mouse at the middle of what selector finds, which the visitor must see: nothing is scrolled.
func (v *visit) tap(selector string) {
	v.Helper()
	if wrong := v.covered(selector); wrong != "" {
		v.Fatalf("%s: %s", selector, wrong)
	}
	at := eval[point](v, fmt.Sprintf(`(({x, y, width, height}) => ({X: x + width/2, Y: y + height/2}))(
		document.querySelector(%q).getBoundingClientRect())`, selector))
	v.must(chromedp.Do(v.ctx, chromedp.MouseClickXY(at.X, at.Y)))
}

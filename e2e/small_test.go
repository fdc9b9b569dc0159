package e2e

import "github.com/chromedp/chromedp"

// losses lists the controls that can't be reached and the tables and texts that are cut off. Left out are what scrolls sideways by
// design, since it has two dimensions or no end: matrices, and heads and tabs in one line; and the line of the state, of which what is
// long is said on the page, too.
const losses = `(() => {
	const wrong = [], name = (e) => e.outerHTML.slice(0, 120), within = document.querySelector("dialog:modal, .menu[open]") ?? document.body;
	// What makes a box too wide: the innermost element without which it is not.
	const culprit = (box, wide) => {
		for (const e of box.children) {
			const display = e.style.display;
			e.style.setProperty("display", "none", "important");
			const without = wide();
			e.style.display = display;
			if (!without) return culprit(e, wide) || name(e);
		}
		return "";
	};
	const sideways = ".tabs, thead tr, .scroll:has(.heat, .costs, .topics-table, .counts-table)";
	const page = document.documentElement;
	if (page.scrollWidth > innerWidth) {
		wrong.push("the page is " + page.scrollWidth + " wide: " + culprit(document.body, () => page.scrollWidth > innerWidth));
	}
	const seen = (e) => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !e.closest(".hidden, .inputs");
	for (const e of within.querySelectorAll("*")) {
		if (e.matches("#status, select, input, textarea, svg *") || !seen(e)) continue;
		const {overflowX, textOverflow} = getComputedStyle(e);
		if (overflowX === "visible" || e.clientWidth <= 1 || e.scrollWidth <= e.clientWidth + 1) continue;
		if (textOverflow === "ellipsis" && e.title || e.matches(sideways)) continue;
		wrong.push(e.scrollWidth + " pixels in " + e.clientWidth + ": " + name(e) + ": " + culprit(e, () => e.scrollWidth > e.clientWidth + 1));
	}
	for (const e of within.querySelectorAll("a[href], button, input, select, summary, textarea, [tabindex='0']")) {
		if (!seen(e) || e.matches("[type=file]")) continue;
		e.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
		const box = e.getClientRects()[0], x = box.x + box.width / 2, y = box.y + box.height / 2;
		const hit = document.elementFromPoint(x, y);
		if (!hit || !e.contains(hit)) wrong.push("at " + [x, y].map(Math.round) + " is " + (hit ? name(hit) : "nothing") + ", not " + name(e));
	}
	scrollTo({top: 0, behavior: "instant"});
	return wrong;
})()`

// small checks that at a station of the tour nothing is lost in a window 320 pixels wide, nor on a laptop's screen at 200 %.
func (v *visit) small(station string) {
	v.Helper()
	for name, size := range map[string]window{"320 pixels": {320, 640}, "200 %": {640, 400}} {
		v.must(chromedp.Do(v.ctx, chromedp.EmulateViewport(size.Width, size.Height, chromedp.EmulateScale(2))))
		v.still()
		for _, wrong := range eval[[]string](v, losses) {
			v.Errorf("%s, %s: %s", station, name, wrong)
		}
	}
	v.resize(laptop)
}

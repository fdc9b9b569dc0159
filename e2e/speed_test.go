package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// watch has the page measure, from its first moment, what its visitor feels (the Web Vitals):
//
//	shift     layout shift that no click or key explains, all of it
//	slowest   the longest interaction to next paint, in ms
//	ready     when a file could be read, in ms after the page was asked for
//	answered  when the answer was first painted after a drop or a click on Run, less when that was, in ms
const watch = `globalThis.felt = {shift: 0, slowest: 0, ready: 0, answered: 0};
	new PerformanceObserver((list) => list.getEntries().forEach((e) => {
		if (!e.hadRecentInput) felt.shift += e.value;
	})).observe({type: "layout-shift", buffered: true});
	new PerformanceObserver((list) => list.getEntries().forEach((e) => {
		if (e.interactionId) felt.slowest = Math.max(felt.slowest, e.duration);
	})).observe({type: "event", durationThreshold: 16, buffered: true});
	let dropped = 0;
	addEventListener("drop", () => (dropped = performance.now()), true);
	addEventListener("click", ({target}) => target.closest("#run") && (dropped = performance.now()), true);
	new MutationObserver(() => {
		const state = document.body?.dataset.state;
		if (state === "empty") felt.ready ||= performance.now();
		if (state === "done" && !felt.answered && document.querySelector("#results .figure-value")) {
			felt.answered = -1;
			requestAnimationFrame(() => setTimeout(() => (felt.answered = performance.now() - dropped)));
		}
	}).observe(document, {subtree: true, childList: true, attributes: true});`

// BenchmarkPage measures what a visitor feels, by the number of labels that are dropped:
//
//	paint-ms      from the request of the page to its first paint, on a fresh profile; the program arrives later
//	ready-ms      until a file can be read
//	answer-ms     from the drop, or from the click on Run where that is asked for, to the painted answer, with the method preselected
//	inp-ms        the longest from a click or key to the next paint, over views, sorting, a task, a worker and scrolling
//	shift         layout shift, of all of it
func BenchmarkPage(b *testing.B) {
	for _, labels := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprintf("labels=%d", labels), func(b *testing.B) {
			file := large(b, labels, labels/5, labels/200)
			for b.Loop() {
				v := begin(b, serve(b))
				v.patience = 10 * patience
				v.resize(laptop)
				_, err := chromedp.Call(v.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watch})
				v.must(err)
				v.navigate("/")
				v.await("felt.ready > 0")
				b.ReportMetric(eval[float64](v, `performance.getEntriesByName("first-contentful-paint")[0].startTime`), "paint-ms")
				b.ReportMetric(eval[float64](v, "felt.ready"), "ready-ms")
				v.drop("labels", file)
				v.answers(v.tap) // a million labels wait for a click
				v.await("felt.answered > 0")
				b.ReportMetric(eval[float64](v, "felt.answered"), "answer-ms")
				v.await(`!document.querySelector(".row-wait")`)
				v.use()
				b.ReportMetric(eval[float64](v, "felt.slowest"), "inp-ms")
				b.ReportMetric(eval[float64](v, "felt.shift"), "shift")
			}
		})
	}
}

// use goes through what is there, as somebody does who has got an answer.
func (v *visit) use() {
	v.Helper()
	press := func(selector string) {
		v.await(fmt.Sprintf("document.querySelector(%q)", selector))
		v.still()
		eval[bool](v, fmt.Sprintf("(document.querySelector(%q).scrollIntoView({block: 'center', behavior: 'instant'}), true)", selector))
		v.tap(selector)
		v.still()
	}
	for _, view := range []string{"workers", "agreement", "data", "tasks"} {
		press("#tab-" + view)
	}
	press("#table-tasks thead .sort")
	press("#table-tasks tbody tr:first-child .open")
	v.press(kb.Escape)
	press("#tab-workers")
	press("#table-workers thead .sort")
	press("#table-workers tbody tr:first-child .open")
	v.press(kb.Escape)
	v.still()
}

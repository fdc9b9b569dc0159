package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// enters types a value into a field at once.
func (v *visit) enters(selector, value string) {
	v.Helper()
	eval[bool](v, fmt.Sprintf(`((e) => { e.value = %q; return e.dispatchEvent(new Event("input", {bubbles: true})); })(
		document.querySelector(%q))`, value, selector))
}

// textOf is what an element says, or "".
func textOf(selector string) string {
	return fmt.Sprintf(`(document.querySelector(%q)?.innerText.trim() ?? "")`, selector)
}

// The lead looks where it pays: the list follows the slider and what it is narrowed to, a random check narrows the estimate as it goes
// and is taken up again, and ten tasks on which the methods disagree choose between them, until that is undone.
func TestVisitLook(t *testing.T) {
	v := arrive(t, serve(t), "/")
	v.drop("labels", sentences(t, 400))
	v.state("done")
	v.station("1-look", "#look")

	v.enters("#look-at", "20")
	v.await(textOf("#only-finding") + `.startsWith("20 tasks, of which about ") &&
		document.querySelector("#tasks-only").value === "uncertain"`)
	v.enters("#look-slider", "35")
	v.await(textOf("#only-finding") + `.startsWith("35 tasks") && document.querySelector("#look-at").value === "35"`)
	finds := eval[string](v, textOf("#look-finds"))
	if !strings.HasPrefix(finds, "Expect to find ") || !strings.Contains(finds, "are right") {
		t.Errorf("the page promises %q", finds)
	}
	v.click("#look-curve summary")
	v.station("2-curve", "#look-curve .chart")
	axe, err := os.ReadFile("../node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("axe-core is missing: run make tools (%v)", err)
	}
	eval[bool](v, string(axe)+"; true")
	v.accessible("the curve", false)
	v.click("#look-curve summary")
	eval[bool](v, `((e) => { e.value = "split"; return e.dispatchEvent(new Event("change", {bubbles: true})); })(
		document.querySelector("#tasks-only"))`)
	v.await(`/^\d+ tasks, of which about \d+ are probably wrong\.$/.test(` + textOf("#only-finding") + `) && !` +
		textOf("#only-finding") + `.startsWith("35 ")`)
	v.station("3-narrowed", "#tasks-only")

	before := eval[string](v, textOf("#expected"))
	v.click("#check-sample")
	v.await(opened)
	v.station("4-check")
	place := textOf("#review-progress")
	for n := range 3 {
		v.await(fmt.Sprintf(`document.body.dataset.state === "done" && %s && %s.startsWith("%d of 50")`, opened, place, n+1))
		if n > 0 {
			v.await(fmt.Sprintf(`%s === "%d of 50, %d right so far"`, place, n+1, n))
		}
		v.await(`!document.querySelector("#accept").disabled`)
		v.press("a")
	}
	v.await(place + `.startsWith("4 of 50, 3 right")`)
	v.click("#detail .dialog-close")
	v.await(textOf("#check-progress .look-text") + ` === "3 tasks checked at random: 3 right."`)
	if after := eval[string](v, textOf("#expected")); after == before {
		t.Errorf("after three checks the page says %q, as before", after)
	}
	v.station("5-checked", "#look")

	disagree := eval[string](v, textOf("#methods-differ"))
	v.click("#check-duel")
	v.await(opened)
	v.station("6-duel")
	answered := ""
	for range 10 {
		v.await(fmt.Sprintf(`document.body.dataset.state === "done" && (document.querySelector("#methods-decided") || %s && %[1]s !== %q &&
			!document.querySelector("#accept").disabled)`, opened, answered))
		if eval[bool](v, `!!document.querySelector("#methods-decided")`) {
			break
		}
		answered = eval[string](v, opened)
		v.click(`#verdict .row > button:not(#accept)`) // of two classes: what the majority says
	}
	v.await(textOf("#methods-decided") + `.endsWith("use the majority vote.") && document.querySelector("#method").value === "majority"`)
	v.state("done")
	v.station("7-decided", "#look")
	if !strings.Contains(disagree, "disagree on ") {
		t.Errorf("the page offers %q", disagree)
	}
	v.click("#undo-choice")
	v.await(`document.querySelector("#method").value === "consensus" &&
		` + textOf("#methods-decided") + `.startsWith("Back to the consensus")`)
	v.state("done")
}

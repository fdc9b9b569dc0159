package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// doubts are labels 0 to 3 of tasks on which workers disagree; nobody gives 3 to the
// first two.
const doubts = `task,worker,label
t1,ann,1
t1,bob,2
t2,ann,0
t2,bob,2
t3,ann,3
t3,bob,3
t4,ann,1
t4,bob,1
`

// opened returns the open task, or "".
const opened = `(document.querySelector("#verdict") ? document.querySelector("#detail-title").textContent : "")`

// Each key gives the label that it shows, even if labels are digits from 0. Improbable
// verdicts need confirmation, and one key brings the task back.
func TestReviewKeys(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "doubts.csv", doubts))
	v.fit("majority")
	v.click("#review")
	judged := func(text string) {
		t.Helper()
		v.await(fmt.Sprintf(`document.body.dataset.state === "done" && (document.querySelector("#amended")?.innerText ?? "").includes(%q)`, text))
	}
	v.await(opened)
	first := eval[string](v, opened)
	for place, label := range []string{"0", "1", "2", "3"} {
		button := fmt.Sprintf(`[...document.querySelectorAll("#verdict button")].find((b) => b.innerText.includes("“%s”"))`, label)
		keys := eval[string](v, button+`.getAttribute("aria-keyshortcuts")`)
		shown := eval[string](v, `[...`+button+`.querySelectorAll("kbd")].map((k) => k.textContent).join(" ")`)
		if keys != shown || !strings.Contains(keys, label) {
			t.Errorf("label %s at place %d: the key is %q, the button shows %q", label, place, keys, shown)
		}
	}

	v.press("2")
	judged("1 task judged by you")
	v.await(opened + " && " + opened + fmt.Sprintf(" !== %q", first))
	v.press("u")
	v.await(fmt.Sprintf("%s === %q", opened, first))
	v.await(`document.body.dataset.state === "done" && !document.querySelector("#amended")`)

	const asks = `document.querySelector("#verdict-asks").textContent`
	v.press("3")
	v.await(asks + `.includes("“3”")`)
	if live := eval[string](v, `document.querySelector("#verdict-asks").getAttribute("aria-live")`); live != "assertive" {
		t.Errorf("the question is said %q", live)
	}
	v.press(kb.Escape)
	v.await(asks + ` === ""`)
	if now := eval[string](v, opened); now != first {
		t.Fatalf("Escape closed the task: got %q", now)
	}
	v.press("3")
	v.await(asks + `.includes("“3”")`)
	v.press("2") // another choice withdraws it
	judged("1 task judged by you")
	v.await(opened + " && " + opened + fmt.Sprintf(" !== %q", first))
	second := eval[string](v, opened)
	v.press("3")
	v.await(asks + `.includes("“3”")`)
	v.press("3")
	judged("2 tasks judged by you")
	v.press(kb.Escape)
	v.await(`!document.querySelector("#detail")`)
	_, labels := v.download("#download-labels")
	for task, label := range map[string]string{first: "2", second: "3"} {
		if !strings.Contains(string(labels), "\n"+task+","+label+",") {
			t.Errorf("task %s: got %s, want the label %s", task, labels, label)
		}
	}
}

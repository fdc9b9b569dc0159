package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const assignments = "INPUT:q\tOUTPUT:says\tASSIGNMENT:task_id\tASSIGNMENT:worker_id\tASSIGNMENT:status\n" +
	"a\tyes\tt1\tann\tAPPROVED\na\tno\tt1\tbob\tREJECTED\na\t-1\tt1\teve\tAPPROVED\n" +
	"b\tno\tt2\tann\tAPPROVED\nb\tyes\tt2\tann\tAPPROVED\nb\tyes\tt2\tbob\tAPPROVED\n"

// counts waits until the page shows this number of labels.
func (v *visit) counts(labels int) {
	v.Helper()
	v.await(fmt.Sprintf(`document.body.dataset.state === "ready" && document.querySelector("#counts .tile:nth-child(3) dd").textContent `+
		`=== "%d"`, labels))
}

// The user chooses which labels count; the counts are updated at once, and every choice
// can be undone.
func TestChoicesOfWhichLabelsCount(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "assignments.tsv", assignments))
	v.counts(6)
	v.click("#labels-drop")
	v.counts(5)
	v.click("#labels-none-1")
	v.counts(4)
	v.choose("#labels-again", "last")
	v.counts(3)
	eval[bool](v, `document.querySelector(".seldom summary").click() ?? true`)
	v.choose("#labels-missing", "NA, yes")
	v.counts(2) // of -1, no and two yes: the latter are none now
	for _, labels := range []int{3, 4, 5, 6} {
		v.click("#undo")
		v.counts(labels)
	}

	// One click merges names that look alike, another separates them.
	classes := func(n int) {
		t.Helper()
		v.await(fmt.Sprintf(`document.body.dataset.state === "ready" && document.querySelector("#counts .tile:nth-child(4) dd").textContent `+
			`=== "%d"`, n))
	}
	v.drop("labels", write(t, "alike.csv",
		"task,worker,label\nt1,ann,Yes\nt1,bob,yes\nt2,ann,no\nt2,bob,Yes\nt3,bob,no\nt3,eve,yes\u200b\nt3,ann,Yes\n"))
	classes(4)
	v.click("#merge-0")
	classes(2)
	v.click("#take-apart")
	classes(4)
	v.click("#undo")
	classes(2)
}

// If a file is not what it seems, one click applies what the page proposes, and the focus
// stays where it was. However many columns a file has, the page is no wider than its
// window.
func TestOffersOfThePreview(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "latin.csv", "task,worker,label\nt1,ann,sch\xf6n\nt1,bob,gut\nt2,ann,gut\nt2,bob,?\n"))
	v.counts(4)
	v.await(`document.querySelector("#counts").innerText.includes("schön")`)
	v.click(`[id="labels-none?"]`)
	v.counts(3)
	v.has(`[id="labels-none?"]`)
	v.await(`document.querySelector("#counts").innerText.includes("1 row without an answer")`)

	v.drop("labels", write(t, "tags.csv", "task,worker,label\nt1,ann,a|b\nt1,bob,b|c\nt2,ann,a\nt2,bob,c\n"))
	v.counts(4)
	v.click("#settle-several-sets")
	v.counts(6)
	v.has("#data-title")
	v.choose("#labels-role-2", "")
	v.await(`document.querySelector(".missing")?.innerText.includes("Choose the column that holds the label")`)
	v.choose("#labels-role-2", "label")
	v.counts(6)
	v.has("#labels-role-2")

	head, rows := "", ""
	for n := range 60 {
		head += fmt.Sprintf("remark-%d,", n)
	}
	for n := range 6 {
		rows += strings.Repeat("nothing,", 60) + fmt.Sprintf("p%d,w%d,%d\n", n/2, n%2, n%3)
	}
	v.drop("labels", write(t, "wide.csv", head+"task,worker,label\n"+rows))
	v.counts(6)
	v.await(`document.querySelector(".preview th")?.textContent === "task"`)
	for _, width := range []int64{1280, 390} {
		v.must(chromedp.Do(v.ctx, chromedp.EmulateViewport(width, 900)))
		v.await(`document.documentElement.scrollWidth <= innerWidth`)
	}
}

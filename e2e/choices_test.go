package e2e

import (
	"fmt"
	"testing"
)

const assignments = "INPUT:q\tOUTPUT:says\tASSIGNMENT:task_id\tASSIGNMENT:worker_id\tASSIGNMENT:status\n" +
	"a\tyes\tt1\tann\tAPPROVED\na\tno\tt1\tbob\tREJECTED\na\t-1\tt1\teve\tAPPROVED\n" +
	"b\tno\tt2\tann\tAPPROVED\nb\tyes\tt2\tann\tAPPROVED\nb\tyes\tt2\tbob\tAPPROVED\n"

// counts waits until the page counts so many labels.
func (v *visit) counts(labels int) {
	v.Helper()
	v.await(fmt.Sprintf(`document.body.dataset.state === "ready" && document.querySelector("#counts .tile:nth-child(3) dd").textContent === "%d"`, labels))
}

// Which labels count is the user's choice; the counts follow at once, and every
// choice can be undone.
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

	// Names that look alike are made one by a click, and taken apart by another.
	classes := func(n int) {
		t.Helper()
		v.await(fmt.Sprintf(`document.body.dataset.state === "ready" && document.querySelector("#counts .tile:nth-child(4) dd").textContent === "%d"`, n))
	}
	v.drop("labels", write(t, "alike.csv", "task,worker,label\nt1,ann,Yes\nt1,bob,yes\nt2,ann,no\nt2,bob,Yes\nt3,bob,no\nt3,eve,yes\u200b\nt3,ann,Yes\n"))
	classes(4)
	v.click("#merge-0")
	classes(2)
	v.click("#take-apart")
	classes(4)
	v.click("#undo")
	classes(2)
}

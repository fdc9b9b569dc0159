package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// A platform's accuracy sheet, dropped beside new labels, is used without a click: it becomes a prior, and who gave no labels here is
// counted. Where a matrix for everybody is asked for, one click goes back.
func TestHistoryDropped(t *testing.T) {
	v := arrive(t, serve(t), "/")
	labels, sheet := "task,worker,label\n", "Annotator,Correct,Total\nzoe,40,50\n"
	for i := range 30 {
		for j := range 5 {
			labels += fmt.Sprintf("t%d,w%d,%s\n", i, j, []string{"cat", "dog"}[(i+i*j%7/6)%2])
		}
	}
	for j := range 4 {
		sheet += fmt.Sprintf("w%d,%d,100\n", j, 70+5*j)
	}
	v.drop("labels", write(t, "animals.csv", labels))
	v.state("done")
	v.drop("confusion", write(t, "accuracy.csv", sheet))
	v.click("#tab-data")
	v.await(`document.querySelector("#confusion-mode")?.value === "prior"`)
	v.state("done")
	const used = "histories of 4 workers. Left out: 1 of 5 rows, of workers who gave no labels here."
	if says := eval[string](v, `document.querySelector("#confusion").textContent`); !strings.Contains(says, used) {
		t.Errorf("got %q, want what says %q", says, used)
	}
	v.choose("#confusion-mode", "assign")
	v.await(`document.querySelector("#take-prior")`)
	says := eval[string](v, `document.querySelector("#confusion-problem").innerText`)
	if !strings.Contains(says, "1 of 5 workers have no matrix") {
		t.Errorf("got %q", says)
	}
	v.click("#take-prior")
	v.await(`!document.querySelector("#confusion-problem") && document.querySelector("#confusion-mode")?.value === "prior"`)
}

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
)

// A platform's accuracy sheet, dropped beside new labels, is used without a click: it becomes a prior, and who gave no labels here is
// counted. Where a matrix for everybody is asked for, one click goes back.
func TestHistoryDropped(t *testing.T) {
	v := arrive(t, serve(t), "/")
	labels, sheet := catsAndDogs(), "Annotator,Correct,Total\nzoe,40,50\n"
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
	if !strings.Contains(says, "1 of 5 workers have no history") {
		t.Errorf("got %q", says)
	}
	v.click("#take-prior")
	v.await(`!document.querySelector("#confusion-problem") && document.querySelector("#confusion-mode")?.value === "prior"`)
}

// catsAndDogs are labels of thirty tasks by five workers.
func catsAndDogs() string {
	labels := "task,worker,label\n"
	for i := range 30 {
		for j := range 5 {
			labels += fmt.Sprintf("t%d,w%d,%s\n", i, j, []string{"cat", "dog"}[(i+i*j%7/6)%2])
		}
	}
	return labels
}

// Dropped anywhere else, a history takes one click: where other labels would go the page says what the file is, and offers it; beside
// the labels it is in the list of what several files are. Undo takes it away.
func TestHistoryDroppedAnywhere(t *testing.T) {
	sheet, matrices := "worker,right,of\n", "worker,truth,label,count\n"
	for j := range 5 {
		sheet += fmt.Sprintf("w%d,%d,100\n", j, 70+5*j)
		matrices += fmt.Sprintf("w%d,cat,cat,%d\nw%d,cat,dog,9\nw%d,dog,dog,31\n", j, 20+j, j, j)
	}
	address := serve(t)
	for name, text := range map[string]string{"history.csv": sheet, "export.csv": matrices} {
		labels, history := write(t, "animals.csv", catsAndDogs()), write(t, name, text)
		used := `document.querySelector(".data-added")?.textContent.includes("` + name + `")`

		v := arrive(t, address, "/")
		v.drop("labels", labels)
		v.state("done")
		v.drag(input.DispatchDragEventTypeDragEnter, eval[point](v, "({X: 5, Y: 5})"), history)
		v.await(`document.querySelector(".overlay:not([hidden])")`)                        // below the pointer, which does not move any more
		v.drag(input.DispatchDragEventTypeDrop, eval[point](v, "({X: 5, Y: 5})"), history) // no zone is there
		v.await(`document.querySelector("#seems")`)
		if says := eval[string](v, `document.querySelector("#seems").textContent`); !strings.Contains(says, "a history of the workers") {
			t.Errorf("%s: got %q", name, says)
		}
		v.click("#take-as-confusion")
		v.await(used)
		v.state("done")
		v.click("#tab-data")
		v.await(`document.querySelector("#confusion").textContent.includes("histories of 5 workers")`)
		v.click("#undo-confusion")
		v.await("!" + used)
		v.drop("labels", history)
		v.await(`document.querySelector("#take-as-confusion")`)
		v.click("#dismiss")
		v.state("done")

		v = arrive(t, address, "/")
		v.drop("labels", labels, history)
		v.await(`document.querySelector("#open-batch")?.disabled === false`)
		v.click("#open-batch")
		v.await(used)
		v.state("done")

		v = arrive(t, address, "/#method=ds")
		v.click("[data-sample]")
		v.state("done")
		v.drop("labels", history)
		v.await(`document.querySelector("#take-as-confusion")`)
	}
}

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Another sheet of a workbook can be chosen, and the costs of mistakes filled in, both
// without a mouse; the results are the same as with files.
func TestSheetsAndCosts(t *testing.T) {
	const monday = "task,worker,label\nt1,ann,no\nt1,bob,yes\n"
	tuesday := "pair,who,said\n" + "t1,ann,no\nt1,bob,no\nt1,eve,yes\nt2,ann,no\nt2,bob,no\nt2,eve,no\nt3,ann,yes\nt3,bob,yes\nt3,eve," +
		"no\nt4,ann,no\nt4,bob,yes\nt4,eve,yes\n"
	for i := range 30 { // enough to show how right labels are
		said := []string{"no", "yes"}[i%2]
		for _, who := range []string{"ann", "bob", "eve"} {
			tuesday += fmt.Sprintf("t%d,%s,%s\n", 5+i, who, said)
		}
	}
	book := write(t, "round.xlsx", workbook(t, "Notes", "Hello,there\nthis is,nothing\n", "Monday", monday, "Tuesday", tuesday))
	costs := write(t, "costs.csv", "truth,label,cost\nno,yes,1\nyes,no,10\n")
	want := shell(t, "-method", "majority", "-roles", "task=pair,worker=who,label=said", "-sheet", "Tuesday", "-costs", costs, book)
	plain := shell(t, "-method", "majority", "-roles", "task=pair,worker=who,label=said", "-sheet", "Tuesday", book)
	same := func(v *visit, want string) {
		v.Helper()
		for _, what := range []string{"labels", "workers"} {
			_, got := v.download("#download-" + what)
			sameCells(t, got, filepath.Join(want, what+".csv"))
		}
	}
	differ := 0
	content, err := os.ReadFile(filepath.Join(want, "labels.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table(t, content) {
		if row["label"] != row["least_cost_label"] {
			differ++
		}
	}
	if differ == 0 {
		t.Fatal("no label costs more than another one")
	}
	s := serve(t)
	v := open(t, s, "/")
	v.state("empty")
	v.drop("labels", book)
	v.counts(2)
	if got := eval[string](v, `document.querySelector("#labels-sheet-help").textContent`); !strings.Contains(got,
		"first that looks like labels") {
		t.Errorf("why that sheet: got %q", got)
	}
	v.tab("#labels-sheet")
	v.press(kb.ArrowDown)
	v.counts(102)
	v.has("#labels-sheet")
	v.click("#undo")
	v.counts(2)
	v.choose("#labels-sheet", "Tuesday")
	v.counts(102)
	v.fit("majority")
	same(v, plain)

	// The matrix: no number, then a number, then it is taken in while one goes on.
	v.turn("data")
	v.click("#cost-fields summary")
	v.tab("#cost-1-0")
	v.press("t", "e", "n", kb.Tab)
	v.await(`document.querySelector("#costs-wrong")?.textContent.includes("“ten” is not a number")`)
	v.has("#cost-1-1")
	if got := eval[string](v, `document.querySelector("#cost-1-0").ariaInvalid`); got != "true" {
		t.Errorf("the field is not said to be wrong: %q", got)
	}
	eval[bool](v, `document.querySelector("#cost-1-0").select() ?? true`)
	v.press("1", "0", kb.Tab)
	v.await(fmt.Sprintf(`/differ on %d task/.test(document.querySelector("#priced")?.textContent) && document.body.dataset.state === "done"`,
		differ))
	v.has("#cost-1-1")
	v.turn("tasks")
	v.await(`document.querySelector("#table-tasks")?.innerText.includes("Cheapest label")`)
	same(v, want)

	// It is part of a project, and can be changed there too.
	_, saved := v.download("#download-project")
	other := open(t, s, "/")
	other.state("empty")
	other.drop("labels", write(t, "round.concord", string(saved)))
	other.state("done")
	other.turn("data")
	other.await(`document.querySelector("#cost-1-0")?.value === "10"`)
	same(other, want)
	other.click("#reset-costs")
	other.await(`document.querySelector("#cost-1-0")?.value === "1"`)
	other.click("#undo-costs")
	other.await(`document.querySelector("#cost-1-0")?.value === "10" && document.body.dataset.state === "done"`)
	same(other, want)

	// Undone, nothing costs anything.
	v.turn("data")
	v.click("#undo-costs")
	v.await(`!document.querySelector("#priced") && document.querySelector("#cost-1-0")?.value === "1"`)
	same(v, plain)
	if _, err := os.Stat(filepath.Join(want, "labels.csv")); err != nil {
		t.Fatal(err)
	}
}

package e2e

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Who stands out comes first; two are excluded in one step, their evidence stays in sight and in the download, and they are
// included again.
func TestExcludeWorkers(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.click("#samples [data-sample=adversaries]")
	v.await(`["ready", "done"].includes(document.body.dataset.state)`)
	v.fit("ds")
	v.turn("workers")
	const drawn = `document.querySelector("#table-workers tbody .open") && !document.querySelector(".row-wait") && ` +
		`document.querySelector("#crew")`
	v.await(drawn)
	finding := eval[string](v, `document.querySelector("#workers-finding").innerText`)
	if !strings.Contains(finding, "of 10 workers stand out: ") {
		t.Errorf("the view begins with %q", finding)
	}
	names := []string{}
	for _, row := range []string{"1", "2"} {
		at := "#table-workers tbody tr:nth-child(" + row + ") "
		names = append(names, eval[string](v, `document.querySelector("`+at+`.open").innerText`))
		if says := eval[string](v, `document.querySelector("`+at+`.verdict-says").innerText`); says == "" {
			t.Errorf("%s comes first without a reason", names)
		}
		v.click(at + "input")
	}
	v.await(`document.querySelector("#exclude-ticked").innerText.includes("Exclude 2 workers and refit")`)
	v.click("#exclude-ticked")
	const excluded = `document.body.dataset.state === "done" && document.querySelectorAll("#excluded li").length === `
	v.await(excluded + "2")
	if focus := eval[string](v, "document.activeElement.id"); focus != "undo-workers" {
		t.Errorf("the focus is on %q, want the button that undoes", focus)
	}
	_, content := v.download("#download-table-workers")
	rows, err := csv.NewReader(strings.NewReader(string(content))).ReadAll()
	v.must(err)
	place := map[string]int{}
	for n, head := range rows[0] {
		place[head] = n
	}
	gone := map[string]bool{}
	for _, row := range rows[1:] {
		if row[place["excluded"]] == "true" {
			gone[row[0]] = true
			if row[place["evidence"]] == "" || row[place["expected_accuracy"]] == "" || row[place["tier"]] != "" {
				t.Errorf("excluded: got %q, want the evidence and no tier", row)
			}
		}
	}
	if len(gone) != 2 || !gone[names[0]] || !gone[names[1]] {
		t.Errorf("workers.csv: %v are excluded, want %v", gone, names)
	}
	tier := place["tier"]
	for _, row := range rows[1:] {
		if row[tier] != "" {
			t.Errorf("%s has the tier %q, though nobody asked for tiers", row[0], row[tier])
		}
	}
	if eval[bool](v, `!!document.querySelector("#download-tiers") || document.querySelector("#table-workers").innerText.includes("Tier")`) {
		t.Error("tiers are shown, though nobody asked for them")
	}
	v.click("#show-tiers")
	v.await(`document.querySelector("#tiers-says").innerText.includes("A tier needs 20 labels")`)
	_, content = v.download("#download-tiers")
	const head = "worker,labels,accuracy,accuracy_low,accuracy_high,tier,why"
	if lines := strings.Split(string(content), "\n"); len(lines) != 1+8+1 || lines[0] != head {
		t.Errorf("tiers.csv: got %s, want the eight who are left", content)
	}
	_, content = v.download("#download-table-workers")
	rows, err = csv.NewReader(strings.NewReader(string(content))).ReadAll()
	v.must(err)
	for _, row := range rows[1:] {
		if (row[tier] == "") != gone[row[0]] {
			t.Errorf("%s has the tier %q once there are tiers, excluded: %v", row[0], row[tier], gone[row[0]])
		}
	}
	v.click("#excluded li:nth-child(1) .button")
	v.await(excluded + "1")
	v.click("#undo-workers")
	v.await(excluded + "2")
	v.click("#undo-workers")
	v.await(`document.body.dataset.state === "done" && !document.querySelector("#excluded") && ` + drawn)
}

// The picture names each worker, leads from one to the next by the arrow keys, and opens one by Enter or a click.
func TestPictureOfWorkers(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.click("#samples [data-sample=adversaries]")
	v.await(`["ready", "done"].includes(document.body.dataset.state)`)
	v.fit("ds")
	v.turn("workers")
	v.await(`document.querySelectorAll("#crew .crew").length === 10`)
	if got := eval[int](v, `document.querySelectorAll("#crew .crew[tabindex='0']").length`); got != 1 {
		t.Errorf("%d dots take part in the order of Tab, want one", got)
	}
	if eval[bool](v, `[...document.querySelectorAll("#crew .crew title")].some((e) => !/: \d+.% \(.*label/.test(e.textContent))`) {
		t.Error("a dot has a title without the accuracy and the labels")
	}
	shown := `getComputedStyle(document.querySelector("#crew .crew:focus .crew-name")).display`
	eval[bool](v, `document.querySelector("#crew .crew").focus({focusVisible: true}), true`)
	v.press(kb.ArrowRight, kb.ArrowRight)
	second := eval[string](v, `document.querySelectorAll("#crew .crew")[2].id`)
	if got := eval[string](v, "document.activeElement.id"); got != second {
		t.Errorf("two arrows to the right lead to %q, want %q", got, second)
	}
	if got := eval[string](v, shown); got == "none" {
		t.Error("the name of a dot that has the focus is not shown")
	}
	name := eval[string](v, `document.activeElement.getAttribute("aria-label").split(":")[0]`)
	v.press(kb.Enter)
	v.await(fmt.Sprintf("document.querySelector('#detail-title')?.textContent === %q", name))
}

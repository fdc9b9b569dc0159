package e2e

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// How many more labels: the lead says what a label and a mistake cost, and sees the curve and where more labels stop paying; then the
// labels to get next, as a list of whom to ask about what.
func TestVisitNextLabels(t *testing.T) {
	v := arrive(t, serve(t), "/")
	v.drop("labels", simulated(t, "3"))
	v.state("done")
	v.click("#tab-plan")
	v.await(`document.querySelector("#plan")?.disabled === false`)
	v.station("1-question", "#tab-plan")
	v.enter("#need-price", "0.10")
	v.enter("#need-mistake", "10")
	v.enter("#budget", "60")
	v.click("#plan")
	v.await(`document.body.dataset.state === "done" && document.querySelector("#need-sentence")`)
	v.station("2-forecast", "#need-title")
	v.station("3-figures", ".need-chart")

	_, content := v.download("#download-needed")
	rows := table(t, content)
	if len(rows) < 3 {
		t.Fatalf("labels-needed.csv has %d rows", len(rows))
	}
	// What the page advises is what costs least; both lines begin at what is expected now.
	least, more := math.Inf(1), ""
	for _, row := range rows {
		if row["more_per_task"] == "0" && row["right"] != row["right_targeted"] {
			t.Errorf("now: %s are right evenly, %s where labels help most", row["right"], row["right_targeted"])
		}
		if strings.HasPrefix(row["more_per_task"], "-") || strings.Contains(row["more_per_task"], ".") {
			continue
		}
		if cost := number(t, row["cost_per_task"]); cost < least {
			least, more = cost, row["more_per_task"]
		}
	}
	if says := eval[string](v, `document.querySelector("#need-costs").innerText`); more == "0" || !strings.Contains(says, more+" more label") {
		t.Errorf("the page says %q; with %s more labels per task it costs least", says, more)
	}

	v.await(`document.querySelector("#asks tbody tr")`)
	v.station("4-plan", "#plan-title")
	v.station("5-assignments", "#asks tbody tr")
	_, content = v.download("#download-plan")
	asks := table(t, content)
	if len(asks) != 60 {
		t.Errorf("plan.csv has %d rows, want 60", len(asks))
	}
	for _, a := range asks {
		if a["task"] == "" || a["worker"] == "" || a["worker"] == "spammer-1" {
			t.Errorf("plan.csv asks %v", a)
		}
	}
}

// enter replaces what is in a field, in one piece: keys that follow each other within a frame may be lost where the machine is busy.
func (v *visit) enter(selector, text string) {
	v.Helper()
	eval[bool](v, fmt.Sprintf("(document.querySelector(%q).focus(), document.activeElement.select(), true)", selector))
	_, err := chromedp.Call(v.ctx, input.InsertText, input.InsertTextParams{Text: text})
	v.must(err)
	v.press(kb.Tab)
	v.await(fmt.Sprintf("document.querySelector(%q).value === %q", selector, text))
}

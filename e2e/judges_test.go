package e2e

import (
	"os"
	"strings"
	"testing"
)

const (
	judgesDrawn = `document.querySelector("#table-judges tbody .open") && document.querySelector("#rate-choices") && ` +
		`!document.querySelector("#panel-judges .table-wait")`
	judgesSay = `document.querySelector("#judges-sentence").innerText.replaceAll("\u00a0", " ")`
	rateSays  = `document.querySelector("#rate-sentence").innerText.replaceAll("\u00a0", " ")`
)

// rateOf is a row of the table of pass rates.
func (v *visit) rateOf(way string) (row string) {
	v.Helper()
	return eval[string](v, `[...document.querySelectorAll("#table-rate tbody tr")].
		find((r) => r.innerText.includes("`+way+`"))?.innerText ?? ""`)
}

// One who has a panel of models and a person's labels of a fifth: two clicks, and the page says how many judges these really are, who
// errs with whom, and how much passes; by model, and what to label next.
func TestVisitJudgesOfASample(t *testing.T) {
	v := arrive(t, serve(t), "/")
	v.click("[data-sample=panel]")
	v.state("done")
	v.click("#tab-judges")
	v.await(judgesDrawn)
	v.station("1-judges", "#judges-sentence")
	if says := eval[string](v, judgesSay); !strings.Contains(says, "6 judges share mistakes") || !strings.Contains(says, "“cedar”") {
		t.Errorf("the page says %q, want what six judges count as, and that cedar is the best", says)
	}
	first := eval[string](v, `document.querySelector("#table-judges tbody tr:nth-child(2)").innerText`)
	if !strings.HasPrefix(first, "cedar") || !strings.Contains(first, "96.7 %") {
		t.Errorf("the first judge is %q, want cedar, right on 96.7 %%", first)
	}
	if n := eval[int](v, `document.querySelectorAll("#judge-errors tbody td").length`); n != 36 {
		t.Errorf("the matrix of errors has %d cells, want 36", n)
	}
	if says := eval[string](v, rateSays); !strings.Contains(says, "corrected with 60 labels by hand") {
		t.Errorf("the page says %q of the pass rate", says)
	}
	v.station("2-rate", "#table-rate")
	panel := v.rateOf("Prediction-powered")
	v.choose("#rate-judge", "cedar")
	v.await(`document.querySelector("#table-rate").innerText.includes("cedar alone")`)
	if v.rateOf("Prediction-powered") == panel {
		t.Errorf("the pass rate by cedar is that by all together: %q", panel)
	}
	v.choose("#rate-group", "model")
	v.await(`document.querySelectorAll("#table-groups tbody tr").length === 3`)
	v.station("3-groups", "#table-groups")
	axe, err := os.ReadFile("../node_modules/axe-core/axe.min.js")
	v.must(err)
	eval[bool](v, string(axe)+"; true")
	v.accessibleEverywhere("the judges")
	v.resize(laptop)
	v.prefers("light")
	_, content := v.download("#download-passrate")
	if rows := table(t, content); len(rows) != 4 || rows[0]["group"] != "all" || rows[0]["human"] != "60" || rows[1]["group"] != "model-a" {
		t.Errorf("passrate.csv: got %v", rows)
	}
	_, content = v.download("#download-table-judges")
	if rows := table(t, content); len(rows) < 6 || !strings.Contains(string(content), "cedar") {
		t.Errorf("judges.csv: got %v", rows)
	}
	v.choose("#rate-within", "10")
	v.await(`/± 10 points/.test(document.querySelector("#rate-more").innerText)`)
	v.choose("#rate-within", "5")
	v.await(`/± 5 points/.test(document.querySelector("#rate-more").innerText) && document.querySelector("#download-human-sample")`)
	_, content = v.download("#download-human-sample")
	if rows := cells(t, string(content)); len(rows) < 20 || rows[0][0] != "task" {
		t.Errorf("human-sample.csv: got %d rows, %v", len(rows), rows[:1])
	}
	v.click("#check-rate")
	v.await(`document.querySelector("#detail #accept, #detail [id^=verdict-]")`)
	v.station("4-by-hand", "#detail")
}

// The same with files: JudgeBench's labels are dropped, and nothing can be said of the judges but how much they agree; then the truth of
// the first fifty.
func TestVisitJudgesOfFiles(t *testing.T) {
	labels := reference(t, "judges", "judgebench", "labels.csv")
	truth, err := os.ReadFile(reference(t, "judges", "judgebench", "truth.csv"))
	if err != nil {
		t.Fatal(err)
	}
	v := arrive(t, serve(t), "/")
	v.drop("labels", labels)
	v.state("done")
	v.click("#tab-judges")
	v.await(judgesDrawn + ` && document.querySelector("#judges-human [data-choose=gold]")`)
	v.station("1-nobody", "#judges-limits")
	if text := eval[string](v, `document.querySelector("#table-judges").innerText`); strings.Contains(text, "TPR") {
		t.Errorf("nobody has labelled a task by hand, and the table of judges says\n%s", text)
	}

	v.drop("truth", write(t, "truth.csv", strings.Join(strings.SplitAfter(string(truth), "\n")[:51], "")))
	v.await(judgesDrawn + ` && document.querySelector("#table-judges").innerText.includes("TPR") && !document.querySelector("#judges-human")`)
	v.station("2-judges", "#judges-sentence")
	if says := eval[string](v, judgesSay); !strings.Contains(says, "50 tasks") || !strings.Contains(says, "6 judges share mistakes") {
		t.Errorf("the page says %q, want what six judges count as by 50 tasks", says)
	}
	best := eval[string](v, `document.querySelector("#table-judges tbody tr:nth-child(2) th").innerText`)
	if !strings.Contains(best, "o1-mini") {
		t.Errorf("the first judge is %q", best)
	}
	if why := eval[string](v, `document.querySelector("#rate-why").innerText`); !strings.Contains(why, "Which label passes?") {
		t.Errorf("of the pass rate the page says %q", why)
	}
	v.choose("#rate-pass", "=A>B")
	v.await(`document.querySelector("#table-rate")`)
	v.station("3-rate", "#table-rate")
	_, content := v.download("#download-passrate")
	if rows := table(t, content); len(rows) != 1 || rows[0]["human"] != "50" {
		t.Errorf("passrate.csv: got %v", rows)
	}
	_, content = v.download("#download-table-judges")
	if rows := table(t, content); len(rows) < 6 {
		t.Errorf("judges.csv: got %v", rows)
	}
}

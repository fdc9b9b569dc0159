package e2e

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// sentences writes labels of sentences, with the sentences in a column of their own.
func sentences(t *testing.T, tasks int) (file string) {
	t.Helper()
	texts := map[string]string{}
	for _, row := range table(t, []byte(strings.Join(lines(t, "data", "sp", "text.csv"), "\n"))) {
		if len(texts) < tasks {
			texts[row["task"]] = row["text"]
		}
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{"task", "worker", "label", "text"})
	for _, row := range table(t, []byte(strings.Join(lines(t, "data", "sp", "labels.csv"), "\n"))) {
		if text, ok := texts[row["task"]]; ok {
			w.Write([]string{row["task"], row["worker"], map[string]string{"0": "negative", "1": "positive"}[row["label"]], text})
		}
	}
	if w.Flush(); w.Error() != nil {
		t.Fatal(w.Error())
	}
	return write(t, "sentences.csv", b.String())
}

// The reviewer: a file with the texts that workers judged, the queue of those that need a look, by keys: keep, correct with a note,
// skip, back and undo. labels.csv says what was reviewed, and what the method had said.
func TestVisitReviewer(t *testing.T) {
	v := arrive(t, serve(t), "/")
	v.drop("labels", sentences(t, 400))
	v.state("done")
	doubtful := eval[string](v, `document.querySelector("#results .figure:last-child .figure-value").innerText`)
	v.station("1-answer")
	v.tap("#review-doubtful")

	before := ""
	at := func(n int) { // another task than before is there
		t.Helper()
		v.await(fmt.Sprintf(`document.body.dataset.state === "done" && %s && %[1]s !== %q &&
			document.querySelector("#review-progress")?.innerText.trim() === "%d of %s"`, opened, before, n, doubtful))
		before = eval[string](v, opened)
	}
	label := func() string {
		return eval[string](v, `document.querySelector("#accept").innerText.match(/“(.*)”/)[1]`)
	}
	other := map[string]string{"positive": "negative", "negative": "positive"}
	at(1)
	if got := eval[string](v, `document.querySelector("#content").innerText`); len(got) < 10 {
		t.Errorf("the task shows %q, want the sentence", got)
	}
	v.station("2-task")

	first, said := eval[string](v, opened), label()
	// A key of chromedp's is typed even if the page prevents that.
	eval[bool](v, `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "n", bubbles: true, cancelable: true})) || true`)
	v.has("#note")
	for _, c := range "Irony" {
		v.press(string(c))
	}
	v.press(kb.Enter)
	v.await(`document.activeElement.id !== "note" && document.querySelector("#note").value === "Irony"`)
	v.station("3-note")
	v.press(eval[string](v, fmt.Sprintf(`[...document.querySelectorAll("#verdict button")].find((b) => b.innerText.includes("“%s”")).
		getAttribute("aria-keyshortcuts").split(" ").pop()`, other[said])))
	at(2)
	second := eval[string](v, opened)
	v.press("a")
	at(3)
	v.press("s")
	at(4)
	fourth := eval[string](v, opened)
	v.press("a")
	at(5)
	v.press("u") // the last verdict goes, its task comes back
	at(4)
	if got := eval[string](v, opened); got != fourth {
		t.Errorf("back at the task %s, want %s", got, fourth)
	}
	v.await(`document.querySelector("#amended")?.innerText.includes("2 tasks reviewed")`)
	v.station("4-back")
	v.press(kb.Escape)
	v.await(`!document.querySelector("#detail")`)
	v.station("5-reviewed")

	_, content := v.download("#download-labels")
	reviewed := 0
	for _, row := range table(t, content) {
		if row["reviewed"] == "true" {
			reviewed++
		}
		want := map[string][]string{first: {other[said], "true", said, "Irony"}, fourth: {row["label"], "false", "", ""}}[row["task"]]
		got := []string{row["label"], row["reviewed"], row["method_label"], row["note"]}
		if want != nil && strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("the row of %s says %q, want %q", row["task"], got, want)
		}
		if row["task"] == second && (row["reviewed"] != "true" || row["label"] != row["method_label"]) {
			t.Errorf("the row of the task that was kept says %q", got)
		}
	}
	if reviewed != 2 {
		t.Errorf("labels.csv: %d tasks were reviewed, want 2", reviewed)
	}
}

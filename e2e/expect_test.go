package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The page says how many labels are probably right and draws a list of tasks to check, which is the shell's; filled in, it
// narrows what is expected.
func TestTasksToCheck(t *testing.T) {
	labels, truths := reference(t, "data", "rte", "labels.csv"), reference(t, "data", "rte", "truth.csv")
	want := filepath.Join(shell(t, "-truth-sample", "20", labels), "truth-sample.csv")
	text, err := os.ReadFile(truths)
	if err != nil {
		t.Fatal(err)
	}
	truth := map[string]string{}
	for _, row := range cells(t, string(text)) {
		truth[row[0]] = row[1]
	}

	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", labels)
	v.state("ready", "done")
	v.fit("consensus")
	v.await(`/We expect about \d+ of 800 labels to be right/.test(document.querySelector("#expected")?.innerText)`)
	v.click("#about-answer summary")
	name, list := v.download("#check-20")
	if !strings.HasSuffix(name, "truth-sample.csv") {
		t.Errorf("the list is called %s", name)
	}
	sameCells(t, list, want)
	v.await(`document.querySelector("#about-answer").innerText.includes("then add the file as truth")`)
	for _, width := range []int64{1280, 390} {
		v.must(chromedp.Do(v.ctx, chromedp.EmulateViewport(width, 900)))
		v.await(`(document.querySelector("#about-answer").scrollIntoView({block: "center"}), document.documentElement.scrollWidth <= innerWidth)`)
	}
	v.must(chromedp.Do(v.ctx, chromedp.EmulateViewport(1280, 900)))

	filled := ""
	for _, row := range cells(t, string(list)) {
		if row[1] == "" {
			row[1] = truth[row[0]]
		}
		filled += row[0] + "," + row[1] + "\n"
	}
	v.drop("truth", write(t, name, filled))
	v.await(`document.querySelector("#about-answer").innerText.includes("20 tasks checked")`)
	v.await(`document.querySelector("#summary").innerText.includes(" of 20 wrong")`)
	v.turn("data")
	v.click("#remove-truth")
	v.await(`document.querySelector("#about-answer")?.innerText.includes("Of crowds that agree like this one")`)
}

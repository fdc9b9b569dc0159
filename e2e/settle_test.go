package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// verdict waits for a result with that verdict, and returns what stands on the card above the choice of the method.
func (v *visit) verdict(use string) string {
	v.Helper()
	v.await(`document.body.dataset.state === "done" && document.querySelector("#answer-verdict")`)
	if got := eval[string](v, `document.querySelector("#answer-verdict").dataset.use`); got != use {
		v.Errorf("got the verdict %q, want %q", got, use)
	}
	return eval[string](v, `[".verdict-place", ".figures", "#summary"].map((s) =>
		document.querySelector("#results " + s)?.innerText).join("\n")`)
}

// tells fails the test unless a text has these parts.
func (v *visit) tells(text string, want ...string) {
	v.Helper()
	for _, part := range want {
		if !strings.Contains(text, part) {
			v.Errorf("%q is not said in\n%s", part, text)
		}
	}
}

// Labels that nothing shows to be right get no figure: not on the card, not in the list, not in an open task, in no file.
func TestVisitOneLabelATask(t *testing.T) {
	v := arrive(t, serve(t), "/")
	v.drop("labels", reference(t, "cases", "52-one-label-a-task", "in.csv"))
	v.await(`document.body.dataset.state === "done" || document.querySelector("#confirm-roles")`)
	if eval[bool](v, `!!document.querySelector("#confirm-roles")`) {
		v.station("asked", "#settle")
		v.click("#confirm-roles")
	}
	card := v.verdict("check")
	v.tells(card, "Check first", "One label a task.", "Nothing in the file shows how many labels are right", "labelled by a second worker")
	if strings.Contains(card, "%") {
		t.Errorf("there is a percentage on the card:\n%s", card)
	}
	v.station("card")
	v.await(`document.querySelector("#table-tasks td.share")?.innerText === "–"`)
	v.click("#table-tasks tbody tr:first-child .open")
	v.await(opened)
	v.await(`document.querySelector("#detail")?.innerText.includes("Nothing shows how likely")`)
	if text := eval[string](v, `document.querySelector("#detail").innerText`); strings.Contains(text, "%") {
		t.Errorf("there is a percentage in an open task:\n%s", text)
	}
	v.station("task", "#detail-title")
	v.press(kb.Escape)
	v.await(`!document.querySelector("#detail")`)
	_, saved := v.download("#download-labels")
	for n, row := range cells(t, string(saved)) {
		if n > 0 && row[2] != "" {
			t.Fatalf("labels.csv has a probability: %q", row)
		}
	}
}

// Labels that were dealt anew among the tasks agree as chance would have it, and are not to be used.
func TestVisitLabelsByChance(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := "task,worker,label\n"
	for i := range 200 {
		for j := range 5 {
			text += fmt.Sprintf("t%d,w%d,%s\n", i, j, []string{"cat", "dog"}[random.IntN(2)])
		}
	}
	v := arrive(t, serve(t), "/")
	v.drop("labels", write(t, "dealt.csv", text))
	card := v.verdict("no")
	v.tells(card, "Do not use", "agree no more than chance would", "chance would give 50 %")
	if strings.Contains(card, "We expect") {
		t.Errorf("there is a figure on the card:\n%s", card)
	}
	v.station("card")
}

// A wide table of judges and a human is read at once; what is left out is named, and one click takes it in as a worker.
func TestVisitJudges(t *testing.T) {
	text := "id,prompt,response,human,gpt-4o,claude-opus,majority\n"
	for i := range 40 {
		said := func(every int) string { return []string{"pass", "fail"}[(i%3+(i%every)/(every-1))%2] }
		text += fmt.Sprintf("q%d,What is %d?,It is %d.,%s,%s,%s,%s\n", i, i, i, said(40), said(9), said(7), said(9))
	}
	v := arrive(t, serve(t), "/")
	v.drop("labels", write(t, "judges.csv", text))
	v.await(`document.body.dataset.state === "done" && document.querySelector("#settle-columns-worker-7")`)
	v.tells(eval[string](v, `document.querySelector("#settle").innerText`), "“majority” is named like a result", "Read “majority” as a worker")
	v.tells(eval[string](v, `document.body.innerText`), "80 labels")
	v.station("left out", "#settle")
	v.tap("#settle-columns-worker-7")
	v.await(`document.body.dataset.state === "done" && document.body.innerText.includes("120 labels")`)
	if eval[bool](v, `!!document.querySelector("#settle-columns-worker-7")`) {
		t.Error("the column that was taken in is still left out")
	}
}

// Names that look alike are settled before the first fit: one click merges them, and the labels are there.
func TestVisitLookAlikes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	text := "task,worker,label\n"
	for i := range 120 {
		class := i % 2
		for j := range 4 {
			said := class
			if random.IntN(8) == 0 {
				said = 1 - class
			}
			name := [][]string{{"ok", "ok", "ok", "OK", "Ok"}, {"toxic"}}[said]
			label := name[random.IntN(len(name))]
			if label == "toxic" && i%40 == 1 && j == 0 {
				label = "toxci"
			}
			text += fmt.Sprintf("t%d,w%d,%s\n", i, j, label)
		}
	}
	v := arrive(t, serve(t), "/")
	v.drop("labels", write(t, "comments.csv", text))
	v.await(`document.body.dataset.state === "ready" && document.querySelector("#settle-alike-label")`)
	v.tells(eval[string](v, `document.querySelector("#settle").innerText`), "1 thing to settle", "look alike",
		"“toxci” may be “toxic” misspelt", "5 → 2 classes")
	if n := eval[string](v, `document.querySelector("#data-badge").innerText`); !strings.HasPrefix(n, "1") {
		t.Errorf("the tab of the data says %q", n)
	}
	v.station("asked")
	v.tap("#settle-alike-label-merge")
	v.tells(v.verdict("check"), "We expect about", "of 120 labels to be right") // four workers may all follow one
	v.station("merged")
	_, saved := v.download("#download-labels")
	classes := map[string]bool{}
	for _, row := range cells(t, string(saved))[1:] {
		classes[row[1]] = true
	}
	if len(classes) != 2 || !classes["ok"] || !classes["toxic"] {
		t.Errorf("got labels of %v", classes)
	}

	// Kept apart, they are what they are, and the card no longer speaks of them.
	v.click("#undo")
	v.await(`document.querySelector("#settle-alike-label-keep")?.disabled === false`)
	v.click("#settle-alike-label-keep")
	if card := v.verdict("check"); strings.Contains(card, "look-alike") {
		t.Errorf("what was kept apart is still to be settled:\n%s", card)
	}
}

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Another question of the same file brings its own truth: accuracy is measured on the
// tasks for which that question has gold.
func TestTheAccuracyFollowsTheQuestion(t *testing.T) {
	file := "_unit_id,_created_at,_golden,_id,_trust,_worker_id,animal,colour,animal_gold,colour_gold\n"
	for i := range 15 {
		gold := ""
		if i < 5 {
			gold = []string{"black", "white"}[i%2]
		}
		for w := range 3 {
			file += fmt.Sprintf("%d,5/6/2014 14:01:21,true,%d,0.9,%d,%s,%s,%s,%s\n", 700+i, 10*i+w, 3200+w,
				[]string{"cat", "dog"}[(i+w/2)%2], []string{"black", "white"}[i%2], []string{"cat", "dog"}[i/5%2], gold)
		}
	}
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "f123.csv", file))
	v.counts(45)
	measured := func(tasks int) {
		t.Helper()
		v.fit("majority")
		v.await(fmt.Sprintf(`document.querySelector("#summary").innerText.includes("of %d")`, tasks))
	}
	measured(15)
	v.turn("data")
	v.choose("#labels-role-7", "label")
	v.await(`document.querySelector("#labels-role-9")?.value === "truth" && document.querySelector("#labels-role-8")?.value !== "truth"`)
	v.counts(45)
	measured(5)
	v.click("#undo")
	v.await(`document.querySelector("#labels-role-8")?.value === "truth"`)
	v.counts(45)
	measured(15)
}

// Items, models and dimensions in rows: all questions are fitted at once, one becomes what the page shows, and the labels of all are one
// file.
func TestVisitAllQuestions(t *testing.T) {
	v := arrive(t, serve(t), "/")
	v.drop("labels", reference(t, "cases", "40-long-with-model-and-dimension", "ratings.csv"))
	v.await(`document.querySelector("#confirm-roles")`)
	v.tap("#confirm-roles")
	v.await(`document.body.dataset.state === "done" && document.querySelector("#fit-questions")?.disabled === false`)
	v.station("before", "#questions")
	v.tap("#fit-questions")
	v.await(`document.querySelectorAll("#questions-table tbody tr").length === 2 && document.body.dataset.state === "done"`)
	rows := func() string {
		text := eval[string](v, `document.querySelector("#questions-table tbody").innerText`)
		return strings.ReplaceAll(text, " (shown)", "")
	}
	table := rows()
	v.tells(table, "accuracy", "fluency", "30", "90")
	v.station("all", "#questions")

	// The other question, by the keyboard.
	eval[any](v, `document.querySelector("#question-2").focus()`)
	v.press(kb.Enter)
	v.await(`document.querySelector("#question-2").getAttribute("aria-current") === "true" && document.body.dataset.state === "done"`)
	if eval[bool](v, `!!document.querySelector("#confirm-roles")`) {
		t.Error("the roles were confirmed, and are asked for again")
	}
	if eval[bool](v, `document.querySelector("#question").value !== document.querySelector("#question-2").innerText`) {
		t.Error("the select has another question than the table")
	}
	if again := rows(); again != table {
		t.Errorf("with another question the table became\n%s\nfrom\n%s", again, table)
	}
	name, saved := v.download("#download-question-labels")
	all := cells(t, string(saved))
	if !strings.HasSuffix(name, "-all-labels.csv") || len(all) != 61 || !slices.Equal(all[0][:3], []string{"question", "task", "label"}) {
		t.Errorf("got %d rows of %q in %s", len(all), all[0], name)
	}
	question := eval[string](v, `document.querySelector("#question").value`)
	_, one := v.download("#download-labels")
	for _, row := range cells(t, string(one))[1:] {
		same := func(r []string) bool { return r[0] == question && slices.Equal(r[1:3], row[:2]) }
		if !slices.ContainsFunc(all, same) {
			t.Fatalf("the labels of all questions have no row %q", row)
		}
	}
}

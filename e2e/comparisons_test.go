package e2e

import (
	"os"
	"strings"
	"testing"
)

// said is what the page says in an element, in one line.
func (v *visit) said(selector string) string {
	v.Helper()
	v.await("document.querySelector(`" + selector + "`)?.innerText.trim()")
	return strings.Join(strings.Fields(eval[string](v, "document.querySelector(`"+selector+"`).innerText")), " ")
}

// One who drops comparisons reads of items, votes and voters everywhere: nothing is called a task, a label or a worker, and nobody has a
// class. A pair shows who voted for which item on which side; a voter who is excluded changes the ranking.
func TestVisitComparisons(t *testing.T) {
	v := arrive(t, serve(t), "/")
	v.drop("labels", write(t, "votes.csv", compare(30)))
	v.state("done")
	v.await(`document.querySelector("#leaderboard tbody tr")`)
	if got, want := v.said("#results .figures"), "Best item item-01"; !strings.HasPrefix(got, want) {
		t.Errorf("the answer says %q, want %q first", got, want)
	}
	if got, want := v.said(".data-counts"), "2,610 votes · 30 items · 9 voters"; got != want {
		t.Errorf("the file is %q, want %q", got, want)
	}
	if got, want := v.said("#status"), "Done. 30 items ranked."; got != want {
		t.Errorf("the status is %q, want %q", got, want)
	}
	if got, want := v.said("[role=tablist]"), "Ranking Pairs Voters Agreement Methods Data"; got != want {
		t.Errorf("the views are %q, want %q", got, want)
	}
	v.station("1-answer", "#results")

	v.turn("tasks")
	v.click("#table-tasks tbody .open")
	v.await(`document.querySelector("#detail table.data")`)
	if got := v.said("#detail"); !strings.Contains(got, "Pair") || !strings.Contains(got, "Voter Vote On the left") ||
		!strings.Contains(got, "item-01 vs. item-02") && !strings.Contains(got, "item-02 vs. item-01") {
		t.Errorf("the pair says %q, want its items, who voted, and what was on the left", got)
	}
	v.station("2-pair", "#detail")
	v.click("#detail .dialog-close")

	v.turn("workers")
	v.click("#table-workers tbody .open")
	v.await(`document.querySelector("#standing")`)
	if got := v.said("#detail"); !strings.Contains(got, "Agrees with the ranking") || strings.Contains(got, "Confusion") {
		t.Errorf("the voter is %q, want how far they agree with the ranking, and no matrix", got)
	}
	v.station("3-voter", "#detail")
	v.click("#detail #exclude")
	v.await(`document.querySelector("#amended")?.innerText.includes("1 voter excluded")`)
	v.click("#detail .dialog-close")
	v.await(`document.querySelector("#results .figures").innerText.includes("by 8 voters")`)
	v.click("#undo-amend")
	v.await(`document.querySelector("#results .figures").innerText.includes("by 9 voters")`)

	for _, view := range []string{"agreement", "methods", "data"} {
		v.turn(view)
		v.await(`!document.querySelector("#panel-` + view + ` .table-wait")`)
		v.station("4-"+view, "#panel-"+view)
	}
	spoken := v.said("#data-finding") + " " + v.said("#counts") + " " + v.said("#crowd")
	v.turn("agreement")
	v.await(`document.querySelector("#coefficients")`)
	spoken += " " + v.said("#panel-agreement")
	for _, word := range []string{"task", "label", "worker", "class", "first, second"} {
		if strings.Contains(spoken, word) {
			t.Errorf("the page speaks of a %s: %q", word, spoken)
		}
	}
	axe, err := os.ReadFile("../node_modules/axe-core/axe.min.js")
	v.must(err)
	eval[bool](v, string(axe)+"; true")
	v.accessibleEverywhere("comparisons")
	v.resize(laptop)
	v.prefers("light")
	name, content := v.download("#download-items")
	if rows := table(t, content); !strings.HasSuffix(name, "items.csv") || len(rows) != 30 {
		t.Errorf("%s: got %v", name, rows)
	}
}

// Whoever has pairs of another sort unticks a box: each pair is then a task, in each of its orders, and back.
func TestPairsAsTasks(t *testing.T) {
	v := arrive(t, serve(t), "/")
	v.drop("labels", write(t, "votes.csv", compare(5)))
	v.state("done")
	v.turn("data")
	v.click("#labels-items")
	v.await(`document.querySelector(".data-counts")?.innerText.includes("60 labels · 20 tasks · 9 workers")`)
	v.state("done")
	v.turn("data")
	v.click("#labels-items")
	v.await(`document.querySelector(".data-counts")?.innerText.includes("60 votes · 5 items · 9 voters")`)
}

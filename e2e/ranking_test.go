package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

const rankingSays = `document.querySelector("#ranking-sentence").innerText.replaceAll("\u00a0", " ")`

// compare makes votes on each two of so many items by crowd-kit's columns: of two, the one with the lower number wins two votes of three.
func compare(items int) string {
	var b strings.Builder
	b.WriteString("worker,left,right,label\n")
	for i := range items {
		for j := range i {
			left, right := fmt.Sprintf("item-%02d", i+1), fmt.Sprintf("item-%02d", j+1)
			for vote := range 6 {
				winner := right
				if vote%3 == 2 {
					winner = left
				}
				if vote%2 == 1 { // both stand on either side
					fmt.Fprintf(&b, "voter-%d,%s,%s,%s\n", (i+2*j+vote)%9, right, left, winner)
					continue
				}
				fmt.Fprintf(&b, "voter-%d,%s,%s,%s\n", (i+2*j+vote)%9, left, right, winner)
			}
		}
	}
	return b.String()
}

// One who drops comparisons sees the ranking without a click; all items, who beats whom, and the file of them.
func TestVisitRanking(t *testing.T) {
	v := arrive(t, serve(t), "/")
	v.drop("labels", write(t, "votes.csv", compare(30)))
	v.state("done")
	v.await(`document.querySelector("#tab-ranking[aria-selected=true]") && document.querySelector("#leaderboard tbody tr")`)
	if says := eval[string](v, rankingSays); !strings.HasPrefix(says, "“item-01” leads") {
		t.Errorf("the page says %q, want who leads", says)
	}
	if n := eval[int](v, `document.querySelectorAll("#leaderboard tbody tr").length`); n != 25 {
		t.Errorf("the leaderboard has %d items, want the first 25", n)
	}
	if first := eval[string](v, `document.querySelector("#leaderboard tbody th").innerText`); first != "item-01" {
		t.Errorf("the first item is %q, want item-01", first)
	}
	v.station("1-ranking", "#leaderboard")
	if n := eval[int](v, `document.querySelectorAll("#meetings tbody td").length`); n != 15*15 {
		t.Errorf("the matrix of who beats whom has %d cells, want those of fifteen items", n)
	}
	cell := `document.querySelector("#meetings tbody tr td:nth-child(3)")`
	if text := eval[string](v, cell+".innerText"); !strings.Contains(text, "67") {
		t.Errorf("the first wins %q of its votes against the second, want 67 %%", text)
	}
	v.station("2-who-beats-whom", "#meetings")
	v.click("#show-expected")
	v.await(`!` + cell + `.innerText.includes("67")`)
	v.click("#list-items")
	v.await(`document.querySelectorAll("#table-ranking tbody tr").length === 30`)
	v.click("#sort-ranking-item")
	v.await(`document.querySelector("#sort-ranking-item").closest("th").ariaSort === "ascending"`)
	v.enter("#ranking-filter", "-3")
	v.await(`document.querySelectorAll("#table-ranking tbody tr").length === 1`)
	v.station("3-all", "#table-ranking")
	axe, err := os.ReadFile("../node_modules/axe-core/axe.min.js")
	v.must(err)
	eval[bool](v, string(axe)+"; true")
	v.accessibleEverywhere("the ranking")
	v.resize(laptop)
	v.prefers("light")
	_, content := v.download("#download-table-items")
	if rows := table(t, content); len(rows) != 30 || rows[0]["item"] != "item-01" || rows[0]["rank"] != "1" {
		t.Errorf("items.csv: got %v", rows)
	}
}

// A method that labels each pair by itself has no ranking; one click leads back to one.
func TestRankingByAVote(t *testing.T) {
	v := arrive(t, serve(t), "/#method=majority")
	v.drop("labels", write(t, "votes.csv", compare(4)))
	v.state("done")
	v.await(`document.querySelector("#tab-tasks[aria-selected=true]") && !document.querySelector("#tab-ranking")`)
	v.click("#settle-learner-skill-run")
	v.await(`document.querySelector("#tab-ranking")`)
}

// Where the file says how long answers are, a tick takes that out of the scores, and the ranking says what it adds; so does a file of
// features of the items.
func TestRankingAtEqualLength(t *testing.T) {
	rows := strings.Split(strings.TrimSpace(compare(8)), "\n")
	for n := range rows[1:] {
		rows[n+1] += fmt.Sprintf(",%d,%d", 100+n*37%90, 100+n*53%80)
	}
	rows[0] += ",len_left,len_right"
	v := arrive(t, serve(t), "/")
	v.drop("labels", write(t, "votes.csv", strings.Join(rows, "\n")+"\n"))
	v.state("done")
	v.await(`document.querySelector("#ranking-notes")?.innerText.includes("“Correct for length and format”")`)
	v.turn("data")
	v.station("1-offered", "#labels-style")
	v.click("#labels-style")
	v.await(`document.querySelector("#labels-style:checked")`)
	v.state("done")
	v.turn("ranking")
	v.await(`document.querySelector("#ranking-notes")?.innerText.includes("One standard deviation more of “len”")`)
	v.station("2-length", "#style")
	features := "item,price\n"
	for i := range 8 {
		features += fmt.Sprintf("item-%02d,%d\n", i+1, i*i%7)
	}
	v.drop("features", write(t, "prices.csv", features))
	v.turn("data")
	v.await(`document.querySelector("#features .beside-text")?.innerText.includes("Features of 8 items.")`)
	v.station("3-features", "#features")
	v.click("#run")
	v.turn("ranking")
	v.await(`document.querySelector("#style")?.innerText.includes("price")`)
}

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// votesAs writes votes on five items, of which a is the best, then b: of each two the one that comes first in the alphabet wins three of
// four votes. row says how one is written; n counts them.
func votesAs(header string, row func(n int, voter, left, right string, leftWins bool) string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	n := 0
	for i := range 5 {
		for j := range i {
			for k := range 12 {
				left, right := string(rune('a'+j)), string(rune('a'+i))
				if k%2 == 1 {
					left, right = right, left
				}
				b.WriteString(row(n, fmt.Sprintf("v%d", k%6), left, right, (left < right) == (k%4 != 3)) + "\n")
				n++
			}
		}
	}
	return b.String()
}

func winnerOf(left, right string, leftWins bool) (winner, loser string) {
	if leftWins {
		return left, right
	}
	return right, left
}

// Whoever drops a table of comparisons in a shape that people have sees the ranking, unasked or after the one right question.
func TestShapesOfComparisons(t *testing.T) {
	side := map[bool]string{true: "links", false: "rechts"}
	orders := []string{"a,b,c,d,e", "a,b,c,e,d", "b,a,c,d,e", "a,c,b,d,e", "a,b,d,c,e", "a,b,c,d,e"}
	lists := "name,preference order\n"
	places := "Timestamp,Email,1st choice,2nd choice,3rd choice,4th choice,5th choice\n"
	best := "respondent,option1,option2,option3,option4,option5,best,worst\n"
	for n, order := range orders {
		items := strings.Split(order, ",")
		lists += fmt.Sprintf("person %d,\"%s\"\n", n, strings.Join(items, ", "))
		places += fmt.Sprintf("2026-03-0%d 10:00:00,p%d@example.org,%s\n", n+1, n, order)
		best += fmt.Sprintf("p%d,e,d,c,b,a,%s,%s\n", n, items[0], items[4])
	}
	for _, shape := range []struct{ name, file, content, asks string }{
		{"arena", "votes.csv", votesAs("judge,model_a,model_b,winner", func(_ int, voter, left, right string, leftWins bool) string {
			return fmt.Sprintf("%s,%s,%s,%s", voter, left, right, map[bool]string{true: "model_a", false: "model_b"}[leftWins])
		}), ""},
		{"winner and loser", "votes.csv", votesAs("winner,loser", func(_ int, _, left, right string, leftWins bool) string {
			winner, loser := winnerOf(left, right, leftWins)
			return winner + "," + loser
		}), ""},
		{"German", "stimmen.csv", votesAs("Bewerter;Bild links;Bild rechts;Antwort", func(
			_ int, voter, left, right string, leftWins bool,
		) string {
			return strings.Join([]string{voter, left, right, side[leftWins]}, ";")
		}), ""},
		{"chosen and rejected", "votes.jsonl", strings.TrimPrefix(votesAs("", func(n int, _, left, right string, leftWins bool) string {
			winner, loser := winnerOf(left, right, leftWins)
			return fmt.Sprintf(`{"prompt":"question %d","chosen":"%s","rejected":"%s"}`, n, winner, loser)
		}), "\n"), ""},
		{"numbers", "votes.csv", votesAs("rater,item_a,item_b,label", func(_ int, voter, left, right string, leftWins bool) string {
			return fmt.Sprintf("%s,%s,%s,%d", voter, left, right, map[bool]int{true: 0, false: 1}[leftWins])
		}), "0.5"},
		{"wins", "wins.csv", ",a,b,c,d,e\na,,9,9,9,9\nb,3,,9,9,9\nc,3,3,,9,9\nd,3,3,3,,9\ne,3,3,3,3,\n", "wins of its item"},
		{"lists", "orders.csv", lists, ""},
		{"places of a form", "form.csv", places, ""},
		{"best and worst", "maxdiff.csv", best, ""},
	} {
		t.Run(shape.name, func(t *testing.T) {
			v := arrive(t, serve(t), "/")
			v.drop("labels", write(t, shape.file, shape.content))
			if shape.asks != "" {
				v.state("ready")
				if asks := v.said("#settle"); !strings.Contains(asks, shape.asks) || !strings.Contains(asks, "The other way round") {
					t.Errorf("the page asks %q, want %q and the other way round", asks, shape.asks)
				}
				v.click("#confirm-roles")
			}
			v.state("done")
			v.await(`document.querySelector("#tab-ranking[aria-selected=true]") && document.querySelector("#leaderboard tbody tr")`)
			if first := v.said("#leaderboard tbody th"); first != "a" {
				t.Errorf("the best item is %q, want a", first)
			}
			if n := eval[int](v, `document.querySelectorAll("#leaderboard tbody tr").length`); n != 5 {
				t.Errorf("the leaderboard has %d items, want 5", n)
			}
		})
	}
}

// The truth of items measures the ranking, and pairs to ask next come as a file. A project brings all of it back.
func TestRankingIsMeasured(t *testing.T) {
	v := arrive(t, serve(t), "/")
	v.drop("labels", write(t, "votes.csv", compare(6)))
	v.state("done")
	v.await(`document.querySelector("#leaderboard tbody tr")`)
	v.drop("truth", write(t, "truth.csv", "item,score\nitem-01,9\nitem-02,8\nitem-03,7\nitem-04,6\nitem-05,4\nitem-06,5\n"))
	v.await(`document.querySelector("#results .figures").innerText.includes("Accuracy")`)
	if got, want := v.said("#results .figures"), "Accuracy 93.3 %"; !strings.Contains(got, want) || !strings.Contains(got, "on 15 pairs") {
		t.Errorf("the answer says %q, want %q on 15 pairs", got, want)
	}
	v.turn("data")
	if got, want := v.said("#truth"), "Says which item is better in 15 pairs."; !strings.Contains(got, want) {
		t.Errorf("the card of the truth says %q, want %q", got, want)
	}
	if eval[bool](v, `!!document.querySelector("#state")`) {
		t.Error("an earlier fit is offered, which comparisons have no use for")
	}
	v.station("1-truth", "#truth")
	v.turn("ranking")
	v.click("#ask-pairs")
	name, content := v.download("#download-next-pairs")
	rows := table(t, content)
	if !strings.HasSuffix(name, "next-pairs.csv") || len(rows) == 0 || rows[0]["left"] == "" || rows[0]["votes"] == "" {
		t.Errorf("%s: got %v", name, rows)
	}
	v.station("2-next-pairs", "#next-pairs")

	v.click("#download-project")
	project := v.downloaded("#download-project")
	v.navigate("/?again")
	v.state("empty")
	v.drop("labels", project)
	v.state("done")
	v.await(`document.querySelector("#results .figures")?.innerText.includes("Accuracy")`)
	if first := v.said("#leaderboard tbody th"); first != "item-01" {
		t.Errorf("the project's best item is %q, want item-01", first)
	}
}

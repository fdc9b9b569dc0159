package simulate

import (
	"math"
	"strings"
	"testing"

	"concord/core/crowd"
)

// Votes follow the scores, the pull to the left and the taste for ties.
func TestComparisons(t *testing.T) {
	const votes = 60_000
	c := Comparisons{Items: 3, Workers: 10, Votes: votes, Spread: 1.5, Left: .4, Ties: .8}
	w := c.Draw(4)
	d := w.Data
	if d.Len() != votes || d.Comparisons.Items != 3 || d.Workers != 10 {
		t.Fatalf("got %d votes of %d workers on %d items, want %d of 10 on 3", d.Len(), d.Workers, d.Comparisons.Items, votes)
	}
	if sum := w.Score[0] + w.Score[1] + w.Score[2]; math.Abs(sum) > 1e-12 {
		t.Errorf("scores add up to %g, want 0", sum)
	}
	for i := range d.Tasks {
		lead := w.Score[d.Comparisons.First[i]] - w.Score[d.Comparisons.Second[i]]
		for _, swapped := range []bool{false, true} {
			x, n, said := lead+.4, 0.0, make([]float64, 3)
			if swapped {
				x = lead - .4
			}
			from, to := d.Of(i)
			for at := from; at < to; at++ {
				if d.Swapped[at] == swapped {
					said[d.Class[at]]++
					n++
				}
			}
			first, second := math.Exp(x/2), math.Exp(-x/2)
			for class, odds := range map[int]float64{crowd.FirstWins: first, crowd.SecondWins: second, crowd.Tied: .8} {
				p := odds / (first + second + .8)
				if sd := math.Sqrt(n * p * (1 - p)); math.Abs(said[class]-n*p) > 5*sd {
					t.Errorf("pair %d, swapped %v, answer %d: got %g of %g, want about %.0f", i, swapped, class, said[class], n, n*p)
				}
			}
		}
	}
}

// The last workers are spammers, every other of whom always prefers the left item.
func TestComparisonsBySpammers(t *testing.T) {
	d := Comparisons{Items: 8, Workers: 5, Votes: 5000, Spread: 2, Ties: .5, Spammers: 2}.Draw(1).Data
	given, left := make([]float64, 5), make([]float64, 5)
	for n, w := range d.Worker {
		given[w]++
		if d.Swapped[n] && d.Class[n] == crowd.SecondWins || !d.Swapped[n] && d.Class[n] == crowd.FirstWins {
			left[w]++
		}
	}
	if left[3] != given[3] {
		t.Errorf("the first spammer prefers %g left items of %g, want all", left[3], given[3])
	}
	if share := left[4] / given[4]; math.Abs(share-.4) > .08 {
		t.Errorf("the second spammer prefers %.2f left items, want .40: one of three answers, weighed 1 : 1 : 0.5", share)
	}
}

func TestSampleOfComparisons(t *testing.T) {
	s := Comparisons{Items: 2, Workers: 1, Votes: 3, Left: 100}.Sample("pairs", 1, "tea", "coffee")
	labels, truth := textOf(t, s)
	if !s.Truth() || s.Known {
		t.Errorf("got a truth %v, of tasks %v, want one of items", s.Truth(), s.Known)
	}
	rows := strings.Split(strings.TrimSpace(labels), "\n")
	if len(rows) != 4 || rows[0] != "worker,left,right,label" {
		t.Errorf("got the labels %q, want a header and three votes", labels)
	}
	for _, row := range rows[1:] {
		if cells := strings.Split(row, ","); cells[0] != "worker-1" || cells[1] != cells[3] {
			t.Errorf("got %q, want that worker-1 prefers the item on the left", row)
		}
	}
	if lines := strings.Split(truth, "\n"); lines[0] != "item,score" || !strings.HasPrefix(lines[1], "tea,") {
		t.Errorf("got the truth %q, want the scores of tea and coffee", truth)
	}
}

package api

import (
	"strings"
	"testing"
)

// ranks makes a ranking of one group, whose items have these ranges of ranks, or none where the end is 0.
func ranks(ranges ...[2]int) *Ranking {
	r := &Ranking{Count: len(ranges), Groups: 1}
	for n, at := range ranges {
		r.Items = append(r.Items, RankedItem{Name: string(rune('A' + n)), Rank: n + 1, RankLow: at[0], RankHigh: at[1], Group: 1})
	}
	return r
}

func TestRankingSaysWhoLeads(t *testing.T) {
	const moreVotes = "More votes on close pairs can tell them apart."
	groups := ranks([2]int{1, 1}, [2]int{2, 2}, [2]int{3, 3}, [2]int{1, 2}, [2]int{1, 2})
	groups.Groups, groups.Items[3].Group, groups.Items[4].Group = 2, 2, 2
	pairs := ranks([2]int{1, 1}, [2]int{2, 2}, [2]int{1, 2}, [2]int{1, 2})
	pairs.Groups, pairs.Items[2].Group, pairs.Items[3].Group = 2, 2, 2
	alike := ranks([2]int{1, 2}, [2]int{1, 2})
	alike.Alike = true
	apart := ranks([2]int{1, 1}, [2]int{2, 2}, [2]int{3, 3})
	apart.Alike, apart.Groups = true, 2
	for _, c := range []struct {
		of   *Ranking
		want string
		open int
	}{
		{ranks([2]int{1, 1}, [2]int{2, 2}), "“A” leads, and is the best with 95 % confidence.", 0},
		{ranks([2]int{1, 1}, [2]int{2, 4}, [2]int{2, 4}, [2]int{2, 4}), "Ranks 2 to 4 can’t be told apart. " + moreVotes, 4},
		{ranks([2]int{1, 2}, [2]int{1, 2}, [2]int{3, 3}), "“A” leads, but “B” may be as good. " + moreVotes, 0},
		{ranks([2]int{1, 3}, [2]int{1, 3}, [2]int{1, 3}, [2]int{4, 4}), "“A” leads, but any of 3 items may be the best. " + moreVotes, 0},
		{alike, "No item leads: the votes don’t tell the items apart. " + moreVotes, 0},
		{apart, "Of the largest group, no item leads: the votes don’t tell the items apart. " + moreVotes, 0},
		{ranks([2]int{}, [2]int{}), "“A” leads, and nothing shows how sure that is.", 0},
		{ranks([2]int{1, 40}, [2]int{3, 50}), "“A” leads, but may be as low as rank 40. " + moreVotes, 0},
		{groups, "Of the largest group, “A” leads, and is the best with 95 % confidence.", 0},
		{pairs, "There is no ranking: no item was compared with more than one other.", 0},
		{ranks(), "There are no items.", 0},
	} {
		if got := c.of.Sentence(); !strings.HasSuffix(got, c.want) {
			t.Errorf("%v: got %q, want %q", c.of.Items, got, c.want)
		}
		if got := c.of.Open(); got != c.open {
			t.Errorf("%v: ranks are open up to %d, want %d", c.of.Items, got, c.open)
		}
	}
}

func TestTriplesSay(t *testing.T) {
	for _, c := range []struct {
		of   Triples
		want string
	}{
		{Triples{Decided: 1200}, "None of 1,200 triples of items is circular: wherever A beats B and B beats C, A beats C."},
		{Triples{Decided: 1200, Circular: 30, Sampled: true, Worst: [][3]string{{"x", "y", "z"}}},
			"30 of a sample of 1,200 triples of items (3 %) are circular: A beats B, B beats C, and C beats A. " +
				"The clearest: “x” beats “y”, which beats “z”, which beats the first."},
	} {
		if got := c.of.Sentence(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// A method is the best only if each other is behind it by more than chance.
func TestBestMethodByHeldOutVotes(t *testing.T) {
	of := func(title string, loss, low float64) HeldOut {
		return HeldOut{Title: title, LogLoss: Figure{Value: loss}, Behind: Figure{Value: loss - .5, Low: low}}
	}
	none := HeldOut{Title: "none", LogLoss: Undefined("why"), Behind: Undefined("why")}
	for _, c := range []struct {
		held []HeldOut
		want string
	}{
		{[]HeldOut{of("A", .5, 0), of("B", .55, .01), none}, "A predicts votes best."},
		{[]HeldOut{of("A", .5, 0), of("B", .51, -.01), of("C", .6, .05)},
			"No method is shown to predict votes best: A has the lowest log loss, but 1 other method may be as good."},
		{[]HeldOut{none}, "No method predicts votes."},
	} {
		if got := Foretells(c.held); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

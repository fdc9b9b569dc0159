package analysis

import (
	"math"
	"slices"
	"sync"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/sheet"
)

// mostPaired is how many items there may be for the table of pairs to have every pair: of more it has those that were compared.
const mostPaired = 1000

// itemTable has a row for each item, the best first.
func (r *Result) itemTable(s *standings) *sheet.Table {
	figure := func(of func(it *api.RankedItem) float64) func(n int) float64 {
		return func(n int) float64 {
			it := s.item(int(s.order[n]))
			return of(&it)
		}
	}
	count := func(of func(it *api.RankedItem) int) func(n int) int {
		return func(n int) int {
			it := s.item(int(s.order[n]))
			return of(&it)
		}
	}
	unless := func(known bool, x float64) float64 {
		if known {
			return x
		}
		return math.NaN()
	}
	at := func(n int) int { return int(s.order[n]) }
	score := sheet.Figure("score", "low", "high", "Score (95 %)", func(n int) api.Figure {
		f := s.scoreOf(at(n))
		if !f.Interval {
			f.Low, f.High = math.NaN(), math.NaN()
		}
		return f
	}, api.Figure.Hundredths)
	score[0].Listed("Score (95 % interval)", nil).Aligned().
		Saying("How strong the item is, in the units of the method; its mean in a group is 0.")
	score[1].Says, score[2].Says = "The low end of its 95 % interval.", "The high end."
	rank := sheet.Count("rank", "Rank", count(func(it *api.RankedItem) int { return it.Rank })).Listed("", nil).
		Saying("Its place in its group, 1 the best.")
	spread := sheet.Text("ranks", "Ranks (95 %)", func(n int) string {
		it := s.item(at(n))
		return it.Ranks()
	}, figure(func(it *api.RankedItem) float64 { return float64(it.RankLow) })).Listed("Ranks (95 %)", nil)
	spread.In &^= sheet.Files
	columns := []*sheet.Column{
		sheet.Row("item", "Item", r.Of.Set.Items, at).Listed("", nil), score[0], score[1], score[2], rank, spread,
		sheet.Number("rank_low", "", figure(func(it *api.RankedItem) float64 { return unless(it.RankLow > 0, float64(it.RankLow)) })).
			Saying("The best rank that it may have, with probability 95 %."),
		sheet.Number("rank_high", "", figure(func(it *api.RankedItem) float64 { return unless(it.RankHigh > 0, float64(it.RankHigh)) })).
			Saying("The worst."),
		sheet.Count("wins", "Wins", func(n int) int { return s.wins[at(n)] }).Listed("", nil),
		sheet.Count("losses", "Losses", func(n int) int { return s.losses[at(n)] }).Listed("", nil),
		sheet.Count("ties", "Ties", func(n int) int { return s.ties[at(n)] }).Listed("", nil),
	}
	if s.WithStyle != nil {
		with := sheet.Number("score_with_style", "", func(n int) float64 { return s.WithStyle[at(n)] }).
			Saying("The score and what the features of the item add to it.")
		columns = slices.Insert(columns, 4, with)
	}
	group := sheet.Count("component", "Group", count(func(it *api.RankedItem) int { return it.Group })).
		Saying("Which items were compared with each other, directly or by way of others: scores of different groups can't be compared.")
	if s.groups == 1 {
		group.In = sheet.Files
	}
	return &sheet.Table{Name: api.FileItems, Size: len(s.order), Rank: new(sheet.Rank), Index: at, Columns: append(columns, group),
		Says: "A row for each item, the best first."}
}

// itemPairTable has a row for each pair of items, or for those that were compared where there are too many.
func (r *Result) itemPairTable() *sheet.Table {
	d := r.Data
	c := d.Comparisons
	pair := func(n int) (a, b int32) { return c.First[n], c.Second[n] }
	size := d.Tasks
	if c.Items <= mostPaired {
		size = c.Items * (c.Items - 1) / 2
		pair = func(n int) (a, b int32) { // row a has those with the items after it
			total := 2*c.Items - 1
			row := int((float64(total) - math.Sqrt(float64(total*total-8*n))) / 2)
			for row*(total-row)/2 > n {
				row--
			}
			for (row+1)*(total-row-1)/2 <= n {
				row++
			}
			return int32(row), int32(n - row*(total-row)/2 + row + 1)
		}
	}
	task := sync.OnceValue(func() map[[2]int32]int {
		of := make(map[[2]int32]int, d.Tasks)
		for i, a := range c.First {
			of[[2]int32{a, c.Second[i]}] = i
		}
		return of
	})
	votes := func(n, class int) (count int) { // of the class, of all if that is −1
		a, b := pair(n)
		i, met := task()[[2]int32{a, b}]
		if !met {
			return 0
		}
		from, to := d.Of(i)
		for _, k := range d.Class[from:to] {
			if class < 0 || int(k) == class {
				count++
			}
		}
		return count
	}
	row := make([]float64, d.Classes)
	at := -1
	answer := func(n, class int) float64 {
		if class >= len(row) {
			return math.NaN()
		}
		if a, b := pair(n); n != at {
			r.ranker.Answer(int(a), int(b), -1, 0, row)
			at = n
		}
		return row[class]
	}
	t := &sheet.Table{Name: api.FileItemPairs, Size: size, Rank: new(sheet.Rank),
		Says: "A row for each two items: how often they were compared, and how probably an average voter prefers each.",
		Columns: []*sheet.Column{
			sheet.Row("left", "Item", r.Of.Set.Items, func(n int) int { a, _ := pair(n); return int(a) }),
			sheet.Name("right", "Other item", r.Of.Set.Items, func(n int) int { _, b := pair(n); return int(b) }, func(n int) float64 {
				_, b := pair(n)
				return float64(b)
			}),
			sheet.Count("answers", "Votes", func(n int) int { return votes(n, -1) }).Saying("How many votes compare the two."),
			sheet.Count("left_wins", "For the item", func(n int) int { return votes(n, crowd.FirstWins) }).
				Saying("How many of these are for the left item; nothing is meant by the side."),
			sheet.Count("right_wins", "For the other", func(n int) int { return votes(n, crowd.SecondWins) }).Saying("For the right one."),
			sheet.Share("p", "The item wins", func(n int) float64 { return answer(n, crowd.FirstWins) }).
				Saying("How probably an average voter prefers the left item."),
			sheet.Share("p_tie", "Tie", func(n int) float64 { return answer(n, crowd.Tied) }).
				Saying("How probably such a voter says that neither is better; empty where no vote or no method knows ties."),
		}}
	return t
}

// NextPairTable has a row for each pair to compare next.
func NextPairTable(next []api.NextPair) *sheet.Table {
	return &sheet.Table{Name: api.FileNextPairs, Size: len(next), Columns: []*sheet.Column{
		sheet.Text("left", "", func(n int) string { return next[n].First }, nil),
		sheet.Text("right", "", func(n int) string { return next[n].Second }, nil),
		sheet.Count("votes", "", func(n int) int { return next[n].Votes }),
		sheet.Share("p", "", func(n int) float64 { return next[n].Even }),
		sheet.Text("why", "", func(n int) string { return next[n].Why }, nil),
	}}
}

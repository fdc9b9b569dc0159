package stories

import (
	"fmt"

	"concord/app/model"
	"concord/app/model/files"
	"concord/core/api"
	"concord/core/kind/comparison"
)

// comparisonsBy is a result of the comparisons of so many items by a method, with its ranking; nil: that is still to come.
func comparisonsBy(method, title string, items int, r *api.Ranking) model.State {
	o := openedAs("arena.csv")
	o.Read.Roles = []string{"worker", api.ColumnItem, api.ColumnItem, "label"}
	o.Read.Detected.Columns = []api.Column{
		{Name: "judge", Why: "the name says so"}, {Name: "model_a", Why: "an item of each pair"}, {Name: "model_b", Why: "an item of each pair"},
		{Name: "winner", Why: "it names one of the two"},
	}
	o.Read.Detected.Preview = [][]string{{"w058", "cedar-2", "birch", "model_a"}, {"w083", "atlas-large", "cedar-2", "tie"}}
	o.Counts = &api.Counts{
		Rows: 9_120, Tasks: items * (items - 1) / 2, Workers: 124, Labels: 9_120, Classes: 3, ClassNames: []string{"first", "second", "tie"},
		ClassLabels: []int{3_420, 3_260, 2_440}, PerTask: api.Range{Min: 2, Median: 7, Mean: 6.9, Max: 12},
		PerWorker: api.Range{Min: 20, Median: 60, Mean: 73.5, Max: 900}, WorkerBins: []api.CountBin{{Low: 20, High: 900, Count: 124}},
		TaskBins: []api.CountBin{{Low: 2, High: 12, Count: items * (items - 1) / 2}}, Kind: comparison.Kind{}.Info(),
		Items: items, Drawn: 2_440,
	}
	o.Methods = append([]api.Method{
		{Name: api.MethodComparisons, Title: "Bradley–Terry with voter skill", Family: "Comparisons", Seconds: .4, Ranks: true,
			Advice: "Ranks items, and learns how closely each voter follows the ranking."},
		{Name: "bradleyterry", Title: "Bradley–Terry", Family: "Comparisons", Plain: true, Ranks: true, Seconds: .1,
			Advice: "The usual ranking by comparisons."},
	}, o.Methods...)
	s := answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "arena.csv", Size: 412_318}}, api.Reply{Opened: o})
	f := fitted()
	f.Method, f.Title, f.Classes, f.Expected, f.Look, f.Baseline = method, title, nil, nil, nil, ""
	if method != api.MethodBaseline {
		f.Files = []string{api.FileItems, api.FileItemPairs, api.FileVoters, api.FileRun}
	}
	s, cmds := model.Update(s, model.StartRun{})
	return answerRanking(s, model.Replied{Reply: api.Reply{ID: cmds[0].(model.Send).Request.ID, Fitted: f}}, r)
}

// ranked shows a ranking.
func ranked(r *api.Ranking) model.State {
	return comparisonsBy(api.MethodComparisons, "Bradley–Terry with voter skill", r.Count, r)
}

// answerRanking lets a message happen and answers what is asked of the ranking, and requests for rows.
func answerRanking(s model.State, m model.Msg, r *api.Ranking) model.State {
	s, cmds := model.Update(s, m)
	for _, c := range cmds {
		if send, ok := c.(model.Send); ok && send.Request.Ranking != nil && r != nil {
			s = play(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, Ranking: r}})
		}
	}
	return fetch(s, cmds)
}

var competitors = []string{"cedar-2", "atlas-large", "Birch Instruct 70B (2026-03)", "atlas-medium", "birch", "dove-chat",
	"elm-13b-dpo-preview", "cedar-1", "fir", "birch-small", "gorse-7b", "hazel"}

// thirty are items of which the first is sure to be the best and the next can't be told apart.
func thirty() *api.Ranking {
	const n = 30
	r := &api.Ranking{Count: n, Groups: 1, Left: within(.11, .06, 0), Ties: .268, Notes: []string{
		"2 items have fewer than 5 votes: “item-29”, “item-30”. Their ranks are hardly known.",
		"Voters lean to the left: standing there is worth 0.11 (0.05 to 0.17) of a score."}}
	for i := range n {
		name := fmt.Sprintf("item-%02d", i+1)
		if i < len(competitors) {
			name = competitors[i]
		}
		it := api.RankedItem{Index: i, Name: name, Rank: i + 1, RankLow: max(2, i-3), RankHigh: min(n, i+7), Group: 1,
			Wins: 340 - 9*i, Losses: 70 + 8*i, Ties: 120 + i, Score: api.Figure{Value: 1.9 - .13*float64(i), SE: .1, Interval: true}}
		if i == 0 {
			it.Score.Value, it.RankLow, it.RankHigh = 2.6, 1, 1
		}
		half := .2 + .01*float64(i)
		it.Score.Low, it.Score.High = it.Score.Value-half, it.Score.Value+half
		r.Items = append(r.Items, it)
	}
	r.Meetings = meetings(r.Items[:14])
	r.Triples = &api.Triples{Decided: 3_904, Circular: 118, Worst: [][3]string{{"birch", "fir", "dove-chat"}}}
	return r
}

func meetings(items []api.RankedItem) *api.Meetings {
	m := &api.Meetings{}
	for r, it := range items {
		m.Items, m.Names = append(m.Items, it.Index), append(m.Names, it.Name)
		votes, wins, expected := make([]int, len(items)), make([]float64, len(items)), make([]float64, len(items))
		for c := range items {
			if votes[c] = (3*(r+c)+r*c)%11 + 1; (r+c)%9 == 4 {
				votes[c] = 0
			}
			expected[c] = .5 + .034*float64(c-r)
			wins[c] = min(float64(votes[c]), float64(int(2*expected[c]*float64(votes[c])))/2)
		}
		m.Votes, m.Wins, m.Expected = append(m.Votes, votes), append(m.Wins, wins), append(m.Expected, expected)
	}
	return m
}

// rankedInFull has all that can be asked of a ranking.
func rankedInFull() model.State {
	r := thirty()
	r.Style = []api.StyleEffect{{Name: "length", Effect: within(.21, .08, 0), Unit: 120},
		{Name: "lists", Effect: within(-.02, .05, 0), Unit: 1.4}}
	s := ranked(r)
	held := *r
	held.Held = []api.HeldOut{
		{Method: api.MethodComparisons, Title: "Bradley–Terry with voter skill", Accuracy: within(.726, .01, 9_120),
			LogLoss: within(.527, .01, 9_120)},
		{Method: "bradleyterry", Title: "Bradley–Terry", Accuracy: within(.703, .01, 9_120), LogLoss: within(.576, .01, 9_120),
			Behind: within(.049, .004, 9_120)},
		{Method: "winrate", Title: "Win rate", Accuracy: within(.698, .01, 9_120), LogLoss: api.Undefined("the method gives no probabilities")},
	}
	s = answerRanking(s, model.HoldVotes{}, &held)
	next := *r
	next.Next = []api.NextPair{
		{First: "atlas-large", Second: "Birch Instruct 70B (2026-03)", Votes: 40, Even: .58, Why: "too close to call"},
		{First: "birch", Second: "item-29", Votes: 12, Even: .91, Why: "their order is wrong with probability 9 %"},
	}
	return answerRanking(s, model.AskPairs{}, &next)
}

// islands are two groups of items that were never compared with each other, of which the first has no leader.
func islands() *api.Ranking {
	r := &api.Ranking{Count: 5, Groups: 2, Alike: true, Left: api.Undefined("the method does not estimate it"), Notes: []string{
		"The items fall into 2 groups that no vote connects. Scores and ranks hold within a group, and say nothing across groups."}}
	for i, name := range []string{"x", "y", "z", "p", "q"} {
		it := api.RankedItem{Index: i, Name: name, Rank: i%3 + 1, RankLow: 1, RankHigh: 3 - i/3, Group: 1 + i/3, Wins: 2 - i%3, Losses: i % 3,
			Score: within(.4-.4*float64(i%3), .5, 3)}
		it.Score.Low, it.Score.High = it.Score.Value-.9, it.Score.Value+.9
		r.Items = append(r.Items, it)
	}
	return r
}

// itemPage is the table of all items.
func itemPage() *api.Page {
	p := &api.Page{Table: api.FileItems, Matching: 30, Total: 30, Columns: []api.Heading{
		{Name: "item", Title: "Item", Kind: "text"}, {Name: "score", Title: "Score (95 %)", Kind: "text"},
		{Name: "rank", Title: "Rank", Kind: "number"}, {Name: "ranks", Title: "Ranks (95 %)", Kind: "text"},
		{Name: "wins", Title: "Wins", Kind: "number"}, {Name: "losses", Title: "Losses", Kind: "number"},
		{Name: "ties", Title: "Ties", Kind: "number"},
	}}
	for n, it := range thirty().Items {
		p.Index = append(p.Index, n)
		p.Cells = append(p.Cells, []string{it.Name, it.Score.Hundredths(), fmt.Sprint(it.Rank), it.Ranks(), fmt.Sprint(it.Wins),
			fmt.Sprint(it.Losses), fmt.Sprint(it.Ties)})
	}
	return p
}

// byVote is a result that ranks nothing.
func byVote() model.State { return comparisonsBy(api.MethodBaseline, "Majority vote", 12, nil) }

// rankingComes is a result whose ranking is still to come.
func rankingComes() model.State {
	return comparisonsBy(api.MethodComparisons, "Bradley–Terry with voter skill", 30, nil)
}

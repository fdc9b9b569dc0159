package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/cache"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/ranking"
	"concord/internal/humanize"
)

// ranked ranks the items.
func (r *Result) ranked(c *job.Job) (*standings, error) {
	if !r.Of.Counts.Kind.Items {
		return nil, api.Refuse("Items are ranked where labels are comparisons of two items, or rankings of several.")
	}
	if r.ranker == nil {
		return nil, api.Refuse("%s labels pairs and ranks no items. Choose a method for comparisons, such as Bradley–Terry.", r.Entry.Title)
	}
	type query struct{}
	return cache.Once(c.Cache.Of(r.Answers.Result), query{}, func() (*standings, error) {
		found, err := r.ranker.Ranking(c.Turn)
		if err != nil {
			return nil, err
		}
		return r.standings(found), nil
	})
}

// rerun fits the method of a result that a project holds as many steps as it took, for what only the fit itself can say.
func (r *Result) rerun(c *job.Job, steps int) error {
	r.settings.Pause = c.Turn
	defer func() { r.settings.Pause = nil }()
	session, err := fit.Start(r.Data, r.Method, r.settings)
	if err != nil {
		return err
	}
	var ranks bool
	if r.ranker, ranks = session.Fit().(fit.Ranker); !ranks {
		return nil
	}
	for step := range session.Steps() {
		if step.N >= steps {
			break
		}
	}
	return c.Ctx.Err()
}

const (
	worstTriples = 10 // that are listed
	heldFolds    = 5  // of votes
	namedItems   = 3  // in a note
	namedEffects = 5  // of style, in notes
)

// Ranking says how the items stand, and compares methods if that is asked for.
func (of Methods) Ranking(c *job.Job, r *Result, q *api.RankItems) (*api.Ranking, error) {
	out, err := r.rankItems(c, q)
	if err == nil && q.Held {
		out.Held, err = of.heldVotes(c, r, q.Methods)
	}
	return out, err
}

func (r *Result) rankItems(c *job.Job, q *api.RankItems) (*api.Ranking, error) {
	s, err := r.ranked(c)
	if err != nil {
		return nil, err
	}
	out := &api.Ranking{Count: len(s.order), Groups: s.groups, Left: leftOf(s.Ranking), Ties: s.tied,
		Notes: r.rankNotes(s), Style: styleOf(s.Ranking)}
	out.Alike = len(s.order) > 0 && ranking.Alike(s.Ranking, s.Group[s.order[0]])
	for _, i := range s.order[:min(len(s.order), api.MostRanked)] {
		out.Items = append(out.Items, s.item(int(i)))
	}
	if out.Meetings, err = r.meetings(c, s, q.Meet); err != nil {
		return nil, err
	}
	if out.Triples, err = r.triples(c, s); err != nil {
		return nil, err
	}
	if q.Pairs > 0 {
		out.Next, err = r.nextPairs(c, s, q.Pairs)
	}
	return out, err
}

// meetings says who beats whom among some items, the first of the ranking if none are named.
func (r *Result) meetings(c *job.Job, s *standings, items []int) (*api.Meetings, error) {
	var of []int32
	for _, i := range items {
		if i < 0 || i >= len(s.order) || slices.Contains(of, int32(i)) {
			return nil, api.Refuse("Name items by their numbers, each once: there are %d, counted from 0.", len(s.order))
		}
		of = append(of, int32(i))
	}
	switch {
	case len(of) > api.MostMet:
		return nil, api.Refuse("%d items are too many to show who beats whom; choose %d at most.", len(of), api.MostMet)
	case of == nil:
		of = s.order[:min(len(s.order), api.MostMet)]
	}
	m, err := ranking.Meet(r.Data, r.ranker, of, c.Turn)
	if err != nil {
		return nil, err
	}
	out := &api.Meetings{}
	for row, i := range of {
		out.Items, out.Names = append(out.Items, int(i)), append(out.Names, s.name(int(i)))
		n := len(of)
		votes, wins, expected, z := make([]int, n), make([]float64, n), make([]float64, n), make([]float64, n)
		for column, j := range of {
			x := m.At(row, column)
			votes[column], wins[column], z[column] = x.Votes(), float64(x.Wins)+float64(x.Ties)/2, x.Z
			if i != j {
				p := ranking.Between(s.Ranking, r.ranker, int(i), int(j), r.Data.Classes)
				expected[column] = p.First + p.Tie/2
			}
		}
		out.Votes, out.Wins = append(out.Votes, votes), append(out.Wins, wins)
		out.Expected, out.Z = append(out.Expected, expected), append(out.Z, z)
	}
	return out, nil
}

// triples counts those of which each item beats the next.
func (r *Result) triples(c *job.Job, s *standings) (*api.Triples, error) {
	type query struct{}
	t, err := cache.Once(c.Cache.Of(r.Data), query{}, func() (*ranking.Triads, error) {
		return ranking.FindTriads(r.Data, worstTriples, c.Thinking)
	})
	if err != nil {
		return nil, err
	}
	out := &api.Triples{Decided: t.Decided, Circular: t.Circular, Sampled: t.Items < t.Of}
	if t.Decided > 0 {
		out.Consistency = t.Consistency
	}
	for _, x := range t.Strongest {
		out.Worst = append(out.Worst, [3]string{s.name(int(x.Items[0])), s.name(int(x.Items[1])), s.name(int(x.Items[2]))})
	}
	return out, nil
}

// nextPairs says which pairs to compare next with so many votes.
func (r *Result) nextPairs(c *job.Job, s *standings, votes int) (out []api.NextPair, err error) {
	const most = 1_000_000
	if votes > most {
		return nil, api.Refuse("%s votes are too many to plan; plan %s at most.", humanize.Number(votes), humanize.Number(most))
	}
	asks, err := ranking.Next(r.Data, s.Ranking, r.ranker, votes, c.Turn)
	if err != nil {
		return nil, err
	}
	at := map[[2]int32]int{}
	for _, x := range asks {
		pair := [2]int32{min(x.A, x.B), max(x.A, x.B)}
		if n, known := at[pair]; known { // further votes on a pair that joins two groups
			out[n].Votes += x.Votes
			continue
		}
		at[pair] = len(out)
		p := api.NextPair{First: s.name(int(x.A)), Second: s.name(int(x.B)), Votes: x.Votes, Even: .5}
		if sure := ranking.Between(s.Ranking, r.ranker, int(x.A), int(x.B), r.Data.Classes).Truly; sure == sure {
			p.Even = sure
		}
		switch {
		case x.Joins:
			p.Why = "joins two groups of items that were never compared"
		case math.Abs(p.Even-.5) < .1:
			p.Why = "too close to call"
		default:
			p.Why = fmt.Sprintf("their order is wrong with probability %s", humanize.Percent(min(p.Even, 1-p.Even)))
		}
		out = append(out, p)
	}
	return out, nil
}

// heldVotes compares methods by how well they predict votes that are held out, the best first.
func (of Methods) heldVotes(c *job.Job, r *Result, names []string) (out []api.HeldOut, _ error) {
	entries := of.List
	if names != nil {
		var err error
		if entries, err = of.named(names); err != nil {
			return nil, err
		}
	}
	var candidates []advise.Candidate
	has := r.parts()
	for _, entry := range entries {
		m, why := canRun(entry, has, nil)
		switch {
		case why == "" && entry.Ranks:
			candidates = append(candidates, advise.Candidate{Name: entry.Name, Method: m})
			out = append(out, api.HeldOut{Method: entry.Name, Title: entry.Title})
		case names != nil:
			return nil, api.Refuse("%s can't be compared by held-out votes: %s.", entry.Title,
				cmp.Or(why, "it labels pairs and ranks no items"))
		}
	}
	settings := fit.Settings{Seed: r.settings.Seed, Pause: c.Turn}.WithDefaults()
	comparison := ranking.Compare(r.Data, candidates, heldFolds, r.settings.Seed, settings)
	for n, step := range comparison.Steps() {
		err := c.Tell(func() api.Progress {
			return api.Progress{Phase: "fit", Method: out[n].Title, At: n + 1, Of: len(out), Step: &step}
		})
		if err != nil {
			return nil, err
		}
	}
	if err := c.Ctx.Err(); err != nil {
		return nil, err
	}
	for n, x := range comparison.Foretold() {
		m := &out[n]
		if x.Err != nil {
			none := api.Undefined(x.Err.Error())
			m.Accuracy, m.LogLoss, m.Behind = none, none, none
			continue
		}
		m.Accuracy, m.LogLoss, m.Behind = figureOf(x.Accuracy), figureOf(x.All), figureOf(x.Behind)
	}
	slices.SortStableFunc(out, func(a, b api.HeldOut) int {
		if a.LogLoss.Defined() != b.LogLoss.Defined() {
			return map[bool]int{true: -1, false: 1}[a.LogLoss.Defined()]
		}
		return cmp.Compare(a.LogLoss.Value, b.LogLoss.Value)
	})
	return out, nil
}

// figureOf returns a mean as a figure.
func figureOf(m api.Mean) api.Figure {
	if !m.Defined() {
		return api.Undefined(m.Why)
	}
	if number(m.Value) == nil {
		return api.Undefined("the method gives what happened no probability")
	}
	return api.Figure{Value: m.Value, SE: m.SE, Low: m.Low, High: m.High, N: m.N, Interval: m.SE > 0}
}

// styleOf is what features add to scores.
func styleOf(r *crowd.Ranking) (out []api.StyleEffect) {
	for _, x := range r.Style {
		se := x.SE
		if x.RobustSE > 0 {
			se = x.RobustSE
		}
		out = append(out, api.StyleEffect{Name: x.Name, Effect: api.Exactly(x.Value, 0).Within(se), Unit: x.Unit})
	}
	return out
}

// standings is a ranking with what is counted of each item.
type standings struct {
	*crowd.Ranking
	name               func(i int) string
	wins, losses, ties []int
	order              []int32 // of the items: by group, the best first
	place              []int32 // of each item in its group, from 1
	group              []int   // the number of each item's group, 1 the largest
	groups             int
	tied               float64 // the share of votes that are ties
}

func (r *Result) standings(found *crowd.Ranking) *standings {
	s := &standings{Ranking: found, name: r.Of.Set.Items.At}
	s.wins, s.losses, s.ties = r.Data.Record()
	for i, g := range found.Group {
		s.order = append(s.order, int32(i))
		s.groups = max(s.groups, int(g)+1)
	}
	size := make([]int, s.groups)
	for _, g := range found.Group {
		size[g]++
	}
	slices.SortStableFunc(s.order, func(a, b int32) int { // the largest group first
		ga, gb := found.Group[a], found.Group[b]
		return cmp.Or(cmp.Compare(size[gb], size[ga]), cmp.Compare(ga, gb), cmp.Compare(found.Score[b], found.Score[a]))
	})
	ties := 0
	for _, n := range s.ties {
		ties += n
	}
	s.tied = float64(ties) / 2 / float64(max(r.Data.Len(), 1))
	s.place, s.group = make([]int32, len(s.order)), make([]int, len(s.order))
	group := 0
	for n, i := range s.order {
		if n > 0 && found.Group[s.order[n-1]] == found.Group[i] {
			s.place[i] = s.place[s.order[n-1]] + 1
		} else {
			s.place[i] = 1
			group++
		}
		s.group[i] = group
	}
	return s
}

func (s *standings) item(i int) api.RankedItem {
	it := api.RankedItem{
		Index: i, Name: s.name(i), Score: s.scoreOf(i), Rank: int(s.place[i]), Wins: s.wins[i], Losses: s.losses[i], Ties: s.ties[i],
		Group: s.group[i],
	}
	if s.Low != nil {
		it.RankLow, it.RankHigh = int(s.Low[i]), int(s.High[i])
	}
	return it
}

// scoreOf is the score of an item, with its interval.
func (s *standings) scoreOf(i int) api.Figure {
	f := api.Exactly(s.Score[i], s.wins[i]+s.losses[i]+s.ties[i])
	if se := s.Errors(); se != nil {
		return f.Within(se[i])
	}
	return f
}

// leftOf is what the left side adds to a score.
func leftOf(r *crowd.Ranking) api.Figure {
	if r.Side != r.Side {
		return api.Undefined("the method does not estimate it, or nobody knows which item stood on the left")
	}
	return api.Exactly(r.Side, 0).Within(r.SideSE)
}

// leastVotes of an item are few.
const leastVotes = 5

// rankNotes say what there is to know of the ranking beside its figures.
func (r *Result) rankNotes(s *standings) (all []string) {
	say := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	var alone, few, best, worst []int
	voted := map[int32]bool{} // groups
	for _, i := range s.order {
		i := int(i)
		wins, losses, ties := s.wins[i], s.losses[i], s.ties[i]
		switch {
		case wins+losses+ties == 0:
			alone = append(alone, i)
			continue
		case wins+losses+ties < leastVotes:
			few = append(few, i)
		}
		voted[s.Group[i]] = true
		switch {
		case ties > 0 || wins > 0 && losses > 0:
		case losses == 0:
			best = append(best, i)
		default:
			worst = append(worst, i)
		}
	}
	switch d := r.Data; {
	case s.tied == 1:
		say("All votes are ties, so no item stands above another.")
	case d.Anonymous:
		say("Nobody knows who gave which vote, so all votes count the same, and intervals take them for independent.")
	case r.Of.Counts.Workers == 1:
		say("All votes are by one voter: the ranking is that voter’s, and nothing shows what others think.")
	}
	if n := len(voted); n > 1 {
		say("The items fall into %s that no vote connects. Scores and ranks hold within a group, and say nothing across groups.",
			humanize.Count(n, "group"))
	}
	if alone != nil {
		say("%s compared with no other: %s. Such an item has no score.", were(len(alone)), s.list(alone))
	}
	if r.Entry.Objective != "" {
		if best != nil {
			say("%s: %s. Only the prior keeps such a score finite.", humanize.Count(len(best), "item")+" won every vote", s.list(best))
		}
		if worst != nil {
			say("%s: %s. Only the prior keeps such a score finite.", humanize.Count(len(worst), "item")+" lost every vote", s.list(worst))
		}
	}
	if few != nil {
		say("%s fewer than %d votes: %s. Their ranks are hardly known.", has(len(few)), leastVotes, s.list(few))
	}
	switch {
	case s.Errors() == nil:
		say("%s gives no intervals.", r.Entry.Title)
	case s.RobustSE != nil:
		say("Intervals of scores are at 95 %%, and allow for votes of one voter that hang together.")
	case r.Data.Comparisons.Rankings != nil:
		say("Intervals take the pairs of a ranking for independent votes, which they are not: they are too narrow.")
	}
	if left := leftOf(s.Ranking); left.Interval && (left.Low > 0 || left.High < 0) {
		side := map[bool]string{true: "left", false: "right"}[left.Value > 0]
		say("Voters lean to the %s: standing there is worth %s of a score.", side, left.Times(math.Copysign(1, left.Value)).Hundredths())
	}
	const chance = 5 // votes that may be for one side by chance
	switch sides := ranking.SidesOf(r.Data); {
	case sides.Right == 0 && sides.Left > chance, sides.Left == 0 && sides.Right > chance:
		side := map[bool]string{true: "left", false: "right"}[sides.Left > 0]
		say("Every vote%s is for the item on the %s, so it can’t be told whether that is better or voters choose its side: ask for pairs in "+
			"both orders.", map[bool]string{true: " but the ties", false: ""}[s.tied > 0], side)
	case sides.Absorbed:
		say("Each pair was shown in one order only, so it can’t be told whether the items on one side are better or voters choose that side: " +
			"ask for pairs in both orders.")
	}
	if offered := r.Of.Found.Lengths; offered != nil && !r.Of.Found.Style && r.Data.Comparisons.Style == nil {
		say("The file says how long or how formatted the answers are (“%s”). “Correct for length and format” under Data, or --style, tells "+
			"that apart from how good the items are.", api.Printable(strings.Join(offered, "”, “")))
	}
	for _, x := range styleOf(s.Ranking)[:min(len(s.Style), namedEffects)] {
		say("%s", x.Sentence())
	}
	if s.tied > 0 && s.tied < 1 && r.Data.Classes > crowd.Tied && s.Tie != s.Tie {
		say("%s of the votes are ties, which this method counts as half a win for each or leaves out.", humanize.Percent(s.tied))
	}
	return all
}

func were(n int) string {
	if n == 1 {
		return "1 item was"
	}
	return humanize.Count(n, "item") + " were"
}

func has(n int) string {
	if n == 1 {
		return "1 item has"
	}
	return humanize.Count(n, "item") + " have"
}

// list names the first of some items.
func (s *standings) list(items []int) string {
	var names []string
	for _, i := range items[:min(len(items), namedItems)] {
		names = append(names, "“"+s.name(i)+"”")
	}
	if more := len(items) - len(names); more > 0 {
		names = append(names, humanize.Number(more)+" more")
	}
	return strings.Join(names, ", ")
}

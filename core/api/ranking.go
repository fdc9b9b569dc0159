package api

import (
	"fmt"
	"math"
	"strings"

	"concord/internal/humanize"
)

// RankItems asks how the items stand that were compared. It is answered with Ranking; the tables FileItems, FileItemPairs and
// FileVoters have the rest.
type RankItems struct {
	Pairs   int      `json:"pairs,omitempty"`   // which pairs to compare next, for so many votes; 0: not asked
	Meet    []int    `json:"meet,omitempty"`    // the items of Meetings, at most MostMet; nil: the first of the ranking
	Held    bool     `json:"held,omitempty"`    // how well methods predict votes that are held out
	Methods []string `json:"methods,omitempty"` // which methods; nil: all that rank these items
}

// MostMet is how many items Meetings may have.
const MostMet = 30

// Ranking is how the items stand.
type Ranking struct {
	Items    []RankedItem  `json:"items"`              // the first MostRanked, by group and score
	Count    int           `json:"count"`              // of all items
	Groups   int           `json:"groups"`             // of items that comparisons connect: scores of different groups can't be compared
	Alike    bool          `json:"alike,omitempty"`    // the votes don't tell the items of the largest group apart, so none leads
	Left     Figure        `json:"left"`               // by how much a score is larger for the item on the left
	Ties     float64       `json:"ties"`               // the share of votes that are ties
	Notes    []string      `json:"notes,omitempty"`    // what else there is to know, in sentences
	Meetings *Meetings     `json:"meetings,omitempty"` // who beats whom
	Triples  *Triples      `json:"triples,omitempty"`  // of items, a that beats b that beats c
	Held     []HeldOut     `json:"held,omitempty"`     // how well methods predict votes held out, the best first; nil: not asked
	Next     []NextPair    `json:"next,omitempty"`     // which pairs to compare next
	Style    []StyleEffect `json:"style,omitempty"`    // what features of the items or answers add to a score
}

// MostRanked is how many items a Ranking lists.
const MostRanked = 200

// RankedItem is how an item stands.
type RankedItem struct {
	Index    int    `json:"index"`
	Name     string `json:"name"`
	Score    Figure `json:"score"`    // with its interval, if the method gives one
	Rank     int    `json:"rank"`     // in its group, from 1
	RankLow  int    `json:"rankLow"`  // from here, 0: not known, …
	RankHigh int    `json:"rankHigh"` // … to here with probability 95 %
	Wins     int    `json:"wins"`
	Losses   int    `json:"losses"`
	Ties     int    `json:"ties"`
	Group    int    `json:"group"` // from 1, the largest
}

// Meetings is a square table of some items: how often each was preferred to each other, and how often it should be.
type Meetings struct {
	Items    []int       `json:"items"` // their numbers, best first
	Names    []string    `json:"names"`
	Votes    [][]int     `json:"votes"`    // how many compare row and column
	Wins     [][]float64 `json:"wins"`     // of these, how many the row won, a tie as half
	Expected [][]float64 `json:"expected"` // the share that it wins by the ranking, a tie as half
	Z        [][]float64 `json:"z"`        // by how many standard deviations it won more often than that
}

// Triples counts triples of items each two of which were compared.
type Triples struct {
	Decided     int         `json:"decided"`
	Circular    int         `json:"circular"`    // a beats b beats c beats a
	Consistency float64     `json:"consistency"` // 1: no triple is circular; 0: as many as if coins were tossed. 0, too, without triples
	Sampled     bool        `json:"sampled,omitempty"`
	Worst       [][3]string `json:"worst,omitempty"` // those with the clearest votes
}

// NextPair is a pair to compare.
type NextPair struct {
	First  string  `json:"first"`
	Second string  `json:"second"`
	Votes  int     `json:"votes"` // to ask for
	Even   float64 `json:"even"`  // the probability that the first is better; ½ where nothing is known
	Why    string  `json:"why"`
}

// HeldOut is how well a method predicts votes that it has not seen.
type HeldOut struct {
	Method   string `json:"method"`
	Title    string `json:"title"`
	Accuracy Figure `json:"accuracy"`
	LogLoss  Figure `json:"logLoss"`
	Behind   Figure `json:"behind"` // by how much LogLoss is above the least of all methods
}

// Level is how many methods, the best first, can't be told apart from the best: the interval of how far they are behind it holds zero.
// 0: none predicts.
func Level(held []HeldOut) (n int) {
	for at, m := range held {
		if m.LogLoss.Defined() && (at == 0 || m.Behind.Low <= 0) {
			n++
		}
	}
	return n
}

// Foretells says which method predicts held-out votes best, the best being first.
func Foretells(held []HeldOut) string {
	switch n := Level(held); n {
	case 0:
		return "No method predicts votes."
	case 1:
		return held[0].Title + " predicts votes best."
	default:
		return fmt.Sprintf("No method is shown to predict votes best: %s has the lowest log loss, but %s may be as good.", held[0].Title,
			humanize.Count(n-1, "other method"))
	}
}

// StyleEffect is what one feature adds to a score.
type StyleEffect struct {
	Name   string  `json:"name"`
	Effect Figure  `json:"effect"` // of one standard deviation of the feature
	Unit   float64 `json:"unit"`   // that deviation
}

// Per writes the deviation, with three digits at least.
func (s *StyleEffect) Per() string {
	if size := math.Abs(s.Unit); size >= 100 && size < 1e9 {
		return humanize.Number(int(math.Round(s.Unit)))
	}
	return fmt.Sprintf("%.3g", s.Unit)
}

// Sentence says what the feature adds.
func (s *StyleEffect) Sentence() string {
	says := fmt.Sprintf("One standard deviation more of %s (%s) adds %s to a score", named(s.Name), s.Per(),
		s.Effect.Hundredths())
	if s.Effect.Interval && s.Effect.Low <= 0 && s.Effect.High >= 0 {
		says += ", which may be chance"
	}
	return says + "."
}

// Ranks writes the ranks that an item may have, as 3–5; empty: they are not known.
func (it *RankedItem) Ranks() string {
	switch {
	case it.RankLow == 0:
		return ""
	case it.RankLow == it.RankHigh:
		return fmt.Sprint(it.RankLow)
	}
	return fmt.Sprintf("%d–%d", it.RankLow, it.RankHigh)
}

// First returns those of the items listed that may be the best of the largest group, the one that leads first.
func (r *Ranking) First() (first []RankedItem) {
	for n, it := range r.Items {
		if it.Group == r.Items[0].Group && (n == 0 || it.RankLow == 1) {
			first = append(first, it)
		}
	}
	return first
}

// Open is up to which rank items behind a sure leader can't be told apart from the second; 0: the second is sure, or not even the
// leader is.
func (r *Ranking) Open() int {
	if len(r.Items) < 2 || r.Alike || r.Items[0].RankHigh != 1 || r.Items[1].Group != r.Items[0].Group || r.Items[1].RankHigh < 3 {
		return 0
	}
	return r.Items[1].RankHigh
}

// Leads says how sure the leader is; "" if none leads.
func (r *Ranking) Leads() string {
	first := r.First()
	if len(first) == 0 || r.Alike {
		return ""
	}
	switch n, low := len(first), first[0].RankHigh; {
	case low == 0:
		return "leads, and nothing shows how sure that is"
	case low == 1:
		return "leads, and is the best with 95 % confidence"
	case n == 2:
		return "leads, but " + named(first[1].Name) + " may be as good"
	case n == MostRanked && r.Count > n:
		return "leads, but any of " + humanize.Count(n, "item") + " or more may be the best"
	case n > 2:
		return "leads, but any of " + humanize.Count(n, "item") + " may be the best"
	default:
		return "leads, but may be as low as rank " + humanize.Number(low)
	}
}

// Scattered reports whether no item was compared with more than one other.
func (r *Ranking) Scattered() bool {
	largest := 0
	for _, it := range r.Items {
		if it.Group == r.Items[0].Group {
			largest++
		}
	}
	return r.Groups > 1 && largest <= 2
}

// Sentence says who leads, and how sure that is.
func (r *Ranking) Sentence() string {
	if len(r.Items) == 0 {
		return "There are no items."
	}
	if r.Scattered() {
		return "There is no ranking: no item was compared with more than one other."
	}
	leads, says := r.Leads(), named(r.Items[0].Name)+" "
	if leads == "" {
		leads, says = "leads: the votes don’t tell the items apart", "No item "
	}
	if says += leads + "."; r.Groups > 1 {
		says = "Of the largest group, " + strings.Replace(says, "No item", "no item", 1)
	}
	if high := r.Open(); high > 0 {
		says += fmt.Sprintf(" Ranks 2 to %s can’t be told apart.", humanize.Number(high))
	}
	if r.Alike || r.Open() > 0 || r.Items[0].RankHigh > 1 {
		says += " More votes on close pairs can tell them apart."
	}
	return says
}

// named quotes an item, which may be a whole text.
func named(item string) string { return "“" + humanize.Short(Printable(item), 80) + "”" }

// Sentence says how many triples are circular.
func (t *Triples) Sentence() string {
	of := humanize.Count(t.Decided, "triple")
	if t.Sampled {
		of = "a sample of " + of
	}
	if t.Circular == 0 {
		return "None of " + of + " of items is circular: wherever A beats B and B beats C, A beats C."
	}
	says := fmt.Sprintf("%s of %s of items (%s) are circular: A beats B, B beats C, and C beats A.", humanize.Number(t.Circular), of,
		humanize.Percent(float64(t.Circular)/float64(t.Decided)))
	if len(t.Worst) > 0 {
		w := t.Worst[0]
		says += fmt.Sprintf(" The clearest: %s beats %s, which beats %s, which beats the first.", named(w[0]), named(w[1]), named(w[2]))
	}
	return says
}

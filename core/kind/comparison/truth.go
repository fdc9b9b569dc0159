package comparison

import (
	"cmp"
	"io"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/kind"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/parse"
	"concord/core/scan"
	"concord/core/sidefile"
)

// Truth reads which item of each pair is better: rows of two items and the better one, or of an item and its score or rank, which decide
// every pair of two such items. What the labels don't have is listed as problems.
func (Kind) Truth(name string, r io.Reader, lay *layout.Layout, said *labels.Set, _ bool, o sidefile.TruthOptions) (
	s kind.Settled, bad api.Problems, err error,
) {
	if !lay.Compares() {
		return s, bad, &api.Problem{File: name, What: "the labels are comparisons, and this file doesn't say which item is better",
			Do: "Open a file with two items and the better one in each row, or with an item and its score"}
	}
	if err := lay.Check(name, layout.TruthFile); err != nil {
		return s, bad, err
	}
	t := truth{said: said, class: o.Classes, read: lay.Preferences(), items: lay.Items(), label: lay.Column(layout.Label),
		scores: max(lay.Column(layout.Value), lay.Column(layout.Rank)), missing: lay.NoAnswers()}
	if t.class == nil {
		t.class = slices.Repeat([]int32{crowd.Unknown}, said.Tasks.Len())
	}
	take := t.pair
	if t.label < 0 {
		t.score, take = slices.Repeat([]float64{math.NaN()}, said.Items.Len()), t.item
	}
	rs, err := scan.Read(name, r, lay, o.Options, func(rs *scan.Rows) *api.Problem {
		if column, what, do := take(rs); what != "" {
			rs.Note(rs.Wrong(column, what, do))
		}
		return nil
	})
	if t.score != nil {
		t.decide(lay.Column(layout.Rank) >= 0)
	}
	s.Class = t.class
	if err := cmp.Or(err, rs.Verdict()); err != nil {
		return s, rs.Problems, err
	}
	if s.Known() == 0 && o.Classes == nil && rs.Read > 0 {
		return s, rs.Problems, &api.Problem{File: name, Column: rs.ColumnName(t.items[0]), What: "not one of these pairs was compared",
			Do: "Choose the truth of the same items, named as the labels name them"}
	}
	return s, rs.Problems, nil
}

// truth is what a file says of pairs.
type truth struct {
	said          *labels.Set
	class         []int32
	score         []float64 // of each item, NaN where it is unknown; nil: rows are of pairs
	read          *layout.Preferences
	items         []int // columns …
	label, scores int
	missing       parse.Tokens
}

const (
	strangeItem = "an item that nobody compared"
	strangePair = "two items that nobody compared with each other"
	firstCounts = "The first counts"
	goOn        = "Go on without the row"
)

// pair takes in a row with two items and the better one.
func (t *truth) pair(rs *scan.Rows) (column int, what, do string) {
	left, right, cell := rs.Cell(t.items[0]), rs.Cell(t.items[1]), rs.Cell(t.label)
	if t.missing.Has(cell) {
		return 0, "", ""
	}
	i, ok := t.said.Tasks.Find(string(left) + layout.Versus + string(right))
	if !ok {
		return t.items[0], strangePair, goOn
	}
	class := int32(crowd.Tied)
	switch prefers, ok := t.read.Of(cell, left, right); {
	case !ok || prefers == parse.PreferUnknown:
		return t.label, "neither of the two items nor a tie", goOn
	case prefers != parse.PreferNeither:
		better := string(left)
		if prefers == parse.PreferRight {
			better = string(right)
		}
		item, _ := t.said.Items.Find(better)
		if class = crowd.SecondWins; int32(item) == t.said.Data.Comparisons.First[i] {
			class = crowd.FirstWins
		}
	case t.said.Data.Classes <= crowd.Tied:
		return t.label, "a tie, where nobody voted for one", goOn
	}
	if t.class[i] != crowd.Unknown && t.class[i] != class {
		return t.label, "two items of which the other was said to be better before", firstCounts
	}
	t.class[i] = class
	return 0, "", ""
}

// item takes in a row with an item and its score.
func (t *truth) item(rs *scan.Rows) (column int, what, do string) {
	cell := rs.Cell(t.scores)
	if t.missing.Has(cell) {
		return 0, "", ""
	}
	i, ok := t.said.Items.Find(string(rs.Cell(t.items[0])))
	if !ok {
		return t.items[0], strangeItem, goOn
	}
	x, err := parse.Number(cell)
	switch {
	case err != nil:
		return t.scores, parse.NoNumber(err, "where the scores are"), goOn
	case t.score[i] == t.score[i] && t.score[i] != x:
		return t.scores, "an item that had another score before", firstCounts
	}
	t.score[i] = x
	return 0, "", ""
}

// decide gives each pair whose items have scores its answer. Of ranks the smaller is better. Where nobody could vote for a tie, items of
// the same score leave it open.
func (t *truth) decide(ranks bool) {
	of := t.said.Data.Comparisons
	for i := range t.class {
		a, b := t.score[of.First[i]], t.score[of.Second[i]]
		if ranks {
			a, b = b, a
		}
		switch {
		case a > b:
			t.class[i] = crowd.FirstWins
		case a < b:
			t.class[i] = crowd.SecondWins
		case a == b && t.said.Data.Classes > crowd.Tied:
			t.class[i] = crowd.Tied
		}
	}
}

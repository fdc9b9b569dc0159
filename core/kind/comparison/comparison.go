// Package comparison is the kind of answers that say which of two items is better. A pair of items is a task, and its answer is the
// item that is preferred, or a tie.
package comparison

import (
	"math"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/kind"
	"concord/core/labels"
	"concord/core/metric"
	"concord/core/ranking"
)

// Kind is which of two items is better, or neither.
type Kind struct{}

// tie is the Answer that prefers neither item. All others are the number of the item that is preferred.
const tie = -1

func (Kind) Info() api.Kind {
	const (
		unused = "Gold tasks, texts, histories of the workers, predictions, costs and earlier fits are for classes. These labels are comparisons."
		right  = "How many answers are right can be said of classes. Of comparisons, the intervals of the ranking show how sure it is."
	)
	return api.Kind{
		Name: api.KindComparisons, Items: true,
		Choice: "Each row compares two items", ChoiceID: "labels-items",
		Calls:  api.Nouns{Task: "pair", Answer: "vote", Worker: "voter"},
		Titles: map[string]string{"tasks": "Pairs", "workers": "Voters"},
		Refuses: map[string]string{
			api.RoleState:   "The earlier fit is of classes (%s), and these labels are comparisons. Drop the earlier fit.",
			api.RoleGold:    "No method is told which of two items is better.",
			api.RolePredict: "Features of items explain votes, and rank no items that nobody compared.",
			api.AskSave:     "The fit of comparisons can't be saved on its own. Save a project instead: it keeps everything.",
			api.AskReview:   "Items are ranked by votes: what you say of a pair would change nothing. Leave voters out instead.",
			api.AskOrder:    "The answers to comparisons are the two items and a tie, which have no order of their own.",
			api.AskLabel:    "Pairs of items can't be chosen from a list of classes.",
			api.AskExpect:   right,
			api.AskCheck:    right,
			api.AskNeeded:   right,
			api.AskAdvice:   "How well methods predict votes that are hidden from them is a part of the ranking: ask for it there.",
			api.AskPlan:     "The view Ranking shows which pairs to compare next.",
			api.AskExplain:  "Votes are weighed against each other for classes, not for comparisons.",
			api.AskSplit:    "A comparison is one label.",
			api.AskJudge:    "Who compares items is judged by the ranking: see the view Voters.",
		},
		Unused: map[string]string{
			api.RoleGold: unused, api.RoleText: unused, api.RoleConfusion: unused, api.RoleCosts: unused, api.RolePredictions: unused,
			api.RolePredict: unused, api.RoleTestTruth: unused, api.RoleState: unused,
			api.UnusedMatrix: "Costs apply to classes, and these labels are comparisons.",
		},
		Files: map[string]api.Role{
			api.RoleTruth: {
				Hint:   "Measures the ranking. Each row has two items and the better one, or an item and its score or rank.",
				Loaded: "Says which item is better in {pair}. It measures the ranking and never changes it.",
				Empty:  "It says nothing of the pairs that were compared.",
				Note:   "The truth of {pair} loaded.",
				Drop:   "Drop here: the truth of these pairs", Tip: "Which items are really better, to measure the ranking",
			},
			api.RoleFeatures: {
				Title:  "Features of the items",
				Hint:   "Numbers such as length or price, one row per item. The ranking says what they add to a score.",
				Loaded: "Features of {item}. The ranking says what they add to a score.",
				Note:   "{item} have features. The next run says what they add to a score.",
				Drop:   "Features of these items", Tip: "Numbers that describe the items",
			},
		},
	}
}

// Cut leaves labels as they are.
func (Kind) Cut(said *labels.Set, _ *api.Choices) (kind.Cut, error) {
	return cut{kind.Uncut{Said: said}}, nil
}

// Agree takes the two items and a tie as classes, of which the tie lies between the others. Each pair counts both ways round, so that
// chance agrees as often on one item as on the other.
func (Kind) Agree(c kind.Cut, _ *kind.Steps, _ *api.Weights, seed uint64, pause func() error) (*api.Agreement, error) {
	d := c.Questions().Data
	l := ranking.BothWays(&d.Labels)
	scale := metric.Scale{Values: []float64{0, 1, .5}[:d.Classes], Nominal: true, Seed: seed, Anonymous: d.Anonymous}
	a, err := metric.Agree(l, scale, pause)
	if err != nil {
		return nil, err
	}
	if err := metric.Raters(l, scale, a, pause); err != nil {
		return nil, err
	}
	a.Items = true
	a.Classes = a.Classes[min(len(a.Classes), crowd.Tied):] // which item is the first of a pair means nothing
	once(a)
	return a, nil
}

// once makes what was measured of pairs both ways round that of pairs: half as many, which tell half as much.
func once(a *api.Agreement) {
	all := []*api.Figure{&a.Percent, &a.Fleiss, &a.AC1, &a.Alpha.Nominal, &a.Alpha.Interval, &a.Entropy, &a.Kappa}
	a.Tasks, a.Paired, a.Labels = a.Tasks/2, a.Paired/2, a.Labels/2
	for n := range a.Classes {
		tie := &a.Classes[n]
		tie.Class, tie.Labels = tieText, tie.Labels/2
		all = append(all, &tie.Specific, &tie.Alpha)
	}
	none := api.Undefined("which item of a pair is the first means nothing")
	a.Pooled, a.Alpha.Ordinal = none, none
	for _, f := range all {
		f.N /= 2
		f.SE *= math.Sqrt2
		f.Low, f.High = f.Value-math.Sqrt2*(f.Value-f.Low), f.Value+math.Sqrt2*(f.High-f.Value)
		if f != &a.Entropy {
			f.High = min(f.High, 1)
		}
	}
}

type cut struct{ kind.Uncut }

func (cut) Info() api.Kind { return Kind{}.Info() }

func (c cut) Join(to kind.Answer, task int, s kind.Settled) kind.Answer {
	if s.Class == nil || s.Class[task] == crowd.Unknown {
		return nil
	}
	return append(to, c.Vote(task, float64(s.Class[task]))...)
}

// Vote is the item that a vote of some class prefers.
func (c cut) Vote(task int, class float64) kind.Answer {
	of := c.Said.Data.Comparisons
	switch int(class) {
	case crowd.FirstWins:
		return kind.Answer{float64(of.First[task])}
	case crowd.SecondWins:
		return kind.Answer{float64(of.Second[task])}
	}
	return kind.Answer{tie}
}

func (c cut) Split(a kind.Answer, task int, s kind.Settled) {
	switch int32(a[0]) {
	case tie:
		s.Class[task] = crowd.Tied
	case c.Said.Data.Comparisons.First[task]:
		s.Class[task] = crowd.FirstWins
	default:
		s.Class[task] = crowd.SecondWins
	}
}

// Distance is 1 between the two items, and half as much between an item and a tie.
func (cut) Distance() func(a, b kind.Answer) float64 {
	return func(a, b kind.Answer) float64 {
		switch {
		case a[0] == b[0]:
			return 0
		case a[0] == tie || b[0] == tie:
			return .5
		}
		return 1
	}
}

const tieText = "tie"

func (c cut) Text(a kind.Answer, _ func(k int) string) string {
	switch {
	case a == nil:
		return ""
	case a[0] == tie:
		return tieText
	}
	return c.Said.Items.At(int(a[0]))
}

func (c cut) Parse(text string) (kind.Answer, error) {
	if text == tieText {
		return kind.Answer{tie}, nil
	}
	i, ok := c.Said.Items.Find(text)
	if !ok {
		return nil, api.Refuse("There is no item “%s”.", text)
	}
	return kind.Answer{float64(i)}, nil
}

// Rank sorts answers by the place of the item in the file.
func (cut) Rank(a kind.Answer, _ func(k int) int) float64 {
	if a == nil {
		return math.NaN()
	}
	return a[0]
}

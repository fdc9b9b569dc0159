// Package number is the kind of answers that are a number for each task.
package number

import (
	"io"
	"math"

	"concord/core/api"
	"concord/core/kind"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/metric"
	"concord/core/sidefile"
	"concord/internal/humanize"
)

// Kind is a number for each task.
type Kind struct{}

func (Kind) Info() api.Kind {
	const (
		overruled = "Labels that are numbers can't be overruled; leave a worker out instead."
		unused    = "Gold tasks, histories of the workers, predictions and costs are for classes. These labels are numbers, and no method " +
			"learns from known ones: open those as truth, to measure the result."
	)
	return api.Kind{
		Name: api.KindNumbers, Numbers: true, Mean: true,
		Choice: "Labels are numbers on a scale", ChoiceID: "labels-numeric",
		Result: "Each task has one value, combined from its labels.",
		Refuses: map[string]string{
			api.RoleState:  "The earlier fit is of classes (%s), and these labels are numbers. Treat them as classes, or drop the earlier fit.",
			api.RoleGold:   "No method is told numbers.",
			api.AskSave:    "The fit alone can't be saved where labels are numbers. Save a project instead: it keeps everything.",
			api.AskOrder:   "Labels that are numbers have their order already. Treat them as classes to give them another.",
			api.AskReview:  overruled,
			api.AskCheck:   overruled,
			api.AskLabel:   "Labels that are numbers can't be chosen from a list of classes.",
			api.AskExpect:  "How many labels are right can be said of classes, not of numbers.",
			api.AskExplain: "Votes are weighed against each other for classes, not for numbers.",
			api.AskSplit:   "A number is one label.",
			api.AskJudge: "Workers are judged by what all others say where labels are classes, not numbers. The table of workers shows how " +
				"far their numbers are off.",
			api.AskPlan: "Which labels to get next can be said of classes, not of numbers. Treat the labels as " +
				"classes, if that is what they are.",
			api.AskNeeded: "How many labels are needed can be said of classes, one to a task. Take the labels as that, if they can be.",
		},
		Unused: map[string]string{
			api.RoleGold: unused, api.RoleConfusion: unused, api.RoleCosts: unused, api.RolePredictions: unused,
			api.UnusedMatrix: "Costs apply to classes, and these labels are numbers.",
		},
	}
}

// Cut leaves labels as they are.
func (Kind) Cut(said *labels.Set, _ *api.Choices) (kind.Cut, error) {
	return cut{kind.Uncut{Said: said}}, nil
}

func (Kind) Truth(name string, r io.Reader, lay *layout.Layout, said *labels.Set, gold bool, o sidefile.TruthOptions) (
	s kind.Settled, bad api.Problems, err error,
) {
	if gold {
		return s, bad, &api.Problem{File: name, What: "the labels are numbers on a scale, and no method learns from known numbers",
			Do: "Give them as truth, to measure the result, or treat the labels as classes, if that is what they are"}
	}
	s.Value, bad, err = sidefile.TrueValues(name, r, lay, said, o)
	return s, bad, err
}

func (Kind) Agree(c kind.Cut, _ *kind.Steps, weights *api.Weights, seed uint64, pause func() error) (*api.Agreement, error) {
	l := &c.Questions().Data.Labels
	a, err := metric.AgreeNumbers(l, weights, seed, pause)
	if err != nil {
		return nil, err
	}
	a.Classes, a.Numbers = nil, true
	return a, metric.Raters(l, metric.Scale{Seed: seed, Anonymous: c.Questions().Data.Anonymous}, a, pause)
}

type cut struct{ kind.Uncut }

func (cut) Info() api.Kind { return Kind{}.Info() }

func (cut) Join(to kind.Answer, task int, s kind.Settled) kind.Answer {
	if s.Value == nil {
		return nil
	}
	return append(to, s.Value[task])
}

func (cut) Split(a kind.Answer, task int, s kind.Settled) { s.Value[task] = a[0] }

// Distance is the squared difference, relative to that between the lowest and the highest number.
func (c cut) Distance() func(a, b kind.Answer) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range c.Said.Data.Value {
		low, high = min(low, x), max(high, x)
	}
	return func(a, b kind.Answer) float64 {
		if a[0] == b[0] {
			return 0
		}
		d := (a[0]/2 - b[0]/2) / (high/2 - low/2) // halves don't overflow
		return min(1, d*d)
	}
}

func (cut) Text(a kind.Answer, _ func(int) string) string {
	if a == nil {
		return ""
	}
	return humanize.Figure(a[0])
}

func (cut) Parse(string) (kind.Answer, error) {
	return nil, Kind{}.Info().Refuse(api.AskReview)
}

func (cut) Rank(a kind.Answer, _ func(int) int) float64 {
	if a == nil {
		return math.NaN()
	}
	return a[0]
}

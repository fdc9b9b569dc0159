package analysis

import (
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/job"
	"concord/core/labels"
	"concord/core/session"
)

// Tasks are those of a result, each with one label.
type Tasks struct {
	Set     *labels.Set
	Answers *export.Answers
	Known   func(i int) (truth int32, told bool) // what is known of a task: its truth, or crowd.Unknown, and whether the method was told it
}

// Look finds out what a look at the least certain labels should find. The curve ends at so many mistakes, those that the estimate leaves:
// the probabilities sum to nearly as many.
func (t *Tasks) Look(c *job.Job, mistakes float64) (*api.Look, error) {
	var doubts api.Doubts
	err := c.Over(t.Answers.Len(), func(i int) {
		if p := t.Doubt(i); !math.IsNaN(p) {
			doubts.Add(p)
		}
	})
	return doubts.Look(mistakes), err
}

// Doubt is how probably the label of a task is wrong; NaN: the truth is known, nobody labelled it, or nothing shows it.
func (t *Tasks) Doubt(i int) float64 {
	if truth, _ := t.Known(i); truth != crowd.Unknown || t.Answers.Votes(i) == 0 {
		return math.NaN()
	}
	return 1 - t.Answers.Probability(i)
}

// Only returns what tells the tasks that a choice takes.
func (t *Tasks) Only(o *api.Only) (func(i int) bool, error) {
	a, set, known := t.Answers, t.Set, t.Known
	open := func(i int) bool {
		truth, _ := known(i)
		return truth == crowd.Unknown && a.Votes(i) > 0
	}
	switch o.What {
	case api.OnlyTies:
		return func(i int) bool { return a.Tie[i] && open(i) }, nil
	case api.OnlySplit:
		return func(i int) bool { return open(i) && len(t.says(i)) > 1 }, nil
	case api.OnlyPair:
		one, found := set.Classes.Find(o.Class)
		other, also := set.Classes.Find(o.Other)
		if !found || !also || one == other {
			return nil, api.Refuse("There are no two labels “%s” and “%s”. Choose two that are there.", o.Class, o.Other)
		}
		return func(i int) bool {
			label := int(a.Label[i])
			if label != one && label != other || !open(i) {
				return false
			}
			said := t.says(i)
			return slices.Contains(said, uint16(one)) && slices.Contains(said, uint16(other))
		}, nil
	case api.OnlyWorker:
		j := int32(o.Worker)
		switch {
		case set.Data.Anonymous:
			return nil, session.NeedsWorkers("No worker's labels can be listed")
		case o.Worker < 0 || o.Worker >= set.Data.Workers:
			return nil, api.Refuse("There is no worker number %d: they are counted from 0.", o.Worker)
		}
		return func(i int) bool {
			from, to := set.Data.Of(i)
			for n := from; n < to; n++ {
				if set.Data.Worker[n] == j && int32(set.Data.Class[n]) != a.Label[i] {
					return open(i)
				}
			}
			return false
		}, nil
	case api.OnlyWrong:
		return func(i int) bool {
			truth, told := known(i)
			return !told && truth != crowd.Unknown && truth != a.Label[i]
		}, nil
	}
	return nil, api.Refuse("There is no choice “%s” of labels to look at.", o.What)
}

// says returns the classes that workers gave task i, each once.
func (t *Tasks) says(i int) (classes []uint16) {
	from, to := t.Set.Data.Of(i)
	for _, k := range t.Set.Data.Class[from:to] {
		if !slices.Contains(classes, k) {
			classes = append(classes, k)
		}
	}
	return classes
}

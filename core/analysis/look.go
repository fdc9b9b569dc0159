package analysis

import (
	"cmp"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/job"
	"concord/core/session"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// look finds out what a look at the least certain labels should find. The curve ends at so many mistakes, those that the estimate leaves:
// the probabilities sum to nearly as many.
func (r *Result) look(c *job.Job, mistakes float64) (*api.Look, error) {
	var doubts api.Doubts
	doubt := r.doubt()
	err := c.Over(r.Answers.Len(), func(i int) {
		if p := doubt(i); !math.IsNaN(p) {
			doubts.Add(p)
		}
	})
	return doubts.Look(mistakes), err
}

// doubt returns how probably the label of a task is wrong; NaN: the truth is known, nobody labelled it, or nothing shows it.
func (r *Result) doubt() func(i int) float64 {
	known := r.knowledge()
	if !r.Of.Can(api.AskCheck) { // a task is several questions: its truth is no class
		known = func(int) (int32, bool) { return crowd.Unknown, false }
	}
	return func(i int) float64 {
		if truth, _ := known(i); truth != crowd.Unknown || r.Answers.Votes(i) == 0 {
			return math.NaN()
		}
		return 1 - r.Answers.Probability(i)
	}
}

// places returns the place of each task in the order of looking, nil where nothing shows that: the least certain label has the first.
func (r *Result) places(c *job.Job) ([]int32, error) {
	if r.Answers.Label == nil || !r.Of.Can(api.AskCheck) || r.Answers.Silent() {
		return nil, nil
	}
	type query struct{}
	return cache.Once(c.Cache.Of(r), query{}, func() ([]int32, error) {
		doubt, open := r.doubt(), 0
		// In single precision: what differs less is as much in doubt, and half of the digits are sorted in half of the time.
		order, err := sheet.ByNumber(r.Answers.Len(), func(i int) float64 {
			p := doubt(i)
			if p == p {
				open++
			}
			return float64(float32(p))
		}, true, c.Turn)
		if err != nil {
			return nil, err
		}
		places := make([]int32, len(order))
		for n, i := range order[:open] {
			places[i] = int32(n + 1)
		}
		return places, nil
	})
}

// content returns what workers saw of the tasks, nil where no file says it. A file needs it whole.
func (r *Result) content(c *job.Job, whole bool) (*export.Content, error) {
	names, cell, left, err := r.now().Shown(c)
	if err != nil || names == nil {
		return nil, err
	}
	if whole && left > 0 {
		return nil, api.Refuse(
			"There is no room here for what workers saw of %s. Leave it out, or use the shell program: concord fit --out DIR %s.",
			humanize.Count(left, "task"), r.Of.Source.Name())
	}
	return &export.Content{Names: names, Cell: cell}, nil
}

// only returns what tells the tasks that a choice takes.
func (r *Result) only(o *api.Only) (func(i int) bool, error) {
	a, set, known := r.Answers, r.Of.Set, r.knowledge()
	open := func(i int) bool {
		truth, _ := known(i)
		return truth == crowd.Unknown && a.Votes(i) > 0
	}
	switch o.What {
	case api.OnlyTies:
		return func(i int) bool { return a.Tie[i] && open(i) }, nil
	case api.OnlySplit:
		return func(i int) bool { return open(i) && len(r.said(i)) > 1 }, nil
	case api.OnlyBelow:
		return func(i int) bool { return open(i) && a.Agreeing(i) < o.Below }, nil
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
			said := r.said(i)
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

// said returns the classes that workers gave task i, each once.
func (r *Result) said(i int) (classes []uint16) {
	from, to := r.Of.Set.Data.Of(i)
	for _, k := range r.Of.Set.Data.Class[from:to] {
		if !slices.Contains(classes, k) {
			classes = append(classes, k)
		}
	}
	return classes
}

// Draw draws tasks for the user to judge.
func (r *Result) Draw(c *job.Job, q *api.Draw) (*api.Drawn, error) {
	if !r.Of.Can(api.AskCheck) || q.Count <= 0 {
		return nil, api.Refuse("There is nothing to check: that takes labels that are classes, one a task, and how many tasks to draw.")
	}
	out := &api.Drawn{}
	if !q.Differ {
		drawn, all, err := r.drawRandom(c, q.Count)
		out.Of = all
		for _, i := range drawn {
			out.Tasks = append(out.Tasks, api.DrawnTask{Task: int(i), Label: r.Answers.LabelName(int(i))})
		}
		return out, err
	}
	drawn, all, err := r.drawDiffering(c, q.Count)
	out.Of = all
	for _, x := range drawn {
		out.Tasks = append(out.Tasks, api.DrawnTask{Task: x.task, Label: r.className(x.label), Vote: r.className(x.vote)})
	}
	return out, err
}

// differing is a task on which the result and the majority vote differ.
type differing struct {
	task        int
	label, vote int32
	lot         uint64
}

// drawDiffering draws n of the tasks of unknown truth on which the result and the majority vote differ, and says how many of these there
// are. What is drawn follows from the names of the tasks and the seed.
func (r *Result) drawDiffering(c *job.Job, n int) (drawn []differing, all int, err error) {
	known, lot := r.knowledge(), lots(r.Answers)
	err = session.Votes(c, r.Data, r.settings.Seed, func(i int, vote int32, _ bool) {
		if truth, _ := known(i); truth == crowd.Unknown && vote != r.Answers.Label[i] && r.Answers.Votes(i) > 0 {
			drawn = append(drawn, differing{i, r.Answers.Label[i], vote, crowd.Hash(r.settings.Seed, lot(i))})
		}
	})
	slices.SortStableFunc(drawn, func(a, b differing) int { return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.task, b.task)) })
	return drawn[:min(n, len(drawn))], len(drawn), err
}

// className returns the name of a class, perhaps one of the truth's that no worker ever chose.
func (r *Result) className(k int32) string {
	if n := int(k) - r.Of.Set.Classes.Len(); n >= 0 {
		return r.truth.Unseen.Names[n]
	}
	return r.Of.Set.Classes.At(int(k))
}

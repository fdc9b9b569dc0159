package analysis

import (
	"cmp"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/job"
	"concord/core/session"
)

// listing is the tasks as a person lists them to look at.
func (r *Result) listing() *Tasks {
	return &Tasks{Set: r.Of.Set, Answers: r.Answers, Known: r.knowledge()}
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
	slices.SortFunc(drawn, func(a, b differing) int { return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.task, b.task)) })
	return drawn[:min(n, len(drawn))], len(drawn), err
}

// className returns the name of a class, perhaps one of the truth's that no worker ever chose.
func (r *Result) className(k int32) string {
	if n := int(k) - r.Of.Set.Classes.Len(); n >= 0 {
		return r.truth.Unseen.Names[n]
	}
	return r.Of.Set.Classes.At(int(k))
}

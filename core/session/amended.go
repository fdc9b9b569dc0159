package session

import (
	"maps"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/job"
	"concord/core/kind"
	"concord/core/labels"
)

// CheckAmend returns an amendment in normal form: workers sorted, one verdict for each task. It refuses one that doesn't fit
// the labels.
func (l *Labels) CheckAmend(a *api.Amend) (*api.Amend, error) {
	if l.Anonymous() && len(a.Exclude) > 0 {
		return nil, NeedsWorkers("No worker can be left out")
	}
	out := &api.Amend{Exclude: slices.Compact(slices.Sorted(slices.Values(a.Exclude))), Order: slices.Clone(a.Order)}
	all := l.Set.Data
	for _, j := range out.Exclude {
		if j < 0 || j >= all.Workers {
			return nil, api.Refuse("There is no worker number %d: they are counted from 0.", j)
		}
	}
	var err error
	if len(a.Review) > 0 {
		if err = l.Refuse(api.AskReview); err != nil {
			return nil, err
		}
	}
	if len(a.Checked) > 0 {
		if err = l.Refuse(api.AskCheck); err != nil {
			return nil, err
		}
	}
	if out.Review, err = l.verdicts(a.Review); err != nil {
		return nil, err
	}
	if out.Checked, err = l.verdicts(a.Checked); err != nil {
		return nil, err
	}
	_, err = l.newScale(out.Order)
	return out, err
}

// verdicts returns verdicts in normal form.
func (l *Labels) verdicts(given []api.Reviewed) (out []api.Reviewed, err error) {
	all := l.Set.Data
	verdicts := map[int]api.Reviewed{} // the last word on a task counts
	for _, v := range given {
		if v.Task < 0 || v.Task >= all.Tasks {
			return nil, api.Refuse("There is no task number %d: they are counted from 0.", v.Task)
		}
		verdicts[v.Task] = v
	}
	for _, i := range slices.Sorted(maps.Keys(verdicts)) {
		if _, err := l.Cut.Parse(verdicts[i].Label); err != nil {
			return nil, err
		}
		out = append(out, verdicts[i])
	}
	return out, nil
}

// amended returns the labels with an amendment in place of any earlier one.
func (l *Labels) amended(c *job.Job, a *api.Amend) (*Labels, error) {
	out := *l
	out.Amend = *a
	set := l.Full
	if len(a.Exclude) > 0 {
		gone := make([]bool, l.Full.Data.Workers)
		for _, j := range a.Exclude {
			gone[j] = true
		}
		d, err := WithoutWorkers(c, l.Full.Data, gone)
		if err != nil {
			return nil, err
		}
		if d.Len() == 0 {
			return nil, api.Refuse("No label would be left. Keep at least one worker.")
		}
		set = new(*l.Full)
		set.Data = d
		set.Blank = slices.DeleteFunc(slices.Clone(set.Blank), func(a labels.Answer) bool { return gone[a.Worker] })
	}
	var err error
	if out.Scale, err = l.newScale(a.Order); err != nil {
		return nil, err
	}
	out.Issues = unordered(out.Scale, l.Issues)
	return &out, out.count(c, set)
}

// WithoutWorkers returns the data without the labels of some workers, with all indices as they were.
func WithoutWorkers(c *job.Job, d *crowd.Dataset, gone []bool) (*crowd.Dataset, error) {
	out := *d
	out.Labels = d.Empty(d.Tasks, d.Len())
	if of := d.Comparisons; of != nil && of.Rankings != nil {
		out.Comparisons = new(*of)
		out.Comparisons.Rankings = of.Rankings.Without(gone)
	}
	err := c.Over(d.Tasks, func(i int) {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			if !gone[d.Worker[n]] {
				out.Append(&d.Labels, n)
			}
		}
		out.Start[i+1] = int32(len(out.Worker))
	})
	return &out, err
}

// Reviewed returns gold, the true class of each task that methods see, with the user's verdicts in place of it.
func (l *Labels) Reviewed(gold []int32) []int32 { return l.judged(gold, l.Amend.Review) }

// Checked returns a truth, the class of each task or crowd.Unknown, with the verdicts of the user's check in place of it.
func (l *Labels) Checked(truth []int32) []int32 { return l.judged(truth, l.Amend.Checked) }

// judged returns known classes with verdicts in place of them.
func (l *Labels) judged(known []int32, verdicts []api.Reviewed) []int32 {
	if len(verdicts) == 0 {
		return known
	}
	out := slices.Clone(known)
	if out == nil {
		out = slices.Repeat([]int32{crowd.Unknown}, l.MethodSet().Data.Tasks)
	}
	for _, v := range verdicts {
		a, _ := l.Cut.Parse(v.Label) // CheckAmend has checked it
		l.Cut.Split(a, v.Task, kind.Settled{Class: out})
	}
	return out
}

// WithVerdicts returns the labels with other notes on the same verdicts, and with another check.
func (l *Labels) WithVerdicts(review, checked []api.Reviewed) *Labels {
	out := *l
	out.Amend.Review, out.Amend.Checked = review, checked
	return &out
}

// Decisions returns an amendment by names.
func (l *Labels) Decisions(a api.Amend) (d api.Decisions) {
	for _, j := range a.Exclude {
		d.Excluded = append(d.Excluded, l.Full.Workers.At(j))
	}
	named := func(verdicts []api.Reviewed) (out []api.Decision) {
		for _, v := range verdicts {
			out = append(out, api.Decision{Task: l.Full.Tasks.At(v.Task), Label: v.Label, Method: v.Said, Note: v.Note})
		}
		return out
	}
	d.Reviewed, d.Checked, d.Order = named(a.Review), named(a.Checked), a.Order
	return d
}

// Amendment is the inverse of Decisions. Without workers and tasks that the labels don't have, which it counts, it is of the others.
func (l *Labels) Amendment(d api.Decisions) (a *api.Amend, strangers int) {
	a = &api.Amend{Order: d.Order}
	find := func(names labels.Names, name string, found func(i int)) {
		if i, ok := names.Find(name); ok {
			found(i)
		} else {
			strangers++
		}
	}
	for _, name := range d.Excluded {
		find(l.Full.Workers, name, func(j int) { a.Exclude = append(a.Exclude, j) })
	}
	verdicts := func(named []api.Decision, to *[]api.Reviewed) {
		for _, v := range named {
			find(l.Full.Tasks, v.Task, func(i int) {
				*to = append(*to, api.Reviewed{Task: i, Label: v.Label, Said: v.Method, Note: v.Note})
			})
		}
	}
	verdicts(d.Reviewed, &a.Review)
	verdicts(d.Checked, &a.Checked)
	return a, strangers
}

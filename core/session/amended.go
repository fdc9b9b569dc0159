package session

import (
	"maps"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/job"
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
	if len(a.Checked) > 0 && l.Pairs != nil {
		return nil, api.Refuse("Tasks that may have several labels can't be checked one by one: open a file of truth.")
	}
	var err error
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
	if len(verdicts) > 0 && all.Numeric() {
		return nil, api.Refuse("Labels that are numbers can't be overruled; leave a worker out instead.")
	}
	for _, i := range slices.Sorted(maps.Keys(verdicts)) {
		if _, err := l.verdict(verdicts[i].Label); err != nil {
			return nil, err
		}
		out = append(out, verdicts[i])
	}
	return out, nil
}

// verdict returns the classes that a label names: one, or any number where a task may have several.
func (l *Labels) verdict(label string) (classes []int, err error) {
	names := []string{label}
	if l.Pairs != nil {
		names = nil
		for name := range strings.SplitSeq(label, l.Named().Sets.Separator) {
			if name != "" {
				names = append(names, name)
			}
		}
	}
	for _, name := range names {
		k, ok := l.Set.Classes.Find(name)
		if !ok {
			return nil, api.Refuse("There is no label “%s”. The labels are %s.", name, ClassList(l.Set.Classes))
		}
		classes = append(classes, k)
	}
	return classes, nil
}

// amended returns the labels with an amendment in place of any earlier one.
func (l *Labels) amended(c *job.Job, a *api.Amend) (*Labels, error) {
	out := *l
	out.Amend, out.Set = *a, l.Full
	if len(a.Exclude) > 0 {
		gone := make([]bool, l.Full.Data.Workers)
		for _, j := range a.Exclude {
			gone[j] = true
		}
		d, err := without(c, l.Full.Data, gone)
		if err != nil {
			return nil, err
		}
		if d.Len() == 0 {
			return nil, api.Refuse("No label would be left. Keep at least one worker.")
		}
		out.Set = new(*l.Full)
		out.Set.Data = d
	}
	var err error
	if out.Scale, err = l.newScale(a.Order); err != nil {
		return nil, err
	}
	out.Issues = unordered(out.Scale, l.Issues)
	if l.Pairs != nil {
		if out.Pairs, err = labels.NewPairs(out.Set); err != nil {
			return nil, err
		}
	}
	if out.Counts, err = Count(c, &out); err != nil {
		return nil, err
	}
	out.Parts = out.MethodSet().Data.Parts()
	out.Parts.Several = out.Pairs != nil
	return &out, nil
}

// without returns the data without the labels of some workers, with all indices as they were.
func without(c *job.Job, d *crowd.Dataset, gone []bool) (*crowd.Dataset, error) {
	out := *d
	l := &out.Labels
	l.Start, l.Worker, l.Class, l.Value = make([]int32, 1, d.Tasks+1), make([]int32, 0, d.Len()), nil, nil
	if d.Numeric() {
		l.Value = make([]float64, 0, d.Len())
	} else {
		l.Class = make([]uint16, 0, d.Len())
	}
	err := c.Over(d.Tasks, func(i int) {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			j := d.Worker[n]
			if gone[j] {
				continue
			}
			l.Worker = append(l.Worker, j)
			if d.Numeric() {
				l.Value = append(l.Value, d.Value[n])
			} else {
				l.Class = append(l.Class, d.Class[n])
			}
		}
		l.Start = append(l.Start, int32(len(l.Worker)))
	})
	return &out, err
}

// Reviewed returns gold, the true class of each task that methods see, with the user's verdicts in place of it.
func (l *Labels) Reviewed(gold []int32) []int32 {
	if len(l.Amend.Review) == 0 {
		return gold
	}
	out := slices.Clone(gold)
	if out == nil {
		out = slices.Repeat([]int32{crowd.Unknown}, l.MethodSet().Data.Tasks)
	}
	for _, v := range l.Amend.Review {
		classes, _ := l.verdict(v.Label) // CheckAmend has checked it
		if l.Pairs == nil {
			out[v.Task] = int32(classes[0])
			continue
		}
		k := l.Set.Classes.Len()
		for q := range k {
			out[v.Task*k+q] = labels.No
		}
		for _, q := range classes {
			out[v.Task*k+q] = labels.Yes
		}
	}
	return out
}

// Checked returns a truth, the class of each task or crowd.Unknown, with the verdicts of the user's check in place of it.
func (l *Labels) Checked(truth []int32) []int32 {
	if len(l.Amend.Checked) == 0 {
		return truth
	}
	out := slices.Clone(truth)
	if out == nil {
		out = slices.Repeat([]int32{crowd.Unknown}, l.Set.Data.Tasks)
	}
	for _, v := range l.Amend.Checked {
		classes, _ := l.verdict(v.Label) // CheckAmend has checked it
		out[v.Task] = int32(classes[0])
	}
	return out
}

// WithVerdicts returns the labels with other notes on the same verdicts, and with another check.
func (l *Labels) WithVerdicts(review, checked []api.Reviewed) *Labels {
	out := *l
	out.Amend.Review, out.Amend.Checked = review, checked
	return &out
}

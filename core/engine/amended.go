package engine

import (
	"maps"
	"slices"
	"strings"

	"concord/core/crowd"
	"concord/core/intake"
	"concord/core/job"
	"concord/core/wire"
)

// sound checks an amendment and puts it in order.
func (l *labels) sound(a *wire.Amend) (*wire.Amend, error) {
	if l.anonymous() && len(a.Exclude) > 0 {
		return nil, unnamed("No worker can be left out")
	}
	out := &wire.Amend{Exclude: slices.Clone(a.Exclude)}
	slices.Sort(out.Exclude)
	out.Exclude = slices.Compact(out.Exclude)
	all := l.set.Data
	for _, j := range out.Exclude {
		if j < 0 || j >= all.Workers {
			return nil, wire.Refuse("There is no worker number %d: they are counted from 0.", j)
		}
	}
	verdicts := map[int]string{} // the last word on a task counts
	for _, v := range a.Review {
		if v.Task < 0 || v.Task >= all.Tasks {
			return nil, wire.Refuse("There is no task number %d: they are counted from 0.", v.Task)
		}
		verdicts[v.Task] = v.Label
	}
	if len(verdicts) > 0 && all.Numeric() {
		return nil, wire.Refuse("Labels that are numbers can't be overruled; leave a worker out instead.")
	}
	for _, i := range slices.Sorted(maps.Keys(verdicts)) {
		if _, err := l.verdict(verdicts[i]); err != nil {
			return nil, err
		}
		out.Review = append(out.Review, wire.Reviewed{Task: i, Label: verdicts[i]})
	}
	out.Order = slices.Clone(a.Order)
	if _, err := l.newScale(out.Order); err != nil {
		return nil, err
	}
	return out, nil
}

// verdict returns the classes that a label names: one, or, where a task may have
// several, any number of them.
func (l *labels) verdict(label string) (classes []int, err error) {
	names := []string{label}
	if l.pairs != nil {
		names = nil
		for name := range strings.SplitSeq(label, l.named().Sets.Separator) {
			if name != "" {
				names = append(names, name)
			}
		}
	}
	for _, name := range names {
		k, ok := l.set.Classes.Find(name)
		if !ok {
			return nil, wire.Refuse("There is no label “%s”. The labels are %s.", name, classList(l.set.Classes))
		}
		classes = append(classes, k)
	}
	return classes, nil
}

// amended returns the labels with an amendment, in place of any that they had.
func (l *labels) amended(c *job.Job, a *wire.Amend) (*labels, error) {
	out := *l
	out.amend, out.set = *a, l.full
	if len(a.Exclude) > 0 {
		gone := make([]bool, l.full.Data.Workers)
		for _, j := range a.Exclude {
			gone[j] = true
		}
		d, err := without(c, l.full.Data, gone)
		if err != nil {
			return nil, err
		}
		if d.Len() == 0 {
			return nil, wire.Refuse("No label would be left. Keep at least one worker.")
		}
		set := *l.full
		set.Data = d
		out.set = &set
	}
	var err error
	if out.scale, err = l.newScale(a.Order); err != nil {
		return nil, err
	}
	if l.pairs != nil {
		if out.pairs, err = intake.NewPairs(out.set); err != nil {
			return nil, err
		}
	}
	if out.counts, err = count(c, &out); err != nil {
		return nil, err
	}
	out.parts = out.asked().Data.Parts()
	return &out, nil
}

// without returns the data without the labels of some workers, all indices as
// they were.
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

// reviewed puts the user's verdicts over the gold tasks, of each task that
// methods see; gold itself is left as it is.
func (l *labels) reviewed(gold []int32) []int32 {
	if len(l.amend.Review) == 0 {
		return gold
	}
	n := l.asked().Data.Tasks
	out := slices.Clone(gold)
	if out == nil {
		out = make([]int32, n)
		for i := range out {
			out[i] = crowd.Unknown
		}
	}
	for _, v := range l.amend.Review {
		classes, _ := l.verdict(v.Label) // sound has seen to it
		if l.pairs == nil {
			out[v.Task] = int32(classes[0])
			continue
		}
		k := l.set.Classes.Len()
		for q := range k {
			out[v.Task*k+q] = intake.No
		}
		for _, q := range classes {
			out[v.Task*k+q] = intake.Yes
		}
	}
	return out
}

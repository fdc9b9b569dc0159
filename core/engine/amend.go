package engine

import (
	"maps"
	"slices"
	"strings"

	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/intake"
	"concord/core/job"
	"concord/core/wire"
)

// keptResults is how many results of earlier amendments are remembered, so that
// undoing gives the same figures again, at once.
const keptResults = 3

// amend leaves workers out and takes in the user's verdicts. Names keep their
// indices: a worker who is left out is one without labels.
func (e *Engine) amend(c *job.Job, a *wire.Amend) (*wire.Amended, error) {
	if e.labels == nil {
		return nil, wire.Refuse("Open a file of labels first.")
	}
	a, err := e.labels.sound(a)
	if err != nil {
		return nil, err
	}
	if r := e.remembered(a); r != nil {
		return e.become(r, false), nil
	}
	if r := e.butForOrder(a); r != nil {
		l, err := r.of.inOrder(a.Order)
		if err != nil {
			return nil, err
		}
		return e.become(r.reordered(l), false), nil
	}
	l, err := e.labels.amended(c, a)
	if err != nil {
		return nil, err
	}
	was := e.result
	if was == nil {
		e.labels, e.compared = l, nil
		return &wire.Amended{Amend: *a, Counts: l.counts, Methods: methods(l.parts)}, nil
	}
	r, err := e.run(c, l, &was.asked, was)
	if err != nil {
		return nil, err
	}
	return e.become(r, r.warm), nil
}

// become puts a result in the place of the one at hand, which is remembered.
func (e *Engine) become(r *result, warm bool) *wire.Amended {
	was := e.result
	if r != was {
		e.kept = append(slices.DeleteFunc(e.kept, func(k *result) bool { return k == r }), was)
	}
	if len(e.kept) > keptResults {
		e.kept = slices.Delete(e.kept, 1, 2) // the first is the one without amendments, mostly
	}
	e.labels, e.result, e.compared, e.plan = r.of, r, nil, nil
	r.judge(e.truth)
	out := &wire.Amended{Amend: r.of.amend, Counts: r.of.counts, Methods: methods(r.of.parts), Fitted: r.fitted(), Warm: warm}
	for i, k := range r.answers.Label {
		if was.answers.Label[i] != k {
			out.Changed++
		}
	}
	return out
}

// remembered returns the result with that amendment that is kept and rests on
// what is loaded now, nil if there is none.
func (e *Engine) remembered(a *wire.Amend) *result {
	for _, r := range append([]*result{e.result}, e.kept...) {
		if r != nil && equal(&r.of.amend, a) && r.loaded == e.beside() {
			return r
		}
	}
	return nil
}

func equal(a, b *wire.Amend) bool {
	return slices.Equal(a.Exclude, b.Exclude) && slices.Equal(a.Review, b.Review) && slices.Equal(a.Order, b.Order)
}

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

// overrule sets the posteriors of reviewed tasks, where the method makes no use
// of gold tasks.
func (r *result) overrule(found *fit.Result) {
	if len(r.of.amend.Review) == 0 || r.gold != nil {
		return
	}
	k := r.of.asked().Data.Classes
	for i, class := range r.of.reviewed(nil) {
		if class != crowd.Unknown {
			q := found.Posterior[i*k : (i+1)*k]
			clear(q)
			q[class] = 1
		}
	}
}

// start returns what an amended fit may start from: what is believed of the
// workers, but nothing of those who had no labels.
func (r *result) start() *crowd.Estimate {
	from := *r.answers.Result.Estimate
	k := r.data.Classes
	from.Confusion = slices.Clone(from.Confusion)
	for j, n := range r.answers.Given {
		if n == 0 {
			clear(from.Confusion[j*k*k : (j+1)*k*k])
		}
	}
	return &from
}

// amendment tells the run record what the user has changed.
func (r *result) amendment(rec *export.Record) {
	rec.Order = r.of.amend.Order
	for _, j := range r.of.amend.Exclude {
		rec.Excluded = append(rec.Excluded, r.of.set.Workers.At(j))
	}
	for _, v := range r.of.amend.Review {
		rec.Reviewed = append(rec.Reviewed, export.Reviewed{Task: r.of.set.Tasks.At(v.Task), Label: v.Label})
	}
}

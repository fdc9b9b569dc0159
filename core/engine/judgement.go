package engine

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"concord/core/advise"
	"concord/core/job"
	"concord/core/metric"
	"concord/core/session"
	"concord/core/sorting"
	"concord/core/wire"
)

// judgedTable is the table of workers by what all others say.
const judgedTable = "judged"

// judgedNumbers is up to how many labels × classes workers are judged: it takes
// so many numbers in memory.
const judgedNumbers = 1 << 26

// judgement is what there is to judge the workers by.
type judgement struct {
	workers []advise.Worker
	same    []float32        // of each label, how far it is what all others say
	without []metric.Without // agreement when each of them is left out
	table   *table
}

// judgeable says why workers can't be judged, nil if they can.
func (r *result) judgeable() error {
	switch {
	case r.of.Anonymous():
		return session.Unnamed("Workers can't be judged")
	case r.answers.Label == nil:
		return wire.Refuse("Workers are judged by what all others say where labels are classes, not numbers. The table of workers shows how far their numbers are off.")
	case r.data.Len() > judgedNumbers/max(1, r.data.Classes):
		return wire.Refuse("There are too many labels and classes to judge workers by what all others say. Open a part of the labels for that.")
	}
	return nil
}

// assess is judgement once it is known how long each label took.
func (r *result) assess(c *job.Job) (*judgement, error) {
	if err := r.of.ReadTook(c); err != nil {
		return nil, err
	}
	return r.judgement(c.Thinking)
}

// judgement judges the workers, once. pause is called now and then (nil: never), and
// its error ends it. How long labels took counts if it has been read.
func (r *result) judgement(pause func() error) (*judgement, error) {
	if err := r.judgeable(); err != nil || r.judged != nil {
		return r.judged, err
	}
	j := &judgement{}
	var err error
	if j.workers, j.same, err = advise.Workers(r.data, r.answers.Result.Posterior, pause); err != nil {
		return nil, err
	}
	if took := r.of.Times.Took; took != nil {
		advise.FlagFast(r.data, session.Remaining(r.of.Full.Data, r.of.Set.Data, r.of.Amend.Exclude, took), j.workers)
	}
	if j.without, err = metric.LeaveOneOut(&r.data.Labels, pause); err != nil {
		return nil, err
	}
	j.table = r.judgedTable(j)
	r.judged = j
	return j, nil
}

func (r *result) judgedTable(j *judgement) *table {
	t := &table{name: judgedTable, size: len(j.workers), rowName: r.of.Set.Workers.At, rank: &r.of.Ranks[1]}
	value := func(f wire.Measure, x float64) float64 {
		if !f.Defined() {
			return math.NaN()
		}
		return x
	}
	add := func(name, title, kind string, figure func(i int) float64) {
		t.columns = append(t.columns, column{Heading: wire.Heading{Name: name, Title: title, Kind: kind}, figure: figure})
	}
	t.columns = []column{{Heading: wire.Heading{Name: "worker", Title: "Worker", Kind: "text"}, text: t.rowName, byName: true}}
	t.columns = append(t.columns, column{
		Heading: wire.Heading{Name: "flags", Title: "Suspicions", Kind: "text"},
		text: func(i int) string {
			var kinds []string
			for _, f := range j.workers[i].Flags {
				kinds = append(kinds, f.Kind.String())
			}
			return strings.Join(kinds, ", ")
		},
		figure: func(i int) float64 {
			most := 0.0
			for _, f := range j.workers[i].Flags {
				most = max(most, f.Evidence)
			}
			return most
		},
	})
	add("labels", "Labels", "number", func(i int) float64 { return float64(r.answers.Given[i]) })
	add("others", "Agrees with all others", "share", func(i int) float64 { f := j.workers[i].Agreement; return value(f, f.Value) })
	add("low", "From", "number", func(i int) float64 { f := j.workers[i].Agreement; return value(f, f.Low) })
	add("high", "To", "number", func(i int) float64 { f := j.workers[i].Agreement; return value(f, f.High) })
	add("spammer", "Spammer score", "share", func(i int) float64 { w := &j.workers[i]; return value(w.Agreement, w.Spammer) })
	add("saved", "Cost saved", "share", func(i int) float64 { w := &j.workers[i]; return value(w.Agreement, w.Saved) })
	add("change", "α without, less α", "number", func(i int) float64 { w := &j.without[i]; return value(w.Alpha, w.Change) })
	last := &t.columns[len(t.columns)-1]
	last.text = func(i int) string { return share(last.figure(i)) } // differences: as many decimals for all
	return t
}

// judgeWorker tells what there is to judge worker i by.
func (r *result) judgeWorker(c *job.Job, of *wire.Subject) (*wire.Judged, error) {
	i := of.Index
	j, err := r.assess(c)
	if err != nil {
		return nil, err
	}
	if i < 0 || i >= len(j.workers) {
		return nil, wire.Refuse("There is no worker number %d: they are counted from 0.", i)
	}
	w, set := &j.workers[i], r.of.Asked()
	out := &wire.Judged{
		Index: i, Agreement: w.Agreement, Accuracy: w.Accuracy, Spammer: w.Spammer, Saved: w.Saved,
		Without: j.without[i].Alpha, Change: j.without[i].Change,
	}
	size := make([]float64, len(w.Bias))
	for k, x := range w.Bias {
		size[k] = math.Abs(x)
	}
	for _, k := range r.of.Scale.Sorted(sorting.Most(size, shownClasses)) {
		out.Classes, out.Bias = append(out.Classes, set.Classes.At(k)), append(out.Bias, w.Bias[k])
	}
	if out.Drift, err = r.drift(c, j, i); err != nil {
		return nil, err
	}
	flags := slices.Clone(w.Flags)
	slices.SortStableFunc(flags, func(a, b advise.Flag) int { return cmp.Compare(b.Evidence, a.Evidence) })
	for _, f := range flags {
		out.Flags = append(out.Flags, wire.Flag{Kind: f.Kind.String(), Reason: f.Reason(r.of.Set.Workers.At, set.Classes.At)})
	}
	return out, nil
}

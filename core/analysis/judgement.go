package analysis

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

// JudgedTable is the table of workers by what all others say.
const JudgedTable = "judged"

// judgedNumbers is up to how many labels × classes workers are judged: it takes
// so many numbers in memory.
const judgedNumbers = 1 << 26

// judgement is what there is to judge the workers by.
type judgement struct {
	workers []advise.Worker
	same    []float32        // of each label, how far it is what all others say
	without []metric.Without // agreement when each of them is left out
	Table   *Table
}

// judgeable says why workers can't be judged, nil if they can.
func (r *Result) judgeable() error {
	switch {
	case r.Of.Anonymous():
		return session.Unnamed("Workers can't be judged")
	case r.Answers.Label == nil:
		return wire.Refuse("Workers are judged by what all others say where labels are classes, not numbers. The table of workers shows how far their numbers are off.")
	case r.Data.Len() > judgedNumbers/max(1, r.Data.Classes):
		return wire.Refuse("There are too many labels and classes to judge workers by what all others say. Open a part of the labels for that.")
	}
	return nil
}

// Assess is judgement once it is known how long each label took.
func (r *Result) Assess(c *job.Job) (*judgement, error) {
	if err := r.Of.ReadTook(c); err != nil {
		return nil, err
	}
	return r.judgement(c.Thinking)
}

// judgement judges the workers, once. pause is called now and then (nil: never), and
// its error ends it. How long labels took counts if it has been read.
func (r *Result) judgement(pause func() error) (*judgement, error) {
	if err := r.judgeable(); err != nil || r.Judged != nil {
		return r.Judged, err
	}
	j := &judgement{}
	var err error
	if j.workers, j.same, err = advise.Workers(r.Data, r.Answers.Result.Posterior, pause); err != nil {
		return nil, err
	}
	if took := r.Of.Times.Took; took != nil {
		advise.FlagFast(r.Data, session.Remaining(r.Of.Full.Data, r.Of.Set.Data, r.Of.Amend.Exclude, took), j.workers)
	}
	if j.without, err = metric.LeaveOneOut(&r.Data.Labels, pause); err != nil {
		return nil, err
	}
	j.Table = r.judgedTable(j)
	r.Judged = j
	return j, nil
}

func (r *Result) judgedTable(j *judgement) *Table {
	t := &Table{name: JudgedTable, size: len(j.workers), rowName: r.Of.Set.Workers.At, rank: &r.Of.Ranks[1]}
	value := func(f wire.Measure, x float64) float64 {
		if !f.Defined() {
			return math.NaN()
		}
		return x
	}
	add := func(name, title, kind string, figure func(i int) float64) {
		t.Columns = append(t.Columns, column{Heading: wire.Heading{Name: name, Title: title, Kind: kind}, figure: figure})
	}
	t.Columns = []column{{Heading: wire.Heading{Name: "worker", Title: "Worker", Kind: "text"}, text: t.rowName, byName: true}}
	t.Columns = append(t.Columns, column{
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
	add("labels", "Labels", "number", func(i int) float64 { return float64(r.Answers.Given[i]) })
	add("others", "Agrees with all others", "share", func(i int) float64 { f := j.workers[i].Agreement; return value(f, f.Value) })
	add("low", "From", "number", func(i int) float64 { f := j.workers[i].Agreement; return value(f, f.Low) })
	add("high", "To", "number", func(i int) float64 { f := j.workers[i].Agreement; return value(f, f.High) })
	add("spammer", "Spammer score", "share", func(i int) float64 { w := &j.workers[i]; return value(w.Agreement, w.Spammer) })
	add("saved", "Cost saved", "share", func(i int) float64 { w := &j.workers[i]; return value(w.Agreement, w.Saved) })
	add("change", "α without, less α", "number", func(i int) float64 { w := &j.without[i]; return value(w.Alpha, w.Change) })
	last := &t.Columns[len(t.Columns)-1]
	last.text = func(i int) string { return Share(last.figure(i)) } // differences: as many decimals for all
	return t
}

// JudgeWorker tells what there is to judge worker i by.
func (r *Result) JudgeWorker(c *job.Job, of *wire.Subject) (*wire.Judged, error) {
	i := of.Index
	j, err := r.Assess(c)
	if err != nil {
		return nil, err
	}
	if i < 0 || i >= len(j.workers) {
		return nil, wire.Refuse("There is no worker number %d: they are counted from 0.", i)
	}
	w, set := &j.workers[i], r.Of.Asked()
	out := &wire.Judged{
		Index: i, Agreement: w.Agreement, Accuracy: w.Accuracy, Spammer: w.Spammer, Saved: w.Saved,
		Without: j.without[i].Alpha, Change: j.without[i].Change,
	}
	size := make([]float64, len(w.Bias))
	for k, x := range w.Bias {
		size[k] = math.Abs(x)
	}
	for _, k := range r.Of.Scale.Sorted(sorting.Most(size, ShownClasses)) {
		out.Classes, out.Bias = append(out.Classes, set.Classes.At(k)), append(out.Bias, w.Bias[k])
	}
	if out.Drift, err = r.drift(c, j, i); err != nil {
		return nil, err
	}
	flags := slices.Clone(w.Flags)
	slices.SortStableFunc(flags, func(a, b advise.Flag) int { return cmp.Compare(b.Evidence, a.Evidence) })
	for _, f := range flags {
		out.Flags = append(out.Flags, wire.Flag{Kind: f.Kind.String(), Reason: f.Reason(r.Of.Set.Workers.At, set.Classes.At)})
	}
	return out, nil
}

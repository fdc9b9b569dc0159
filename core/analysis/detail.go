package analysis

import (
	"concord/core/fit"
	"concord/core/job"
	"concord/core/metric"
	"concord/core/session"
	"concord/core/sorting"
	"concord/core/wire"
)

const (
	ShownClasses = 50   // classes of a matrix or a posterior that travel with a reply
	shownVotes   = 1000 // votes of a task
)

// Worker tells all there is to say of worker j.
func (r *Result) Worker(c *job.Job, of *wire.Subject) (*wire.Worker, error) {
	j := of.Index
	if r.Of.Anonymous() {
		return nil, session.Unnamed("There is nothing to say of workers")
	}
	a, set := r.Answers, r.Of.Asked()
	if j < 0 || j >= set.Data.Workers {
		return nil, wire.Refuse("There is no worker number %d: they are counted from 0.", j)
	}
	w := &wire.Worker{
		Index: j, Name: set.Workers.At(j), Labels: int(a.Given[j]), Of: set.Data.Classes,
		Figures: r.Tables[WorkersTable].figures(j),
	}
	if a.Label == nil {
		return w, nil
	}
	if x := number(a.Accuracy[j]); x != nil {
		w.Accuracy = *x
	}
	// What j met and what j said, by class; then the matrix of those that matter.
	d := set.Data
	met, mattering := make([]float64, d.Classes), make([]float64, d.Classes)
	err := c.Over(d.Tasks, func(i int) {
		from, to := d.Of(i)
		for at := from; at < to; at++ {
			if int(d.Worker[at]) == j {
				for k, q := range a.Posterior(i) {
					met[k] += q
					mattering[k] += q
				}
				mattering[d.Class[at]]++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	classes := r.Of.Scale.Sorted(sorting.Most(mattering, ShownClasses))
	place := make(map[uint16]int, len(classes))
	for n, k := range classes {
		place[uint16(k)] = n
		w.Classes = append(w.Classes, set.Classes.At(k))
		w.Count = append(w.Count, make([]float64, len(classes)))
		w.Confusion = append(w.Confusion, make([]float64, len(classes)))
		w.Evidence = append(w.Evidence, met[k] > 0)
	}
	err = c.Over(d.Tasks, func(i int) {
		from, to := d.Of(i)
		for at := from; at < to; at++ {
			if int(d.Worker[at]) != j {
				continue
			}
			if l, ok := place[d.Class[at]]; ok {
				q := a.Posterior(i)
				for n, k := range classes {
					w.Count[n][l] += q[k]
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	for n, k := range classes {
		for m, l := range classes {
			w.Confusion[n][m] = a.Says(j, k, l, w.Count[n][m], met[k])
		}
	}
	r.bound(w, j, classes, met)
	w.Ordered = r.Of.Scale != nil
	return w, nil
}

// What the intervals of a matrix are.
const (
	CredibleCells = "Each cell lies in its interval with a probability of 95 %, by the model; the truths of the tasks are taken as the model has them."
	countedCells  = "This method has no distribution of its matrices, so the intervals are of the counts: where the share lies with a probability of 95 %, " +
		"beginning from half a label for the cell and half a label for the rest of its row. A cell outside its interval is not drawn from this worker’s counts alone."
)

// bound gives each cell of worker j's matrix its interval. met is how many tasks of
// each class j met.
func (r *Result) bound(w *wire.Worker, j int, classes []int, met []float64) {
	w.Interval = countedCells
	var before []float64 // pseudo-counts, K×K; nil: the method has none
	k := r.Data.Classes
	if m, ok := r.Method.(fit.Credible); ok {
		before = m.PriorCounts(r.Data, j)
		w.Interval = CredibleCells
	}
	for n, t := range classes {
		low, high := make([]float64, len(classes)), make([]float64, len(classes))
		for m, l := range classes {
			count := w.Count[n][m]
			if before == nil {
				low[m], high[m] = metric.Jeffreys(count, max(0, met[t]-count))
				continue
			}
			all, own := met[t], count+before[t*k+l]
			for _, x := range before[t*k : (t+1)*k] {
				all += x
			}
			low[m], high[m] = metric.Credible(own, all-own)
		}
		w.Low, w.High = append(w.Low, low), append(w.High, high)
	}
}

// Task tells all there is to say of task i.
func (r *Result) Task(_ *job.Job, of *wire.Subject) (*wire.Task, error) {
	i := of.Index
	a, set := r.Answers, r.Of.Set
	d := set.Data
	if i < 0 || i >= d.Tasks {
		return nil, wire.Refuse("There is no task number %d: they are counted from 0.", i)
	}
	from, to := d.Of(i)
	t := &wire.Task{
		Index: i, Name: set.Tasks.At(i), Of: d.Classes, Truth: r.trueName(i), VoteCount: to - from,
		Figures: r.Tables[TasksTable].figures(i),
	}
	if a.Label == nil {
		t.Label = figure(a.Result.Value[i])
	} else {
		t.Label = a.LabelName(i)
		q := make([]float64, d.Classes)
		for k := range q {
			q[k] = a.Share(i, k)
		}
		for _, k := range r.Of.Scale.Sorted(sorting.Most(q, ShownClasses)) {
			t.Classes = append(t.Classes, set.Classes.At(k))
			t.Posterior = append(t.Posterior, q[k])
		}
	}
	if r.Of.Anonymous() {
		t.Votes = r.counted(i)
		from = to
	}
	for at := from; at < min(to, from+shownVotes); at++ {
		v := wire.Vote{Worker: int(d.Worker[at]), Name: set.Workers.At(int(d.Worker[at]))}
		if a.Label == nil {
			v.Label = figure(d.Value[at])
		} else {
			v.Label = set.Classes.At(int(d.Class[at]))
		}
		t.Votes = append(t.Votes, v)
	}
	r.explain(i, t)
	r.speak(i, t)
	return t, nil
}

// figures are the cells of a row but its name.
func (t *Table) figures(i int) []wire.Figure {
	var out []wire.Figure
	for n := range t.Columns[1:] {
		c := &t.Columns[n+1]
		out = append(out, wire.Figure{Heading: c.Heading, Text: c.cell(i)})
	}
	return out
}

package engine

import (
	"cmp"
	"slices"

	"concord/core/wire"
)

const (
	shownClasses = 50   // classes of a matrix or a posterior that travel with a reply
	shownVotes   = 1000 // votes of a task
)

// worker tells all there is to say of worker j.
func (e *Engine) worker(c *call, j int) (*wire.Worker, error) {
	r := e.result
	if r == nil {
		return nil, refuse("Run a method first.")
	}
	a, set := r.answers, r.of.asked()
	if j < 0 || j >= set.Data.Workers {
		return nil, refuse("There is no worker %d.", j)
	}
	w := &wire.Worker{
		Index: j, Name: set.Workers.At(j), Labels: int(a.Given[j]), Of: set.Data.Classes,
		Figures: r.tables[workersTable].figures(j),
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
	err := c.over(d.Tasks, func(i int) {
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
	classes := most(mattering, shownClasses)
	place := make(map[uint16]int, len(classes))
	for n, k := range classes {
		place[uint16(k)] = n
		w.Classes = append(w.Classes, set.Classes.At(k))
		w.Count = append(w.Count, make([]float64, len(classes)))
		w.Confusion = append(w.Confusion, make([]float64, len(classes)))
		w.Evidence = append(w.Evidence, met[k] > 0)
	}
	err = c.over(d.Tasks, func(i int) {
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
	return w, nil
}

// most returns the indices of the n largest, in their own order.
func most(x []float64, n int) []int {
	all := make([]int, len(x))
	for i := range all {
		all[i] = i
	}
	if len(all) > n {
		slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(x[b], x[a]) })
		all = all[:n]
		slices.Sort(all)
	}
	return all
}

// task tells all there is to say of task i.
func (e *Engine) task(i int) (*wire.Task, error) {
	r := e.result
	if r == nil {
		return nil, refuse("Run a method first.")
	}
	a, set := r.answers, r.of.set
	d := set.Data
	if i < 0 || i >= d.Tasks {
		return nil, refuse("There is no task %d.", i)
	}
	from, to := d.Of(i)
	t := &wire.Task{
		Index: i, Name: set.Tasks.At(i), Of: d.Classes, Truth: r.trueName(i), VoteCount: to - from,
		Figures: r.tables[tasksTable].figures(i),
	}
	if a.Label == nil {
		t.Label = figure(a.Result.Value[i])
	} else {
		t.Label = a.LabelName(i)
		q := make([]float64, d.Classes)
		for k := range q {
			q[k] = a.Share(i, k)
		}
		for _, k := range most(q, shownClasses) {
			t.Classes = append(t.Classes, set.Classes.At(k))
			t.Posterior = append(t.Posterior, q[k])
		}
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
	return t, nil
}

// figures are the cells of a row but its name.
func (t *table) figures(i int) []wire.Figure {
	var out []wire.Figure
	for n := range t.columns[1:] {
		c := &t.columns[n+1]
		out = append(out, wire.Figure{Heading: c.Heading, Text: c.cell(i)})
	}
	return out
}

package engine

import (
	"io"
	"strconv"

	"concord/core/advise"
	"concord/core/export"
	"concord/core/internal/say"
	"concord/core/method/gp"
	"concord/core/metric"
	"concord/core/wire"
)

const (
	planFile    = "plan"
	mostBudget  = 100_000 // labels that can be planned at a time
	curvePoints = 50
	shownAsks   = 200 // that travel with a reply
)

// plan is which labels to get next.
type plan struct {
	of            *labels
	tasks, worker []int     // one entry a label; worker −1: nobody is left
	right         []float64 // of each: how probably the worker is right; nil: not known
}

// next plans further labels, from what the method of the result believes when
// it is fitted to parts of the labels: one fit to all of them is too sure.
func (e *Engine) next(c *call, q *wire.Plan) (*wire.Planned, error) {
	r := e.result
	switch {
	case r == nil:
		return nil, refuse("Run a method first.")
	case r.of.anonymous():
		return nil, unnamed("Which labels to get next can't be said")
	case r.answers.Label == nil:
		return nil, refuse("Which labels to get next can be said of classes, not of numbers. Take the labels as classes, if that is what they are.")
	case r.of.pairs != nil:
		return nil, refuse("Which labels to get next can't be said where a task may have several labels. Take each task to have one, if that will do.")
	case q.Budget < 1 || q.Budget > mostBudget:
		return nil, refuse("The budget is a number of labels from 1 to %s, not %s.", say.Number(mostBudget), say.Number(q.Budget))
	case q.Most < 0:
		return nil, refuse("A worker can't be asked for %d labels. Give the most that one may get, or 0 to leave it open.", q.Most)
	}
	out := &wire.Planned{Budget: q.Budget}
	if r.knowsWhom() {
		e.plan = r.byDoubt(out)
		return out, nil
	}
	belief, note, err := e.cautious(c, q.Seed)
	if err != nil {
		return nil, err
	}
	out.Note = note
	p, err := advise.Next(r.data, belief, c.thinking)
	if err != nil {
		return nil, err
	}
	x := &plan{of: r.of, tasks: p.First(q.Budget)}
	most := q.Most
	if most == 0 {
		workers := r.of.counts.Workers
		most = (2*q.Budget + workers - 1) / workers
	}
	if x.worker, err = advise.Whom(r.data, belief, x.tasks, most, nil, c.thinking); err != nil {
		return nil, err
	}
	out.Useful, out.Count = len(x.tasks), len(x.tasks)
	out.Error, out.Expected = p.Expected(0), p.Expected(q.Budget)
	labels, wrong := p.Curve(curvePoints)
	for n := range labels {
		out.Curve = append(out.Curve, wire.Point{Labels: labels[n], Error: wrong[n]})
	}
	r.asks(x, out)
	e.plan = x
	return out, nil
}

// asks puts the first labels of a plan into the words of the wire.
func (r *result) asks(x *plan, out *wire.Planned) {
	for n, i := range x.tasks[:min(shownAsks, len(x.tasks))] {
		ask := wire.Asked{Task: wire.Person{Index: i, Name: r.of.set.Tasks.At(i), Labels: r.answers.Votes(i)}}
		if j := x.worker[n]; j >= 0 {
			ask.Worker = &wire.Person{Index: j, Name: r.of.set.Workers.At(j), Labels: int(r.answers.Given[j])}
			if x.right != nil {
				ask.Right = &x.right[n]
			}
		}
		out.Asks = append(out.Asks, ask)
	}
}

// knowsWhom reports whether the method itself says what to label next and whom to
// ask.
func (r *result) knowsWhom() bool {
	m, ok := r.method.(*gp.GPC)
	return ok && m.Kind == gp.Annotators && len(r.next) > 0
}

// byDoubt plans by what the method itself says: the tasks that it is least sure
// of, one label each.
func (r *result) byDoubt(out *wire.Planned) *plan {
	x := &plan{of: r.of}
	for _, s := range r.next[:min(out.Budget, len(r.next))] {
		x.tasks, x.worker, x.right = append(x.tasks, s.Task), append(x.worker, s.Worker), append(x.right, s.Right)
	}
	out.ByDoubt, out.Useful, out.Count = true, len(x.tasks), len(x.tasks)
	r.asks(x, out)
	return x
}

// cautious is the mean posterior of fits to parts of the labels, or, with a
// note, that of the result where there can be none.
func (e *Engine) cautious(c *call, seed uint64) (posterior []float64, note string, err error) {
	r := e.result
	const surer = "the figures rest on one fit, which is surer of itself than it should be"
	if r.method == nil {
		return r.answers.Result.Posterior, "After a fold " + surer + ".", nil
	}
	data := r.data
	rank := r.rank()
	if rank != nil {
		data = rank.ranked(data)
	}
	v := metric.Validate(data, r.method, metric.HeldOut{Seed: seed, Pause: c.turn}, r.settings)
	for step := range v.Steps() {
		c.tell(func() wire.Progress {
			done, all := v.Folds()
			return wire.Progress{Phase: "fit", Method: r.entry.Title, At: done + 1, Of: all, Step: wireStep(step)}
		})
		if err := c.turn(); err != nil {
			return nil, "", err
		}
	}
	if err := c.ctx.Err(); err != nil {
		return nil, "", err
	}
	held, failed := v.Result()
	if failed != nil {
		return r.answers.Result.Posterior, "A part of the labels is too little for " + r.entry.Title + ", so " + surer + ".", nil
	}
	if rank != nil {
		return byClass(held.Cautious, rank.place), "", nil
	}
	return held.Cautious, "", nil
}

// file is the plan as a download: task, worker and, where it is known, how
// probably that worker is right.
func (p *plan) file(safe bool) export.File {
	return export.File{Name: "plan.csv", Write: func(w io.Writer) error {
		header := []string{"task", "worker"}
		if p.right != nil {
			header = append(header, "probability_right")
		}
		return export.WriteRows(w, header, func(yield func([]string) bool) {
			for n, i := range p.tasks {
				row := []string{p.of.set.Tasks.At(i), ""}
				if j := p.worker[n]; j >= 0 {
					row[1] = p.of.set.Workers.At(j)
				}
				if p.right != nil {
					row = append(row, strconv.FormatFloat(p.right[n], 'g', -1, 64))
				}
				if !yield(row) {
					return
				}
			}
		}, safe)
	}}
}

package analysis

import (
	"cmp"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/prob"
	"concord/core/session"
)

// tooSlow are methods whose fits take five times as long as those of most: nobody waits for several of them.
var tooSlow = []string{"cbcc", "ebcc"}

// lesser is a run on parts of the labels.
type lesser struct {
	more   float64 // labels per task beyond those there are: below 0
	labels int
	mean   float64 // of what the posteriors give the answers (meanBelief)
}

// fewer says how right fewer labels would have left the answers: labels are left out at random, the method is run on the others, and
// what the mean m of its posteriors loses goes through the curve that the estimate of all goes through (calibrate.Curve),
//
//	logit p′ = logit p + Slope (logit m′ − logit m)
//
// There are no such points where the method can't be run again.
func (r *Result) fewer(c *job.Job, of *api.Forecast) ([]api.ForecastPoint, error) {
	if !r.runsAgain() {
		return nil, nil
	}
	type query struct{}
	runs, err := cache.Once(c.Cache.Of(r.Data), query{}, func() ([]lesser, error) { return r.runFewer(c, of.PerTask) })
	if err != nil {
		return nil, err
	}
	was, told, err := r.meanBelief(c, &r.Data.Labels, r.Answers.Posterior)
	if err != nil {
		return nil, err
	}
	open := (of.Now - told) / max(1-told, 1e-9) // those that the method was told are right
	out, most := make([]api.ForecastPoint, len(runs)), of.Now
	for n := len(out) - 1; n >= 0; n-- {
		x, p := runs[n], pointAt(of, runs[n].more)
		right := prob.Logistic(prob.Logit(open) + r.Entry.Curve.Slope*(prob.Logit(x.mean)-prob.Logit(was)))
		most = min(most, told+(1-told)*right) // more only by chance
		p.PerTask, p.Labels = float64(x.labels)/float64(max(1, of.Tasks)), x.labels-r.Data.Len()
		p.Right = most
		p.Low, p.High = around(p.Right, p.More, of.Tasks)
		out[n] = p
	}
	return out, nil
}

// runsAgain reports whether the method can be run again while somebody waits.
func (r *Result) runsAgain() bool {
	return r.Method != nil && !r.Entry.Described && !r.settings.OnDemand && !slices.Contains(tooSlow, r.Entry.Name)
}

// runFewer runs the method on parts of the labels. If it can't learn from so few there are no runs.
func (r *Result) runFewer(c *job.Job, perTask float64) ([]lesser, error) {
	steps := fewerSteps(perTask)
	out, k := make([]lesser, 0, len(steps)), r.Data.Classes
	for n, more := range steps {
		d := r.thinned(1 + more/perTask)
		q, err := r.again(c, d, n+1, len(steps))
		if c.Ctx.Err() != nil {
			return nil, c.Ctx.Err()
		}
		if err != nil {
			return nil, nil
		}
		m, _, err := r.meanBelief(c, &d.Labels, func(i int) []float64 { return q[i*k : (i+1)*k] })
		if err != nil {
			return nil, err
		}
		out = append(out, lesser{more, d.Len(), m})
	}
	return out, nil
}

// fewerSteps returns the numbers of labels by which tasks could have fewer, below 0.
func fewerSteps(now float64) (all []float64) {
	n := max(1, int(now+.5))
	for _, left := range []int{1, (n + 1) / 4, (n + 1) / 2, (3*n + 2) / 4} {
		if d := float64(left - n); left > 0 && d < 0 && float64(left) < now-.25 && !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	slices.Sort(all)
	return all
}

// meanBelief returns the mean that a posterior gives the answers, before anything makes it less certain, and the share of the tasks with
// labels whose class the method was told.
func (r *Result) meanBelief(c *job.Job, l *crowd.Labels, row func(i int) []float64) (mean, told float64, err error) {
	gold, x := r.Of.Reviewed(r.Data.Gold), make([]float64, l.Classes)
	open, known := 0.0, 0.0
	err = c.Over(l.Tasks, func(i int) {
		switch from, to := l.Of(i); {
		case from == to:
		case gold != nil && gold[i] != crowd.Unknown:
			known++
		default:
			q := row(i)
			r.footing.Calibration.Base(l, i, q, x)
			mean += x[slices.Index(q, slices.Max(q))]
			open++
		}
	})
	return mean / max(open, 1), known / max(open+known, 1), err
}

// thinned returns the data with such a share of the labels of each task, one at least. Which are left depends on the names of tasks
// and on what workers said, not on the order of either.
func (r *Result) thinned(share float64) *crowd.Dataset {
	d := r.Data
	lot, who := lots(r.Answers), crowd.Profiles(d)
	thin := crowd.Labels{Tasks: d.Tasks, Workers: d.Workers, Classes: d.Classes, Start: make([]int32, 1, d.Tasks+1)}
	type key struct {
		at   int
		lots uint64
	}
	var keys []key
	for i := range d.Tasks {
		from, to := d.Of(i)
		bits := lot(i)
		keys = keys[:0]
		for n := from; n < to; n++ {
			keys = append(keys, key{n, crowd.Hash(bits, who[d.Worker[n]])})
		}
		slices.SortStableFunc(keys, func(a, b key) int { return cmp.Or(cmp.Compare(a.lots, b.lots), cmp.Compare(a.at, b.at)) })
		part := share * float64(to-from)
		left := int(part)
		if part-math.Floor(part) > float64(crowd.Hash(bits, 1)>>11)/(1<<53) {
			left++
		}
		keys = keys[:min(max(left, 1), len(keys))]
		slices.SortStableFunc(keys, func(a, b key) int { return cmp.Compare(a.at, b.at) })
		for _, k := range keys {
			thin.Worker, thin.Class = append(thin.Worker, d.Worker[k.at]), append(thin.Class, d.Class[k.at])
		}
		thin.Start = append(thin.Start, int32(len(thin.Worker)))
	}
	out := *d
	out.Labels = thin
	return &out
}

// again fits the method to other labels.
func (r *Result) again(c *job.Job, d *crowd.Dataset, at, of int) ([]float64, error) {
	settings, rank := r.settings, r.rank()
	settings.Pause, settings.Parts = c.Turn, 1
	if rank != nil {
		d = rank.Ranked(d)
	}
	s, err := fit.Start(d, r.Method, settings)
	if err != nil {
		return nil, err
	}
	for step := range s.Steps() {
		if err := c.Tell(func() api.Progress {
			return api.Progress{Phase: "fit", Method: r.Entry.Title, At: at, Of: of, Step: &step}
		}); err != nil {
			return nil, err
		}
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	q := fit.Posterior(s.Fit())
	if rank != nil {
		q = session.Permute(q, rank.Place)
	}
	return q, nil
}

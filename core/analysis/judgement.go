package analysis

import (
	"math"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/cache"
	"concord/core/crowd"
	"concord/core/job"
	"concord/core/metric"
	"concord/core/session"
	"concord/core/sheet"
	"concord/core/workers"
)

// judgedNumbers is up to how many labels × classes workers are judged: of more, posteriors are not held if only files are written.
const judgedNumbers = 1 << 26

// judgement compares each worker with all others.
type judgement struct {
	*advise.Judged
	took []float32 // seconds that each label took; nil: unknown
}

// judgeable returns why workers can't be judged, or nil.
func (r *Result) judgeable() error {
	if r.Of.Anonymous() {
		return session.NeedsWorkers("Workers can't be judged")
	}
	if r.Of.Can(api.AskJudge) && r.tooMany() {
		return api.Refuse("There are too many labels and classes to judge workers by what all others say. Open a part of the labels for that.")
	}
	return r.Of.Refuse(api.AskJudge)
}

// tooMany reports whether there are too many labels and classes to judge workers.
func (r *Result) tooMany() bool { return r.Data.Len() > judgedNumbers/max(1, r.Data.Classes) }

// Assess judges the workers.
func (r *Result) Assess(c *job.Job) (*judgement, error) {
	if err := r.judgeable(); err != nil {
		return nil, err
	}
	type query struct{}
	return cache.Once(c.Cache.Of(r.Data), query{}, func() (*judgement, error) {
		took, err := r.Of.Took(c)
		if err != nil {
			return nil, err
		}
		return r.compare(c, r.Data, session.Remaining(r.Of, took))
	})
}

// without returns the agreement without each worker.
func (r *Result) without(c *job.Job) ([]metric.Without, error) {
	type query struct{}
	return cache.Once(c.Cache.Of(r.Data), query{}, func() ([]metric.Without, error) {
		return metric.LeaveOneOut(&r.Data.Labels, c.Thinking)
	})
}

// compare judges the workers of some labels, each of which took so long.
func (r *Result) compare(c *job.Job, d *crowd.Dataset, took []float32) (*judgement, error) {
	judged, err := advise.Workers(d, r.Answers.Result.Posterior, c.Thinking)
	if err == nil && took != nil {
		advise.FlagFast(d, took, judged.Workers)
	}
	return &judgement{Judged: judged, took: took}, err
}

// JudgeWorker compares a worker with all others.
func (r *Result) JudgeWorker(c *job.Job, of *api.Subject) (*api.Judged, error) {
	i := of.Index
	j, err := r.Assess(c)
	if err != nil {
		return nil, err
	}
	if i < 0 || i >= len(j.Workers) {
		return nil, api.Refuse("There is no worker number %d: they are counted from 0.", i)
	}
	without, err := r.without(c)
	if err != nil {
		return nil, err
	}
	w, set := &j.Workers[i], r.Of.MethodSet()
	out := &api.Judged{
		Index: i, Agreement: w.Agreement, Spammer: w.Spammer, Saved: w.Saved,
		Without: without[i].Alpha, Change: without[i].Change,
	}
	size := make([]float64, len(w.Bias))
	for k, x := range w.Bias {
		size[k] = math.Abs(x)
	}
	for _, k := range r.Of.Scale.Sorted(sheet.Most(size, ShownClasses)) {
		out.Classes, out.Bias = append(out.Classes, set.Classes.At(k)), append(out.Bias, w.Bias[k])
	}
	if out.Drift, err = r.drift(c, j, i); err != nil {
		return nil, err
	}
	for _, f := range workers.ByEvidence(w.Flags) {
		out.Flags = append(out.Flags, api.Flag{
			Kind: f.Kind.String(), Says: f.Says(r.Of.Set.Workers.At, set.Classes.At), Reason: f.Reason(r.Of.Set.Workers.At, set.Classes.At),
		})
	}
	return out, nil
}

// drift returns whether worker j changed over time, or nil if the file has no times.
func (r *Result) drift(c *job.Job, judged *judgement, j int) (*api.Drift, error) {
	times, err := r.Of.Times(c)
	switch {
	case err != nil:
		return nil, err
	case times.Failed != "":
		return &api.Drift{Windows: []api.Window{}, Why: times.Failed}, nil
	case times.At == nil:
		return nil, nil
	}
	at := session.Remaining(r.Of, times.At)
	var own []workers.Label
	for n, worker := range r.Data.Worker {
		if int(worker) == j {
			own = append(own, workers.Label{At: at[n], Among: judged.Among[n]})
		}
	}
	return workers.Drift(own), nil
}

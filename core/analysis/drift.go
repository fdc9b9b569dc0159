package analysis

import (
	"concord/core/api"
	"concord/core/job"
	"concord/core/session"
	"concord/core/workers"
)

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
	at := session.Remaining(r.Of.Full.Data, r.Of.Set.Data, r.Of.Amend.Exclude, times.At)
	var own []workers.Label
	for n, worker := range r.Data.Worker {
		if int(worker) == j {
			own = append(own, workers.Label{At: at[n], Same: judged.same[n]})
		}
	}
	return workers.Drift(own), nil
}

package analysis

import (
	"concord/core/advise"
	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/job"
)

// replaySlack is how much more error than with all labels is still good enough.
const replaySlack = .01

// Replay simulates active learning with the labels that there are.
func Replay(r *Result, c *job.Job, q *api.Replay) (*api.Replayed, error) {
	switch {
	case !fit.Assigns(r.Method):
		return nil, api.Refuse("How many labels would have been enough can be said by a method that tells what to label next: gpc-ma, with a " +
			"file of features.")
	case q.Start < 0 || q.Batch < 0:
		return nil, api.Refuse("A replay can't start with %d tasks and ask for %d labels at a time. Give two numbers from 1, or 0 to leave "+
			"them open.", q.Start, q.Batch)
	}
	k := r.Data.Classes
	out := &api.Replayed{Labels: len(r.Data.Worker), Slack: replaySlack, Seed: q.Seed}
	known, isTruth := r.Known()
	out.Truth = isTruth
	// wrong is the share of tasks that differ from what is known.
	wrong := func(said []int32) float64 {
		n, miss := 0, 0
		for i, z := range known {
			if from, to := r.Data.Of(i); from == to || z == crowd.Unknown {
				continue // all labels say nothing of it
			}
			n++
			if said[i] != z {
				miss++
			}
		}
		out.Tasks = n
		return float64(miss) / float64(max(n, 1))
	}
	out.Error = wrong(r.Answers.Label)
	replay := advise.Replay{Start: q.Start, Batch: q.Batch, Seed: q.Seed}
	if replay.Batch == 0 {
		replay.Batch = max(out.Labels/20, 10)
	}
	ways := []advise.Pick{advise.PickBoth, advise.PickTask, advise.PickRandom}
	for n, name := range []string{api.WayBoth, api.WayTask, api.WayRandom} {
		way := api.Way{Name: name}
		replay.Pick = ways[n]
		for stage, err := range replay.Run(r.Data, r.Method) {
			if err != nil {
				return nil, api.Refuse("The replay could not go on: %s. Try it with other numbers.", err)
			}
			said, _ := stage.Fit.Estimate().Labels(k, r.Settings().Seed)
			way.Points = append(way.Points, api.Point{Labels: stage.Labels, Error: wrong(said)})
			now := api.Progress{Phase: "fit", Method: r.Entry.Title, At: n + 1, Of: len(ways)}
			if err := c.Tell(func() api.Progress { return now }); err != nil {
				return nil, err
			}
		}
		way.Enough = enough(way.Points, out.Error+replaySlack)
		out.Ways = append(out.Ways, way)
	}
	return out, nil
}

// enough returns the number of labels from which on no point has more error than most, or nil.
func enough(points []api.Point, most float64) *int {
	var n *int
	for _, p := range points {
		switch {
		case p.Error > most:
			n = nil
		case n == nil:
			n = &p.Labels
		}
	}
	return n
}

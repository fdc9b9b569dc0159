package main

import (
	"fmt"
	"io"

	"concord/core/crowd"
	"concord/core/method/dawidskene"
	"concord/lab/dataset"
)

const nextHeading = `
## What next?

A crowd is replayed: it begins with a few labels a task, drawn at random; each round, more of its labels are revealed, and
the method is fitted anew. The advice sees only what has been revealed; it is made from the mean posterior of five fits to
four fifths of the labels (` + "`HeldOutScore.Cautious`" + `), which is far less over-confident than one fit.
"Advised tasks" gets labels of the tasks that ` + "`advise.Next`" + ` names, by any worker; with workers, also of the worker
that ` + "`advise.AssignWorkers`" + ` names among those who labelled the task.
"Random" takes any label not yet revealed. The last column is the error that the plan expected in the replays of the
column before it: the model's opinion, which knows nothing of errors that all workers share.
`

func next(w io.Writer, data string) error {
	fmt.Fprint(w, nextHeading)
	rte, err := dataset.Load(data, "rte", "labels.csv")
	if err != nil {
		return err
	}
	pools := []pool{{
		name: "rte", story: "800 tasks with 10 labels each, begun with 2; 400 labels a round.",
		draw:   func(uint64) (*crowd.Dataset, []int32) { return rte.Data, rte.Truth },
		method: &dawidskene.IBCC{}, title: "IBCC", start: 2, round: 400, rounds: 6,
	}, {
		name: "simulated", story: "500 tasks of three classes, 30 workers who are right 50 to 90 % of the time, 12 labels each, begun with 2; " +
			"250 labels a round; a new crowd each replay.",
		draw: func(seed uint64) (*crowd.Dataset, []int32) {
			world := simulated().Draw(seed)
			return world.Data, world.Truth
		},
		method: &dawidskene.IBCC{}, title: "IBCC", start: 2, round: 250, rounds: 6,
	}}
	for _, p := range pools {
		if err := p.simulate(w); err != nil {
			return err
		}
	}
	return nil
}

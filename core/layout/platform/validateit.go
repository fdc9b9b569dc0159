package platform

// validateIt is an R package that writes the results of its MTurk batches.
var validateIt = Platform{
	Name:  "validateIt results",
	Match: func(h Header) bool { return h.Has("local_task_id", "worker_id", "result") },
	Apply: func(t *Table) Columns {
		return Columns{Task: t.Column("local_task_id"), Worker: t.Column("worker_id"), Answers: []int{t.Column("result")}}
	},
}

package fit

import (
	"fmt"

	"concord/internal/humanize"
)

// Weighed is what gold makes of the workers of a panel. As an error it is a remark that says so, without names, which fits don't know.
type Weighed struct {
	Tasks     int  // gold tasks with labels
	Worker    int  // who counts most; −1: nobody counts otherwise than without gold
	Right, Of int  // of that worker's labels of gold tasks
	Contrary  bool // no worker is right on gold more often than chance would be, so gold weighs nobody
}

// Error implements error.
func (w *Weighed) Error() string { return w.Says("one worker") }

// Says is the remark about a worker of that name.
func (w *Weighed) Says(worker string) string {
	tasks := "the " + humanize.Count(w.Tasks, "gold task")
	switch {
	case w.Contrary:
		return tasks + " contradict the workers: nobody is right on them more often than by chance, so they set no weights"
	case w.Worker < 0:
		return tasks + " confirm the weights that the workers have without them"
	}
	return fmt.Sprintf("%s set the workers’ weights: %s is right on %s of %s and counts most", tasks, worker, humanize.Number(w.Right),
		humanize.Number(w.Of))
}

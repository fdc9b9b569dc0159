package advise

import (
	"concord/core/crowd"
	"concord/internal/humanize"
)

// leastShared is the share of tasks that two workers must have labelled before a method
// can tell good workers from bad ones. Measured by keeping two labels of a share of the
// tasks and one of the others (six data sets, five draws): at 5 and 10 % Dawid–Skene is
// wrong more often than majority vote on all of them, by 0.4 to 3.7 points; at 20 % it
// begins to gain on some.
const leastShared = 0.1

// Overlap is how many tasks tell something of their workers: by what others said of them.
type Overlap struct {
	Labelled int // tasks with a label
	Shared   int // tasks with labels of two workers or more; of two labels where nobody knows the workers
}

// Add counts a task with the labels [from, to) of d.
func (o *Overlap) Add(d *crowd.Dataset, from, to int) {
	if from == to {
		return
	}
	o.Labelled++
	if d.Anonymous && to-from > 1 {
		o.Shared++
		return
	}
	for _, j := range d.Worker[from+1 : to] {
		if j != d.Worker[from] {
			o.Shared++
			return
		}
	}
}

// Thin says that too few tasks are shared for more than the plain answer (majority vote or mean); "": there are enough.
func (o Overlap) Thin(numeric bool) string {
	if o.Labelled == 0 || float64(o.Shared) >= leastShared*float64(o.Labelled) {
		return ""
	}
	plain := "majority vote"
	if numeric {
		plain = "mean or median"
	}
	why := "No task has labels of two workers, so nothing tells a good worker from a bad one"
	switch all := humanize.Number(o.Labelled); {
	case o.Shared == 1:
		why = "Only one of " + all + " labelled tasks has labels of two workers or more, too little to tell a good worker from a bad one"
	case o.Shared > 1:
		why = "Only " + humanize.Number(o.Shared) + " of " + all +
			" labelled tasks have labels of two workers or more, too few to tell a good worker from a bad one"
	}
	return why + ": every method but the plain answer (" + plain + ") is guesswork, and may change labels that nobody disputes"
}

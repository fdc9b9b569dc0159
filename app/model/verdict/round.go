package verdict

import (
	"slices"

	"concord/app/format"
	"concord/core/api"
)

// Round is a review: tasks are opened one after the other, the least certain first. Their order stays while the result follows the
// verdicts, so that “3 of 48” goes on to be true. It is a value: its methods return another.
type Round struct {
	Reviewing bool
	Kind      string    // Sample or Duel: all its tasks were drawn; empty: they are those that are listed
	Queue     []int     // nil: the first tasks are still on their way
	All       int       // how many there are to review; 0: as many as come first
	Skipped   []int     // tasks that were left as they are
	Trail     []int     // … that were judged or left, the latest last: what undoing goes back through
	Before    int       // how many of the queue had been judged when it was drawn up
	Rows      *api.Rows // what the table of tasks showed before, and shows again after it; nil: what it shows now
}

// The rounds of tasks that were drawn.
const (
	Sample = "sample" // at random: verdicts measure the labels
	Duel   = "duel"   // where methods differ: verdicts choose between them
)

// ReviewPlace says in which place the open task is, from 1, and of how many. One that was just judged keeps its place until
// the next is open.
func (r Round) ReviewPlace(open int) (at, of int) {
	at = r.Before + len(r.Trail) + 1
	if n := slices.Index(r.Trail, open); n >= 0 {
		at = r.Before + n + 1
	}
	return at, max(at, r.All)
}

// Queued returns the round with those rows at the end of its queue that it lacks, and still waits for. Those that are judged already count
// as done.
func (r Round) Queued(rows []int, judged func(i int) bool) Round {
	r.Queue = slices.Clone(r.Queue)
	for _, i := range rows {
		if !slices.Contains(r.Queue, i) && (len(r.Queue) < r.All || r.All == 0) {
			r.Queue = append(r.Queue, i)
			if judged(i) {
				r.Before++
			}
		}
	}
	r.All = max(r.All, len(r.Queue))
	return r
}

// Upcoming is the next task that was neither judged nor skipped, or −1.
func (r Round) Upcoming(judged func(i int) bool) int {
	for _, i := range r.Queue {
		if !judged(i) && !slices.Contains(r.Skipped, i) {
			return i
		}
	}
	return -1
}

// Left is how many tasks are still to be opened.
func (r Round) Left() int { return max(0, r.All-r.Before-len(r.Trail)) }

// Of returns the round with only those of its tasks that there are: what was kept of it may be of other labels.
func (r Round) Of(tasks int) Round {
	for _, list := range []*[]int{&r.Queue, &r.Skipped, &r.Trail} {
		*list = slices.DeleteFunc(slices.Clone(*list), func(i int) bool { return i < 0 || i >= tasks })
	}
	r.All, r.Before = min(max(r.All, 0), tasks), min(max(r.Before, 0), tasks)
	return r
}

// Passed returns the round after task i was judged, or skipped.
func (r Round) Passed(i int, skipped bool) Round {
	r.Trail = append(slices.Clip(r.Trail), i)
	if skipped {
		r.Skipped = append(slices.Clip(r.Skipped), i)
	}
	return r
}

// BackTo returns the round as it was at the task in place n of its trail.
func (r Round) BackTo(n int) Round {
	back := r.Trail[n:]
	r.Skipped = slices.DeleteFunc(slices.Clone(r.Skipped), func(i int) bool { return slices.Contains(back, i) })
	r.Trail, r.Reviewing = slices.Clip(r.Trail[:n]), true
	return r
}

// Summary says what was done.
func (r Round) Summary() string {
	text := "You have reviewed " + format.Plural(len(r.Trail)-len(r.Skipped), "task")
	if n := len(r.Skipped); n > 0 {
		return text + " and skipped " + format.Count(n) + ". Review again to come back to the rest."
	}
	return text + "."
}

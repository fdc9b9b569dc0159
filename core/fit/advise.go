package fit

import "concord/core/crowd"

// Advisor is a Fit that knows which tasks it would learn most from.
type Advisor interface {
	// Next returns the n tasks to label next, the most useful first, and for each
	// the worker who is likeliest to label it rightly, of those whom may admits;
	// nil admits all. Nobody labels a task twice: one that nobody is left for is
	// left out. pool has the features of further tasks that nobody labelled, which
	// count on from the last task of the data; nil: there are none.
	Next(n int, may func(task, worker int) bool, pool *crowd.Features) []Suggestion
	// Right returns the probability that worker j names class k where it is the
	// true one (K×M), as it looks without the worker's own labels; nil where
	// workers are not known.
	Right() []float64
}

// Suggestion is a task to label next, and by whom.
type Suggestion struct {
	Task      int
	Score     float64   // how sure the fit is of the task, in its own measure; the least sure comes first
	Worker    int       // -1 where workers are not known
	Right     float64   // probability that this worker names the true class
	Posterior []float64 // K
}

// Chance is the probability that worker j of m names the true class of the task;
// right is what Advisor.Right returned.
func (s *Suggestion) Chance(right []float64, j, m int) float64 {
	var q float64
	for k, p := range s.Posterior {
		q += p * right[k*m+j]
	}
	return q
}

// Assigner is a Method whose fits are Advisors that know workers: Right is not nil.
type Assigner interface {
	Assigns() bool
}

// Assigns reports whether the fits of m say whom to ask for a label.
func Assigns(m Method) bool {
	a, ok := m.(Assigner)
	return ok && a.Assigns()
}

// Grower is a Fit that can go on with other labels at little cost.
type Grower interface {
	// Grow returns a fit to d, which is the data of this one with other labels by
	// the same workers. It starts from what was learned. Step it until it is done.
	Grow(d *crowd.Dataset) (Fit, error)
}

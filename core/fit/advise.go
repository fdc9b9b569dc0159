package fit

import "concord/core/crowd"

// Advisor is a Fit that knows which tasks it would learn most from.
type Advisor interface {
	// Next returns the n tasks to label next, most useful first, each with the worker most likely
	// to label it correctly among those that may allows (nil: all). It suggests no worker twice for
	// a task and leaves out tasks that everybody has labelled. pool holds the features of further,
	// unlabelled tasks, numbered from the last task of the data; nil: none.
	Next(n int, may func(task, worker int) bool, pool *crowd.Features) []Suggestion
	// Right returns the probability that worker j names class k if it is the true one (K×M),
	// estimated without the worker's own labels; nil without a model of workers.
	Right() []float64
}

// Suggestion is a task to label next, and the worker to ask.
type Suggestion struct {
	Task      int
	Score     float64   // how certain the fit is of the task, in its own measure; the least certain comes first
	Worker    int       // -1 if the fit has no model of workers
	Right     float64   // probability that this worker names the true class
	Posterior []float64 // K
}

// Chance returns the probability that worker j of m names the task's true class; right is the
// result of Advisor.Right.
func (s *Suggestion) Chance(right []float64, j, m int) float64 {
	var q float64
	for k, p := range s.Posterior {
		q += p * right[k*m+j]
	}
	return q
}

// Assigner is a Method whose fits are Advisors with a model of workers, so Right is not nil.
type Assigner interface {
	Assigns() bool
}

// Assigns reports whether the fits of m suggest workers as well as tasks.
func Assigns(m Method) bool {
	a, ok := m.(Assigner)
	return ok && a.Assigns()
}

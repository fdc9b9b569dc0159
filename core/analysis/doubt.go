package analysis

import "concord/core/job"

// doubtful is the probability of being wrong above which a label needs a look: the odds that it is right are below two to one, so
// at least every third look finds a wrong label. A lower bound would have people look at many labels that are right; a higher one
// would leave out tasks with more than two classes whose label is merely the likeliest of several.
const doubtful = 1. / 3

// doubts reports whether the label of task i needs a look. A verdict of the user settles a task: its probability is 1.
func (r *Result) doubts(i int) bool { return 1-r.Answers.Probability(i) > doubtful }

// countDoubts counts the tasks whose labels need a look.
func (r *Result) countDoubts(c *job.Job) error {
	r.Doubtful = 0
	if r.Answers.Label == nil {
		return nil
	}
	return c.Over(r.Answers.Len(), func(i int) {
		if r.doubts(i) {
			r.Doubtful++
		}
	})
}

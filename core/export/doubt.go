package export

// doubtful is the probability of being wrong above which a label needs a look: the odds that it is right are below two to one, so
// at least every third look finds a wrong label. A lower bound would have people look at many labels that are right; a higher one
// would leave out tasks with more than two classes whose label is merely the likeliest of several.
const doubtful = 1. / 3

// Doubts reports whether the label of task i needs a look. A verdict of the user settles a task: its probability is 1.
func (a *Answers) Doubts(i int) bool { return 1-a.Probability(i) > doubtful }

// CountDoubts counts the tasks whose labels need a look. pause is as New has it.
func (a *Answers) CountDoubts(pause func() error) (n int, err error) {
	for i := range a.Label[:min(len(a.Label), a.Len())] {
		if i%block == 0 && pause != nil {
			if err := pause(); err != nil {
				return 0, err
			}
		}
		if a.Doubts(i) {
			n++
		}
	}
	return n, nil
}

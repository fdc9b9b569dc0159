package export

import (
	"iter"
	"math"

	"concord/core/kind"
	"concord/core/sheet"
)

// Answers leave by Cut.Join: what is said of tasks here is said of them as people count them, whatever the data ask.

// Len returns the number of tasks.
func (n *Named) Len() int { return n.Cut.Answers().Data.Tasks }

// TaskNames are the names of the tasks.
func (n *Named) TaskNames() sheet.Names { return n.Cut.Answers().Tasks }

// TaskName returns the name of task i.
func (n *Named) TaskName(i int) string { return n.TaskNames().At(i) }

// LabelNames are the classes that a task may have.
func (n *Named) LabelNames() sheet.Names { return n.Cut.Answers().Classes }

// Joined returns the answer to task i, in the memory of to if that is large enough.
func (a *Answers) Joined(to kind.Answer, i int) kind.Answer {
	return a.Cut.Join(to[:0], i, kind.Settled{Class: a.Label, Value: a.Result.Value})
}

// Has reports whether class k is the label of task i, or one of its labels.
func (a *Answers) Has(i, k int) bool {
	question, class := a.Cut.Class(i, k)
	return int(a.Label[question]) == class
}

// LabelName returns the answer to task i as text.
func (a *Answers) LabelName(i int) string { return a.Cut.Text(a.Joined(nil, i), a.LabelNames().At) }

// NameOf is LabelName for other answers to the questions of the data, which are classes.
func (n *Named) NameOf(i int, answers []int32) string {
	return n.Cut.Text(n.Cut.Join(nil, i, kind.Settled{Class: answers}), n.LabelNames().At)
}

// Chosen yields the label of task i, or its labels.
func (a *Answers) Chosen(i int) iter.Seq[string] { return a.names(a.Joined(nil, i)) }

// names yields the names of the classes of an answer.
func (a *Answers) names(of kind.Answer) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, k := range of {
			if !yield(a.LabelNames().At(int(k))) {
				return
			}
		}
	}
}

// Probability returns the calibrated probability of the answer to task i: the product of those of the answers to its
// questions, as if they were independent; NaN where nothing shows how right labels are.
func (a *Answers) Probability(i int) float64 {
	if a.Silent() {
		if a.Calibration.Told(i) {
			return 1
		}
		return math.NaN()
	}
	p := 1.0
	for from, to := a.Cut.Of(i); from < to; from++ {
		p *= a.Right[from]
	}
	return p
}

// Believed returns the probability of the answer to task i by the model, as Probability does.
func (a *Answers) Believed(i int) float64 {
	p := 1.0
	for from, to := a.Cut.Of(i); from < to; from++ {
		p *= a.Posterior(from)[a.Label[from]]
	}
	return p
}

// Share returns the posterior of class k of task i by the model.
func (a *Answers) Share(i, k int) float64 {
	question, class := a.Cut.Class(i, k)
	return a.Posterior(question)[class]
}

// Shares returns the calibrated probability of each class of task i, in the memory of to if that
// is large enough. Where a task may have several classes these need not sum to one.
func (a *Answers) Shares(i int, to []float64) []float64 {
	if a.Cut.Whole() {
		return a.Calibrated(i, to)
	}
	var few [16]float64
	q, asked := few[:], -1
	to = to[:0]
	for k := range a.LabelNames().Len() {
		question, class := a.Cut.Class(i, k)
		if question != asked {
			q, asked = a.Calibrated(question, q), question
		}
		to = append(to, q[class])
	}
	return to
}

// Tied reports whether the seed chose the answer to a question about task i among equally probable ones.
func (a *Answers) Tied(i int) bool {
	for from, to := a.Cut.Of(i); from < to; from++ {
		if a.Tie[from] {
			return true
		}
	}
	return false
}

// Votes returns how many labels task i was given or, where it is several questions, by how many workers.
func (a *Answers) Votes(i int) int {
	first, _ := a.Cut.Of(i)
	from, to := a.Data.Of(first)
	return to - from
}

// CountClasses returns how many tasks have each class as their label.
func (a *Answers) CountClasses() []int {
	n := make([]int, a.LabelNames().Len())
	if a.Cut.Whole() {
		for _, k := range a.Label {
			n[k]++
		}
		return n
	}
	var answer kind.Answer
	for i := range a.Len() {
		answer = a.Joined(answer, i)
		for _, k := range answer {
			n[int(k)]++
		}
	}
	return n
}

// ClassPrior returns the prior of class k; NaN where the data ask of something else.
func (a *Answers) ClassPrior(k int) float64 {
	if !a.Cut.Whole() {
		return math.NaN()
	}
	return a.Prior(k)
}

package export

import (
	"iter"
	"math"
	"slices"
	"strings"

	"concord/core/sheet"
)

// Sets says that a task may have several classes. The data are then yes/no questions: task
// i·K+k of the data asks whether task i of Tasks has class k of Classes, and the classes of
// the data are no and yes.
type Sets struct {
	Tasks, Classes sheet.Names
	Separator      string // between the classes of one task
}

// yes is the class of the data for a question answered yes.
const yes = 1

// Len returns the number of tasks, as people count them.
func (a *Answers) Len() int {
	if a.Sets != nil {
		return a.Sets.Tasks.Len()
	}
	return a.Data.Tasks
}

// TaskNames are the names of the tasks, as people count them.
func (a *Answers) TaskNames() sheet.Names {
	if a.Sets != nil {
		return a.Sets.Tasks
	}
	return a.Tasks
}

// TaskName returns the name of task i.
func (a *Answers) TaskName(i int) string { return a.TaskNames().At(i) }

// LabelNames are the classes that a task may have.
func (a *Answers) LabelNames() sheet.Names {
	if a.Sets != nil {
		return a.Sets.Classes
	}
	return a.Classes
}

// Has reports whether class k is the label of task i, or one of its labels.
func (a *Answers) Has(i, k int) bool {
	if a.Sets != nil {
		return a.Label[i*a.Sets.Classes.Len()+k] == yes
	}
	return int(a.Label[i]) == k
}

// LabelName returns the label of task i, or its labels joined by the separator.
func (a *Answers) LabelName(i int) string { return a.NameOf(i, a.Label) }

// NameOf is LabelName for other answers to the tasks of the data.
func (a *Answers) NameOf(i int, answers []int32) string {
	if a.Sets == nil {
		return a.Classes.At(int(answers[i]))
	}
	return a.Sets.Join(i, answers)
}

// Join returns the classes of task i that are answered yes, joined by the separator.
func (s *Sets) Join(i int, answers []int32) string {
	return strings.Join(slices.Collect(s.chosen(i, answers)), s.Separator)
}

// Figure orders sets of classes as if each were a word whose letters are the classes: by the first class, then the second, and so on,
// as far as a number is precise enough.
func (s *Sets) Figure(i int, answers []int32) float64 {
	k, x := s.Classes.Len(), 0.0
	for _, answer := range answers[i*k : i*k+min(k, 52)] {
		x *= 2
		if answer != yes {
			x++
		}
	}
	return x
}

// chosen yields these classes.
func (s *Sets) chosen(i int, answers []int32) iter.Seq[string] {
	return func(yield func(string) bool) {
		k := s.Classes.Len()
		for c, answer := range answers[i*k : (i+1)*k] {
			if answer == yes && !yield(s.Classes.At(c)) {
				return
			}
		}
	}
}

// chosen yields the label of task i, or its labels.
func (a *Answers) chosen(i int) iter.Seq[string] {
	if a.Sets == nil {
		return slices.Values([]string{a.LabelName(i)})
	}
	return a.Sets.chosen(i, a.Label)
}

// questions returns the range of the data's tasks that task i is.
func (a *Answers) questions(i int) (from, to int) {
	if a.Sets == nil {
		return i, i + 1
	}
	k := a.Sets.Classes.Len()
	return i * k, (i + 1) * k
}

// Probability returns the calibrated probability of the label of task i; with Sets, the
// product of those of all its answers, as if they were independent; NaN where nothing
// shows how right labels are.
func (a *Answers) Probability(i int) float64 {
	if a.Silent() {
		if a.Calibration.Told(i) {
			return 1
		}
		return math.NaN()
	}
	var few [16]float64
	q, p := few[:], 1.0
	for from, to := a.questions(i); from < to; from++ {
		q = a.Calibrated(from, q)
		p *= q[a.Label[from]]
	}
	return p
}

// Believed returns the probability of the label of task i by the model; with Sets, as
// Probability.
func (a *Answers) Believed(i int) float64 {
	p := 1.0
	for from, to := a.questions(i); from < to; from++ {
		p *= a.Posterior(from)[a.Label[from]]
	}
	return p
}

// Share returns the posterior of class k of task i by the model.
func (a *Answers) Share(i, k int) float64 {
	if a.Sets == nil {
		return a.Posterior(i)[k]
	}
	return a.Posterior(i*a.Sets.Classes.Len() + k)[yes]
}

// Shares returns the calibrated probability of each class of task i, in the memory of to if
// that is large enough. With Sets these need not sum to one.
func (a *Answers) Shares(i int, to []float64) []float64 {
	if a.Sets == nil {
		return a.Calibrated(i, to)
	}
	var q [2]float64
	to = to[:0]
	for at, end := a.questions(i); at < end; at++ {
		to = append(to, a.Calibrated(at, q[:])[yes])
	}
	return to
}

// Tied reports whether the seed chose the label of task i, or one of them, among equally probable ones.
func (a *Answers) Tied(i int) bool {
	for from, to := a.questions(i); from < to; from++ {
		if a.Tie[from] {
			return true
		}
	}
	return false
}

// Votes returns how many labels task i was given; with Sets, by how many workers.
func (a *Answers) Votes(i int) int {
	first, _ := a.questions(i)
	from, to := a.Data.Of(first)
	return to - from
}

// CountClasses returns how many tasks have each class as their label.
func (a *Answers) CountClasses() []int {
	n := make([]int, a.LabelNames().Len())
	for i, k := range a.Label {
		switch {
		case a.Sets == nil:
			n[k]++
		case k == yes:
			n[i%len(n)]++
		}
	}
	return n
}

// ClassPrior returns the prior of class k; with Sets there is none, and it is NaN.
func (a *Answers) ClassPrior(k int) float64 {
	if a.Sets != nil {
		return math.NaN()
	}
	return a.Prior(k)
}

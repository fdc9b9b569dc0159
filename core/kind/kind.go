// Package kind says what the answers of a file are: one class for each task, several, a number. Methods know classes and numbers
// only, so answers of any kind pass through them in three steps:
//
//	answers ──Kind.Cut──▶ questions ──any method──▶ estimates ──Cut.Join──▶ answers
//
// Each kind has a folder below this one, and never imports another. Package all lists them, and package kindtest has the laws that
// all of them obey. Nobody else asks which kind answers are: what matters of that is in api.Kind and behind these interfaces.
package kind

import (
	"io"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/parse"
	"concord/core/sidefile"
)

// Kind is what the answers of a file are.
type Kind interface {
	// Info describes the kind to those who show it.
	Info() api.Kind
	// Cut turns the answers of workers, which were read by these choices, into questions. It keeps what it is given.
	Cut(said *labels.Set, read *api.Choices) (Cut, error)
	// Truth reads a file of true answers to the tasks of said, as true answers to the questions. Gold is given to fits.
	Truth(name string, r io.Reader, lay *layout.Layout, said *labels.Set, gold bool, o sidefile.TruthOptions) (Settled, api.Problems, error)
	// Agree measures how far workers agree. steps is the scale of the classes, nil if they have none, and weights are those of its steps.
	Agree(c Cut, steps *Steps, weights *api.Weights, seed uint64, pause func() error) (*api.Agreement, error)
}

// Steps are those of a scale, from the lowest to the highest.
type Steps struct {
	Names []string // those that no label names included
	Of    []int32  // K, the step of each class
}

// Labels returns labels whose classes are the steps.
func (s *Steps) Labels(l *crowd.Labels) *crowd.Labels {
	out := *l
	out.Classes, out.Class = len(s.Names), make([]uint16, len(l.Class))
	for n, c := range l.Class {
		out.Class[n] = uint16(s.Of[c])
	}
	return &out
}

// Places returns the step of each class.
func (s *Steps) Places(classes []int32) []int32 {
	out := make([]int32, len(classes))
	for n, k := range classes {
		out[n] = s.Of[k]
	}
	return out
}

// An Answer is an answer to one task, as numbers that only its kind can read: a class, the classes that were ticked in ascending
// order, a value. It is nil where it is unknown.
type Answer []float64

// Settled is the answer to each question: a class or crowd.Unknown, or a number or NaN where questions ask for numbers.
type Settled struct {
	Class []int32
	Value []float64
}

// Known counts the questions whose answer is known.
func (s *Settled) Known() (n int) {
	for _, k := range s.Class {
		if k != crowd.Unknown {
			n++
		}
	}
	for _, x := range s.Value {
		if x == x {
			n++
		}
	}
	return n
}

// Cut is the questions that answers became, and the way back.
type Cut interface {
	Info() api.Kind
	Answers() *labels.Set   // what workers said
	Questions() *labels.Set // what methods are asked
	Whole() bool            // each task is one question, about the same classes

	Of(task int) (from, to int)                 // the questions about a task
	Task(question int) (task, place int)        // the task that a question is about, and its place among those questions
	Class(task, k int) (question, class int)    // the question, and its answer, that give a task class k
	Join(to Answer, task int, s Settled) Answer // the answer to a task, appended to to; nil: unknown
	Split(a Answer, task int, s Settled)        // the inverse of Join
	Vote(task int, label float64) Answer        // what one label, a class or a number, says of a task
	Missed(tasks, told []int32) int             // of tasks with a true class that nobody chose, those that no question asks about

	Distance() func(a, b Answer) float64 // between answers to a task, from 0 to 1

	// Text writes an answer, empty if it is unknown; name names the classes. Parse reads it.
	Text(a Answer, name func(k int) string) string
	Parse(text string) (Answer, error)
	Separator() string                            // between several labels in a cell
	Rank(a Answer, place func(k int) int) float64 // sorts answers, given the places of the classes
}

// Uncut is the part of a Cut that all kinds share whose tasks are questions as they are.
type Uncut struct{ Said *labels.Set }

func (w Uncut) Answers() *labels.Set                { return w.Said }
func (w Uncut) Questions() *labels.Set              { return w.Said }
func (Uncut) Whole() bool                           { return true }
func (Uncut) Of(task int) (from, to int)            { return task, task + 1 }
func (Uncut) Task(question int) (task, place int)   { return question, 0 }
func (Uncut) Class(task, k int) (question, cls int) { return task, k }
func (Uncut) Vote(_ int, label float64) Answer      { return Answer{label} }
func (Uncut) Missed(_, _ []int32) int               { return 0 }
func (Uncut) Separator() string                     { return "" }

// FindClass returns the class of a name.
func FindClass(classes labels.Names, name string) (int, error) {
	k, ok := classes.Find(name)
	if !ok {
		return 0, api.Refuse("There is no label “%s”. The labels are %s.", name, ClassList(classes))
	}
	return k, nil
}

// ClassNames returns the names of all classes.
func ClassNames(classes labels.Names) []string {
	names := make([]string, classes.Len())
	for k := range names {
		names[k] = classes.At(k)
	}
	return names
}

// Numbers returns the numbers that names are, nil if one is none.
func Numbers(names []string) []float64 {
	out := make([]float64, len(names))
	for k, name := range names {
		x, err := parse.Number([]byte(name))
		if err != nil {
			return nil
		}
		out[k] = x
	}
	return out
}

// ClassList joins the names of the classes for a message, the first 20 of them.
func ClassList(classes labels.Names) string {
	const most = 20
	var names []string
	for k := range min(classes.Len(), most) {
		names = append(names, classes.At(k))
	}
	text := strings.Join(names, ", ")
	if classes.Len() > most {
		text += " …"
	}
	return text
}

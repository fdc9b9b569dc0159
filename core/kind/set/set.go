// Package set is the kind of answers that are several classes for each task.
//
// They are cut into one yes/no question for each task and class (Fast Dawid-Skene, section 6): question i·K+k asks whether task i
// has class k. A worker who answered the task and did not tick the class says no, whether other classes were ticked or none. Repeated
// answers of a worker to a task count as one answer that ticks whatever any of them did.
package set

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/kind"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/metric"
	"concord/core/sidefile"
	"concord/internal/humanize"
)

// Kind is several classes for each task.
type Kind struct{}

func (Kind) Info() api.Kind {
	const (
		one    = "How many labels are needed can be said of classes, one to a task. Take the labels as that, if they can be."
		unused = "Features, texts and predictions need tasks with one label each, and these may have several. To use them, open the labels of " +
			"one class at a time, as yes or no."
	)
	return api.Kind{
		Name: api.KindSets, Several: true,
		Choice: "A task may have several labels", ChoiceID: "labels-sets",
		Result: "Each task has every label that is more likely right than wrong; where none is, it has no label.",
		Tied:   "among the yes/no questions",
		Refuses: map[string]string{
			api.RoleState: "An earlier fit and tasks with several labels do not go together. Drop the earlier fit, or allow one label per task.",
			api.RoleCosts: "Costs are of tasks with one label each, and these tasks may have several. Allow one label per task, " +
				"or leave the costs out.",
			api.RoleFeatures: "Features describe tasks, and these tasks may have several labels each, which no method with features takes. " +
				"Allow one label per task, or leave the features out.",
			api.RoleText: "Texts describe tasks, and these tasks may have several labels each, which no method with text " +
				"takes. Allow one label per task, or leave the texts out.",
			api.RolePredictions: "Predictions are of tasks with one label each, and these tasks may have several. Allow one label per task, " +
				"or leave the predictions out.",
			api.AskAnonymous: "Which labels were ticked together can't be said where the workers are unknown.",
			api.AskSave:      "The fit alone can't be saved where a task may have several labels. Save a project instead: it keeps everything.",
			api.AskOrder:     "Classes can't be steps of a scale where a task may have several of them. Allow one label per task first.",
			api.AskCheck:     "Tasks that may have several labels can't be checked one by one: open a file of truth.",
			api.AskLabel:     "Tasks that may have several labels can't be labelled one by one.",
			api.AskTimes:     "a task may have several labels",
			api.AskExpect:    "How many labels are right can be said of classes, one to a task.",
			api.AskExplain:   "Votes are weighed against each other where a task has one label.",
			api.AskSplit:     "Cells are split already.",
			api.AskPlan: "Which labels to get next can't be said where a task may have several labels. Take each task to have " +
				"one, if that will do.",
			api.AskNeeded: one,
		},
		Unused: map[string]string{
			api.RoleFeatures: unused, api.RoleText: unused, api.RolePredictions: unused,
			api.UnusedMatrix: "Costs need tasks with one label each, and these may have several.",
		},
	}
}

func (Kind) Truth(name string, r io.Reader, lay *layout.Layout, said *labels.Set, _ bool, o sidefile.TruthOptions) (
	s kind.Settled, bad api.Problems, err error,
) {
	s.Class, bad, err = sidefile.Ticks(name, r, lay, said, o)
	return s, bad, err
}

// Agree measures agreement about whole answers and about the yes/no questions.
func (Kind) Agree(c kind.Cut, _ *kind.Steps, _ *api.Weights, seed uint64, pause func() error) (*api.Agreement, error) {
	questions, classes := &c.Questions().Data.Labels, c.Answers().Classes
	a, err := metric.Agree(questions, metric.Scale{Nominal: true, Seed: seed}, pause)
	if err != nil {
		return nil, err
	}
	answers, err := metric.AgreeSets(questions, classes.Len(), seed, pause)
	if err != nil {
		return nil, err
	}
	a.Questions, a.Tasks, a.Paired, a.Labels = a.Paired, answers.Tasks, answers.Paired, answers.Labels
	a.Whole, a.Classes = answers.Whole, answers.Classes
	for k := range a.Classes {
		a.Classes[k].Class = classes.At(k)
	}
	return a, nil
}

// Separator stands between the task and the class in the name of a question.
const Separator = "\x1f"

// The answers to a question.
const (
	no  = 0
	yes = 1
)

type cut struct {
	said, asked *labels.Set
	between     string
}

// Cut makes the yes/no questions.
func (Kind) Cut(said *labels.Set, read *api.Choices) (kind.Cut, error) {
	asked, err := ask(said)
	if err != nil {
		return nil, err
	}
	return &cut{said, asked, cmp.Or(read.Separator, free(said.Classes))}, nil
}

// free returns what to put between several classes in one cell: a character that no class has in its name, if there is one.
func free(classes labels.Names) string {
	chars := "|;/+&~#^"
	for k := range classes.Len() {
		for _, c := range classes.At(k) {
			chars = strings.ReplaceAll(chars, string(c), "")
		}
	}
	return cmp.Or(chars, "|")[:1]
}

func ask(set *labels.Set) (*labels.Set, error) {
	if set.Data.Numeric() {
		return nil, &api.Problem{What: "labels that are numbers on a scale can't be ticked", Do: "Treat the labels as classes"}
	}
	l, k := &set.Data.Labels, set.Data.Classes
	answers := make([]int32, l.Tasks) // workers who answered each task
	total := 0
	last := make([]int32, l.Workers) // the last task seen of each worker, plus one
	blank := make(map[int32][]int32) // the workers who ticked nothing, by task
	for _, a := range set.Blank {
		blank[a.Task] = append(blank[a.Task], a.Worker)
	}
	answered := func(i int) []int32 {
		from, to := l.Of(i)
		if none := blank[int32(i)]; len(none) > 0 {
			return slices.Concat(l.Worker[from:to], none)
		}
		return l.Worker[from:to]
	}
	for i := range l.Tasks {
		for _, j := range answered(i) {
			if last[j] != int32(i+1) {
				last[j] = int32(i + 1)
				answers[i]++
			}
		}
		total += int(answers[i]) * k
	}
	if total > math.MaxInt32 || l.Tasks*k > math.MaxInt32 {
		return nil, &api.Problem{What: fmt.Sprintf("%s and %s make more yes/no questions than can be counted here",
			humanize.Count(l.Len(), "label"), humanize.Count(k, "class")), Do: "Open a part of the file"}
	}
	asked := *set
	asked.Tasks, asked.Classes, asked.Repeats = questionNames{set.Tasks, set.Classes}, fixedNames{"no", "yes"}, 0
	q := crowd.Labels{
		Tasks: l.Tasks * k, Workers: l.Workers, Classes: 2,
		Start: make([]int32, 1, l.Tasks*k+1), Worker: make([]int32, 0, total), Class: make([]uint16, total),
	}
	place := make([]int32, l.Workers) // of a worker among those who answered the task
	clear(last)
	for i := range l.Tasks {
		from, to := l.Of(i)
		at, n := len(q.Worker), int(answers[i])
		for _, j := range answered(i) {
			if last[j] != int32(i+1) {
				last[j] = int32(i + 1)
				place[j] = int32(len(q.Worker) - at)
				q.Worker = append(q.Worker, j)
			}
		}
		for c := range k {
			if c > 0 {
				q.Worker = append(q.Worker, q.Worker[at:at+n]...)
			}
			q.Start = append(q.Start, int32(len(q.Worker)))
		}
		for x := from; x < to; x++ {
			q.Class[at+int(l.Class[x])*n+int(place[l.Worker[x]])] = yes
		}
	}
	asked.Data = &crowd.Dataset{Labels: q}
	return &asked, nil
}

func (c *cut) classes() int { return c.said.Classes.Len() }

func (*cut) Info() api.Kind                        { return Kind{}.Info() }
func (c *cut) Answers() *labels.Set                { return c.said }
func (c *cut) Questions() *labels.Set              { return c.asked }
func (*cut) Whole() bool                           { return false }
func (*cut) Vote(_ int, label float64) kind.Answer { return kind.Answer{label} }
func (c *cut) Separator() string                   { return c.between }

func (c *cut) Of(task int) (from, to int) { return task * c.classes(), (task + 1) * c.classes() }

func (c *cut) Task(question int) (task, place int) {
	return question / c.classes(), question % c.classes()
}

func (c *cut) Class(task, k int) (question, class int) { return task*c.classes() + k, yes }

// Join ticks what is answered yes. The answer is unknown if that to each question is.
func (c *cut) Join(to kind.Answer, task int, s kind.Settled) kind.Answer {
	if s.Class == nil {
		return nil
	}
	from, end := c.Of(task)
	known := false
	for k, answer := range s.Class[from:end] {
		known = known || answer != crowd.Unknown
		if answer == yes {
			to = append(to, float64(k))
		}
	}
	switch {
	case !known:
		return nil
	case to == nil: // nothing is ticked
		return kind.Answer{}
	}
	return to
}

func (c *cut) Split(a kind.Answer, task int, s kind.Settled) {
	from, to := c.Of(task)
	clear(s.Class[from:to]) // no
	for _, k := range a {
		s.Class[from+int(k)] = yes
	}
}

// Missed counts a question that was answered no for each true class that nobody chose, unless the task was told.
func (c *cut) Missed(tasks, told []int32) (n int) {
	for _, i := range tasks {
		from, to := c.Of(int(i))
		if told == nil || !slices.ContainsFunc(told[from:to], func(g int32) bool { return g != crowd.Unknown }) {
			n++
		}
	}
	return n
}

// Distance is the share of classes that one answer has and the other has not.
func (c *cut) Distance() func(a, b kind.Answer) float64 {
	return func(a, b kind.Answer) float64 {
		both := 0
		for _, k := range a {
			if slices.Contains(b, k) {
				both++
			}
		}
		return float64(len(a)+len(b)-2*both) / float64(max(1, c.classes()))
	}
}

func (c *cut) Text(a kind.Answer, name func(k int) string) string {
	names := make([]string, len(a))
	for n, k := range a {
		names[n] = name(int(k))
	}
	return strings.Join(names, c.between)
}

func (c *cut) Parse(text string) (kind.Answer, error) {
	a := kind.Answer{}
	for name := range strings.SplitSeq(text, c.between) {
		if name == "" {
			continue
		}
		k, err := kind.FindClass(c.said.Classes, name)
		if err != nil {
			return nil, err
		}
		a = append(a, float64(k))
	}
	slices.Sort(a)
	return slices.Compact(a), nil
}

// Rank orders sets as if each were a word whose letters are the classes: by the first class, then the second, and so on, as far as
// a number is precise enough.
func (c *cut) Rank(a kind.Answer, _ func(int) int) float64 {
	if a == nil {
		return math.NaN()
	}
	x := 0.0
	for k := range min(c.classes(), 52) {
		x *= 2
		if len(a) == 0 || a[0] != float64(k) {
			x++
			continue
		}
		a = a[1:]
	}
	return x
}

// questionNames are the names of questions.
type questionNames struct{ tasks, classes labels.Names }

func (p questionNames) Len() int { return p.tasks.Len() * p.classes.Len() }

func (p questionNames) At(n int) string { return string(p.Append(nil, n)) }

func (p questionNames) Append(to []byte, n int) []byte {
	k := p.classes.Len()
	to = append(p.tasks.Append(to, n/k), Separator...)
	return p.classes.Append(to, n%k)
}

func (p questionNames) Find(name string) (int, bool) {
	cut := strings.LastIndex(name, Separator)
	if cut < 0 {
		return -1, false
	}
	i, task := p.tasks.Find(name[:cut])
	k, class := p.classes.Find(name[cut+len(Separator):])
	if !task || !class {
		return -1, false
	}
	return i*p.classes.Len() + k, true
}

// fixedNames are a few names.
type fixedNames []string

func (f fixedNames) Len() int                       { return len(f) }
func (f fixedNames) At(i int) string                { return f[i] }
func (f fixedNames) Append(to []byte, i int) []byte { return append(to, f[i]...) }

func (f fixedNames) Find(name string) (int, bool) {
	i := slices.Index(f, name)
	return i, i >= 0
}

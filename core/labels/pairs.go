package labels

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/internal/humanize"
)

// PairSeparator stands between the task and the class in the name of a pair.
const PairSeparator = "\x1f"

// No and Yes are the classes of a Pairs.
const (
	No  = 0
	Yes = 1
)

// Pairs turn tasks with several labels into one yes/no question for each task and class
// (Fast Dawid-Skene, section 6): pair i·K+k asks whether task i has class k. A worker
// who answered the task and did not tick the class says no. Repeated answers of a
// worker to a task count as one answer that ticks whatever any of them did.
type Pairs struct {
	Set      // the questions: Tasks are the pairs, Classes are "no" and "yes"
	Of  *Set // what they were made of
}

// NewPairs turns a set, read with Layout.Separator or with a row for each tick, into its yes/no questions.
func NewPairs(set *Set) (*Pairs, error) {
	if set.Data.Numeric() {
		return nil, &api.Problem{What: "labels that are numbers on a scale can't be ticked", Do: "Treat the labels as classes"}
	}
	l, k := &set.Data.Labels, set.Data.Classes
	answers := make([]int32, l.Tasks) // workers who answered each task
	total := 0
	last := make([]int32, l.Workers) // the last task seen of each worker, plus one
	for i := range l.Tasks {
		from, to := l.Of(i)
		for _, j := range l.Worker[from:to] {
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
	p := &Pairs{Of: set, Set: *set}
	p.Tasks, p.Classes = pairNames{set.Tasks, set.Classes}, fixedNames{"no", "yes"}
	p.Repeats = 0
	q := crowd.Labels{
		Tasks: l.Tasks * k, Workers: l.Workers, Classes: 2,
		Start: make([]int32, 1, l.Tasks*k+1), Worker: make([]int32, 0, total), Class: make([]uint16, total),
	}
	place := make([]int32, l.Workers) // of a worker among those who answered the task
	clear(last)
	for i := range l.Tasks {
		from, to := l.Of(i)
		at, n := len(q.Worker), int(answers[i])
		for _, j := range l.Worker[from:to] {
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
			q.Class[at+int(l.Class[x])*n+int(place[l.Worker[x]])] = Yes
		}
	}
	p.Data = &crowd.Dataset{Labels: q}
	return p, nil
}

// pairNames are the names of pairs.
type pairNames struct{ tasks, classes Names }

func (p pairNames) Len() int { return p.tasks.Len() * p.classes.Len() }

func (p pairNames) At(n int) string { return string(p.Append(nil, n)) }

func (p pairNames) Append(to []byte, n int) []byte {
	k := p.classes.Len()
	to = append(p.tasks.Append(to, n/k), PairSeparator...)
	return p.classes.Append(to, n%k)
}

func (p pairNames) Find(name string) (int, bool) {
	cut := strings.LastIndex(name, PairSeparator)
	if cut < 0 {
		return -1, false
	}
	i, task := p.tasks.Find(name[:cut])
	k, class := p.classes.Find(name[cut+len(PairSeparator):])
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

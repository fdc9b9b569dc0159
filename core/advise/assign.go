package advise

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/yield"
)

// AssignWorkers assigns a worker to each label to get (tasks, most useful first; a task
// listed twice gets two workers): the one expected to discriminate best between the
// task's two most probable classes,
//
//	max over j of Σ_l |π_j[a][l] − π_j[b][l]|
//
// among those who have not labelled it and whom free makes available for it (nil:
// everybody is), with at most most labels a worker. It stops once budget labels are
// assigned; see Assign for what it returns.
//
// pause is called from time to time (nil: never); its error is returned.
func AssignWorkers(d *crowd.Dataset, posterior []float64, tasks iter.Seq[int], budget, most int, free func(task, worker int) bool,
	pause func() error) ([]int, error) {
	k := d.Classes
	if k < 2 {
		return nil, nil
	}
	m, err := newModel(d, posterior, pause)
	if err != nil {
		return nil, err
	}
	ranks := make(map[[2]int][]int32)
	return Assign(tasks, budget, most, Choice{
		Workers: d.Workers,
		Rank: func(i int) []int32 {
			a, b := topTwo(posterior[i*k : (i+1)*k])
			rank, ok := ranks[[2]int{a, b}]
			if !ok {
				rank = m.rank(a, b)
				ranks[[2]int{a, b}] = rank
			}
			return rank
		},
		May: func(i, j int) bool {
			from, to := d.Of(i)
			return !slices.Contains(d.Worker[from:to], int32(j)) && (free == nil || free(i, j))
		},
	}, pause)
}

// Choice says which workers can be assigned to which tasks.
type Choice struct {
	Workers int                         // M
	Rank    func(task int) []int32      // the available workers, best for the task first
	May     func(task, worker int) bool // reports whether this one of them can label this task
}

// Assign finds a worker for each label to get (tasks, most useful first), so that
// nobody gets more than most labels or the same task twice. Each label goes to the
// best worker with capacity left. If there is none, earlier labels are reassigned to
// free some (an augmenting path, as in bipartite matching): a label stays unassigned
// only if no reassignment would help.
//
// It returns a worker for each label considered, −1 where there is none, and stops
// once budget labels are assigned.
//
// pause is called from time to time (nil: never); its error is returned.
func Assign(tasks iter.Seq[int], budget, most int, who Choice, pause func() error) ([]int, error) {
	a := &assignment{
		Choice: who, most: most, work: yield.New(pause), given: map[[2]int]bool{},
		labels: make([][]int, who.Workers), from: make([]int, who.Workers), closed: make([]bool, who.Workers),
	}
	found := 0
	for i := range tasks {
		if found == budget {
			break
		}
		n := len(a.task)
		a.task, a.worker = append(a.task, i), append(a.worker, -1)
		j := a.best(i)
		if j < 0 {
			j = a.makeRoom(n)
		}
		if err := a.work.Err(); err != nil {
			return nil, err
		}
		if j >= 0 {
			a.give(n, j)
			found++
		}
	}
	return a.worker, a.work.Err()
}

// assignment is the state of Assign.
type assignment struct {
	Choice
	most   int
	work   *yield.Work
	task   []int           // of each label
	worker []int           // of each label, −1: nobody
	labels [][]int         // by worker
	given  map[[2]int]bool // (task, worker)
	from   []int           // by worker, in makeRoom: the label that could come here, plus one; 0: not reached
	closed []bool          // workers whose capacity can no longer be freed
}

// best returns the best worker with capacity for the task, or −1.
func (a *assignment) best(i int) int {
	for _, j := range a.Rank(i) {
		if !a.work.Continue(1) {
			return -1
		}
		if len(a.labels[j]) < a.most && a.can(i, int(j)) {
			return int(j)
		}
	}
	return -1
}

func (a *assignment) can(task, worker int) bool {
	return !a.given[[2]int{task, worker}] && a.May(task, worker)
}

func (a *assignment) give(label, worker int) {
	a.worker[label] = worker
	a.labels[worker] = append(a.labels[worker], label)
	a.given[[2]int{a.task[label], worker}] = true
}

// makeRoom reassigns labels until some worker has capacity for the label, and returns
// that worker, or −1 if there is no way. It searches breadth-first from the label to
// any worker with capacity. If the search fails, every worker reached is full for good
// and is not searched again.
func (a *assignment) makeRoom(label int) int {
	clear(a.from)
	var reached []int
	at := 0 // in reached: the next worker to expand
	for labels := []int{label}; ; {
		for _, n := range labels {
			for _, j := range a.Rank(a.task[n]) {
				if !a.work.Continue(1) {
					return -1
				}
				if a.from[j] > 0 || a.closed[j] || !a.can(a.task[n], int(j)) {
					continue
				}
				a.from[j] = n + 1
				if len(a.labels[j]) < a.most {
					return a.handOn(label, int(j))
				}
				reached = append(reached, int(j))
			}
		}
		if at == len(reached) {
			break
		}
		labels, at = a.labels[reached[at]], at+1
	}
	for _, j := range reached {
		a.closed[j] = true
	}
	return -1
}

// handOn moves labels along the path that makeRoom found, which ends at worker j,
// and returns the worker who now has capacity for the label.
func (a *assignment) handOn(label, j int) int {
	for a.from[j] != label+1 {
		n := a.from[j] - 1
		was := a.worker[n]
		a.labels[was] = slices.DeleteFunc(a.labels[was], func(x int) bool { return x == n })
		delete(a.given, [2]int{a.task[n], was})
		a.give(n, j)
		j = was
	}
	return j
}

// topTwo returns the two most probable classes, the smaller number first.
func topTwo(q []float64) (a, b int) {
	a, b = 0, 1
	if q[b] > q[a] {
		a, b = b, a
	}
	for c := 2; c < len(q); c++ {
		switch {
		case q[c] > q[a]:
			a, b = c, a
		case q[c] > q[b]:
			b = c
		}
	}
	return min(a, b), max(a, b)
}

// rank orders the workers who have given labels by how well they discriminate between classes a and b.
func (m *model) rank(a, b int) []int32 {
	tells := make([]float64, m.d.Workers)
	labels := make([]int, m.d.Workers)
	for _, j := range m.d.Worker[m.d.Start[0]:m.d.Start[m.d.Tasks]] {
		labels[j]++
	}
	var order []int32
	for j := range tells {
		if labels[j] == 0 {
			continue
		}
		for l := range m.k {
			vote := m.of(m.votes, j, l)
			tells[j] += math.Abs(vote[a] - vote[b])
		}
		order = append(order, int32(j))
	}
	slices.SortStableFunc(order, func(x, y int32) int { return cmp.Compare(tells[y], tells[x]) })
	return order
}

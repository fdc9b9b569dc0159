package advise

import (
	"runtime"
	"slices"
	"sync"

	"concord/core/crowd"
)

// sums are what the labels of some tasks say of each worker.
type sums struct {
	of     []tally
	turns  [][]Turn
	counts []float64 // M×K×K: by label and class, how often all others say the class then
}

func newSums(m *model) *sums {
	return &sums{make([]tally, m.d.Workers), make([][]Turn, m.d.Workers), make([]float64, m.d.Workers*m.k*m.k)}
}

// take adds the sums over later tasks, and empties them.
func (s *sums) take(later *sums) {
	for j := range s.of {
		s.of[j].add(&later.of[j])
		s.turns[j], later.turns[j] = append(s.turns[j], later.turns[j]...), later.turns[j][:0]
	}
	for c, x := range later.counts {
		s.counts[c] += x
	}
	clear(later.of)
	clear(later.counts)
}

func (t *tally) add(other *tally) {
	t.labels += other.labels
	t.shared += other.shared
	t.agrees += other.agrees
	t.Apart.add(&other.Apart)
}

// judging is what sums are made of.
type judging struct {
	average *average
	copies  *copiers
	among   []uint16 // Judged.Among
}

// leastPart is the least number of labels that a goroutine sums up at a time, and perCell that for each number of the sums.
const (
	leastPart = 1 << 17
	perCell   = 32
)

// all sums up the labels of all tasks. Sums over parts of the tasks are added in their order, so that the number of processors changes no
// bit. The model's own work alone pauses.
func (j *judging) all(m *model) *sums {
	parts := partsOf(&m.d.Labels, max(leastPart, perCell*m.d.Workers*m.k*m.k))
	models := []*model{m}
	for len(models) < min(runtime.GOMAXPROCS(0), len(parts)) {
		models = append(models, m.fork())
	}
	total, own := newSums(m), make([]*sums, len(models))
	own[0] = total
	for len(parts) > 0 && m.work.Err() == nil {
		n := min(len(models), len(parts))
		together(n, func(g int) {
			if own[g] == nil {
				own[g] = newSums(m)
			}
			j.sum(models[g], parts[g], own[g])
		})
		for g, s := range own[:n] {
			if s != total {
				total.take(s)
			} else {
				own[g] = nil
			}
		}
		parts = parts[n:]
	}
	return total
}

// partsOf cuts tasks into parts of at least so many labels, but for the last. Each is its first task, and the one after its last.
func partsOf(l *crowd.Labels, least int) (parts [][2]int) {
	first := 0
	for i := range l.Tasks {
		if int(l.Start[i+1]-l.Start[first]) >= least || i == l.Tasks-1 {
			parts = append(parts, [2]int{first, i + 1})
			first = i + 1
		}
	}
	return parts
}

// together calls do for 0 ≤ g < n at the same time: do(0) on this goroutine.
func together(n int, do func(g int)) {
	var others sync.WaitGroup
	for g := 1; g < n; g++ {
		others.Go(func() { do(g) })
	}
	if n > 0 {
		do(0)
	}
	others.Wait()
}

// sum sums up the labels of a part of the tasks.
func (j *judging) sum(m *model, part [2]int, to *sums) {
	base, k := int(m.d.Start[0]), m.k
	var held heldLabels
	for task := part[0]; task < part[1]; task++ {
		from, end := m.d.Of(task)
		at := len(held.beliefs)
		held.beliefs = m.without(task, held.beliefs)
		shared := from < end && slices.ContainsFunc(m.d.Worker[from+1:end], func(other int32) bool { return other != m.d.Worker[from] })
		looks, whole := shared && Looks(task, j.copies.every), leadersOf(m.whole).first
		for n := from; n < end; n++ {
			q, l := held.beliefs[at:at+k], int(m.d.Class[n])
			at += k
			top := leadersOf(q)
			w := tally{labels: 1}
			agreed := q[l] >= top.least
			if agreed {
				j.among[n-base] = uint16(top.count)
			}
			if shared { // else nobody else labelled the task
				w.shared = 1
				if agreed {
					w.agrees = 1 / float64(top.count)
				}
				// Of a worker's labels of a task the first one answers for all. A tie without the worker may be broken either way.
				if q[top.first] > q[whole]*(1+crowd.Tie) && m.times[n-base] != 3 {
					to.turns[m.d.Worker[n]] = append(to.turns[m.d.Worker[n]], Turn{int32(task), int32(top.first)})
				}
				j.average.add(&w.Apart, q, l, top)
			}
			if looks {
				j.copies.add(n, q)
			}
			held.of = append(held.of, w)
		}
		if len(held.of) >= mostHeld || task == part[1]-1 {
			to.count(m, end-len(held.of), &held)
		}
		if !m.work.Continue((1 + end - from) * k) {
			return
		}
	}
}

// heldLabels are consecutive labels that are not counted yet.
type heldLabels struct {
	of      []tally   // what each of them adds to that of its worker
	beliefs []float64 // what all others say of the task of each
}

// mostHeld is from how many labels on they are counted.
const mostHeld = 1 << 6

// count counts labels, from the first, and empties them. With many workers nearly every label waits for memory here: in a loop of their
// own these waits overlap.
func (s *sums) count(m *model, first int, held *heldLabels) {
	beliefs := held.beliefs
	for n := range held.of {
		j, l := int(m.d.Worker[first+n]), int(m.d.Class[first+n])
		s.of[j].add(&held.of[n])
		own := m.of(s.counts, j, l)
		for c, p := range beliefs[:len(own)] {
			own[c] += p
		}
		beliefs = beliefs[len(own):]
	}
	held.of, held.beliefs = held.of[:0], held.beliefs[:0]
}

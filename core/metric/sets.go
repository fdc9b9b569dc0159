package metric

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/yield"
)

const (
	manySets = "there are too many different sets to compare each with each"
	maxSets  = 4096 // above it there is no α of sets, whose time is quadratic in them
)

// AgreeSets measures agreement about answers that are sets of labels: Krippendorff's α of whole answers, and the agreement on each
// label. questions has k yes/no questions for each task (1 is yes), whose workers stand in the same order. The classes of the result
// have no names yet; its other figures are zero.
//
// pause is called from time to time (nil: never); its error is returned.
func AgreeSets(questions *crowd.Labels, k int, seed uint64, pause func() error) (*api.Agreement, error) {
	work := yield.New(pause)
	out := &api.Agreement{Whole: new(api.SetAlpha)}
	a := &agree{k: k}
	dim := sumClasses + 3*k
	one, total := make([]float64, dim), make([]float64, dim)
	tasks := questions.Tasks / max(1, k)
	var sums *sums
	if k <= maxClasses {
		sums = newSums(tasks, dim, seed)
	}
	labels := make([]int, k)
	sets := newSets(tasks)
	for i := range tasks {
		used, count, m := sets.task(questions, i, k)
		if m == 0 {
			continue
		}
		clear(one)
		a.task(one, m, used, count)
		floats.Add(total, one)
		if sums != nil {
			floats.Add(sums.of(i), one)
		}
		for _, c := range used {
			labels[c] += int(count[c])
			out.Labels += int(count[c])
		}
		if !work.Continue(1 + m*k) {
			return nil, work.Err()
		}
	}
	out.Tasks, out.Paired = int(total[sumTasks]), int(total[sumPaired])
	out.Classes = make([]api.ClassAgreement, k)
	var figures []*api.Figure
	var of []statistic
	for c := range out.Classes {
		class := &out.Classes[c]
		class.Labels = labels[c]
		class.Specific = figure(a.specific(c), total, out.Paired, "no two answers to a task could have it")
		class.Alpha = figure(a.class(c), total, out.Paired, "all answers to tasks with two have it, or none does")
		figures, of = append(figures, &class.Specific, &class.Alpha), append(of, a.specific(c), a.class(c))
	}
	if sums != nil {
		sums.intervals(figures, of, work)
	}
	out.Whole.MASI = sets.alpha(masi, out.Paired, seed, work)
	out.Whole.Jaccard = sets.alpha(jaccard, out.Paired, seed, work)
	return out, work.Err()
}

// sets are the answers to all tasks.
type sets struct {
	at    map[string]int32
	all   [][]uint16 // each different answer, its classes ascending
	tasks [][]int32  // the answers to each task
	used  []uint16
	count []int32
}

func newSets(tasks int) *sets { return &sets{at: map[string]int32{}, tasks: make([][]int32, tasks)} }

// task notes the m answers to task i. used lists the classes that they have, count[k] says how many have class k; both are valid until
// the next call.
func (s *sets) task(questions *crowd.Labels, i, k int) (used []uint16, count []int32, m int) {
	from, to := questions.Of(i * k)
	m = to - from
	answers := make([][]uint16, m)
	s.used, s.count = s.used[:0], slices.Grow(s.count[:0], k)[:k]
	clear(s.count)
	for c := range k {
		from, to := questions.Of(i*k + c)
		for n, yes := range questions.Class[from:to] {
			if yes == 0 {
				continue
			}
			if answers[n] = append(answers[n], uint16(c)); s.count[c] == 0 {
				s.used = append(s.used, uint16(c))
			}
			s.count[c]++
		}
	}
	for _, answer := range answers {
		s.tasks[i] = append(s.tasks[i], s.number(answer))
	}
	return s.used, s.count, m
}

// number is that of an answer among the different ones.
func (s *sets) number(answer []uint16) int32 {
	key := make([]byte, 0, 2*len(answer))
	for _, c := range answer {
		key = append(key, byte(c>>8), byte(c))
	}
	n, known := s.at[string(key)]
	if !known {
		n = int32(len(s.all))
		s.at[string(key)] = n
		s.all = append(s.all, answer)
	}
	return n
}

// alpha is Krippendorff's α with a distance between sets as δ². The sums of a task are its observed disagreement, its labels, and how
// often it has each answer.
func (s *sets) alpha(distance func(a, b []uint16) float64, paired int, seed uint64, work *yield.Work) api.Figure {
	switch {
	case paired == 0:
		return api.Undefined(noPairs)
	case len(s.all) > maxSets:
		return api.Undefined(manySets)
	}
	const differ, labels, dim = 0, 1, 2
	bootstrap := len(s.all) <= maxClasses
	between := func(a, b int32) float64 { return distance(s.all[a], s.all[b]) }
	total := make([]float64, dim+len(s.all))
	var units *sums
	if bootstrap {
		units = newSums(len(s.tasks), len(total), seed)
		between = s.table(distance)
	}
	for i, answers := range s.tasks {
		m := len(answers)
		if m < 2 {
			continue
		}
		if !work.Continue(m * m) {
			return api.Figure{}
		}
		apart := 0.0
		for n, a := range answers {
			for _, b := range answers[:n] {
				apart += 2 * between(a, b) / float64(m-1)
			}
		}
		to := [][]float64{total}
		if bootstrap {
			to = append(to, units.of(i))
		}
		for _, t := range to {
			t[differ] += apart
			t[labels] += float64(m)
			for _, a := range answers {
				t[dim+a]++
			}
		}
	}
	of := func(t []float64) (float64, bool) {
		expected := 0.0
		for a, x := range t[dim:] {
			if x == 0 {
				continue
			}
			work.Continue(a)
			for b, y := range t[dim : dim+a] {
				if y > 0 {
					expected += 2 * x * y * between(int32(a), int32(b))
				}
			}
		}
		return alpha(t[differ], expected, t[labels])
	}
	f := figure(of, total, paired, "all answers to tasks with two are the same")
	if bootstrap {
		units.intervals([]*api.Figure{&f}, []statistic{of}, work)
	}
	return f
}

// table has the distances of all sets.
func (s *sets) table(distance func(a, b []uint16) float64) func(a, b int32) float64 {
	n := len(s.all)
	at := make([]float64, n*n)
	for a := range n {
		for b := range n {
			at[a*n+b] = distance(s.all[a], s.all[b])
		}
	}
	return func(a, b int32) float64 { return at[int(a)*n+int(b)] }
}

// common counts the classes that two ascending sets share.
func common(a, b []uint16) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n, a, b = n+1, a[1:], b[1:]
		}
	}
	return n
}

// jaccard is one less the share of the classes of either set that both have (Jaccard 1912).
func jaccard(a, b []uint16) float64 {
	both := common(a, b)
	either := len(a) + len(b) - both
	if either == 0 {
		return 0
	}
	return 1 - float64(both)/float64(either)
}

// masi is Passonneau 2006: one less Jaccard's share times 1 for equal sets, 2/3 where one holds the other, 1/3 where they overlap.
func masi(a, b []uint16) float64 {
	monotonic := 1.0 / 3
	switch both := common(a, b); {
	case len(a) == len(b) && both == len(a):
		monotonic = 1
	case both == min(len(a), len(b)):
		monotonic = 2.0 / 3
	}
	return 1 - monotonic*(1-jaccard(a, b))
}

package advise

import (
	"cmp"
	"slices"

	"concord/core/fit"
)

// grouping joins workers who answer alike.
type grouping struct {
	m            *model
	task         []int32 // of each label
	start, label []int32 // labels by worker

	of      []int32              // M, the first of the worker's group
	members map[int32][]int32    // of the groups of several, by the first
	pairs   map[int32][]fit.Pair // those that joined them
	apart   map[[2]int32]bool    // groups that too few voices kept apart

	met  []int64 // N: stamps
	seen []int64 // M
	now  int64
}

func newGrouping(m *model, start, label []int32) *grouping {
	g := &grouping{
		m: m, task: m.d.TaskOf(), start: start, label: label, members: map[int32][]int32{}, pairs: map[int32][]fit.Pair{},
		apart: map[[2]int32]bool{}, met: make([]int64, m.d.Tasks), seen: make([]int64, m.d.Workers),
	}
	for j := range int32(m.d.Workers) {
		g.of = append(g.of, j)
	}
	return g
}

// join makes one group of those of a pair, if that leaves voices enough.
func (g *grouping) join(p fit.Pair) {
	p.A, p.B = min(p.A, p.B), max(p.A, p.B)
	a, b := min(g.of[p.A], g.of[p.B]), max(g.of[p.A], g.of[p.B])
	if a == b || g.apart[[2]int32{a, b}] {
		return
	}
	all := slices.Concat(g.group(a), g.group(b))
	if g.voices(all) < leastVoices {
		g.apart[[2]int32{a, b}] = true
		return
	}
	for _, j := range all {
		g.of[j] = a
	}
	g.members[a], g.pairs[a] = all, append(append(g.pairs[a], g.pairs[b]...), p)
	delete(g.members, b)
	delete(g.pairs, b)
}

// group returns the workers of the group whose first is a.
func (g *grouping) group(a int32) []int32 {
	if all := g.members[a]; all != nil {
		return all
	}
	return []int32{a}
}

// voices is how many there would be in the mean, if these workers were one, on the tasks that they labelled.
func (g *grouping) voices(all []int32) float64 {
	d, base := g.m.d, g.m.d.Start[0]
	one := make(map[int32]bool, len(all)) // the groups that would be one
	for _, j := range all {
		one[g.of[j]] = true
	}
	g.now++
	stamp := g.now // of the tasks seen
	tasks, voices := 0, 0
	for _, j := range all {
		for _, n := range g.label[g.start[j]:g.start[j+1]] {
			i := g.task[n-base]
			if g.met[i] == stamp {
				continue
			}
			g.met[i] = stamp
			g.now++
			tasks, voices = tasks+1, voices+1
			from, to := d.Of(int(i))
			for _, j := range d.Worker[from:to] {
				if a := g.of[j]; !one[a] && g.seen[a] != g.now {
					g.seen[a] = g.now
					voices++
				}
			}
			g.m.work.Continue(to - from)
		}
	}
	return float64(voices) / float64(max(1, tasks))
}

// groups returns those of several workers, by the first. From certain evidence on they are said to copy.
func (g *grouping) groups(certain float64) (out fit.Merged) {
	for a, all := range g.members {
		pairs := g.pairs[a]
		slices.SortStableFunc(pairs, func(x, y fit.Pair) int { return cmp.Compare(y.Evidence, x.Evidence) })
		slices.Sort(all)
		out = append(out, fit.Alike{Workers: all, Pairs: pairs, Copy: pairs[0].Evidence > certain})
	}
	slices.SortStableFunc(out, func(x, y fit.Alike) int { return cmp.Compare(x.Workers[0], y.Workers[0]) })
	return out
}

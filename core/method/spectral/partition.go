package spectral

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// A partition puts every worker into one of three groups. It decides where EM begins, and so often
// where it ends: on the web data random partitions end at 17 to 64 % wrong. So several are tried,
// depending only on who said what: reordered rows find the same.

const (
	mostTries  = 12 // partitions that are tried of few classes
	leastTries = 3  // and of many
	trialSteps = 10 // of EM after each; the authors' program makes so many in all
)

// tries is how many partitions of k classes are tried: about equal time, as the power method takes k⁴.
func tries(k int) uint64 {
	const few = 8
	return uint64(max(leastTries, min(mostTries, mostTries*few*few*few*few/(k*k*k*k))))
}

// crowdOf is workers that stay together: those whom nothing tells apart.
type crowdOf struct {
	profile uint64
	workers []int
	labels  int
}

// gathered lists the workers by profile, those with most labels first.
func gathered(d *crowd.Dataset) []crowdOf {
	labels := make([]int, d.Workers)
	for _, j := range d.Worker {
		labels[j]++
	}
	at := map[uint64]int{}
	var list []crowdOf
	for j, p := range crowd.Profiles(d) {
		n, ok := at[p]
		if !ok {
			n = len(list)
			at[p] = n
			list = append(list, crowdOf{profile: p})
		}
		list[n].workers = append(list[n].workers, j)
		list[n].labels += labels[j]
	}
	slices.SortFunc(list, func(a, b crowdOf) int {
		return cmp.Or(cmp.Compare(b.labels, a.labels), cmp.Compare(a.profile, b.profile))
	})
	return list
}

// dealt puts one of each three consecutive crowds into each group at random, so that groups have about equally many labels.
func dealt(list []crowdOf, workers int, src *rand.Rand) []int {
	group := make([]int, workers)
	for n := 0; n < len(list); n += 3 {
		to := src.Perm(3)
		for m, c := range list[n:min(n+3, len(list))] {
			for _, j := range c.workers {
				group[j] = to[m]
			}
		}
	}
	return group
}

// search tries partitions and returns the start and the groups of the best. It prefers those after
// whose first EM steps the crowd recognises every class more often than it confuses it with any
// other (gap), then the greatest log-likelihood. The likelihood alone is not enough: it does not
// change if classes swap names.
func (m *OptDS) search(d *crowd.Dataset, s fit.Settings, empty float64) (start []float64, group []int, err error) {
	if s.Pause == nil {
		s.Pause = func() error { return nil }
	}
	list := gathered(d)
	whole := make([]int, d.Workers)
	best, bestGap := math.Inf(-1), math.Inf(-1)
	var failed error
	for n := range tries(d.Classes) {
		if err := s.Pause(); err != nil {
			return nil, nil, err
		}
		src := rand.New(rand.NewPCG(s.Seed, n))
		groups := dealt(list, d.Workers, src)
		from, err := m.stage1(d, groups, src)
		if err != nil {
			if failed == nil {
				failed = err
			}
			continue
		}
		f := newEM(d, from, empty)
		var step fit.Step
		for range trialSteps {
			if err := s.Pause(); err != nil {
				return nil, nil, err
			}
			step, _ = f.Step() // EM never fails
			if step.Change < s.Tolerance {
				break
			}
		}
		// No gap above nought is better than another, but none at all may be nearer to one.
		gap := min(0, gap(d, f.posterior, whole))
		// Partitions that lead to the same answer differ by rounding: the first is taken.
		if start == nil || gap > bestGap || gap == bestGap && step.Objective > best+1e-9*math.Abs(best) {
			start, group, best, bestGap = from, groups, step.Objective, gap
		}
	}
	if start == nil {
		return nil, nil, failed
	}
	return start, group, nil
}

// gap is the paper's κ under the posterior: how much more often a group gives a task its own class
// than some other, at its least. The paper requires it to be positive.
func gap(d *crowd.Dataset, posterior []float64, group []int) float64 {
	k := d.Classes
	pooled := *d
	pooled.Workers, pooled.Worker = 3, make([]int32, len(d.Worker))
	for n, j := range d.Worker {
		pooled.Worker[n] = int32(group[j])
	}
	counts := crowd.Counts(&pooled.Labels, posterior)
	least := math.Inf(1)
	for at := 0; at < len(counts); at += k {
		row, t := counts[at:at+k], at/k%k
		sum := prob.Total(row)
		if sum == 0 {
			continue
		}
		for l, x := range row {
			if l != t {
				least = min(least, (row[t]-x)/sum)
			}
		}
	}
	return least
}

// errCondition warns that the theory does not cover the data.
func errCondition(gap float64) error {
	return fmt.Errorf("the method asks that each group of workers recognises every class more often than it takes it for any other, "+
		"and that seems not to hold "+
		"(κ is about %.2f, and should be positive): the answer may hang on how workers are grouped; compare it with Dawid–Skene's", gap)
}

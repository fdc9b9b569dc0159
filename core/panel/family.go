package panel

import (
	"cmp"
	"math"
	"slices"
)

const (
	// apart is how much more the errors of a family must correlate with each other than with those of the others, and fitted is the same
	// where there are no truths: one factor does not fit judges of unlike accuracy who all err together.
	apart, fitted = .2, .3
	// sure is by how many standard errors, of 20 blocks: the families looked at were chosen for it.
	sure = 4.5
	// familyTasks are needed, or luck is not known.
	familyTasks = 100
	// familyTold tasks of known truth show errors themselves, familyJudges have more pairs than one factor explains.
	familyTold, familyJudges = 50, 4
)

// families finds judges who err together more than with the others: clusters by average linkage (Sokal & Michener 1958), of which
// those are kept that stand out most. Without truths it is the agreement that counts, beyond what one factor explains, since good judges
// agree with each other, too.
func (m *meetings) families(level float64) [][]int {
	alike, least := m.beyond, fitted
	if m.told >= familyTold {
		least = apart
		alike = func(without int) [][]float64 {
			x := square(m.k)
			m.correlate(level, without, x)
			return x
		}
	}
	if m.k < 3 || m.shared < familyTasks || m.told < familyTold && m.k < familyJudges {
		return nil
	}
	all := alike(-1)
	var parts [blocks][][]float64
	for b := range parts {
		parts[b] = alike(b)
	}
	type cluster struct {
		judges []int
		sure   float64
	}
	var found []cluster
	for _, judges := range link(all) {
		by, variance := stands(all, judges), 0.0
		for b := range parts {
			variance += square2(stands(parts[b], judges)-by) * (blocks - 1) / blocks
		}
		if by > least && by > sure*math.Sqrt(variance) {
			found = append(found, cluster{judges, by / math.Sqrt(variance)})
		}
	}
	slices.SortStableFunc(found, func(a, b cluster) int { return cmp.Compare(b.sure, a.sure) })
	var out [][]int
	taken := make([]bool, m.k)
	for _, c := range found {
		if slices.ContainsFunc(c.judges, func(a int) bool { return taken[a] }) {
			continue
		}
		for _, a := range c.judges {
			taken[a] = true
		}
		out = append(out, c.judges)
	}
	return out
}

// join returns the families of judges, given those of voices and the voice of each judge: copies are a family, too.
func join(families [][]int, voice []int) (out [][]int) {
	in := make([]int, len(voice)) // the family of a voice
	for v := range in {
		in[v] = len(families) + v
	}
	for f, voices := range families {
		for _, v := range voices {
			in[v] = f
		}
	}
	all := make([][]int, len(families)+len(voice))
	for n, v := range voice {
		all[in[v]] = append(all[in[v]], n)
	}
	return slices.DeleteFunc(all, func(family []int) bool { return len(family) < 2 })
}

// link returns the clusters that average linkage makes, but that of all.
func link(alike [][]float64) (all [][]int) {
	var now [][]int
	for a := range alike {
		now = append(now, []int{a})
	}
	for len(now) > 2 {
		x, y, most := 0, 0, math.Inf(-1)
		for b := range now {
			for a := range b {
				if s := between(alike, now[a], now[b]); s > most {
					x, y, most = a, b, s
				}
			}
		}
		joined := slices.Concat(now[x], now[y])
		slices.Sort(joined)
		now = slices.Delete(now, y, y+1)
		now[x] = joined
		all = append(all, joined)
	}
	return all
}

// between is the mean over pairs of one of each.
func between(alike [][]float64, one, other []int) float64 {
	sum := 0.0
	for _, a := range one {
		for _, b := range other {
			sum += alike[a][b]
		}
	}
	return sum / float64(len(one)*len(other))
}

// stands is how much more judges are alike than they are like the others.
func stands(alike [][]float64, judges []int) float64 {
	var others []int
	within, n := 0.0, 0.0
	for a := range alike {
		if !slices.Contains(judges, a) {
			others = append(others, a)
		}
	}
	for x, a := range judges {
		for _, b := range judges[:x] {
			within, n = within+alike[a][b], n+1
		}
	}
	return within/n - between(alike, judges, others)
}

// beyond is how much more two judges agree, as κ, than the product of a figure of each explains: that closest to all in least squares.
func (m *meetings) beyond(without int) [][]float64 {
	kappa, seen := square(m.k), square(m.k)
	mean, n := 0.0, 0.0
	m.pairs(without, func(a, b int, agree float64) {
		if chance := m.byChance(a, b); chance < 1 {
			x := (agree - chance) / (1 - chance)
			kappa[a][b], kappa[b][a], seen[a][b], seen[b][a] = x, x, 1, 1
			mean, n = mean+x, n+1
		}
	})
	figure := make([]float64, m.k)
	for a := range figure {
		figure[a] = math.Sqrt(max(mean/max(n, 1), 0))
	}
	for range 50 {
		for a := range figure {
			top, bottom := 0.0, 0.0
			for b, f := range figure {
				top, bottom = top+seen[a][b]*kappa[a][b]*f, bottom+seen[a][b]*f*f
			}
			if bottom > 0 {
				figure[a] = top / bottom
			}
		}
	}
	for a := range kappa {
		for b := range kappa {
			kappa[a][b] = seen[a][b] * (kappa[a][b] - figure[a]*figure[b])
		}
	}
	return kappa
}

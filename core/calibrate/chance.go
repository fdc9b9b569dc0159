package calibrate

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// null computes mean and variance of A where the labels of each group are dealt anew over its places. With x_sk whether place s
// has label k, p the shares of its group and L_s(k) = w_t Σ_{others of t} p_k,
//
//	Σ_{a<b} x_a·x_b = Σ p_a·p_b + Σ (x_a − p_a)·p_b + Σ (x_b − p_b)·p_a + Σ (x_a − p_a)·(x_b − p_b)
//
// The linear part has the variance of a permutation statistic (Hoeffding 1951), the products are uncorrelated.
func (o *observer) null() error {
	e, k := o.e, o.l.Classes
	groups, err := o.regroup()
	if err != nil {
		return err
	}
	n := make([]float64, groups)
	share := make([]float64, groups*k)
	if err := o.each(func(_ int, worker, class []int32) {
		for m, j := range worker {
			n[o.group[j]]++
			share[int(o.group[j])*k+int(class[m])]++
		}
	}); err != nil {
		return err
	}
	for g := range n {
		for c := range k {
			share[g*k+c] /= max(1, n[g])
		}
	}
	o.share = share
	of := func(j int32) []float64 { g := int(o.group[j]); return share[g*k : (g+1)*k] }
	free := func(j int32) float64 { // n/(n − 1)
		if x := n[o.group[j]]; x > 1 {
			return x / (x - 1)
		}
		return 0
	}
	mean, products, pairs := 0.0, 0.0, 0.0
	sum := make([]float64, k)
	others := make([]float64, groups*k) // the mean of L over the places of the group
	if err := o.each(func(_ int, worker, _ []int32) {
		w := 1 / float64(len(worker)-1)
		pairs += float64(len(worker)) / 2
		clear(sum)
		for a, j := range worker {
			p := of(j)
			for _, i := range worker[:a] {
				q := of(i)
				dot, cube := 0.0, 0.0
				for c, x := range p {
					y := q[c]
					dot += x * y
					cube += x * y * (1 - x - y)
				}
				mean += w * dot
				products += w * w * (cube + dot*dot) * free(j) * free(i)
			}
			for c, x := range p {
				sum[c] += x
			}
		}
		for _, j := range worker {
			p, to := of(j), others[int(o.group[j])*k:]
			for c, x := range sum {
				to[c] += w * (x - p[c]) / n[o.group[j]]
			}
		}
	}); err != nil {
		return err
	}
	grand := make([]float64, groups)
	for g := range grand {
		for c := range k {
			grand[g] += share[g*k+c] * others[g*k+c]
		}
	}
	linear := 0.0
	if err := o.each(func(_ int, worker, _ []int32) {
		w := 1 / float64(len(worker)-1)
		clear(sum)
		for _, j := range worker {
			for c, x := range of(j) {
				sum[c] += x
			}
		}
		for _, j := range worker {
			g := int(o.group[j])
			p, typical := of(j), others[g*k:]
			own := 0.0
			for c, x := range sum {
				own += p[c] * w * (x - p[c])
			}
			for c, x := range sum {
				d := w*(x-p[c]) - typical[c] - own + grand[g]
				linear += free(j) * p[c] * d * d
			}
		}
	}); err != nil {
		return err
	}
	mean /= pairs
	variance := (linear + products) / (pairs * pairs)
	e.Chance, e.Score, e.Tail = mean, 0, 1
	if variance > 1e-18 && mean < 1 && mean > 0 {
		e.Score = (e.Agreement - mean) / math.Sqrt(variance)
		e.Tail = tail(e.Agreement, mean, variance)
	}
	return nil
}

// contrast looks for workers who agree as a whole no more than by chance, but of whom some agree and others contradict each other: with
// z the agreement of two workers on their n tasks, in standard deviations √(n μ(1 − μ)) above the mean n μ by chance, Σ z² has a χ²
// distribution by chance, over those who agree less than that as over those who agree more.
func (o *observer) contrast() error {
	const fewest = 5 // tasks that two workers share
	type pair struct{ tasks, same, expected float64 }
	k := o.l.Classes
	share := o.share
	pairs := map[[2]int32]*pair{}
	if err := o.each(func(_ int, worker, class []int32) {
		for a, i := range worker {
			for b, j := range worker[:a] {
				at := [2]int32{min(i, j), max(i, j)}
				if pairs[at] == nil {
					pairs[at] = &pair{}
				}
				p := pairs[at]
				p.tasks++
				if class[a] == class[b] {
					p.same++
				}
				x, y := share[int(o.group[i])*k:], share[int(o.group[j])*k:]
				for c := range k {
					p.expected += x[c] * y[c]
				}
			}
		}
	}); err != nil {
		return err
	}
	var sum, n [2]float64 // of those who agree less than by chance, and more
	for _, at := range slices.SortedFunc(maps.Keys(pairs), func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) }) {
		p := pairs[at]
		mean := p.expected / p.tasks
		if p.tasks < fewest || mean <= 0 || mean >= 1 {
			continue
		}
		z := (p.same - p.expected) / math.Sqrt(p.tasks*mean*(1-mean))
		side := 0
		if z > 0 {
			side = 1
		}
		sum[side], n[side] = sum[side]+z*z, n[side]+1
	}
	improbable := func(side int) bool { // χ² has nearly a normal cube root (Wilson & Hilferty 1931)
		spread := 2 / (9 * n[side])
		return n[side] > 0 && math.Erfc((math.Cbrt(sum[side]/n[side])-(1-spread))/math.Sqrt(2*spread))/2 < byChance
	}
	o.e.Contrary, o.e.Partly = improbable(0), improbable(1)
	return nil
}

// tail is the probability that a share is at least x if it has this mean and variance: that of a binomial distribution, half of
// the probability of x itself left out. A normal one would take chance for evidence where few of few tasks agree.
func tail(x, mean, variance float64) float64 {
	n := mean * (1 - mean) / variance
	if x = min(x, 1) * n; x+.5 > n {
		x = n - .5
	}
	if x <= 0 {
		return 1
	}
	return mathext.RegIncBeta(x+.5, n-x+.5, mean)
}

// regroup gives each worker with enough labels a group, and one to all others.
func (o *observer) regroup() (groups int, err error) {
	const fewest, cells = 25, 1 << 22
	n := make([]int, o.l.Workers)
	if err := o.each(func(_ int, worker, _ []int32) {
		for _, j := range worker {
			n[j]++
		}
	}); err != nil {
		return 0, err
	}
	for least := fewest; ; least *= 2 {
		groups = 1 // of those with few
		for j, x := range n {
			o.group[j] = 0
			if x >= least {
				o.group[j] = int32(groups)
				groups++
			}
		}
		if groups*o.l.Classes <= cells || groups == 1 {
			return groups, nil
		}
	}
}

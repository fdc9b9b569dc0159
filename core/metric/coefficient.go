package metric

// Every coefficient but percent is (p_a − p_e)/(1 − p_e): observed agreement corrected
// for chance. They differ in p_e. With missing labels the formulas are those of Gwet
// 2014 (Handbook of Inter-Rater Reliability, 4th edition, chapters 2 to 5): p_a over the
// tasks with two labels, the class shares π_k over all labelled tasks.

func corrected(pa, pe float64) (float64, bool) { return (pa - pe) / (1 - pe), pe < 1-1e-12 }

func (a *agree) percent(t []float64) (float64, bool) {
	return t[sumAgree] / t[sumPaired], t[sumPaired] > 0
}

// fleiss: p_e = Σ π_k², π_k the mean over all tasks of the share of their labels that name k.
func (a *agree) fleiss(t []float64) (float64, bool) {
	if t[sumPaired] == 0 {
		return 0, false
	}
	return corrected(t[sumAgree]/t[sumPaired], a.chanceFleiss(t))
}

func (a *agree) chanceFleiss(t []float64) float64 {
	pe := 0.0
	for _, x := range t[sumClasses : sumClasses+a.k] {
		pe += (x / t[sumTasks]) * (x / t[sumTasks])
	}
	return pe
}

// pooled: p_e = Σ (n_k/n)², over the labels of tasks with two.
func (a *agree) pooled(t []float64) (float64, bool) {
	if t[sumPaired] == 0 {
		return 0, false
	}
	nc, n := a.paired(t)
	pe := 0.0
	for _, x := range nc {
		pe += (x / n) * (x / n)
	}
	return corrected(t[sumAgree]/t[sumPaired], pe)
}

// ac1: p_e = Σ π_k (1 − π_k) / (K − 1).
func (a *agree) ac1(t []float64) (float64, bool) { return a.ac(t, sumAgree, float64(a.k)) }

// ac2: the same with p_e times T_w/K, T_w the sum of the weights of all pairs of classes.
func (a *agree) ac2(t []float64) (float64, bool) {
	if a.weight == nil {
		return 0, false
	}
	return a.ac(t, sumWeighted, a.weighs)
}

func (a *agree) whyAC2() string {
	if a.weight == nil {
		return notOrdered
	}
	return oneOnly
}

func (a *agree) ac(t []float64, observed int, tw float64) (float64, bool) {
	if t[sumPaired] == 0 || a.k < 2 {
		return 0, false
	}
	return corrected(t[observed]/t[sumPaired], a.chanceAC(t, tw))
}

func (a *agree) chanceAC(t []float64, tw float64) float64 {
	pe := 0.0
	for _, x := range t[sumClasses : sumClasses+a.k] {
		pi := x / t[sumTasks]
		pe += pi * (1 - pi)
	}
	return pe * tw / (float64(a.k) * float64(a.k-1))
}

// Krippendorff 2011: α = 1 − D_o/D_e with
//
//	D_o = (1/n) Σ_ck o_ck δ²_ck,  D_e = 1/(n(n−1)) Σ_ck n_c n_k δ²_ck
//
// where o_ck are the coincidences of c and k, each task's pairs weighted by 1/(m−1),
// n_c = Σ_k o_ck and n = Σ_c n_c.
func alpha(differ, expected, n float64) (float64, bool) {
	return 1 - (n-1)*differ/expected, expected > 0
}

// paired returns the n_c and their sum.
func (a *agree) paired(t []float64) (nc []float64, n float64) {
	return t[sumClasses+a.k : sumClasses+2*a.k], t[sumLabels]
}

func (a *agree) nominal(t []float64) (float64, bool) {
	nc, n := a.paired(t)
	expected := 0.0
	for _, x := range nc {
		expected += x * (n - x)
	}
	return alpha(t[sumDiffer], expected, n)
}

func (a *agree) interval(t []float64) (float64, bool) {
	if a.values == nil {
		return 0, false
	}
	nc, n := a.paired(t)
	return alpha(t[sumInterval], expectedSquares(nc, a.values), n)
}

func (a *agree) ratio(t []float64) (float64, bool) {
	if a.whyRatio() != oneNumber {
		return 0, false
	}
	nc, n := a.paired(t)
	expected := 0.0
	for c, x := range nc {
		for k, y := range nc[:c] {
			expected += 2 * x * y * ratioDistance(a.values[c], a.values[k])
		}
	}
	return alpha(t[sumRatio], expected, n)
}

func (a *agree) entropy(t []float64) (float64, bool) {
	return t[sumEntropy] / t[sumTasks], t[sumTasks] > 0
}

func (a *agree) whyInterval() string {
	if a.values == nil {
		return notNumbers
	}
	return oneNumber
}

func (a *agree) whyRatio() string {
	if a.values != nil && a.k > maxRatio {
		return manyClasses
	}
	for _, v := range a.values {
		if v < 0 {
			return belowZero
		}
	}
	return a.whyInterval()
}

// specific: Σ n_ic (n_ic − 1)/(m−1) over Σ n_ic = 1 − differ_c/n_c.
func (a *agree) specific(k int) statistic {
	return func(t []float64) (float64, bool) {
		n := t[sumClasses+a.k+k]
		return 1 - t[sumClasses+2*a.k+k]/n, n > 0
	}
}

// class is nominal α of class k against the rest.
func (a *agree) class(k int) statistic {
	return func(t []float64) (float64, bool) {
		nc, n := a.paired(t)
		return alpha(t[sumClasses+2*a.k+k], nc[k]*(n-nc[k]), n)
	}
}

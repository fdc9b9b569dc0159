package metric

import (
	"math"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/yield"
)

// linearized is a coefficient of agreement and what its standard error takes (Gwet 2014, chapter 5): with tasks as the sample, each task
// has a value whose mean is the coefficient, but for the sampling of p_e, which is the second term:
//
//	κ*_i = (n/n')(p_a|i − p_e 1[m_i ≥ 2])/(1 − p_e) − 2 (1 − κ)(p_e|i − p_e)/(1 − p_e)
//	SE²  = Σ_i (κ*_i − κ)² / (n(n − 1))
//
// n tasks have a label, n' of them two.
type linearized struct {
	figure *api.Figure
	pe     float64
	sum    int     // p_a|i is the task's sum of that number
	factor float64 // p_e|i = constant + factor·Σ_k π_k r_ik/r_i
	rest   float64 // the constant
	square float64
}

func (a *agree) linearized(out *api.Agreement, total []float64) []*linearized {
	ac := func(f *api.Figure, sum int, weighs float64) *linearized {
		c := weighs / (float64(a.k) * float64(a.k-1))
		return &linearized{figure: f, pe: a.chanceAC(total, weighs), sum: sum, factor: -c, rest: c}
	}
	return []*linearized{
		{figure: &out.Percent, sum: sumAgree},
		{figure: &out.Fleiss, pe: a.chanceFleiss(total), sum: sumAgree, factor: 1},
		ac(&out.AC1, sumAgree, float64(a.k)),
		ac(&out.AC2, sumWeighted, a.weighs),
	}
}

// distances is a Krippendorff's α and what its standard error takes (Gwet 2014, chapter 5, where labels of weight 1 − δ² agree). Of a
// task with r_i ≥ 2 labels, D_i = Σ_ck n_ic n_ik δ²_ck/(r_i − 1) and E_i = Σ_c n_ic e_c, where e_c = Σ_k π_k δ²_ck and π_k the shares of
// all labels of these n tasks, r̄ to a task:
//
//	α*_i = 1 − (D_i − (1 − p_a)(r_i − r̄))/(r̄ D_e) − 2 (1 − α')(r_i/r̄ − E_i/(r̄ D_e)),  D_e = Σ_c π_c e_c
//	SE²  = Σ_i (α*_i − α')² / (n(n − 1))
//
// α' = 1 − D_o/D_e and 1 − p_a = (1 − 1/Σ r_i) D_o, where D_o = Σ D_i/Σ r_i.
type distances struct {
	figure *api.Figure
	sum    int       // of the D_i
	e      []float64 // K
	de     float64
	square float64
}

func (a *agree) distances(out *api.Agreement, total []float64) []*distances {
	nc, n := a.paired(total)
	nominal := &distances{figure: &out.Alpha.Nominal, sum: sumDiffer, e: make([]float64, a.k)}
	for c, x := range nc {
		nominal.e[c] = 1 - x/n
	}
	all := []*distances{nominal}
	if out.Alpha.Interval.Defined() {
		d := &distances{figure: &out.Alpha.Interval, sum: sumInterval, e: make([]float64, a.k)}
		mean, variance := 0.0, expectedSquares(nc, a.values)/(2*n*n)
		for c, x := range nc {
			mean += x / n * a.values[c]
		}
		for c, v := range a.values {
			d.e[c] = variance + (v-mean)*(v-mean)
		}
		all = append(all, d)
	}
	if out.Alpha.Ratio.Defined() {
		d := &distances{figure: &out.Alpha.Ratio, sum: sumRatio, e: make([]float64, a.k)}
		for c, v := range a.values {
			for k, x := range nc {
				d.e[c] += x / n * ratioDistance(v, a.values[k])
			}
		}
		all = append(all, d)
	}
	for _, d := range all {
		for c, x := range nc {
			d.de += x / n * d.e[c]
		}
	}
	return all
}

// standardErrors sets the analytic standard errors of coefficients.
func (a *agree) standardErrors(l *crowd.Labels, out *api.Agreement, shares []*linearized, total []float64, work *yield.Work) {
	n, paired := total[sumTasks], total[sumPaired]
	if paired < 2 {
		return
	}
	pi := make([]float64, a.k)
	for k := range pi {
		pi[k] = total[sumClasses+k] / n
	}
	apart := a.distances(out, total)
	_, labels := a.paired(total)
	one := make([]float64, len(total))
	eachTask(l, work, func(_, m int, used []uint16, count []int32) {
		a.task(one, m, used, count)
		share := 0.0
		for _, k := range used {
			share += pi[k] * one[sumClasses+int(k)]
		}
		for _, t := range shares {
			if t.figure.Defined() {
				value := n / paired * (one[t.sum] - t.pe*one[sumPaired]) / (1 - t.pe)
				d := value - 2*(1-t.figure.Value)*(t.rest+t.factor*share-t.pe)/(1-t.pe) - t.figure.Value
				t.square += d * d
			}
		}
		for _, t := range apart {
			if m < 2 || !t.figure.Defined() {
				continue
			}
			own := 0.0
			for _, c := range used {
				own += float64(count[c]) * t.e[c]
			}
			mean, differ := labels/paired, total[t.sum]/labels
			value := 1 - (one[t.sum]-(1-1/labels)*differ*(float64(m)-mean))/(mean*t.de)
			prime := 1 - differ/t.de
			d := value - 2*(1-prime)*(float64(m)/mean-own/(mean*t.de)) - prime
			t.square += d * d
		}
	})
	set := func(f *api.Figure, square, n float64) {
		// Less is what rounding leaves of 0.
		if se := math.Sqrt(square / (n * (n - 1))); f.Defined() && se > 1e-12 && !math.IsInf(se, 0) {
			f.SE = se
		}
	}
	for _, t := range shares {
		set(t.figure, t.square, n)
	}
	for _, t := range apart {
		set(t.figure, t.square, paired)
	}
}

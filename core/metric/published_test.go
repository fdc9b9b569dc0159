package metric

import (
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/yield"
)

// published is what Agree measures, and what publications and programs print beside
// it.
type published struct {
	*api.Agreement
	Conger          api.Figure         // Conger 1980; Cohen's κ where there are two workers
	BrennanPrediger api.Figure         // Brennan & Prediger 1981
	SE              map[string]float64 // analytic standard errors: of Percent, Fleiss, BrennanPrediger, AC1 and AC2
}

// agreeAny is Agree or, of numbers, AgreeNumbers, without a pause.
func agreeAny(l *crowd.Labels, s Scale) (*api.Agreement, error) {
	if l.Numeric() {
		return AgreeNumbers(l, s.Seed, nil)
	}
	return Agree(l, s, nil)
}

// agreeOf is agreeAny, and what publications print beside it.
func agreeOf(l *crowd.Labels, s Scale) *published {
	out, err := agreeAny(l, s)
	if err != nil {
		panic(err)
	}
	if l.Numeric() {
		classes, values, ok := classify(l)
		if !ok {
			none := api.Undefined(manyNumbers)
			return &published{out, none, none, nil}
		}
		l, s.Values, s.Nominal = classes, values, false
	}
	a := &agree{k: l.Classes, values: s.Values, weight: s.Weights}
	total, one := make([]float64, sumClasses+3*a.k), make([]float64, sumClasses+3*a.k)
	work := yield.New(nil)
	eachTask(l, work, func(_, m int, used []uint16, count []int32) {
		clear(one)
		a.task(one, m, used, count)
		for c, x := range one {
			total[c] += x
		}
	})
	p := &published{Agreement: out, SE: map[string]float64{}}
	p.BrennanPrediger = figure(a.brennanPrediger, total, out.Paired, oneOnly)
	p.Conger = congerOf(l, total[sumAgree]/total[sumPaired], out.Paired)
	a.standardErrors(l, p, total, work)
	return p
}

// brennanPrediger: p_e = 1/K.
func (a *agree) brennanPrediger(t []float64) (float64, bool) {
	if t[sumPaired] == 0 {
		return 0, false
	}
	return corrected(t[sumAgree]/t[sumPaired], 1/float64(a.k))
}

// standardErrors adds the analytic standard errors that Gwet 2014 (chapter 5)
// derives by linearisation, with tasks as the sample: each task has a value
// whose mean is the coefficient (but for p_e's own sampling, the second term),
//
//	κ*_i = (n/n')(p_a|i − p_e 1[m_i ≥ 2])/(1 − p_e) − 2 (1 − κ)(p_e|i − p_e)/(1 − p_e)
//	SE²  = Σ_i (κ*_i − κ)² / (n(n − 1))
//
// n tasks have a label, n' of them two. p_e|i is task i's own part of p_e:
// Σ_k π_k r_ik/r_i for Fleiss, T_w/(K(K−1)) Σ_k (1 − π_k) r_ik/r_i for AC; p_e
// of Brennan and Prediger is constant.
func (a *agree) standardErrors(l *crowd.Labels, out *published, total []float64, work *yield.Work) {
	n, paired := total[sumTasks], total[sumPaired]
	if n < 2 || paired == 0 {
		return
	}
	fleiss := a.chanceFleiss(total)
	pi := make([]float64, a.k)
	for k := range pi {
		pi[k] = total[sumClasses+k] / n
	}
	type term struct {
		name     string
		figure   *api.Figure
		pe       float64
		weighted bool
		square   float64
		factor   float64 // p_e|i = constant + factor·Σ_k π_k r_ik/r_i
		constant float64
	}
	ac := func(tw float64) float64 { return tw / (float64(a.k) * float64(a.k-1)) }
	terms := []*term{
		{name: "Percent", figure: &out.Percent},
		{name: "Fleiss", figure: &out.Fleiss, pe: fleiss, factor: 1},
		{name: "BrennanPrediger", figure: &out.BrennanPrediger, pe: 1 / float64(a.k), constant: 1 / float64(a.k)},
		{name: "AC1", figure: &out.AC1, pe: a.chanceAC(total, float64(a.k)), factor: -ac(float64(a.k)), constant: ac(float64(a.k))},
		{name: "AC2", figure: &out.AC2, pe: a.chanceAC(total, a.weights()), factor: -ac(a.weights()), constant: ac(a.weights()), weighted: true},
	}
	one := make([]float64, len(total))
	eachTask(l, work, func(_, m int, used []uint16, count []int32) {
		a.task(one, m, used, count)
		share := 0.0
		for _, k := range used {
			share += pi[k] * one[sumClasses+int(k)]
		}
		for _, t := range terms {
			if !t.figure.Defined() {
				continue
			}
			pa := one[sumAgree]
			if t.weighted {
				pa = one[sumWeighted]
			}
			value := n / paired * (pa - t.pe*one[sumPaired]) / (1 - t.pe)
			own := t.constant + t.factor*share
			d := value - 2*(1-t.figure.Value)*(own-t.pe)/(1-t.pe) - t.figure.Value
			t.square += d * d
		}
	})
	for _, t := range terms {
		if se := math.Sqrt(t.square / (n * (n - 1))); t.figure.Defined() && finite(se) {
			out.SE[t.name] = se
		}
	}
}

// congerOf is Conger's κ: chance agreement is that of two different workers
// with the shares p_jk each has given the classes,
//
//	p_e = Σ_{j≠j'} Σ_k p_jk p_j'k / (M(M−1)) = Σ_k ((Σ_j p_jk)² − Σ_j p_jk²) / (M(M−1))
func congerOf(l *crowd.Labels, pa float64, paired int) api.Figure {
	if paired == 0 {
		return api.Undefined(noPairs)
	}
	labels := make([]float64, l.Workers)
	for _, j := range l.Worker[l.Start[0]:l.Start[l.Tasks]] {
		labels[j]++
	}
	workers := 0.0
	for _, n := range labels {
		if n > 0 {
			workers++
		}
	}
	if workers < 2 {
		return api.Undefined("there is only one worker")
	}
	// Σ_j p_jk² needs each worker's counts: a pass by worker, with one row of
	// counts, keeps memory at K.
	start, class := byWorker(l)
	sum, square := make([]float64, l.Classes), 0.0
	count := make([]float64, l.Classes)
	for j := range l.Workers {
		own := class[start[j]:start[j+1]]
		for _, c := range own {
			count[c]++
		}
		for _, c := range own {
			p := count[c] / labels[j]
			square += p * p // once for each label of a class: 0 after the first
			sum[c] += p
			count[c] = 0
		}
	}
	pe := -square
	for _, x := range sum {
		pe += x * x
	}
	pe /= workers * (workers - 1)
	v, ok := corrected(pa, pe)
	if !ok {
		return api.Undefined(oneClass)
	}
	return api.Exactly(v, paired)
}

// byWorker regroups the classes of the labels by worker. Labels.ByWorker would take
// twice the memory: with ten million labels that counts.
func byWorker(l *crowd.Labels) (start []int32, class []uint16) {
	start = make([]int32, l.Workers+1)
	from, to := l.Start[0], l.Start[l.Tasks]
	for _, j := range l.Worker[from:to] {
		start[j+1]++
	}
	for j := range l.Workers {
		start[j+1] += start[j]
	}
	next := append([]int32(nil), start[:l.Workers]...)
	class = make([]uint16, to-from)
	for n := from; n < to; n++ {
		j := l.Worker[n]
		class[next[j]] = l.Class[n]
		next[j]++
	}
	return start, class
}

// Uncertainty is the entropy in nats of the labels of each task (NaN-free: 0
// for a task without labels). With skills (one a worker, nil: all 1) a label
// counts skill for its class and (1 − skill)/(K − 1) for every other one, as in
// crowd-kit's uncertainty.
func Uncertainty(l *crowd.Labels, skill []float64) []float64 {
	h := make([]float64, l.Tasks)
	share := make([]float64, l.Classes)
	for i := range h {
		from, to := l.Of(i)
		clear(share)
		sum := 0.0
		for n := from; n < to; n++ {
			s := 1.0
			if skill != nil {
				s = skill[l.Worker[n]]
			}
			rest := 0.0
			if l.Classes > 1 {
				rest = (1 - s) / float64(l.Classes-1)
			}
			for k := range share {
				x := rest
				if k == int(l.Class[n]) {
					x = s
				}
				share[k] += x
				sum += x
			}
		}
		for _, x := range share {
			if x > 0 {
				h[i] -= x / sum * math.Log(x/sum)
			}
		}
	}
	return h
}

// Consistency is the probability of each task's answer under the one-coin model
// with the given skills (M) and a uniform prior, as crowd-kit's consistency has
// it: how sure the votes make one of an answer, whoever found it. A task whose
// votes no class can explain has 0.
func Consistency(l *crowd.Labels, skill []float64, answer []int32) []float64 {
	p := make([]float64, l.Tasks)
	logs := make([]float64, l.Classes)
	for i := range p {
		from, to := l.Of(i)
		clear(logs)
		for n := from; n < to; n++ {
			s := skill[l.Worker[n]]
			rest := math.Log((1 - s) / float64(max(1, l.Classes-1)))
			for k := range logs {
				if k == int(l.Class[n]) {
					logs[k] += math.Log(s)
				} else {
					logs[k] += rest
				}
			}
		}
		top := slices.Max(logs)
		if math.IsInf(top, -1) {
			continue
		}
		sum := 0.0
		for _, x := range logs {
			sum += math.Exp(x - top)
		}
		p[i] = math.Exp(logs[answer[i]]-top) / sum
	}
	return p
}

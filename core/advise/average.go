package advise

import (
	"math"

	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/metric"
)

// average compares workers with an average one on the same tasks. Let q be what all others say of the task of a label y, and
// π_kk how often the crowd is right where k is true. An average worker says l with probability
//
//	p_l = q_l π_ll + Σ_{k≠l} q_k (1 − π_kk)/(K − 1)
//
// so that q_y has the mean e = Σ p_l q_l and the variance v = Σ p_l q_l² − e²: hard tasks and classes are no fault of a worker. A
// worker who is right less often by δ has the mean e − δ s, where
//
//	s = Σ_k q_k (q_k − (1 − q_k)/(K − 1))
//
// says how well the others know. So δ is estimated by Σ(e − q_y)/Σs, less the same of all other workers, with the standard error
//
//	√(Σv/(Σs)² + .08²)
//
// where .08 is by how much real workers are misjudged however many labels they gave (calibrate.WorkerDrift): who is a little below
// the crowd's average is no finding.
type average struct {
	right []float64 // K: π_kk, less what each wrong label would get of it
	wrong []float64 // K: 1 − π_kk
}

// Apart is what there is to compare a worker with an average one by: sums over the labels of tasks that others labelled too.
type Apart struct {
	Off, Variance float64 // the sums of e − q_y and of v
	Known         float64 // the sum of s
	Agrees        float64 // the sum of p of the most probable class
}

func (a *Apart) add(other *Apart) {
	a.Off += other.Off
	a.Variance += other.Variance
	a.Known += other.Known
	a.Agrees += other.Agrees
}

func newAverage(m *model) *average {
	a := &average{make([]float64, m.k), make([]float64, m.k)}
	each := 1 / float64(max(1, m.k-1))
	for c := range a.wrong {
		a.wrong[c] = 1 - m.crowd[c*m.k+c]
		a.right[c] = 1 - a.wrong[c] - a.wrong[c]*each
	}
	return a
}

// add adds a label to those of a worker: q is what all others say of its task, most probably one of the classes in top.
func (a *average) add(to *Apart, q []float64, label int, top leaders) {
	each := 1 / float64(max(1, len(q)-1))
	errs, mean, square, squares := 0.0, 0.0, 0.0, 0.0 // errs: Σ_k q_k (1 − π_kk)
	right, wrong := a.right[:len(q)], a.wrong[:len(q)]
	for c, p := range q {
		pp := p * p
		errs += p * wrong[c]
		mean += pp * right[c]
		square += pp * p * right[c]
		squares += pp
	}
	agrees := q[top.first] * right[top.first]
	if top.count > 1 {
		agrees = 0
		for c, p := range q {
			if p >= top.least {
				agrees += p * right[c] / float64(top.count)
			}
		}
	}
	errs *= each
	mean, square = mean+errs, square+errs*squares
	to.Off += mean - q[label]
	to.Variance += max(0, square-mean*mean)
	to.Known += squares - (1-squares)*each
	to.Agrees += agrees + errs
}

// leaders are the most probable classes, of which one may be a little less so (crowd.Tie).
type leaders struct {
	first int     // the most probable, or the first of those
	least float64 // the least probability of such a class
	count int
}

func leadersOf(q []float64) leaders {
	first, best, second := 0, q[0], 0.0
	for c := 1; c < len(q); c++ {
		if p := q[c]; p > best {
			first, best, second = c, p, best
		} else if p > second {
			second = p
		}
	}
	top := leaders{first, best * (1 - crowd.Tie), 1}
	if second >= top.least && len(q) > 1 {
		top.count = 0
		for _, p := range q {
			if p >= top.least {
				top.count++
			}
		}
	}
	return top
}

// BelowAverage fills in how far each worker is below the average.
func BelowAverage(out []Worker, of func(j int) *Apart) {
	var off, known, agrees, expected, labels float64 // of all
	for j := range out {
		a, n := of(j), float64(out[j].Shared)
		off, known = off+a.Off, known+a.Known
		agrees, expected, labels = agrees+out[j].Agreement.Value*n, expected+a.Agrees, labels+n
	}
	for j := range out {
		a := of(j)
		n, s := float64(out[j].Shared), a.Known
		if out[j].Below = 1; n == 0 {
			continue
		}
		others, more := 0.0, 0.0 // how far all others are off, and how much more often they agree than expected
		if rest := labels - n; rest > 0 && known > s {
			others = (off - a.Off) / (known - s)
			more = (agrees - out[j].Agreement.Value*n - expected + a.Agrees) / rest
		}
		out[j].Expected = max(0, min(1, a.Agrees/n+more))
		if out[j].Shared >= Fewest && s > 0 {
			z := (a.Off/s - others) / math.Sqrt(a.Variance/(s*s)+calibrate.WorkerDrift*calibrate.WorkerDrift)
			out[j].Below = metric.Below(z)
		}
	}
}

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
	wrong         []float64 // K: 1 − π_kk
	labels        []float64 // M
	off, variance []float64 // M: the sums of e − q_y and of v
	known         []float64 // M: the sum of s
	agrees        []float64 // M: the sum of p of the most probable class
}

func newAverage(m *model) *average {
	sums := func() []float64 { return make([]float64, m.d.Workers) }
	a := &average{make([]float64, m.k), sums(), sums(), sums(), sums(), sums()}
	for c := range a.wrong {
		a.wrong[c] = 1 - m.crowd[c*m.k+c]
	}
	return a
}

// add adds a label of worker j: q is what all others say of its task, most probably a class of probability best.
func (a *average) add(j int32, q []float64, label int, best float64) {
	errs := 0.0 // Σ_k q_k (1 − π_kk)
	for c, p := range q {
		errs += p * a.wrong[c]
	}
	each := 1 / float64(max(1, len(q)-1))
	mean, square, agrees, ties := 0.0, 0.0, 0.0, 0.0
	for c, p := range q {
		says := p*(1-a.wrong[c]) + (errs-p*a.wrong[c])*each
		mean += says * p
		square += says * p * p
		a.known[j] += p * (p - (1-p)*each)
		if p >= best*(1-crowd.Tie) {
			agrees += says
			ties++
		}
	}
	a.labels[j]++
	a.off[j] += mean - q[label]
	a.variance[j] += max(0, square-mean*mean)
	a.agrees[j] += agrees / ties
}

// compare fills in how far each worker is below the average.
func (a *average) compare(out []Worker) {
	var off, known, agrees, expected, labels float64 // of all
	for j := range out {
		off, known = off+a.off[j], known+a.known[j]
		agrees, expected, labels = agrees+out[j].Agreement.Value*a.labels[j], expected+a.agrees[j], labels+a.labels[j]
	}
	for j := range out {
		n, s := a.labels[j], a.known[j]
		if out[j].Below = 1; n == 0 {
			continue
		}
		others, more := 0.0, 0.0 // how far all others are off, and how much more often they agree than expected
		if rest := labels - n; rest > 0 && known > s {
			others = (off - a.off[j]) / (known - s)
			more = (agrees - out[j].Agreement.Value*n - expected + a.agrees[j]) / rest
		}
		out[j].Expected = max(0, min(1, a.agrees[j]/n+more))
		if out[j].Shared >= Fewest && s > 0 {
			z := (a.off[j]/s - others) / math.Sqrt(a.variance[j]/(s*s)+calibrate.WorkerDrift*calibrate.WorkerDrift)
			out[j].Below = metric.Below(z)
		}
	}
}

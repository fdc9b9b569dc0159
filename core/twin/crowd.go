// Package twin simulates crowds like a given one, to foretell what more labels would bring.
//
// A twin is drawn from what a result says of a crowd (Crowd): how common the classes are, how many labels tasks have, how
// active workers are, and a confusion matrix of each worker, drawn from
//
//	π_j,t ~ Dirichlet(n_j,t + S p_t π̄_t)
//
// n_j,t: the worker's expected labels where t is true, by the calibrated posterior; π̄: the matrix of all workers together;
// p_t: how common t is; S: how many labels that matrix is worth, by the moments of a beta-binomial.
//
// Workers who err on their own would be right about everything soon: a dozen labels outvote any chance. Real crowds are
// not, as some tasks mislead everybody. Of a share m of the tasks everybody sees another class (drawn by the mistakes of all),
// and answers as is usual for that one. With w the share of labels that are wrong, by the calibrated posterior,
//
//	m = Shared x w,   own mistakes times x (1 − Shared)/(1 − m)
//
// so that a share Shared of the mistakes is the tasks' and the rest the workers' own, and x scales both: the twin is calibrated by
// the x at which the method of the result is as often right, at the present number of labels, as it is expected to be. Known truths
// tell how large Shared is, else what other crowds taught.
package twin

import (
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// Shared is the share of mistakes that are owed to tasks. It was chosen from five by how well the gains of real crowds are
// foretold when labels are dropped at random (docs/further-labels.md).
const Shared = .6

// Crowd is what a result says of a crowd of M workers who chose among K classes.
type Crowd struct {
	Classes int
	Prior   []float64 // K, how common the classes are
	PerTask []int32   // labels of each task that has some
	Shared  float64   // share of the mistakes that is owed to tasks

	pooled []float64 // K×K, the confusion matrix of all workers together, row = truth
	lure   []float64 // K×K, the same of their mistakes alone: zero on the diagonal
	counts []float64 // M×K×K, expected labels of each worker, by truth and label
	given  []float64 // M, labels
	worth  float64   // S
	wrong  float64   // w
}

// Of learns what a crowd is like. row writes the calibrated posterior of a task. truth is the class of a task, or crowd.Unknown; where
// many are known, they tell how many mistakes are owed to tasks (nil: none is known). pause is called from time to time (nil:
// never), and its error is returned.
func Of(l *crowd.Labels, row func(i int, q []float64), truth func(i int) int32, pause func() error) (*Crowd, error) {
	k := l.Classes
	c := &Crowd{
		Classes: k, Shared: Shared, Prior: make([]float64, k), pooled: slices.Repeat([]float64{1 / float64(k)}, k*k), lure: make([]float64, k*k),
		counts: make([]float64, l.Workers*k*k), given: make([]float64, l.Workers),
	}
	work, q, known := yield.New(pause), make([]float64, k), mistakes{}
	for i := range l.Tasks {
		from, to := l.Of(i)
		if from == to {
			continue
		}
		row(i, q)
		if truth != nil {
			if z := truth(i); z != crowd.Unknown && int(z) < k {
				clear(q)
				q[z] = 1
				known.add(l.Class[from:to], z)
			}
		}
		c.PerTask = append(c.PerTask, int32(to-from))
		for t, p := range q {
			c.Prior[t] += p
		}
		for n := from; n < to; n++ {
			at := int(l.Worker[n])*k*k + int(l.Class[n])
			c.given[l.Worker[n]]++
			for t, p := range q {
				c.counts[at+t*k] += p
			}
		}
		if !work.Continue(k * (to - from + 1)) {
			return nil, work.Err()
		}
	}
	for at, n := range c.counts {
		c.pooled[at%(k*k)] += n
	}
	prob.Normalize(c.Prior)
	for t := range k {
		row := c.pooled[t*k : (t+1)*k]
		prob.Normalize(row)
		lure := c.lure[t*k : (t+1)*k]
		copy(lure, row)
		lure[t] = 0
		prob.Normalize(lure)
	}
	c.spread()
	c.Shared = known.shared()
	return c, nil
}

// mistakes counts those on tasks of known truth.
type mistakes struct{ tasks, labels, wrong, pairs, both float64 }

func (m *mistakes) add(labels []uint16, truth int32) {
	n, wrong := float64(len(labels)), 0.0
	for _, l := range labels {
		if int32(l) != truth {
			wrong++
		}
	}
	m.tasks++
	m.labels += n
	m.wrong += wrong
	m.pairs += n * (n - 1)
	m.both += wrong * (wrong - 1)
}

// beforehand is how many tasks of known truth count as much as what other crowds taught: from so many the share is known to about
// √(m(1 − m)/50)/w = .2 where a quarter of the labels are wrong, and crowds differ by as much (docs/further-labels.md).
const beforehand = 50

// shared estimates Shared. If w of all labels are wrong, and both of two labels of a task more often than w² by v, tasks mislead of
// which a share m does: v = m(1 − m)((1 − 2w)/(1 − 2m))², and Shared = m/w. Without known truths it is that of other crowds.
func (m *mistakes) shared() float64 {
	if m.pairs == 0 || m.wrong == 0 {
		return Shared
	}
	w := m.wrong / m.labels
	r := max(0, m.both/m.pairs-w*w) / max((1-2*w)*(1-2*w), .01) // m(1 − m)/(1 − 2m)²
	y := r / (1 + 4*r)
	measured := min((1-math.Sqrt(1-4*y))/2/w, 1)
	return (m.tasks*measured + beforehand*Shared) / (m.tasks + beforehand)
}

// The bounds of how alike the labels of one worker are beyond chance: they keep a crowd of few labels from being all alike, or all
// perfect and useless.
const leastAlike, mostAlike = .002, .8

// spread finds how far workers differ: the variance of their accuracies, less what chance brings, as the intraclass correlation
// of a beta-binomial by the analysis of variance (Ridout, Demétrio & Firth, Biometrics 55, 1999).
func (c *Crowd) spread() {
	k, right, n, squares, workers := c.Classes, make([]float64, len(c.given)), 0.0, 0.0, 0.0
	sum := 0.0
	for j, g := range c.given {
		for t := range k {
			right[j] += c.counts[(j*k+t)*k+t]
		}
		sum += right[j]
		n += g
		squares += g * g
		if g > 0 {
			workers++
		}
	}
	mean, between := sum/n, 0.0
	for j, g := range c.given {
		if g > 0 {
			between += g * (right[j]/g - mean) * (right[j]/g - mean)
		}
	}
	c.wrong = 1 - mean
	alike := leastAlike
	if chance, size := mean*(1-mean), n-squares/n-(workers-1); chance > 0 && size > 0 {
		alike = min(max((between/chance-(workers-1))/size, leastAlike), mostAlike)
	}
	c.worth = 1/alike - 1
}

// worker draws a confusion matrix of worker j.
func (c *Crowd) worker(random *rand.Rand, j int) []float64 {
	k := c.Classes
	m := make([]float64, k*k)
	for at := range m {
		m[at] = gamma(random, c.counts[j*k*k+at]+c.worth*c.Prior[at/k]*c.pooled[at])
	}
	for t := range k {
		if row := m[t*k : (t+1)*k]; !prob.Normalize(row) {
			copy(row, c.pooled[t*k:(t+1)*k])
		}
	}
	return m
}

// gamma draws from the gamma distribution of a shape (Marsaglia & Tsang, ACM TOMS 26, 2000).
func gamma(random *rand.Rand, shape float64) float64 {
	if shape < 1 {
		return gamma(random, shape+1) * prob.Exp(prob.Log(1-random.Float64())/max(shape, 1e-3))
	}
	d := shape - 1./3
	for {
		x := random.NormFloat64()
		v := 1 + x/(3*math.Sqrt(d))
		if v <= 0 {
			continue
		}
		v *= v * v
		if prob.Log(1-random.Float64()) < x*x/2+d-d*v+d*prob.Log(v) {
			return d * v
		}
	}
}

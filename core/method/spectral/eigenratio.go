package spectral

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/core/crowd"
	"concord/core/fit"
)

// errParts warns of what the authors' program makes of separate parts.
var errParts = errors.New("not every worker is linked to every other by tasks they share, so no score is defined and every task " +
	"gets the highest class; let each part be weighed by itself instead")

// EigenRatio is the second algorithm of Dalvi et al. 2013. With G the pattern of labels (1 where A
// has one), worker weights are the entrywise ratio of the leading eigenvectors of two matrices over
// pairs of workers,
//
//	R1 = (AᵀA) / (GᵀG + 1e-8)    agreement, −1 to 1, where they share a task
//	R2 = [GᵀG > 0]
//
// and a task's score is its vote with these weights, signed to agree with the plain vote.
type EigenRatio struct {
	twoSided
	// Whole decomposes the matrices as a whole, as the program of Zhang et al. 2014 does. On
	// disconnected data the ratio is then 0/0 for some workers and no score is defined; such scores
	// count as above. By default each connected part is weighed by itself.
	Whole bool
}

var _ fit.Method = EigenRatio{}

// Start implements fit.Method.
func (m EigenRatio) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	parts := split(&d.Labels)
	f := &decomposition{scores: newScores(d)}
	f.solve = func(a side) (task, worker []float64, doubt error) {
		task, worker = make([]float64, a.Tasks), make([]float64, a.Workers)
		if m.Whole && (len(parts) != 1 || parts[0].Workers < a.Workers) {
			floats.AddConst(math.NaN(), task)
			floats.AddConst(math.NaN(), worker)
			return task, worker, errParts
		}
		for n := range parts {
			p := &parts[n]
			u, v, ok := side{&p.Labels, a.l}.ratio(s.Seed)
			if !ok {
				doubt = errClose
			}
			p.spread(task, worker, u, v)
		}
		return task, worker, doubt
	}
	return f, nil
}

// ratio returns the task scores and worker weights of a connected part.
func (s side) ratio(seed uint64) (u, v []float64, ok bool) {
	p := s.pair()
	src := rand.New(rand.NewPCG(seed, uint64(s.l)))
	start := make([]float64, s.Workers)
	p.agreement(start, slices.Repeat([]float64{1}, s.Workers))
	_, v, sure := leading(p.agreement, start, src)
	// R2 is nonnegative and connected, so its leading eigenvector has no zero (Perron and Frobenius).
	_, reach, ok := leading(p.shared, slices.Repeat([]float64{1}, s.Workers), src)
	floats.Div(v, reach)
	u = make([]float64, s.Tasks)
	s.times(u, v)
	if floats.Dot(u, s.votes()) < 0 {
		turn(u, v)
	}
	return u, v, ok && sure
}

// pairs holds R1 and the pattern R2, sparse by rows: one entry for each ordered pair of workers that share a task.
type pairs struct {
	start []int
	other []int32
	value []float64
}

// agreement writes R1·x into y.
func (p *pairs) agreement(y, x []float64) {
	for j := range y {
		sum := 0.0
		for n := p.start[j]; n < p.start[j+1]; n++ {
			sum += p.value[n] * x[p.other[n]]
		}
		y[j] = sum
	}
}

// shared writes R2·x into y.
func (p *pairs) shared(y, x []float64) {
	for j := range y {
		sum := 0.0
		for _, h := range p.other[p.start[j]:p.start[j+1]] {
			sum += x[h]
		}
		y[j] = sum
	}
}

// pair builds the pairs row by row with one array of M. It costs Σ_i (labels of i)² time and the memory of the pairs.
func (s side) pair() pairs {
	start, label := s.ByWorker()
	task := s.TaskOf()
	p := pairs{start: make([]int, 1, s.Workers+1)}
	var both []float64             // GᵀG, in pairs of labels
	slot := make([]int, s.Workers) // one past where worker h is kept, if that is in this row
	for j := range s.Workers {
		row := len(p.other)
		for _, n := range label[start[j]:start[j+1]] {
			from, to := s.Of(int(task[n]))
			for o := from; o < to; o++ {
				h := s.Worker[o]
				if slot[h] <= row {
					p.other, p.value, both = append(p.other, h), append(p.value, 0), append(both, 0)
					slot[h] = len(p.other)
				}
				p.value[slot[h]-1] += s.sign(int(n)) * s.sign(o)
				both[slot[h]-1]++
			}
		}
		p.start = append(p.start, len(p.other))
	}
	for n, x := range both {
		p.value[n] /= x + 1e-8
	}
	return p
}

package population

import (
	"concord/core/prob"
	"math"
)

// Prior is a worker's matrix as far as earlier labels tell: c_jkl + s_jk m_jkl, what was counted of the worker and what workers of this
// crowd usually do, as the number of labels that it is worth:
//
//	1/s_jk = 1/s + a_j (1 − a_j) v_jk,   v_jk = 1/((N_j − n_jk) a_j (1 − a_j) + 1/σ²)
//
// which has the variance that row k has by s and by that of u_j (Laplace, delta method), given the worker's labels of other rows, of
// which there are N_j − n_jk: those of row k are in c. So a worker without any is one drawn from the crowd.
//
// counts are M×K×K, row = truth, and so is the prior. pause is called now and then; its error ends the learning. nil: never.
func Prior(counts []float64, classes int, pause func() error) ([]float64, error) {
	const (
		most  = 100
		still = 1e-4 // relative change of s and of σ², below which nothing is left to learn
	)
	size := classes * classes
	table := make([]float64, len(counts))
	transpose(table, counts, classes)
	p, prior := New(len(counts)/size, classes), make([]float64, len(counts))
	for n := range most {
		if pause != nil {
			if err := pause(); err != nil {
				return nil, err
			}
		}
		strength, spread := p.strength, p.spread
		p.Learn(table, n, prior)
		if n > strengthStep && math.Abs(p.strength/strength-1) < still && math.Abs(p.spread/spread-1) < still {
			break
		}
	}
	transpose(prior, p.share, classes)
	for row := range len(counts) / max(classes, 1) {
		at, given := row*classes, 0.0
		for _, x := range counts[at : at+classes] {
			given += x
		}
		worth := p.worth(row/classes, given)
		for n := at; n < at+classes; n++ {
			prior[n] = counts[n] + worth*prior[n]
		}
	}
	return prior, nil
}

// worth returns s_jk of a row with so many labels.
func (p *Population) worth(j int, given float64) float64 {
	a := prob.Logistic(p.logit[j])
	return 1 / (1/p.strength + 1/(max(p.labels[j]-given, 0)+1/(p.spread*a*(1-a))))
}

// OfAccuracies is the same of workers of whom nothing is known but that so many of their labels were right, of so many each. Which
// classes these were of does not tell what a worker says of each, so s stays where it is before anything is learnt, and a row is worth
// five labels at most: spread over all rows as if they had been seen, the labels would deny what makes the rows differ
// (docs/reproduction.md, gold and priors). Mistakes are spread evenly.
func OfAccuracies(right, of []float64, classes int) []float64 {
	p := New(len(of), classes)
	copy(p.right, right)
	copy(p.labels, of)
	for range 20 { // after which the accuracies rest
		p.settle()
	}
	prior := make([]float64, 0, len(of)*classes*classes)
	for j, u := range p.logit {
		a, worth := prob.Logistic(u), p.worth(j, 0)
		for k := range classes {
			for l := range classes {
				m := a
				if l != k {
					m = (1 - a) / float64(classes-1)
				}
				prior = append(prior, worth*m)
			}
		}
	}
	return prior
}

// transpose writes each matrix of from, the other way round, to to.
func transpose(to, from []float64, classes int) {
	for at := 0; at < len(from); at += classes * classes {
		for k := range classes {
			for l := range classes {
				to[at+l*classes+k] = from[at+k*classes+l]
			}
		}
	}
}

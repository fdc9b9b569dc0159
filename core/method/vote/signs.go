package vote

import (
	"cmp"
	"math"
)

// signs separates better from worse than chance: 1 or −1 for each worker, 0 for one who met nobody.
//
// Were C noiseless, sign(C_ij) = sign(s_i) sign(s_j) would be a two-colouring of the pairs. With
// noise, the authors take the eigenvector nearest −1 of the random walk W on the graph in which a
// negative pair is an edge and a positive one two edges through a node of its own, so that a
// consistent colouring makes the graph bipartite. Here power iteration on (I − W)/2 finds it from
// the colouring in which everyone is good, and each connected part is signed so that its workers
// are good on the whole.
func (p *pairs) signs() []float64 {
	const steps = 1000
	workers := len(p.start) - 1
	x, next := make([]float64, workers), make([]float64, workers)
	degree := make([]float64, workers)
	edge := make([]float64, len(p.other)) // of positive pairs, kept in both directions
	for j := range workers {
		from, to := p.of(j)
		for n := from; n < to; n++ {
			if p.c[n] != 0 {
				degree[j]++
			}
			if p.c[n] > 0 {
				edge[n] = -1
			}
		}
		if from < to {
			x[j] = 1
		}
	}
	for range steps {
		change := 0.0
		for j := range workers {
			from, to := p.of(j)
			sum := 0.0
			for n := from; n < to; n++ {
				switch {
				case p.c[n] > 0:
					sum += edge[n]
				case p.c[n] < 0:
					sum += x[p.other[n]]
				}
			}
			next[j] = x[j]
			if degree[j] > 0 {
				next[j] = (x[j] - sum/degree[j]) / 2
			}
			change = max(change, math.Abs(next[j]-x[j]))
		}
		for j := range workers {
			from, to := p.of(j)
			for n := from; n < to; n++ {
				if p.c[n] > 0 { // an edge's node has two neighbours
					edge[n] = (edge[n] - (x[j]+x[p.other[n]])/2) / 2
				}
			}
		}
		x, next = next, x
		if change < 1e-12 {
			break
		}
	}
	p.turn(x)
	for j := range x {
		x[j] = sign(x[j])
	}
	return x
}

func sign(x float64) float64 { return float64(cmp.Compare(x, 0)) }

// turn flips the sign of x in each connected part whose sum is negative.
func (p *pairs) turn(x []float64) {
	seen := make([]bool, len(x))
	var part []int32
	for root := range x {
		if seen[root] {
			continue
		}
		seen[root] = true
		part = append(part[:0], int32(root))
		sum := 0.0
		for at := 0; at < len(part); at++ {
			j := part[at]
			sum += sign(x[j])
			from, to := p.of(int(j))
			for _, other := range p.other[from:to] {
				if !seen[other] {
					seen[other] = true
					part = append(part, other)
				}
			}
		}
		if sum < 0 {
			for _, j := range part {
				x[j] = -x[j]
			}
		}
	}
}

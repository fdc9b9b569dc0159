package main

import (
	"math"

	"concord/core/crowd"
	"concord/core/metric"
)

// score is how well a posterior does on the tasks of a set with labels and a truth.
type score struct {
	tasks                   int
	wrong                   float64 // expected under random breaking of ties
	claimed, right          float64 // mean probability of the labels, and their accuracy
	ece, loss               float64
	certain, certainlyWrong float64 // share of the labels with a probability above .995, and of those the wrong ones
	bins                    [bins]bin
}

// bins of equal width for the expected calibration error.
const bins = 10

type bin struct{ n, claimed, right float64 }

// rows returns the rows of a posterior by task.
func (s *set) rows(q []float64) func(i int) []float64 {
	k := s.data.Classes
	return func(i int) []float64 { return q[i*k : (i+1)*k] }
}

func (s *set) score(q []float64) score {
	k := s.data.Classes
	var r score
	known := make([]int32, len(s.truth))
	for i, z := range s.truth {
		known[i] = crowd.Unknown
		if from, to := s.data.Of(i); z == crowd.Unknown || from == to {
			continue
		}
		known[i] = z
		row := q[i*k : (i+1)*k]
		best, _ := crowd.Best(row, i, seed)
		p, hit := row[best], 0.0
		if int32(best) == z {
			hit = 1
		}
		b := &r.bins[min(int(p*bins), bins-1)]
		b.n, b.claimed, b.right = b.n+1, b.claimed+p, b.right+hit
		r.tasks++
		r.claimed += p
		r.right += hit
		if p > .995 {
			r.certain++
			r.certainlyWrong += 1 - hit
		}
		at := 0.0
		if int(z) < k {
			at = row[z]
		}
		r.loss -= math.Log(max(at, 1e-6))
	}
	n := float64(r.tasks)
	for _, b := range r.bins {
		r.ece += math.Abs(b.claimed-b.right) / n
	}
	r.wrong = 1 - metric.Accuracy(q, known, k, seed).Expected
	r.certainlyWrong /= max(r.certain, 1)
	r.claimed, r.right, r.loss, r.certain = r.claimed/n, r.right/n, r.loss/n, r.certain/n
	return r
}

// mean returns the mean of a figure over sets.
func mean[T any](of []T, figure func(T) float64) float64 {
	sum := 0.0
	for _, x := range of {
		sum += figure(x)
	}
	return sum / float64(len(of))
}

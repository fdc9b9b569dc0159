// Package plain is methods and scores written out plainly, by rules that their papers leave open: what the
// printed figures hang on is measured with it.
package plain

import (
	"math"

	"concord/core/crowd"
	"concord/core/method/dawidskene"

	"gonum.org/v1/gonum/floats"
)

// DawidSkene is EM from the vote shares to Σ|Δp| < 1e-4, in plain products, with
// rows without evidence filled as told. It returns −log L.
func DawidSkene(d *crowd.Dataset, fill float64) float64 { return em(d, fill, 0) }

// Hybrid is the same with each task counted for its most probable class alone, once Σ|Δp| < .005.
// A task keeps its class among equals.
func Hybrid(d *crowd.Dataset, fill float64) float64 { return em(d, fill, dawidskene.DefaultGamma) }

// em is soft until Σ|Δp| < gamma, hard from then on.
func em(d *crowd.Dataset, fill, gamma float64) float64 {
	k := d.Classes
	q := crowd.Shares(d)
	last := make([]float64, k)
	hard := false
	for step := 0; ; step++ {
		prior := make([]float64, k)
		for i, v := range q {
			prior[i%k] += v / float64(d.Tasks)
		}
		pi := crowd.Counts(&d.Labels, q)
		scale(pi, k, fill)
		var logL float64
		for i := range d.Tasks {
			row := q[i*k : (i+1)*k]
			before := floats.MaxIdx(row)
			copy(row, prior)
			from, to := d.Of(i)
			for n := from; n < to; n++ {
				for t := range row {
					row[t] *= pi[int(d.Worker[n])*k*k+t*k+int(d.Class[n])]
				}
			}
			sum := floats.Sum(row)
			logL += math.Log(sum)
			floats.Scale(1/sum, row)
			if hard {
				best := floats.MaxIdx(row)
				if row[before] == row[best] {
					best = before
				}
				clear(row)
				row[best] = 1
			}
		}
		var moved float64
		for t := range prior {
			moved += math.Abs(prior[t] - last[t])
		}
		if step > 0 && moved < 1e-4 {
			return -logL
		}
		hard = hard || step > 0 && moved < gamma
		copy(last, prior)
	}
}

// scale makes the rows of K sum to one; those that are 0 get fill in every cell.
func scale(pi []float64, k int, fill float64) {
	for at := 0; at < len(pi); at += k {
		var sum float64
		for _, v := range pi[at : at+k] {
			sum += v
		}
		for l := at; l < at+k; l++ {
			if sum > 0 {
				pi[l] /= sum
			} else {
				pi[l] = fill
			}
		}
	}
}

package plain

import (
	"fmt"
	"math"
	"slices"

	"concord/core/crowd"
)

// NegativeLogLikelihood is −Σ_i log Σ_k p_k Π_j π_j[k][y_ij] at the parameters
// of the estimate, which is what the paper's Table 2 shows for FDS too. A class
// that no worker's matrix allows counts nothing for its task.
func NegativeLogLikelihood(d *crowd.Dataset, e *crowd.Estimate) float64 {
	k := d.Classes
	var sum float64
	score := make([]float64, k)
	for i := range d.Tasks {
		from, to := d.Of(i)
		for t := range score {
			score[t] = math.Log(e.Prior[t])
			for n := from; n < to; n++ {
				score[t] += math.Log(e.Confusion[int(d.Worker[n])*k*k+t*k+int(d.Class[n])])
			}
		}
		top := slices.Max(score)
		if math.IsInf(top, -1) {
			continue
		}
		var s float64
		for _, v := range score {
			s += math.Exp(v - top)
		}
		sum += top + math.Log(s)
	}
	return -sum
}

// Better is by how much the second is right more often than the first, in %, with a 95 % interval
// over tasks that takes each k together.
func Better(truth, first, second []int32, k int) string {
	var more, square, known float64
	for from := 0; from < len(truth); from += k {
		var d float64
		for i := from; i < from+k; i++ {
			if truth[i] == crowd.Unknown {
				continue
			}
			known++
			if second[i] == truth[i] {
				d++
			}
			if first[i] == truth[i] {
				d--
			}
		}
		more, square = more+d, square+d*d
	}
	return fmt.Sprintf("%.2f ± %.2f", 100*more/known, 196*math.Sqrt(square)/known)
}

package prob

import "math"

// Total returns the sum of x, added in order; gonum's order depends on the platform.
func Total(x []float64) (sum float64) {
	for _, v := range x {
		sum += v
	}
	return sum
}

// Mean returns the mean of x, NaN of nothing.
func Mean(x []float64) float64 { return Total(x) / float64(len(x)) }

// Sum is a compensated sum (Neumaier 1974): its error does not grow with the
// number of terms. The zero value is an empty sum.
type Sum struct{ sum, lost float64 }

// Add adds x.
func (s *Sum) Add(x float64) {
	t := s.sum + x
	if math.Abs(s.sum) >= math.Abs(x) {
		s.lost += (s.sum - t) + x
	} else {
		s.lost += (x - t) + s.sum
	}
	s.sum = t
}

// Value returns the sum so far.
func (s *Sum) Value() float64 { return s.sum + s.lost }

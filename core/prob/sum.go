package prob

import "math"

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

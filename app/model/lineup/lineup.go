// Package lineup says which methods are compared unasked, how long that takes, and how their table is sorted.
package lineup

import "concord/core/api"

// slowHidden is how many seconds a method that is compared unasked may take where labels are hidden: a comparison of two dozen
// methods is waited for where one fit is not.
const slowHidden = 7

// Seconds is about how long a method takes in a comparison, which perhaps hides labels.
func Seconds(m api.Method, hides bool) float64 {
	if hides {
		return m.Seconds * (1 + api.ComparisonFits)
	}
	return m.Seconds
}

// Slow reports whether a method is compared only if the user chooses it.
func Slow(m api.Method, hides bool) bool {
	return m.Seconds > api.SlowSeconds || hides && Seconds(m, hides) > slowHidden
}

// Sorting is how the table of methods is sorted.
type Sorting struct {
	Column string // empty: the best first
	Desc   bool
}

// By sorts by a column: the first time as suits it, then the other way round, then the best first.
func (s Sorting) By(column string) Sorting {
	down := column != "method" && column != "seconds"
	switch {
	case s.Column != column:
		return Sorting{column, down}
	case s.Desc == down:
		return Sorting{column, !down}
	}
	return Sorting{}
}

// Package lineup says which methods are compared unasked, how long that takes, and how their table is sorted.
package lineup

import "concord/core/api"

const (
	// hiddenFits is how many fits it takes to find out how well a method predicts hidden labels: ten to
	// nine tenths of the tasks, and of methods on the short list five to four fifths of the labels.
	hiddenFits = 13
	// slowHidden is how many seconds these may take of a method that is compared unasked: a comparison
	// of two dozen methods is waited for where one fit is not.
	slowHidden = 15
)

// Seconds is about how long a method takes in a comparison, which perhaps hides labels.
func Seconds(m api.Method, hides bool) float64 {
	if hides {
		return m.Seconds * (1 + hiddenFits)
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

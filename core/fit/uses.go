package fit

import (
	"errors"
	"math"

	"concord/core/crowd"
)

// Reasons for refusing data that several methods share.
var (
	ErrClassesOnly = errors.New("it learns classes, and these labels are numbers")
	ErrNumbersOnly = errors.New("it learns numbers, and these labels are classes")
	ErrTwoClasses  = errors.New("it needs two classes or more")
	ErrNoFeatures  = errors.New("it learns from features: add a file with numbers that describe each task")
)

// Uses returns the results of Method.Uses: parts if every need is met, else the first unmet need's
// reason.
func Uses(parts crowd.Parts, needs ...error) (crowd.Parts, error) {
	for _, err := range needs {
		if err != nil {
			return crowd.Parts{}, err
		}
	}
	return parts, nil
}

// Need returns nil if a need is met, else the reason.
func Need(met bool, reason error) error {
	if met {
		return nil
	}
	return reason
}

// Once is the Step of a Fit that has its answer from the start.
type Once struct{}

// Step implements Fit.
func (Once) Step() (Step, error) { return Step{Objective: math.NaN(), Flips: -1, Done: true}, nil }

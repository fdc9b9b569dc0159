package fit

import (
	"errors"
	"math"

	"concord/core/crowd"
)

// Reasons that several methods give for not running.
var (
	ErrClassesOnly = errors.New("it learns classes, and these labels are numbers")
	ErrNumbersOnly = errors.New("it learns numbers, and these labels are classes")
	ErrTwoClasses  = errors.New("it needs two classes or more")
	ErrNoFeatures  = errors.New("it learns from features: add a file with numbers that describe each task")
)

// Uses returns what Method.Uses returns: parts if every need is met, else the
// reason of the first that is not.
func Uses(parts crowd.Parts, needs ...error) (crowd.Parts, error) {
	for _, err := range needs {
		if err != nil {
			return crowd.Parts{}, err
		}
	}
	return parts, nil
}

// Need returns nil where a need is met, else the reason that it gives.
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

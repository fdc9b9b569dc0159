// Package fit runs methods: it owns the loop, the trace, the stopping rule and
// the status, once for all of them.
//
//	s, err := fit.Start(data, &dawidskene.DS{}, fit.Settings{Seed: 1})
//	for step := range s.Steps() {   // break stops the fit
//		fmt.Println(step.N, step.Objective)
//	}
//	result, err := s.Result()
package fit

import (
	"concord/core/crowd"
	"concord/core/result"
)

// Method is an aggregation method: a plain struct of its own parameters whose
// zero value is the method as its paper has it. What it or its fits can do beyond
// an estimate are the small interfaces of abilities.go, advise.go and saved.go.
type Method interface {
	// Uses returns which of the available parts the method uses, or an error that
	// tells the user, in a sentence to act on, why it can't run.
	Uses(has crowd.Parts) (uses crowd.Parts, err error)

	// Start prepares a fit. It reads d and never modifies it. All randomness
	// comes from s.Seed.
	Start(d *crowd.Dataset, s Settings) (Fit, error)
}

// Fit is a method running on one data set.
type Fit interface {
	// Step does one complete iteration.
	Step() (Step, error)
	// Estimate returns the current estimate, whose labels agree with its
	// parameters. The caller owns it.
	Estimate() *crowd.Estimate
}

// Step is the record of one iteration.
type Step = result.Step

// Settings are the same for every method. The zero value is ready to use.
type Settings struct {
	MaxSteps  int     // 0: DefaultMaxSteps
	Tolerance float64 // stop when Change falls below it; 0: DefaultTolerance; negative: never
	Gain      float64 // stop when the objective rises by less than this; 0: never
	Seed      uint64  // breaks ties and draws what is random
	Parts     int     // goroutines that a step may use; 0: 1
	// Pause is called every few milliseconds in long loops, if the method supports it;
	// nil: never. Its error ends the fit. It never changes the answer.
	Pause func() error
}

const (
	DefaultMaxSteps  = 1000
	DefaultTolerance = 1e-4 // Sinha et al. 2018, section 4
)

// Status says why a fit ended.
type Status int

const (
	Stopped   Status = iota // by the caller, before it had converged
	Converged               // Change fell below Tolerance, the objective's gain below Gain, or the method was done
	StepLimit               // MaxSteps reached: not an error
)

func (s Status) String() string {
	switch s {
	case Converged:
		return "converged"
	case StepLimit:
		return "step limit"
	default:
		return "stopped"
	}
}

// Package fit runs methods. It owns the loop, the trace, the stopping rule and the status for all
// of them.
//
//	s, err := fit.Start(data, &dawidskene.DS{}, fit.Settings{Seed: 1})
//	for step := range s.Steps() {   // break stops the fit
//		fmt.Println(step.N, step.Objective)
//	}
//	result, err := s.Result()
package fit

import (
	"concord/core/api"
	"concord/core/crowd"
)

// Method is an aggregation method: a plain struct of its own parameters whose zero value is the
// paper's method. Further abilities of it or its fits are the small interfaces of abilities.go,
// advise.go and saved.go.
type Method interface {
	// Uses returns which of the available parts the method uses, or an error: a sentence that tells
	// the user why it can't run and what to do.
	Uses(has crowd.Parts) (uses crowd.Parts, err error)

	// Start prepares a fit. It reads d, never modifies it, and takes all randomness from s.Seed.
	Start(d *crowd.Dataset, s Settings) (Fit, error)
}

// Fit is a method running on one data set.
type Fit interface {
	// Step does one complete iteration.
	Step() (Step, error)
	// Estimate returns the current estimate, which the caller owns and whose labels agree with its
	// parameters.
	Estimate() *crowd.Estimate
}

// Step is the record of one iteration.
type Step = api.Step

// Settings are the same for every method. The zero value is ready to use.
type Settings struct {
	MaxSteps  int     // 0: DefaultMaxSteps
	Stop      Stop    // when the fit has converged; empty: Paper if there is a Tolerance, else Settled
	Tolerance float64 // of Paper: stop when Change falls below it; 0: DefaultTolerance; negative: never
	Gain      float64 // stop when the objective rises by less than this; 0: never
	Seed      uint64  // breaks ties and draws what is random
	Parts     int     // goroutines that a step may use, which the answers don't depend on; 0: as many as there are processors
	OnDemand  bool    // memory matters more than time: an Estimate may have Told in place of Posterior
	Common    *Common // of a member of a panel, which is asked to Contribute; nil: the fit is on its own
	// Pause, if not nil, is called every few milliseconds in long loops by methods that support it.
	// Its error ends the fit. It never changes the answer.
	Pause func() error
}

const (
	DefaultMaxSteps  = 1000
	DefaultTolerance = 1e-4 // Sinha et al. 2018, section 4
)

// Stop is a rule for when a fit has converged. Done ends a fit under either.
type Stop string

const (
	Settled Stop = "settled" // the method's own rule: its labels have settled (Settler) or it begins to overfit (Validator); else Paper
	Paper   Stop = "paper"   // Change is below Tolerance, and EM makes plain steps
)

// Stops lists the rules, the default first.
func Stops() []string { return []string{string(Settled), string(Paper)} }

// Status says why a fit ended.
type Status int

const (
	Stopped   Status = iota // by the caller, before it had converged
	Converged               // by the rule Stop, the objective's gain fell below Gain, or the method was done
	StepLimit               // MaxSteps reached: not an error
	HeldOut                 // with more steps, labels held out are predicted worse (Validator)
)

func (s Status) String() string {
	switch s {
	case Converged:
		return "converged"
	case StepLimit:
		return "step limit"
	case HeldOut:
		return "stopped where more steps predict held-out labels no better"
	default:
		return "stopped"
	}
}

package fit

import (
	"fmt"
	"iter"
	"math"
	"runtime"

	"concord/core/crowd"
	"concord/internal/humanize"
)

// Session is one run of one method on one data set. Sessions are independent; one is not for
// concurrent use.
type Session struct {
	fit      Fit
	settings Settings
	tasks    int
	trace    []Step
	status   Status
	ended    bool
	err      error
}

// Result is the outcome of a session.
type Result struct {
	*crowd.Estimate
	Trace    []Step
	Status   Status
	Warnings []error
}

// Start checks that the method can run on d and prepares it.
func Start(d *crowd.Dataset, m Method, s Settings) (*Session, error) {
	return begin(d, m, s, func(s Settings) (Fit, error) { return m.Start(d, s) })
}

// Resume is Start from an earlier estimate.
func Resume(d *crowd.Dataset, m Resumer, from *crowd.Estimate, s Settings) (*Session, error) {
	return begin(d, m, s, func(s Settings) (Fit, error) { return m.Resume(d, from, s) })
}

func begin(d *crowd.Dataset, m Method, s Settings, start func(Settings) (Fit, error)) (*Session, error) {
	if _, err := m.Uses(s.Common.Parts(d)); err != nil {
		return nil, err
	}
	s = s.WithDefaults()
	f, err := start(s)
	if err != nil {
		return nil, err
	}
	return &Session{fit: f, settings: s, tasks: d.Tasks}, nil
}

// Drive returns a session of a fit of so many tasks that runs elsewhere.
func Drive(f Fit, tasks int, s Settings) *Session {
	return &Session{fit: f, settings: s.WithDefaults(), tasks: tasks}
}

// WithDefaults replaces zero fields by their defaults.
func (s Settings) WithDefaults() Settings {
	if s.MaxSteps == 0 {
		s.MaxSteps = DefaultMaxSteps
	}
	if s.Stop == "" {
		s.Stop = Settled
		if s.Tolerance != 0 {
			s.Stop = Paper
		}
	}
	if s.Tolerance == 0 {
		s.Tolerance = DefaultTolerance
	}
	if s.Parts <= 0 {
		s.Parts = runtime.GOMAXPROCS(0)
	}
	return s
}

// Steps steps until the fit ends. Breaking out of the loop pauses it; ranging again resumes.
func (s *Session) Steps() iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for !s.ended {
			step, err := s.fit.Step()
			if err != nil {
				s.err, s.ended = err, true
				return
			}
			step.N = len(s.trace) + 1
			s.trace = append(s.trace, step)
			s.status, s.ended = s.settings.Ends(s.fit, s.trace)
			if !yield(step) {
				return
			}
		}
	}
}

// Ends decides whether the last step of a trace was the last of all, of a fit that may be a Settler.
func (s Settings) Ends(fit any, trace []Step) (status Status, ended bool) {
	step, gain := trace[len(trace)-1], math.Inf(1)
	if n := len(trace); n > 1 {
		gain = step.Objective - trace[n-2].Objective
	}
	switch {
	case step.Done, s.settled(fit, trace), s.Gain > 0 && gain < s.Gain:
		return Converged, true
	case s.overfits(fit):
		return HeldOut, true
	case step.N >= s.MaxSteps:
		return StepLimit, true
	}
	return Stopped, false
}

// settled reports whether a fit has converged by the rule asked for.
func (s Settings) settled(fit any, trace []Step) bool {
	if own, ok := fit.(Settler); ok && s.Stop == Settled {
		return own.Settled(trace)
	}
	return trace[len(trace)-1].Change < s.Tolerance
}

// overfits reports whether more steps would overfit, and the rule asked for minds.
func (s Settings) overfits(fit any) bool {
	v, ok := fit.(Validator)
	return ok && s.Stop == Settled && v.Overfits()
}

// Ended reports whether the fit has made its last step.
func (s *Session) Ended() bool { return s.ended }

// Trace returns the steps made so far, the Session's own.
func (s *Session) Trace() []Step { return s.trace }

// Status returns why the fit ended; Stopped: it has not, or by an error.
func (s *Session) Status() Status { return s.status }

// Err returns the error that ended the fit, if any.
func (s *Session) Err() error { return s.err }

// Fit returns the running fit, for abilities that only some fits have (Predictor).
func (s *Session) Fit() Fit { return s.fit }

// Result returns the current result; it may be called whenever the loop is paused.
func (s *Session) Result() (*Result, error) {
	if s.err != nil {
		return nil, s.err
	}
	r := &Result{Estimate: s.fit.Estimate(), Trace: s.trace, Status: s.status}
	if f, ok := s.fit.(Failer); ok && f.Err() != nil {
		return nil, f.Err()
	}
	r.Warnings = s.Warnings()
	return r, nil
}

// Warnings returns what the fit doubts, and how many labels still change where it ended.
func (s *Session) Warnings() (all []error) {
	if w, ok := s.fit.(Warner); ok {
		all = w.Warnings()
	}
	_, settles := s.fit.(Settler)
	settles = settles && s.ended && s.settings.Stop == Settled && len(s.trace) > settledSteps && !s.trace[len(s.trace)-1].Done
	n, steps := Drift(s.trace), settledSteps
	if settles && n > MaxDrift(s.tasks) { // it ended by their decay
		n, steps = flips(s.trace[len(s.trace)-cycle:]), cycle
	}
	if settles && n > 0 {
		all = append(all, fmt.Errorf("%s still changed in the last %d steps: more steps may change others", humanize.Count(n, "label"), steps))
	}
	return all
}

// Run makes all the steps and returns the result.
func Run(d *crowd.Dataset, m Method, s Settings) (*Result, error) {
	session, err := Start(d, m, s)
	if err != nil {
		return nil, err
	}
	for range session.Steps() {
	}
	return session.Result()
}

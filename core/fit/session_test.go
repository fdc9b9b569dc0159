package fit

import (
	"errors"
	"math"
	"reflect"
	"runtime"
	"testing"

	"concord/core/crowd"
)

// scripted is a method whose steps are written down beforehand.
type scripted struct {
	refuses error
	steps   []Step
	fails   int // the step that returns an error; 0: none
}

func (m *scripted) Uses(crowd.Parts) (crowd.Parts, error) { return crowd.Parts{}, m.refuses }

func (m *scripted) Start(_ *crowd.Dataset, s Settings) (Fit, error) {
	return &playing{m: m, settings: s}, nil
}

type playing struct {
	m        *scripted
	settings Settings
	n        int
}

func (f *playing) Step() (Step, error) {
	f.n++
	if f.n == f.m.fails {
		return Step{}, errors.New("broken")
	}
	return f.m.steps[min(f.n, len(f.m.steps))-1], nil
}

func (f *playing) Estimate() *crowd.Estimate {
	return &crowd.Estimate{Value: []float64{float64(f.n)}}
}
func (f *playing) Warnings() []error { return []error{errors.New("doubtful")} }

var none = &crowd.Dataset{Labels: crowd.NewLabels(0, 0, 2, nil, nil, nil)}

func TestEnds(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name     string
		steps    []Step
		settings Settings
		want     int
		status   Status
	}{
		{"change below the tolerance", []Step{{Change: nan}, {Change: 1}, {Change: 5e-5}}, Settings{}, 3, Converged},
		{"a tolerance of one's own", []Step{{Change: 1}, {Change: .1}}, Settings{Tolerance: .5}, 2, Converged},
		{"no tolerance", []Step{{Change: 0}}, Settings{Tolerance: -1, MaxSteps: 7}, 7, StepLimit},
		{"the method is done", []Step{{Change: 1}, {Change: 1, Done: true}}, Settings{}, 2, Converged},
		{"done in the last step allowed", []Step{{Change: 1, Done: true}}, Settings{MaxSteps: 1}, 1, Converged},
		{"the gain is small", []Step{{Change: 1, Objective: -9}, {Change: 1, Objective: -5}, {Change: 1, Objective: -4.9}}, Settings{Gain: .5}, 3,
			Converged},
		{"no gain asked for", []Step{{Change: 1, Objective: -9}}, Settings{MaxSteps: 4}, 4, StepLimit},
		{"no objective to gain", []Step{{Change: 1, Objective: nan}}, Settings{Gain: .5, MaxSteps: 4}, 4, StepLimit},
		{"the usual limit", []Step{{Change: 1}}, Settings{}, DefaultMaxSteps, StepLimit},
	} {
		r, err := Run(none, &scripted{steps: c.steps}, c.settings)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Trace) != c.want || r.Status != c.status {
			t.Errorf("%s: %d steps, %v; want %d, %v", c.name, len(r.Trace), r.Status, c.want, c.status)
		}
		if len(r.Warnings) != 1 {
			t.Errorf("%s: %d warnings, want 1", c.name, len(r.Warnings))
		}
		for n, step := range r.Trace {
			if step.N != n+1 {
				t.Errorf("%s: step %d is numbered %d", c.name, n+1, step.N)
			}
		}
	}
}

// Breaking off stops a fit; ranging again goes on; a fit that has ended stays so.
func TestStopAndGoOn(t *testing.T) {
	s, err := Start(none, &scripted{steps: []Step{{Change: 1}}}, Settings{MaxSteps: 5})
	if err != nil {
		t.Fatal(err)
	}
	for step := range s.Steps() {
		if step.N == 2 {
			break
		}
	}
	if r, _ := s.Result(); r.Status != Stopped || len(r.Trace) != 2 || r.Value[0] != 2 {
		t.Errorf("after breaking off: %v, %d steps", r.Status, len(r.Trace))
	}
	for range s.Steps() {
	}
	for range s.Steps() {
		t.Error("a step after the end")
	}
	if r, _ := s.Result(); r.Status != StepLimit || len(r.Trace) != 5 {
		t.Errorf("at the end: %v, %d steps", r.Status, len(r.Trace))
	}
}

// settling is a method whose labels have settled after three steps.
type settling struct{ scripted }

func (m *settling) Start(*crowd.Dataset, Settings) (Fit, error) {
	return &resting{playing{m: &m.scripted}}, nil
}

type resting struct{ playing }

func (*resting) Settled(trace []Step) bool { return len(trace) == 3 }

// A method's own rule ends its fits, unless the paper's is asked for, or a tolerance is given.
func TestOwnRule(t *testing.T) {
	for _, c := range []struct {
		settings Settings
		want     int
	}{
		{Settings{}, 3},
		{Settings{Stop: Settled, Tolerance: 1}, 3},
		{Settings{Stop: Paper}, 2},
		{Settings{Tolerance: .1}, 2},
		{Settings{Tolerance: -1, MaxSteps: 5}, 5},
	} {
		m := &settling{scripted{steps: []Step{{Change: 1}, {Change: 5e-5}}}}
		r, err := Run(none, m, c.settings)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Trace) != c.want {
			t.Errorf("%+v: %d steps, want %d", c.settings, len(r.Trace), c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	no := errors.New("not these data")
	if _, err := Run(none, &scripted{refuses: no}, Settings{}); err != no {
		t.Errorf("got %v, want the method's refusal", err)
	}
	if _, err := Run(none, &scripted{steps: []Step{{Change: 1}}, fails: 3}, Settings{}); err == nil || err.Error() != "broken" {
		t.Errorf("got %v, want the step's error", err)
	}
}

func TestDefaults(t *testing.T) {
	s, err := Start(none, &scripted{steps: []Step{{}}}, Settings{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	want := Settings{MaxSteps: DefaultMaxSteps, Stop: Settled, Tolerance: DefaultTolerance, Seed: 3, Parts: runtime.GOMAXPROCS(0)}
	if got := s.Fit().(*playing).settings; !reflect.DeepEqual(got, want) {
		t.Errorf("the method is started with %+v, want %+v", got, want)
	}
	for status, want := range map[Status]string{Stopped: "stopped", Converged: "converged", StepLimit: "step limit",
		HeldOut: "stopped where more steps predict held-out labels no better"} {
		if got := status.String(); got != want {
			t.Errorf("status %d reads %q, want %q", int(status), got, want)
		}
	}
}

// overfitting predicts held-out labels best after two steps.
type overfitting struct{ playing }

func (f *overfitting) Overfits() bool { return f.n >= 2 }

// A fit that would overfit ends, unless the papers' rule was asked for.
func TestEndsWhereHeldOutLabelsArePredictedBest(t *testing.T) {
	for _, c := range []struct {
		name  string
		s     Settings
		steps int
		want  Status
	}{
		{"by default", Settings{MaxSteps: 5}, 2, HeldOut},
		{"at the step limit too", Settings{MaxSteps: 2}, 2, HeldOut},
		{"by the papers' rule", Settings{MaxSteps: 5, Stop: Paper}, 5, StepLimit},
	} {
		s := Drive(&overfitting{playing{m: &scripted{steps: []Step{{Change: 1}}}}}, 3, c.s)
		for range s.Steps() {
		}
		if got := len(s.Trace()); s.Status() != c.want || got != c.steps {
			t.Errorf("%s: got %v after %d steps, want %v after %d", c.name, s.Status(), got, c.want, c.steps)
		}
	}
}

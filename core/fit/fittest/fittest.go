// Package fittest holds the laws that every method must obey and runs them as subtests named after
// what they demand.
//
//	fittest.Run(t, fittest.Subject{
//		Name: "ds", New: func() fit.Method { return &dawidskene.DS{} }, Rises: true,
//	})
//
// The data are simulated and small; a method gets the first kind its Uses accepts (three classes,
// two, numbers, then the same with features or words). A method may refuse edge cases with an
// error; it may not panic or return NaN.
package fittest

import (
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/race"
)

// Subject is a method under test.
type Subject struct {
	Name  string
	New   func() fit.Method // a fresh method each time
	Rises bool              // its objective never falls
	// Product: its posterior is the class prior times a product over the votes.
	Product bool
	Except  map[string]string // laws that do not apply, and why: shown where they are skipped
}

// steps bounds the steps of a fit: enough for an answer, and few enough for methods
// whose steps are slow.
const steps = 30

// law is a law's name and its test.
type law struct {
	name string
	test func(tester, *bench)
	race bool // worth running under the race detector
}

var laws = []law{
	{"rows sum to one and all is finite", valid, false},
	{"the objective never falls", rises, false},
	{"the weights of the votes add up to the posterior", product, false},
	{"the same seed gives the same bits", repeatable, false},
	{"the input is untouched", untouched, false},
	{"permuting tasks permutes the answer", permuteTasks, false},
	{"permuting workers changes nothing else", permuteWorkers, false},
	{"permuting rows permutes the answer", permuteRows, false},
	{"permuting a task's labels changes nothing", permuteLabels, false},
	{"renaming classes renames the answer", renameClasses, false},
	{"the number of goroutines changes nothing", parts, true},
	{"poor data are fitted or refused", poor, false},
	{"unanimous labels give certainty", unanimous, false},
	{"stopping early is valid and going on loses nothing", stopEarly, false},
	{"known truth is respected", gold, false},
	{"two sessions at once are independent", independent, true},
	{"a warm start goes on from where it was", warm, false},
	{"labels that stay elsewhere give the same answer", elsewhere, false},
	{"anonymous labels are refused, or workers make no difference", anonymous, false},
}

// Laws returns the names of all laws: the keys of Subject.Except.
func Laws() []string {
	var names []string
	for _, l := range laws {
		names = append(names, l.name)
	}
	return names
}

// Run checks every law on a method.
func Run(t *testing.T, s Subject) {
	t.Helper()
	for name := range s.Except {
		if !slices.Contains(Laws(), name) {
			t.Errorf("%s: there is no law %q to be excepted from", s.Name, name)
		}
	}
	b, ok := newBench(s)
	if !ok {
		t.Fatalf("%s: it refuses every kind of data there is", s.Name)
	}
	for _, l := range laws {
		t.Run(l.name, func(t *testing.T) {
			if why, ok := s.Except[l.name]; ok {
				t.Skipf("does not bind %s: %s", s.Name, why)
			}
			if (race.Enabled || testing.Short()) && b.world.extra != none && !l.race {
				t.Skipf("%s takes its time: runs without the race detector and -short", s.Name)
			}
			l.test(t, b)
		})
	}
}

// tester is what a law needs of testing.T.
type tester interface {
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Skipf(format string, args ...any)
}

// bench is a subject and a world that suits it.
type bench struct {
	Subject
	world world
	first *fit.Result // of the usual data with the usual settings
}

// newBench finds the first world that the method accepts.
func newBench(s Subject) (*bench, bool) {
	for _, w := range worlds {
		if _, err := s.New().Uses(w.make(1).Parts()); err == nil {
			return &bench{Subject: s, world: w}, true
		}
	}
	return nil, false
}

// data returns the world's usual data and their truth.
func (b *bench) data() *sample { return b.world.make(1) }

var usual = fit.Settings{MaxSteps: steps, Seed: 7, Parts: 1}

// usual returns the result for the usual data and settings, with which many laws compare; fitted
// once.
func (b *bench) usual(t tester) *fit.Result {
	t.Helper()
	if b.first == nil {
		b.first = b.run(t, b.data().Dataset, usual)
	}
	return b.first
}

// worlds returns how many data sets a law draws where one could pass by luck: one for
// slow methods.
func (b *bench) worlds() uint64 {
	if b.world.extra != none || testing.Short() {
		return 1
	}
	return 3
}

// run fits a fresh method and checks the result.
func (b *bench) run(t tester, d *crowd.Dataset, s fit.Settings) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, b.New(), s)
	if err != nil {
		t.Fatalf("%s refuses data of a kind it accepts: %v", b.Name, err)
	}
	b.check(t, "", d, r)
	return r
}

// start starts a fit to the data of s with the usual settings.
func (b *bench) start(t tester, s *sample, m fit.Method) *fit.Session {
	t.Helper()
	session, err := fit.Start(s.Dataset, m, usual)
	if err != nil {
		t.Fatalf("%s: %v", b.Name, err)
	}
	return session
}

func (b *bench) result(t tester, s *fit.Session) *fit.Result {
	t.Helper()
	r, err := s.Result()
	if err != nil {
		t.Fatalf("%s: %v", b.Name, err)
	}
	return r
}

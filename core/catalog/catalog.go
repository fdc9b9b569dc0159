// Package catalog is the written-out list of methods. Each family has a file
// here that describes its methods for the page, the shell and the tests.
package catalog

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/core/fit"
	"concord/internal/humanize"
)

// Entry describes a method.
type Entry struct {
	Name      string // stable: the page's #method values, the shell's -method, the keys of saved files
	Title     string
	Family    string // heads the group in the page's list: "Voting", "Dawid–Skene" …
	Advice    string // one line: when to use it
	Decides   string // a sentence: how it comes to its answer; empty where Product says it in figures
	Citation  string
	Objective string // what the trace shows: "log-likelihood" …; empty: the method has none
	Rises     bool   // the objective never falls: a law that fittest checks
	Product   bool   // the posterior is the prior times a product over votes, so its log-odds add up
	Ranked    bool   // more than two classes are taken as steps of a scale, in the order of their numbers
	Plain     bool   // every label counts the same: nothing is learnt of workers
	Described bool   // it learns from features or texts
	Params    []Param
	New       func(Values) fit.Method // only ever called with values that Entry.Method has checked
}

// Param is a parameter that a user may set.
type Param struct {
	Name, Title, Help string
	Default           string
	Choices           []string // the only values allowed; nil: a number
	Integer           bool
	Min, Max          float64 // of a number, inclusive
}

// Values are settings by parameter name.
type Values map[string]string

// Number returns the value of a numeric parameter that Check has accepted.
func (v Values) Number(name string) float64 {
	x, _ := strconv.ParseFloat(v[name], 64)
	return x
}

// Int returns the value of an integer parameter that Check has accepted.
func (v Values) Int(name string) int { return int(v.Number(name)) }

// All returns every method, in the order in which they are shown.
func All() []Entry {
	described := slices.Concat(features(), texts())
	for n := range described {
		described[n].Described = true
	}
	return slices.Concat(votes(), dawidSkenes(), coins(), glads(), maces(), spectrals(), numbers(), described)
}

// Find returns the method of that name, or an error that lists those there are.
func Find(name string) (Entry, error) {
	var names []string
	for _, e := range All() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Entry{}, fmt.Errorf("no method %q; there are %s", name, strings.Join(names, ", "))
}

// Method builds the method with the given settings; what is not set has its
// default. The values it returns hold every parameter.
func (e Entry) Method(set Values) (fit.Method, Values, error) {
	v := Values{}
	for _, p := range e.Params {
		v[p.Name] = p.Default
	}
	for name, value := range set {
		i := slices.IndexFunc(e.Params, func(p Param) bool { return p.Name == name })
		if i < 0 {
			return nil, nil, fmt.Errorf("%s has no setting %q", e.Name, name)
		}
		if err := e.Params[i].check(value); err != nil {
			return nil, nil, fmt.Errorf("%s: %s %w", e.Name, name, err)
		}
		v[name] = value
	}
	return e.New(v), v, nil
}

func (p Param) check(value string) error {
	if p.Choices != nil {
		if !slices.Contains(p.Choices, value) {
			return fmt.Errorf("is %q; it may be %s", value, strings.Join(p.Choices, ", "))
		}
		return nil
	}
	x, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil:
		return fmt.Errorf("is %q, not a number", value)
	case p.Integer && x != float64(int64(x)):
		return fmt.Errorf("is %s, not a whole number", value)
	case !(x >= p.Min && x <= p.Max): // NaN fails too
		return fmt.Errorf("is %s; it must lie between %s and %s", value, bound(p.Min), bound(p.Max))
	}
	return nil
}

// bound writes the end of a range: 1,000,000, but 1e-06.
func bound(x float64) string {
	if x == math.Trunc(x) {
		return humanize.Commas(strconv.FormatFloat(x, 'f', 0, 64))
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

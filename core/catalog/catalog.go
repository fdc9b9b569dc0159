// Package catalog lists the methods. Each family has a file that describes its methods for the
// page, the shell and the tests.
package catalog

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/cite"
	"concord/core/fit"
	"concord/internal/humanize"
)

// Entry is a method of the catalog.
type Entry struct {
	Info
	New func(Values) fit.Method // only ever called with values that Entry.Method has checked
}

// Shorthands for the parts of an entry.
type (
	Info  = api.Method
	Param = api.Param
)

// Values are settings by parameter name.
type Values map[string]string

// Number returns the value of a numeric parameter that Check has accepted.
func (v Values) Number(name string) float64 {
	x, _ := strconv.ParseFloat(v[name], 64)
	return x
}

// Int returns the value of an integer parameter that Check has accepted.
func (v Values) Int(name string) int { return int(v.Number(name)) }

// number returns a numeric parameter between low and high. Its default is the method's own
// (WithDefaults); an int default makes it a whole number.
func number[T int | float64](name, title, help string, def T, low, high float64) Param {
	_, whole := any(def).(int)
	text := strings.Replace(strconv.FormatFloat(float64(def), 'g', -1, 64), "e-0", "e-", 1)
	return Param{Name: name, Title: title, Help: help, Default: text, Integer: whole, Min: low, Max: high}
}

// choice returns a parameter that is one of the given words, by default the first.
func choice(name, title, help string, words ...string) Param {
	return Param{Name: name, Title: title, Help: help, Default: words[0], Choices: words}
}

// List is a list of methods, in the order in which they are shown.
type List []Entry

// All returns every method, baselines last.
func All() List {
	described := slices.Concat(features(), texts(), predicted())
	for n := range described {
		described[n].Described = true
	}
	slices.SortStableFunc(described, func(a, b Entry) int {
		switch {
		case a.Baseline == b.Baseline:
			return 0
		case b.Baseline:
			return -1
		}
		return 1
	})
	labelled := slices.Concat(
		consensuses(), votes(), dawidSkenes(), coins(), correlated(), minimaxes(), glads(), maces(), bwas(), ordinals(),
		discoveries(), spectrals(),
	)
	for n := range labelled {
		if labelled[n].Curve == (calibrate.Curve{}) {
			labelled[n].Curve = calibrate.Model // all others take workers to be independent
		}
	}
	all := slices.Concat(labelled, numbers(), comparisons(), described)
	works := cite.All()
	for n := range all {
		if keys := all[n].Cite; len(keys) > 0 {
			all[n].Citation = cite.Name(works, keys[0])
		}
	}
	return all
}

// Find is List.Find of all methods.
func Find(name string) (Entry, error) { return All().Find(name) }

// Has reports whether there is a method of that name.
func (l List) Has(name string) bool {
	return slices.ContainsFunc(l, func(e Entry) bool { return e.Name == name })
}

// Find returns the method of that name, or a refusal: which was probably meant, by its name or title, or those there are.
func (l List) Find(name string) (Entry, error) {
	var names, titles []string
	for _, e := range l {
		if e.Name == name {
			return e, nil
		}
		names, titles = append(names, e.Name), append(titles, e.Title)
	}
	if near := humanize.Near(name, append(slices.Clip(names), titles...)); near >= 0 {
		meant := l[near%len(l)]
		return Entry{}, api.Refuse("There is no method %q. Did you mean %s (%s)?", name, meant.Name, meant.Title)
	}
	return Entry{}, api.Refuse("There is no method %q; there are %s.", name, strings.Join(names, ", "))
}

// Method builds the method with the given settings; the rest have their defaults. The values it
// returns hold every parameter.
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
		value = e.Params[i].Current(value)
		if err := check(e.Params[i], value); err != nil {
			return nil, nil, fmt.Errorf("%s: %s %w", e.Name, name, err)
		}
		v[name] = value
	}
	return e.New(v), v, nil
}

func check(p Param, value string) error {
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

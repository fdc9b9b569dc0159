// Package setup is how a fit will run: method, parameters, seed and rules to stop, as the user typed them.
package setup

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/app/format"
	"concord/core/api"
	"concord/core/fit"
)

// The settings that every method has: the seed and the rules that end a fit.
const (
	SettingSeed   = "seed"
	StopSteps     = "steps"
	StopRule      = "stop"
	StopTolerance = "tolerance"
	StopGain      = "gain"
)

// stops are the rules that end a fit.
var stops = []string{StopSteps, StopRule, StopTolerance, StopGain}

// Setup is how the next fit will run, as the user typed it.
type Setup struct {
	Method    string
	Values    map[string]string // by "method.parameter"; what is not there has its default
	Seed      string
	MaxSteps  string // empty: the default
	Stop      string // a rule of fit.Stops; empty: that of the tolerance if there is one, else the first
	Tolerance string
	Gain      string
}

// DefaultMethod is preselected; where it can't run, the first that can.
const DefaultMethod = api.MethodDefault

// Of are the settings of a fit, as a user would type them.
func Of(f *api.Fit) Setup {
	p := Setup{Method: f.Method, Seed: strconv.FormatUint(f.Seed, 10)}
	for name, value := range f.Values {
		p = p.WithValue(name, value)
	}
	if f.MaxSteps > 0 {
		p.MaxSteps = strconv.Itoa(f.MaxSteps)
	}
	p.Stop = f.Stop
	if f.Tolerance > 0 {
		p.Tolerance = strconv.FormatFloat(f.Tolerance, 'g', -1, 64)
	}
	if f.Gain > 0 {
		p.Gain = strconv.FormatFloat(f.Gain, 'g', -1, 64)
	}
	return p
}

// Same reports whether both would run the same fit.
func (p Setup) Same(q Setup) bool {
	mine, yours := p.Own(), q.Own()
	p.Values, q.Values = nil, nil
	return maps.Equal(mine, yours) && p.Method == q.Method && p.Seed == q.Seed &&
		p.MaxSteps == q.MaxSteps && p.Rule() == q.Rule() && p.Tolerance == q.Tolerance && p.Gain == q.Gain
}

// Rule is the rule by which a fit has converged.
func (p Setup) Rule() string {
	switch {
	case p.Stop != "":
		return p.Stop
	case p.Tolerance != "":
		return string(fit.Paper)
	}
	return string(fit.Settled)
}

// Own are the parameters set for the chosen method.
func (p Setup) Own() map[string]string {
	v := map[string]string{}
	for key, value := range p.Values {
		if name, ok := strings.CutPrefix(key, p.Method+"."); ok {
			v[name] = value
		}
	}
	return v
}

// Value returns what is set for a parameter of the chosen method.
func (p Setup) Value(param api.Param) string {
	if v, ok := p.Values[p.Method+"."+param.Name]; ok {
		return param.Current(v)
	}
	return param.Default
}

// WithValue is p with a parameter of the chosen method set.
func (p Setup) WithValue(param, value string) Setup {
	p.Values = maps.Collect(maps.All(p.Values)) // a copy, never nil
	p.Values[p.Method+"."+param] = value
	return p
}

// text returns the text of a setting that every method has, nil if what is none.
func (p *Setup) text(what string) *string {
	return map[string]*string{
		SettingSeed: &p.Seed, StopSteps: &p.MaxSteps, StopRule: &p.Stop, StopTolerance: &p.Tolerance, StopGain: &p.Gain,
	}[what]
}

// With is p with the seed, or one of the rules that end a fit, as it was typed.
func (p Setup) With(what, text string) Setup {
	*p.text(what) = strings.TrimSpace(text)
	return p
}

// Wrong says what is wrong with a setting of a fit by m, or "". What is a
// parameter's name, SettingSeed or one of the rules that end a fit.
func (p Setup) Wrong(m api.Method, what string) string {
	switch what {
	case SettingSeed:
		if _, err := strconv.ParseUint(p.Seed, 10, 64); err != nil {
			return "Enter a whole number, 0 or more."
		}
		return ""
	case StopSteps:
		if n, err := strconv.Atoi(p.MaxSteps); p.MaxSteps != "" && (err != nil || n < 1) {
			return "Enter a whole number, 1 or more; empty for " + format.Number(fit.DefaultMaxSteps) + "."
		}
		return ""
	case StopRule:
		if p.Stop != "" && !slices.Contains(fit.Stops(), p.Stop) {
			return "One of " + strings.Join(fit.Stops(), ", ") + "."
		}
		return ""
	case StopTolerance:
		return wrongPositive(p.Tolerance, "empty for "+format.Number(fit.DefaultTolerance))
	case StopGain:
		return wrongPositive(p.Gain, "empty to ignore it")
	}
	for _, q := range m.Params {
		if q.Name == what {
			return wrongParam(q, p.Value(q))
		}
	}
	return ""
}

func wrongPositive(text, orEmpty string) string {
	if text == "" {
		return ""
	}
	if x, err := strconv.ParseFloat(text, 64); err != nil || !(x > 0) || math.IsInf(x, 0) {
		return "Enter a number above 0; " + orEmpty + "."
	}
	return ""
}

func wrongParam(q api.Param, value string) string {
	value = q.Current(value)
	if q.Choices != nil {
		if !slices.Contains(q.Choices, value) {
			return "One of " + strings.Join(q.Choices, ", ") + "."
		}
		return ""
	}
	x, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil:
		return "Enter a number."
	case q.Integer && x != math.Trunc(x):
		return "Enter a whole number."
	case !(x >= q.Min && x <= q.Max):
		return "Enter a number from " + format.Number(q.Min) + " to " + format.Number(q.Max) + "."
	}
	return ""
}

// Mend says that a setting of a fit by m is wrong, and where it is, or "".
func (p Setup) Mend(m api.Method) string {
	wrong := func(what string) bool { return p.Wrong(m, what) != "" }
	switch {
	case wrong(SettingSeed), slices.ContainsFunc(m.Params, func(q api.Param) bool { return wrong(q.Name) }):
		return "Fix the setting marked in red first."
	case slices.ContainsFunc(stops, wrong): // they are folded away
		return "Fix the setting marked in red under “More settings” first."
	}
	return ""
}

// Fit is what a run with these settings asks for, once they are sound.
func (p Setup) Fit() *api.Fit {
	f := &api.Fit{Method: p.Method, Values: p.Own()}
	f.Seed, _ = strconv.ParseUint(p.Seed, 10, 64)
	f.MaxSteps, _ = strconv.Atoi(p.MaxSteps)
	f.Stop = p.Stop
	f.Tolerance, _ = strconv.ParseFloat(p.Tolerance, 64)
	f.Gain, _ = strconv.ParseFloat(p.Gain, 64)
	return f
}

// Fraction is how far a fit has come, from 0 to 1, at a step; first is the change of its first step. The logarithm
// of the change of an EM fit falls about evenly from there to that of the tolerance.
func (p Setup) Fraction(step *api.Step, first float64) float64 {
	asked, tolerance := p.Fit(), fit.DefaultTolerance
	if p.Rule() == string(fit.Settled) {
		tolerance = 1e-6 // about where the labels of an EM fit have settled
	}
	tolerance = cmp.Or(asked.Tolerance, tolerance)
	far := float64(step.N) / float64(cmp.Or(asked.MaxSteps, fit.DefaultMaxSteps))
	if step.Change > 0 && first > tolerance {
		far = max(far, math.Log(first/step.Change)/math.Log(first/tolerance))
	}
	return min(far, 1)
}

// WrongForAll says that one of the settings that every method has is wrong, or "".
func (p Setup) WrongForAll() string {
	wrong := func(what string) bool { return p.Wrong(api.Method{}, what) != "" }
	if wrong(SettingSeed) || slices.ContainsFunc(stops, wrong) {
		return "Fix the setting marked in red first."
	}
	return ""
}

// ValuesOf are the values that are set for some methods, by method and parameter.
func (p Setup) ValuesOf(methods []string) map[string]map[string]string {
	values := map[string]map[string]string{}
	for key, value := range p.Values {
		method, param, _ := strings.Cut(key, ".")
		if !slices.Contains(methods, method) {
			continue
		}
		if values[method] == nil {
			values[method] = map[string]string{}
		}
		values[method][param] = value
	}
	return values
}

package engine

import (
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/wire"
	"math"
)

// methods lists the catalog, with why a method can't run where it can't.
func methods(has crowd.Parts) []wire.Method {
	var out []wire.Method
	for _, e := range catalog.All() {
		m := Describe(e)
		method, _, err := e.Method(nil)
		if err == nil {
			_, err = method.Uses(has)
			m.Effort = forecasts(method)
		}
		if err != nil {
			m.Why = err.Error()
		}
		out = append(out, m)
	}
	return out
}

// Describe puts an entry of the catalog into the words of the wire.
func Describe(e catalog.Entry) wire.Method {
	m := wire.Method{Name: e.Name, Title: e.Title, Family: e.Family, Advice: e.Advice, Citation: e.Citation, Ranked: e.Ranked, Plain: e.Plain, Described: e.Described}
	for _, p := range e.Params {
		m.Params = append(m.Params, wire.Param{
			Name: p.Name, Title: p.Title, Help: p.Help, Default: p.Default, Choices: p.Choices, Integer: p.Integer,
			Min: finite(p.Min), Max: finite(p.Max),
		})
	}
	return m
}

// finite is x, or the largest number of its sign that JSON can hold.
func finite(x float64) float64 { return max(-math.MaxFloat64, min(math.MaxFloat64, x)) }

package analysis

import (
	"concord/core/crowd"
	"concord/core/wire"
)

// For lists the methods, with why a method can't run on data with those parts where it can't.
func (of Methods) For(has crowd.Parts) []wire.Method {
	var out []wire.Method
	for _, e := range of.List {
		m := e.Info
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

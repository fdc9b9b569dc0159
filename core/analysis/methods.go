package analysis

import (
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/wire"
)

// For lists the methods, with why a method can't run on data with those parts where it can't.
func (of Methods) For(has crowd.Parts) []wire.Method {
	var out []wire.Method
	for _, e := range of.List {
		m := e.Info
		var method fit.Method
		method, m.Why = canRun(e, has)
		_, m.Effort = method.(fit.Coster)
		out = append(out, m)
	}
	return out
}

// canRun returns a method with its defaults, and why it can't run on data with those parts, or "".
func canRun(e catalog.Entry, has crowd.Parts) (fit.Method, string) {
	m, _, err := e.Method(nil)
	if err == nil {
		_, err = m.Uses(has)
	}
	if err != nil {
		return m, err.Error()
	}
	return m, ""
}

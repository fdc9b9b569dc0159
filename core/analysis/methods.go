package analysis

import (
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/wire"
)

// Methods lists the catalog, with why a method can't run where it can't.
func Methods(has crowd.Parts) []wire.Method {
	var out []wire.Method
	for _, e := range catalog.All() {
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

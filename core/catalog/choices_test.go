package catalog

import (
	"testing"

	"concord/core/api"
)

func TestChosenMethodsAreThere(t *testing.T) {
	names := []string{api.MethodDefault, api.MethodNumbers, api.MethodBaseline, api.Active}
	for _, texts := range []bool{false, true} {
		names = append(names, api.Learner(texts, false), api.Learner(texts, true))
	}
	for _, name := range names {
		if _, err := Find(name); err != nil {
			t.Error(err)
		}
	}
}

package catalog

import (
	"testing"

	"concord/core/method"
)

func TestChosenMethodsAreThere(t *testing.T) {
	names := []string{method.Default, method.Numbers, method.Baseline, method.Replay}
	for _, texts := range []bool{false, true} {
		names = append(names, method.Learner(texts, false), method.Learner(texts, true))
	}
	for _, name := range names {
		if _, err := Find(name); err != nil {
			t.Error(err)
		}
	}
}

package catalog

import (
	"slices"
	"testing"

	"concord/core/method"
)

func TestChosenMethodsAreThere(t *testing.T) {
	names := slices.Concat([]string{method.Default, method.Numbers, method.Baseline, method.Replay},
		method.Learners(false), method.Learners(true))
	for _, name := range names {
		if _, err := Find(name); err != nil {
			t.Error(err)
		}
	}
}

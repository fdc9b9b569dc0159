package dawidskene

import (
	"testing"

	"concord/core/fit"
	"concord/core/fit/fittest"
)

// The laws bind a method with other settings than its defaults too.
func TestLawsOfOtherSettings(t *testing.T) {
	for name, m := range map[string]fit.Method{
		"ds, smoothing 1":    &DS{Smoothing: 1},
		"ds, uniform prior":  &DS{UniformPrior: true},
		"ds, squarem":        &DS{Accelerate: Always},
		"fds, uniform prior": &DS{Assign: Hard, UniformPrior: true},
	} {
		t.Run(name, func(t *testing.T) {
			fittest.Run(t, fittest.Subject{Name: name, Rises: true, New: func() fit.Method { return m }})
		})
	}
}

package engine

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/metric"
	"concord/core/wire"
)

// test returns the truth that the result is compared with: that of tasks whose
// class the method was given is left out.
func (r *result) test() []int32 {
	if r.gold == nil {
		return r.truth.class
	}
	known := slices.Clone(r.truth.class)
	for i, g := range r.gold {
		if g != crowd.Unknown {
			known[i] = crowd.Unknown
		}
	}
	return known
}

// measured puts a figure into the words of the wire.
func measured(f metric.Figure) *wire.Measure {
	m := measure(f)
	return &m
}

// score puts a mean with its standard error into the words of the wire, nil
// where there is none.
func score(f metric.Figure) *wire.Score {
	if !f.Defined() || math.IsNaN(f.Value) || math.IsInf(f.Value, 0) {
		return nil
	}
	return &wire.Score{Value: f.Value, SE: f.SE, Low: f.Low, High: f.High, N: f.N}
}

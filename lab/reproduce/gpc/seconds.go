package gpc

import "concord/core/crowd"

// LogZ returns the log marginal likelihood at the end of a fit, its kernel learned.
func LogZ(d *crowd.Dataset, v Variant, truth []int32) (float64, error) {
	s, err := v.Start(d, truth)
	if err != nil {
		return 0, err
	}
	var z float64
	for step := range s.Steps() {
		z = step.Objective
	}
	_, err = s.Result()
	return z, err
}

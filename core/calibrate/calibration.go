package calibrate

import "concord/core/crowd"

// Calibration is the curve of a method, for the tasks of a data set.
type Calibration struct {
	Curve Curve
	Gold  []int32 // N, classes that are known, whose tasks stay as they are; nil: none
}

// Row writes the calibrated posterior of task i of l to out, given the posterior q. Gold
// and unlabelled tasks stay as they are.
func (c *Calibration) Row(l *crowd.Labels, i int, q, out []float64) {
	if from, to := l.Of(i); from == to || c.Gold != nil && c.Gold[i] != crowd.Unknown {
		copy(out, q)
		return
	}
	c.Curve.Row(l, i, q, out)
}

package gpc

import (
	"runtime"

	"concord/core/crowd"
	"concord/lab/reproduce/cpu"
)

// Seconds returns the processor time of a fit from its start to its end, its kernel learned.
func Seconds(d *crowd.Dataset, v Variant, truth []int32) (float64, error) {
	return timed(func() error {
		_, err := LogZ(d, v, truth)
		return err
	})
}

// LogZ returns the log marginal likelihood at the end of a fit.
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

// SecondsOfSchedule returns the processor time of a run by the paper's schedule, and its sweeps.
func SecondsOfSchedule(d *crowd.Dataset, v Variant, truth []int32) (seconds float64, sweeps int) {
	seconds, _ = timed(func() error {
		sweeps = Follow(d, v, truth, false).Sweeps
		return nil
	})
	return seconds, sweeps
}

// timed returns the processor time of the thread that runs it, which other load changes little.
func timed(run func() error) (float64, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	from := cpu.Seconds()
	err := run()
	return cpu.Seconds() - from, err
}

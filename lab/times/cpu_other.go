//go:build !unix

package main

import "time"

var programStart = time.Now()

// cpuSeconds returns the time since the program started: processor time is not available here.
func cpuSeconds() float64 { return time.Since(programStart).Seconds() }

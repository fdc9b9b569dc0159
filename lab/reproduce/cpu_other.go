//go:build !unix

package main

import "time"

var programStart = time.Now()

// cpuSeconds returns the time since the program began: the processor's is not to be had here.
func cpuSeconds() float64 { return time.Since(programStart).Seconds() }

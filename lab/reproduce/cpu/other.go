//go:build !linux

// Package cpu measures processor time.
package cpu

import "time"

var programStart = time.Now()

// Seconds returns the time since the program started: the time of a thread is not to be had here.
func Seconds() float64 { return time.Since(programStart).Seconds() }

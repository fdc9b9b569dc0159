//go:build !unix

package processor

import "time"

var programStart = time.Now()

// Seconds returns the time since the program started: processor time is not available here.
func Seconds() float64 { return time.Since(programStart).Seconds() }

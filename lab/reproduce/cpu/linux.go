// Package cpu measures processor time.
package cpu

import "syscall"

const ofThread = 1 // RUSAGE_THREAD, which package syscall lacks

// Seconds returns the processor time that this thread has used, which other load changes little.
// A goroutine that measures itself is locked to its thread.
func Seconds() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(ofThread, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

//go:build unix

// Package processor measures the processor time that the program has used, which other load changes little.
package processor

import "syscall"

// Seconds returns the processor time used by the program.
func Seconds() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

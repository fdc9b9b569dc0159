//go:build linux

// Package cpu measures processor time.
package cpu

import (
	"syscall"
	"unsafe"
)

const ofThread = 3 // CLOCK_THREAD_CPUTIME_ID, which package syscall lacks

// Seconds returns the processor time that this thread has used, which other load changes little. (What getrusage says of a
// thread is only brought up to date now and then.) A goroutine that measures itself is locked to its thread.
func Seconds() float64 {
	var t syscall.Timespec
	if _, _, err := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, ofThread, uintptr(unsafe.Pointer(&t)), 0); err != 0 {
		return 0
	}
	return float64(t.Nano()) / 1e9
}

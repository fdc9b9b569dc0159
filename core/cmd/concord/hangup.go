//go:build !js

package main

import "syscall"

// hangup is the signal of a terminal that is closed.
const hangup = syscall.SIGHUP

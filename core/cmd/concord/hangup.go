//go:build !js

package main

import "syscall"

// hangup is the signal of a terminal that is closed, and brokenPipe that of a reader that has gone.
const hangup, brokenPipe = syscall.SIGHUP, syscall.SIGPIPE

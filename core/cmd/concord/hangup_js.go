package main

import "syscall"

// hangup would be the signal of a terminal that is closed, which there is none of.
const hangup = syscall.SIGTERM

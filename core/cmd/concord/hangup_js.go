package main

import "syscall"

// hangup would be the signal of a terminal that is closed, and brokenPipe that of a reader that has gone, which there are none of.
const hangup, brokenPipe = syscall.SIGTERM, syscall.SIGTERM

//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package atomicfile

import (
	"os"
	"syscall"
	"time"
)

// lockFolder locks a folder. If nobody else has it locked, it first calls alone, and lets nobody lock it meanwhile. It returns
// nil, and calls nothing, where the file system has no locks.
func lockFolder(dir string, alone func()) *folderLock {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	if lock(f, syscall.LOCK_EX) == nil {
		alone()
	}
	// Another process may be in its alone, which is a matter of moments, longer where the machine is busy. A lock that stays is a
	// stranger's: nobody is alone then.
	for end := time.Now().Add(2 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		switch err := lock(f, syscall.LOCK_SH); {
		case err == nil:
			return &folderLock{f}
		case err != syscall.EWOULDBLOCK || time.Now().After(end):
			f.Close()
			return nil
		}
	}
}

// lock takes a lock of a folder, or has it changed, unless another's is in the way: EWOULDBLOCK.
func lock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB); err != syscall.EINTR {
			return err
		}
	}
}

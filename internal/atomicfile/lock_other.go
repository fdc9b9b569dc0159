//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package atomicfile

// lockFolder locks nothing: this system has no locks of folders.
func lockFolder(string, func()) *folderLock { return nil }

//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package atomicfile

import "testing"

// Whoever locks a folder is alone if nobody else has it locked, whatever others there were.
func TestAlone(t *testing.T) {
	dir := t.TempDir()
	lock := func(want bool) *folderLock {
		t.Helper()
		got := false
		c := lockFolder(dir, func() { got = true })
		if got != want {
			t.Errorf("alone: got %v, want %v", got, want)
		}
		return c
	}
	first := lock(true)
	second := lock(false)
	first.release()
	third := lock(false)
	second.release()
	third.release()
	lock(true).release()
}

// While one is alone, nobody has a lock.
func TestNobodyMeanwhile(t *testing.T) {
	t.Parallel() // it waits
	dir := t.TempDir()
	lockFolder(dir, func() {
		if c := lockFolder(dir, func() { t.Error("two are alone") }); c != nil {
			t.Error("got a lock while another is alone")
		}
	}).release()
	if c := lockFolder(dir+"/nowhere", func() { t.Error("alone in a folder that is not there") }); c != nil {
		t.Error("got a lock on a folder that is not there")
	}
}

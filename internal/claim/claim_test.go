//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package claim

import "testing"

// Whoever claims a folder is alone if nobody else has claimed it, whatever others there were.
func TestAlone(t *testing.T) {
	dir := t.TempDir()
	claim := func(want bool) *Claim {
		t.Helper()
		got := false
		c := Folder(dir, func() { got = true })
		if got != want {
			t.Errorf("alone: got %v, want %v", got, want)
		}
		return c
	}
	first := claim(true)
	second := claim(false)
	first.Release()
	third := claim(false)
	second.Release()
	third.Release()
	claim(true).Release()
}

// While one is alone, nobody has a claim.
func TestNobodyMeanwhile(t *testing.T) {
	t.Parallel() // it waits
	dir := t.TempDir()
	Folder(dir, func() {
		if c := Folder(dir, func() { t.Error("two are alone") }); c != nil {
			t.Error("got a claim while another is alone")
		}
	}).Release()
	if c := Folder(dir+"/nowhere", func() { t.Error("alone in a folder that is not there") }); c != nil {
		t.Error("got a claim on a folder that is not there")
	}
}

// Package race says whether the race detector is on. It makes programs ten times slower
// and finds nothing on one goroutine, so tests of many steps skip it.
package race

import "testing"

// Skip skips a test that has nothing for the detector to find: it has one goroutine, or what it has of them others try as well.
func Skip(t testing.TB) {
	t.Helper()
	if Enabled {
		t.Skip("many steps on one goroutine: runs without the race detector")
	}
}

// SkipMany is Skip for many fits, which are also skipped with -short: as WebAssembly they take long, and what they find is the
// same on every machine.
func SkipMany(t testing.TB) {
	t.Helper()
	Skip(t)
	if testing.Short() {
		t.Skip("many fits: runs without -short")
	}
}

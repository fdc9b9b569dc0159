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

// SkipMany is Skip for tests that also take long as WebAssembly, where -short skips them: what they find is the same on every
// machine.
func SkipMany(t testing.TB) {
	t.Helper()
	Skip(t)
	if testing.Short() {
		t.Skip("takes long: runs without -short")
	}
}

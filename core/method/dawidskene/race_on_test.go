//go:build race

package dawidskene

import "testing"

const raceEnabled = true

// slow skips a test of many steps on one goroutine, where there is no race to
// find: it runs without the detector, natively and as WebAssembly.
func slow(t *testing.T) {
	t.Helper()
	t.Skip("one goroutine, many steps: runs without the race detector")
}

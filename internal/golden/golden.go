// Package golden compares what a test got with a file of its testdata. Only tests use it.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Check compares got with a file of testdata.
func Check(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for n := range min(len(g), len(w)) {
		if g[n] != w[n] {
			t.Fatalf("%s, line %d (go test -update rewrites it):\ngot  %s\nwant %s", path, n+1, g[n], w[n])
		}
	}
	t.Fatalf("%s: got %d lines, want %d", path, len(g), len(w))
}

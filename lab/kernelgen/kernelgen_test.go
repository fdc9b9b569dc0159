package kernelgen

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the kernels")

// The kernels in the tree are those that this package writes.
func TestKernels(t *testing.T) {
	want, err := WebAssembly()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("..", "..", "core", "method", "dawidskene", Assembly)
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what kernelgen writes; run go generate ./core/method/dawidskene", Assembly)
	}
}

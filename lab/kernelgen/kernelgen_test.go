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
	check := func(name string, want []byte, err error) {
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("..", "..", "core", "method", "dawidskene", name)
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
			t.Errorf("%s is not what kernelgen writes; run go generate ./core/method/dawidskene", name)
		}
	}
	for _, k := range Classes {
		want, err := Source(k)
		check(File(k), want, err)
	}
	want, err := WebAssembly()
	check(Assembly, want, err)
}

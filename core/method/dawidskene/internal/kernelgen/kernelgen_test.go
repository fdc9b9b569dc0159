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
	for _, k := range Classes {
		want, err := Source(k)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("..", "..", File(k))
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
			t.Errorf("%s is not what kernelgen writes; run go generate ./core/method/dawidskene", File(k))
		}
	}
}

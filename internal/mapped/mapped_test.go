//go:build linux

package mapped

import (
	"os"
	"testing"
	"unsafe"
)

// What is taken is zero, aligned, and nobody else's, be it small or large; after it is given back there is nothing of it.
func TestTake(t *testing.T) {
	dir := t.TempDir()
	f, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]byte
	for _, size := range []int{1, 63, 64, 100, segment/4 + 1, segment / 4, segment/4 - 1, segment / 5, segment / 5, segment / 5, segment / 5} {
		b := f.Take(size)
		if len(b) != size || uintptr(unsafe.Pointer(unsafe.SliceData(b)))%64 != 0 {
			t.Fatalf("%d bytes: got %d, %v", size, len(b), f.Err())
		}
		if b[0] != 0 || b[size-1] != 0 {
			t.Errorf("%d bytes: they are not zero", size)
		}
		all = append(all, b)
		b[0], b[size-1] = byte(len(all)), byte(len(all))
	}
	for n, b := range all {
		if b[0] != byte(n+1) || b[len(b)-1] != byte(n+1) {
			t.Errorf("%d bytes: others have written to them", len(b))
		}
		f.Give(b)
	}
	if len(f.own) > 0 {
		t.Errorf("%d files are still mapped", len(f.own))
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("got %v, %v; want an empty folder", left, err)
	}
}

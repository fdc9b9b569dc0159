package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	labels "concord/core/session"
)

// To read one of many files, none of those before it is opened: or hundreds of files would be read as many times each.
func TestOneOfManyFilesIsReadAlone(t *testing.T) {
	const files = 500
	dir := t.TempDir()
	var all joined
	for n := range files {
		path := filepath.Join(dir, fmt.Sprintf("%d.csv", n))
		if err := os.WriteFile(path, fmt.Appendf(nil, "file %d\n", n), 0o644); err != nil {
			t.Fatal(err)
		}
		was, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, file{path: path, name: filepath.Base(path), size: was.Size(), was: was})
	}
	from, ok := labels.Source(all).(labels.Seekable)
	if !ok {
		t.Fatal("several files can't be opened where one of them begins")
	}
	at := int64(0)
	for n, f := range all {
		r, err := from.OpenAt(at)
		if err != nil {
			t.Fatalf("file %d: %v", n, err)
		}
		got, err := io.ReadAll(io.LimitReader(r, f.size))
		if want := fmt.Sprintf("file %d\n", n); err != nil || string(got) != want {
			t.Fatalf("file %d: got %q, %v, want %q", n, got, err, want)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(f.path); err != nil { // whoever opens it for another gets an error
			t.Fatal(err)
		}
		at += f.size
	}
}

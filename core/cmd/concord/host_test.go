package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A download that can't have its name leaves nothing behind.
func TestDownloadWithoutPlace(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "labels.csv"), 0o755); err != nil {
		t.Fatal(err)
	}
	h := &host{dir: dir}
	d, err := h.Create("labels.csv")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Write([]byte("task,label\n")); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err == nil {
		t.Error("a folder is replaced by a file")
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("got %v, %v, want the folder alone", left, err)
	}
}

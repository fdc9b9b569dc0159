package main

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A set of files of which one can't have its place changes nothing, and leaves nothing behind.
func TestOneFileWithoutPlace(t *testing.T) {
	for _, seal := range []string{"", "labels.csv"} { // which is away when it turns out, and comes back
		t.Run("sealed by "+seal, func(t *testing.T) { oneFileWithoutPlace(t, seal) })
	}
}

func oneFileWithoutPlace(t *testing.T, seal string) {
	dir := t.TempDir()
	h := &host{dir: dir, seal: seal}
	write := func(name, text string) {
		t.Helper()
		d, err := h.create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
	holds := func(want ...string) {
		t.Helper()
		left, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, one := range left {
			text, _ := os.ReadFile(filepath.Join(dir, one.Name()))
			got = append(got, one.Name()+": "+string(text))
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	write("labels.csv", "old")
	if err := h.commit(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"labels.csv", "new.csv", "run.json", "workers.csv"} {
		write(name, "new")
	}
	if err := os.Mkdir(filepath.Join(dir, "run.json"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := h.commit(); err == nil || !strings.Contains(err.Error(), "run.json can't be written") {
		t.Errorf("a folder is replaced by a file: got %v", err)
	}
	h.discard()
	holds("labels.csv: old", "run.json: ")
	if _, err := h.create("run.json"); err == nil {
		t.Error("a file is to take the place of a folder")
	}
	write("labels.csv", "new")
	write("workers.csv", "new")
	if err := h.commit(); err != nil {
		t.Fatal(err)
	}
	h.discard()
	holds("labels.csv: new", "run.json: ", "workers.csv: new")
}

// What was read is not written over, whatever the way to it; an earlier fit may be
// saved where it was.
func TestWhatWasReadStays(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "task,worker,label\nt1,ann,yes\nt1,bob,no\nt2,ann,yes\nt2,bob,yes\n"
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("labels.csv", text)
	write("workers.csv", "task,truth\nt1,yes\n")
	if err := os.Symlink("labels.csv", "link"); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", "socket") // as good as a device, and nobody's
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	concord := func(line string) (code int, said string) {
		var stdout, stderr bytes.Buffer
		code = run(t.Context(), strings.Fields(line), strings.NewReader(""), &stdout, &stderr)
		return code, stderr.String()
	}
	for _, line := range []string{
		"fit -method majority -out . labels.csv", "fit -method majority -save labels.csv labels.csv",
		"fit -method ds -save-state link labels.csv",
		"report -out labels.csv link", "fit -method majority -save socket labels.csv",
	} {
		if code, said := concord(line); code != 2 || !strings.Contains(said, "written over") {
			t.Errorf("%s: got %d, %s", line, code, said)
		}
		if got, err := os.ReadFile("labels.csv"); err != nil || string(got) != text {
			t.Fatalf("%s: labels.csv is now %q, %v", line, got, err)
		}
	}
	write("more.csv", "task,worker,label\nt3,ann,yes\nt3,bob,no\n")
	for _, line := range []string{"fit -method ds -save-state state labels.csv", "fit -state state -save-state state more.csv",
		"fit -method ds -save all.concord labels.csv"} {
		if code, said := concord(line); code != 0 {
			t.Errorf("%s: got %d, %s", line, code, said)
		}
	}
	if code, said := concord("report -out all.concord all.concord"); code != 2 {
		t.Errorf("got %d, %s", code, said)
	}
	if code, said := concord("fit -method majority -truth workers.csv -out . more.csv labels.csv"); code != 2 {
		t.Errorf("got %d, %s", code, said)
	}
	if err := os.Rename("labels.csv", "all.csv"); err != nil {
		t.Fatal(err)
	}
	if code, said := concord("fit -method majority -truth workers.csv -out . all.csv"); code != 2 ||
		!strings.Contains(said, "workers.csv, which was read") {
		t.Errorf("got %d, %s", code, said)
	}
}

//go:build unix

package main

import (
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What is neither a file nor a pipe is refused, or ends in good time.
func TestWhatIsNoFile(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "s") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	socket := filepath.Join(dir, "socket")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	zero, err := os.Open("/dev/zero")
	if err != nil {
		t.Fatal(err)
	}
	defer zero.Close()
	file := filepath.Join(dir, "labels.csv")
	if err := os.WriteFile(file, many(), 0o644); err != nil {
		t.Fatal(err)
	}
	twice := fifo(t, "twice.csv")
	feed(t, twice, []byte("task,worker,label\nt1,ann,yes\nt1,bob,no\n"))
	for _, c := range []struct {
		stdin io.Reader
		args  []string
		want  string
	}{
		{nil, []string{"fit", dir}, "is a folder, not a file"},
		{nil, []string{"fit", "-truth", dir, file}, "is a folder, not a file"},
		{nil, []string{"fit", socket}, "socket is a socket, from which no file can be read"},
		{nil, []string{"fit", "/dev/zero"}, "/dev/zero has not ended after 64 MB, and is no file"},
		{zero, []string{"fit", "-"}, "standard input has not ended after 64 MB, and is no file"},
		{nil, []string{"fit", "/dev/null"}, "empty"},
		{nil, []string{"fit", "-truth", "-", "/dev/stdin"}, "only one file can come from standard input"},
		{nil, []string{"fit", "-truth", twice, twice},
			"twice.csv is named twice, and can be read only once; put what comes from it into a file first"},
	} {
		_, said := concord(t, c.stdin, c.args...).begin().ends(2)
		if !strings.Contains(said, c.want) || strings.Count(said, "\n") != 1 {
			t.Errorf("%v: got %q, want %q", c.args, said, c.want)
		}
	}
}

// A file that is cut, has grown, or is another by the time that it is read is
// refused. The second file of labels, a pipe, holds the program up meanwhile.
func TestAFileThatChangesMeanwhile(t *testing.T) {
	t.Parallel()
	const text = "task,worker,label\nt1,ann,yes\nt2,ann,no\n"
	for _, c := range []struct {
		name, want string
		change     func(path string) error
	}{
		{"cut", "it was changed after the command began, and has 28 bytes now instead of 39.", func(path string) error {
			return os.Truncate(path, 28)
		}},
		{"grown", "it was changed after the command began, and has 50 bytes now instead of 39.", func(path string) error {
			return os.WriteFile(path, []byte(text+"t3,ann,yes\n"), 0o644)
		}},
		{"written over", "it was changed after the command began.", func(path string) error {
			if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "ann", "eve")), 0o644); err != nil {
				return err
			}
			return os.Chtimes(path, time.Time{}, time.Unix(1e9, 0)) // clocks of file systems are coarse
		}},
		{"replaced", "another file has been put in its place since the command began.", func(path string) error {
			if err := os.WriteFile(path+".new", []byte(text), 0o644); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		}},
	} {
		path := filepath.Join(t.TempDir(), "labels.csv")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		pipe := fifo(t, "more.csv")
		p := concord(t, nil, "fit", "-method", "majority", path, pipe).begin()
		w, err := os.OpenFile(pipe, os.O_WRONLY, 0) // as soon as the program opens the other end
		if err != nil {
			t.Fatal(err)
		}
		if err := c.change(path); err != nil {
			t.Fatal(err)
		}
		w.WriteString("task,worker,label\nt1,bob,yes\n")
		w.Close()
		if _, said := p.ends(1); !strings.Contains(said, "labels.csv can't be read: "+c.want) {
			t.Errorf("%s: got %q, want %q", c.name, said, c.want)
		}
	}
}

// A file that changes while it is being read ends with an error, not where it ends
// now.
func TestAFileThatChangesWhileItIsRead(t *testing.T) {
	t.Parallel()
	text := many()
	for name, change := range map[string]func(path string) error{
		"cut":      func(path string) error { return os.Truncate(path, int64(len(text)/2)) },
		"emptied":  func(path string) error { return os.Truncate(path, 0) },
		"replaced": func(path string) error { return os.Rename(path+".new", path) },
		"removed":  os.Remove,
		"touched":  func(path string) error { return os.Chtimes(path, time.Time{}, time.Unix(1e9, 0)) },
		"nothing":  func(string) error { return nil },
	} {
		path := filepath.Join(t.TempDir(), "labels.csv")
		for _, path := range []string{path, path + ".new"} {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		s := newSession(t.Context(), newOptions(), nil, io.Discard, io.Discard, io.Discard)
		f, err := s.input(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(r, make([]byte, len(text)/3)); err != nil {
			t.Fatal(err)
		}
		if err := change(path); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, r); (err == nil) != (name == "nothing") {
			t.Errorf("%s: got %v", name, err)
		}
		r.Close()
	}
}

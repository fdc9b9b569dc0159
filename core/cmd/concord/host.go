package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"concord/core/wire"
)

// host is the shell as the engine sees it.
type host struct {
	start time.Time
	dir   string            // where downloads go; empty: nowhere but stdout
	only  map[string]sinks  // downloads that go elsewhere too, by name
	paths map[string]string // downloads that go to a path of their own, by name
	read  []os.FileInfo     // what was opened, and is not to be written over
	kept  bool              // something was to be, so that the error is the user's
}

// sinks are where a download goes.
type sinks []io.Writer

func (h *host) Turn(ctx context.Context) error { return ctx.Err() }
func (h *host) Seconds() float64               { return time.Since(h.start).Seconds() }
func (h *host) Today() string                  { return time.Now().Format(time.DateOnly) }

// Create begins a file in dir. It bears its name only once it is whole. What the
// user opened is never written over, nor what is no file, such as a terminal.
func (h *host) Create(name string) (io.WriteCloser, error) {
	d := &download{path: filepath.Join(h.dir, name), also: h.only[name]}
	if path, ok := h.paths[name]; ok {
		d.path = path
	} else if h.dir == "" {
		return d, nil
	}
	if there, err := os.Stat(d.path); err == nil {
		switch {
		case slices.ContainsFunc(h.read, func(one os.FileInfo) bool { return os.SameFile(one, there) }):
			h.kept = true
			return nil, fmt.Errorf("it would be written over %s, which was read; choose another place", d.path)
		case !there.Mode().IsRegular() && !there.IsDir():
			h.kept = true
			return nil, fmt.Errorf("%s is there already, and is no file that can be written over", d.path)
		}
	}
	f, err := os.CreateTemp(filepath.Dir(d.path), filepath.Base(d.path)+".*.part")
	if err != nil {
		return nil, err
	}
	d.file = f
	d.buffer = bufio.NewWriterSize(f, 1<<20)
	return d, nil
}

type download struct {
	path   string
	file   *os.File // nil: only to also
	buffer *bufio.Writer
	also   sinks
}

func (d *download) Write(p []byte) (int, error) {
	for _, w := range d.also {
		if _, err := w.Write(p); err != nil {
			return 0, err
		}
	}
	if d.file == nil {
		return len(p), nil
	}
	return d.buffer.Write(p)
}

func (d *download) Close() error {
	if d.file == nil {
		return nil
	}
	err := d.buffer.Flush()
	if err == nil {
		err = d.file.Chmod(0o644)
	}
	if err == nil {
		err = d.file.Close()
	}
	if err == nil {
		err = os.Rename(d.file.Name(), d.path)
	}
	if err != nil {
		d.Abort()
	}
	return err
}

// Abort takes back what was written.
func (d *download) Abort() {
	if d.file != nil {
		d.file.Close()
		os.Remove(d.file.Name())
	}
}

// file is a file on the disk.
type file struct {
	path string
	name string // as messages and the run record have it
	size int64
}

func (f file) Name() string                 { return f.name }
func (f file) Size() int64                  { return f.size }
func (f file) Open() (io.ReadCloser, error) { return os.Open(f.path) }

// several are files that are opened as one, one after the other.
type several []file

// several finds the files of labels.
func (s *session) several() (several, error) {
	var all several
	for _, path := range s.files {
		one, err := s.source(path)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

func (s several) files() (all []wire.File) {
	for _, f := range s {
		all = append(all, wire.File{Name: f.name, Size: f.size})
	}
	return all
}

func (s several) Name() string {
	ending := filepath.Ext(s[0].name)
	return fmt.Sprintf("%s+%d%s", strings.TrimSuffix(s[0].name, ending), len(s)-1, ending)
}

func (s several) Size() (n int64) {
	for _, f := range s {
		n += f.size
	}
	return n
}

func (s several) Open() (io.ReadCloser, error) {
	var readers []io.Reader
	var files []io.Closer
	for _, f := range s {
		r, err := f.Open()
		if err != nil {
			closers(files).Close()
			return nil, err
		}
		readers, files = append(readers, r), append(files, r)
	}
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(readers...), closers(files)}, nil
}

type closers []io.Closer

func (c closers) Close() error {
	var errs []error
	for _, one := range c {
		errs = append(errs, one.Close())
	}
	return errors.Join(errs...)
}

// source finds a file that is not to be written over.
func (s *session) source(path string) (file, error) {
	f, done, err := source(path, s.stdin)
	s.done = append(s.done, done)
	if info, bad := os.Stat(f.path); bad == nil {
		s.host.read = append(s.host.read, info)
	}
	return f, err
}

// source finds a file. Standard input, "-", is put in a temporary file first,
// since it is read twice; done removes it.
func source(path string, stdin io.Reader) (f file, done func(), err error) {
	done = func() {}
	if path == "-" {
		spool, err := os.CreateTemp("", "concord-*")
		if err != nil {
			return file{}, done, err
		}
		done = func() { os.Remove(spool.Name()) }
		n, err := io.Copy(spool, stdin)
		if err == nil {
			err = spool.Close()
		}
		return file{spool.Name(), "standard input", n}, done, err
	}
	info, err := os.Stat(path)
	switch {
	case os.IsNotExist(err):
		return file{}, done, mistakef("%s: there is no such file", path)
	case err != nil:
		return file{}, done, mistakef("%v", err)
	case info.IsDir():
		return file{}, done, mistakef("%s is a folder, not a file", path)
	}
	return file{path, filepath.Base(path), info.Size()}, done, nil
}

// makeDir makes the folder for the answers.
func makeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("the folder for the answers can't be made: %w", err)
	}
	return nil
}

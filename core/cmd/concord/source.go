package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"concord/core/wire"
	"concord/internal/humanize"
)

// file is a file on the disk, as it was when it was named. It is read more than
// once: once it is another, it can't be read any more.
type file struct {
	path string
	name string // as messages and the run record have it
	size int64
	was  os.FileInfo
	kept *os.File // where it is spooled; else nil
}

func (f file) Name() string { return f.name }
func (f file) Size() int64  { return f.size }

func (f file) Open() (io.ReadCloser, error) {
	if f.kept != nil {
		return io.NopCloser(io.NewSectionReader(f.kept, 0, f.size)), nil
	}
	r, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	if err := f.same(r.Stat()); err != nil {
		r.Close()
		return nil, err
	}
	return &reader{r, f}, nil
}

// same is the error of a file that is another now.
func (f file) same(now os.FileInfo, err error) error {
	switch {
	case err != nil:
		return err
	case !os.SameFile(now, f.was):
		return errors.New("another file has been put in its place since the command began")
	case now.Size() != f.was.Size():
		return fmt.Errorf("it was changed after the command began, and has %s bytes now instead of %s", number(now.Size()), number(f.was.Size()))
	case !now.ModTime().Equal(f.was.ModTime()):
		return errors.New("it was changed after the command began")
	}
	return nil
}

func number(n int64) string { return humanize.Number(int(n)) }

// reader reads a file. At its end it sees whether it still is the same.
type reader struct {
	file *os.File
	of   file
}

func (r *reader) Close() error { return r.file.Close() }

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.file.Read(p)
	if err == io.EOF {
		if bad := r.of.same(r.file.Stat()); bad != nil {
			return n, bad
		}
		if bad := r.of.same(os.Stat(r.of.path)); bad != nil {
			return n, bad
		}
	}
	return n, err
}

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
	f, err := s.find(path)
	if f.was != nil {
		s.host.read = append(s.host.read, f.was)
	}
	return f, err
}

// find finds a file. What is none, and can be read only once, is spooled.
func (s *session) find(path string) (file, error) {
	if isStdin(path) {
		f := file{path: path, name: "standard input"}
		if in, ok := s.stdin.(*os.File); ok {
			var err error
			if f.was, err = in.Stat(); err != nil {
				return file{}, mistakef("standard input: %v", err)
			}
		}
		return s.spool(f, func() (io.ReadCloser, error) { return io.NopCloser(s.stdin), nil })
	}
	f := file{path: path, name: filepath.Base(path)}
	var err error
	switch f.was, err = os.Stat(path); {
	case os.IsNotExist(err):
		return file{}, mistakef("%s: there is no such file", path)
	case err != nil:
		return file{}, mistakef("%v", err)
	case f.was.IsDir():
		return file{}, mistakef("%s is a folder, not a file", path)
	case f.was.Mode().IsRegular() && f.was.Size() > 0: // those of /proc are said to be empty
		f.size = f.was.Size()
		return f, nil
	}
	if _, err := strconv.Atoi(f.name); err == nil || f.was.Mode()&os.ModeDevice != 0 {
		f.name = path // that of <(command) is a number
	}
	return s.spool(f, func() (io.ReadCloser, error) { return os.Open(path) })
}

// isStdin reports whether a path means standard input.
func isStdin(path string) bool {
	return slices.Contains([]string{"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"}, path)
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"concord/core/engine"
	"concord/core/wire"
	"concord/internal/humanize"
)

// file is a file on disk as it was when the command began. It is read several times;
// reading fails once it has changed.
type file struct {
	path  string
	name  string // in messages and the run record
	size  int64
	was   os.FileInfo
	spool *os.File // its copy, if it can be read only once; else nil
}

func (f file) Name() string { return f.name }
func (f file) Size() int64  { return f.size }

func (f file) Open() (io.ReadCloser, error) {
	if f.spool != nil {
		return io.NopCloser(io.NewSectionReader(f.spool, 0, f.size)), nil
	}
	r, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	if err := f.unchanged(r.Stat()); err != nil {
		r.Close()
		return nil, err
	}
	return &reader{r, f}, nil
}

// unchanged returns an error if the file has changed.
func (f file) unchanged(now os.FileInfo, err error) error {
	switch {
	case err != nil:
		return err
	case !os.SameFile(now, f.was):
		return errors.New("another file has been put in its place since the command began")
	case now.Size() != f.was.Size():
		return fmt.Errorf("it was changed after the command began, and has %s bytes now instead of %s", humanize.Number(int(now.Size())),
			humanize.Number(int(f.was.Size())))
	case !now.ModTime().Equal(f.was.ModTime()):
		return errors.New("it was changed after the command began")
	}
	return nil
}

// reader reads a file, and checks at its end that the file has not changed.
type reader struct {
	file *os.File
	of   file
}

func (r *reader) Close() error { return r.file.Close() }

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.file.Read(p)
	if err == io.EOF {
		if changed := cmp.Or(r.of.unchanged(r.file.Stat()), r.of.unchanged(os.Stat(r.of.path))); changed != nil {
			return n, changed
		}
	}
	return n, err
}

// joined are files that are read as one, one after the other.
type joined []file

func (j joined) Name() string {
	ending := filepath.Ext(j[0].name)
	return fmt.Sprintf("%s+%d%s", strings.TrimSuffix(j[0].name, ending), len(j)-1, ending)
}

func (j joined) Size() (n int64) {
	for _, f := range j {
		n += f.size
	}
	return n
}

func (j joined) Open() (io.ReadCloser, error) { return j.OpenFrom(0) }

// OpenFrom implements session.Divided: hundreds of files are not to be read up to each of them.
func (j joined) OpenFrom(offset int64) (io.ReadCloser, error) {
	for len(j) > 1 && offset >= j[0].size {
		offset -= j[0].size
		j = j[1:]
	}
	c := &chain{left: j}
	_, err := io.CopyN(io.Discard, c, offset)
	return c, err
}

// chain reads files one after the other. One is open at a time.
type chain struct {
	left joined
	now  io.ReadCloser // nil: none
}

func (c *chain) Read(p []byte) (n int, err error) {
	for {
		if c.now == nil {
			if len(c.left) == 0 {
				return 0, io.EOF
			}
			if c.now, err = c.left[0].Open(); err != nil {
				c.now = nil
				return 0, err
			}
			c.left = c.left[1:]
		}
		if n, err = c.now.Read(p); err != io.EOF {
			return n, err
		}
		if err = c.Close(); n > 0 || err != nil {
			return n, err
		}
	}
}

func (c *chain) Close() error {
	if c.now == nil {
		return nil
	}
	err := c.now.Close()
	c.now = nil
	return err
}

// inputs finds the files of labels, and lists them where there are several.
func (s *session) inputs() (engine.Source, []wire.File, error) {
	var all joined
	var list []wire.File
	for _, path := range s.files {
		f, err := s.input(path)
		if err != nil {
			return nil, nil, err
		}
		all, list = append(all, f), append(list, wire.File{Name: f.name, Size: f.size})
	}
	if len(all) == 1 {
		return all[0], nil, nil
	}
	return all, list, nil
}

// input finds a file, which is then never overwritten.
func (s *session) input(path string) (file, error) {
	f, err := s.find(path)
	if f.was != nil {
		s.host.read = append(s.host.read, f.was)
	}
	return f, err
}

// find finds a file. It spools what can be read only once, such as a pipe.
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
	case f.was.Mode().IsRegular() && f.was.Size() > 0: // files in /proc claim to be empty
		f.size = f.was.Size()
		return f, nil
	}
	if _, err := strconv.Atoi(f.name); err == nil || f.was.Mode()&os.ModeDevice != 0 {
		f.name = path // that of <(command) is only a number
	}
	return s.spool(f, func() (io.ReadCloser, error) { return os.Open(path) })
}

// isStdin reports whether a path means standard input.
func isStdin(path string) bool {
	return slices.Contains([]string{"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"}, path)
}

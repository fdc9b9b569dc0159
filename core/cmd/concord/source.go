package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"concord/core/api"
	"concord/core/engine"
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
	name := filepath.Base(j[0].name)
	ending := filepath.Ext(name)
	return fmt.Sprintf("%s+%d%s", strings.TrimSuffix(name, ending), len(j)-1, ending)
}

func (j joined) Size() (n int64) {
	for _, f := range j {
		n += f.size
	}
	return n
}

func (j joined) Open() (io.ReadCloser, error) { return j.OpenAt(0) }

// OpenAt implements session.Seekable: hundreds of files are not to be read up to each of them.
func (j joined) OpenAt(offset int64) (io.ReadCloser, error) {
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
func (s *session) inputs() (engine.Source, []api.File, error) {
	var all joined
	var list []api.File
	for _, path := range s.files {
		f, err := s.input(path)
		if err != nil {
			return nil, nil, err
		}
		// Files of one name, as in a folder for each worker, are told apart by their paths.
		if slices.ContainsFunc(s.files, func(other string) bool { return other != path && filepath.Base(other) == f.name }) {
			f.name = filepath.ToSlash(path)
		}
		all, list = append(all, f), append(list, api.File{Name: f.name, Size: f.size})
	}
	if len(all) == 1 {
		all[0].name = cmp.Or(s.called, all[0].name)
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
		f := file{path: path, name: stdinName}
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

// isScreen reports whether a stream is a terminal, or another device that neither brings labels nor keeps them.
func isScreen(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	is, err := f.Stat()
	return err != nil || is.Mode()&os.ModeCharDevice != 0
}

// stdinName names what comes from standard input.
const stdinName = "standard input"

// isStdin reports whether a path means standard input.
func isStdin(path string) bool {
	return slices.Contains([]string{"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"}, path)
}

const (
	waitsFor   = 2 * time.Second // before it says what it is waiting for
	mostDevice = 64 << 20        // bytes from a device, such as a terminal: some never end
)

// spool copies what can be read only once, such as a pipe, to a temporary file.
func (s *session) spool(f file, open func() (io.ReadCloser, error)) (file, error) {
	most := int64(math.MaxInt64 - 1)
	if f.was != nil {
		kind := f.was.Mode()
		switch twice := func(one os.FileInfo) bool { return os.SameFile(one, f.was) }; {
		case kind&fs.ModeSocket != 0 && !isStdin(f.path):
			return file{}, mistakef("%s is a socket, from which no file can be read", f.name)
		case kind&fs.ModeDevice != 0 && kind&fs.ModeCharDevice == 0:
			return file{}, mistakef("%s is a disk, not a file", f.name)
		case kind&fs.ModeCharDevice != 0:
			most = mostDevice
		case !kind.IsRegular() && slices.ContainsFunc(s.once, twice):
			return file{}, mistakef("%s is named twice, and can be read only once; put what comes from it into a file first", f.name)
		}
		s.once = append(s.once, f.was)
	}
	to, err := os.CreateTemp("", "concord-*")
	if err != nil {
		return file{}, err
	}
	// Where open files can be removed, it disappears with the process, however that ends.
	os.Remove(to.Name())
	s.done = append(s.done, func() {
		to.Close()
		os.Remove(to.Name())
	})
	f.spool = to
	f.size, err = s.copy(to, f.name, most, open)
	return f, err
}

// copy copies what open opens, at most so many bytes. It ends with the session even if nothing ever arrives.
func (s *session) copy(to io.Writer, name string, most int64, open func() (io.ReadCloser, error)) (int64, error) {
	var came atomic.Int64
	ended := make(chan error, 1)
	go func() {
		from, err := open()
		if err == nil {
			_, err = io.Copy(io.MultiWriter(to, (*tally)(&came)), io.LimitReader(from, most+1))
			from.Close()
		}
		ended <- err
	}()
	waits := time.After(waitsFor)
	for {
		select {
		case err := <-ended:
			var path *fs.PathError
			switch n := came.Load(); {
			case errors.As(err, &path) && path.Op == "write":
				return 0, fmt.Errorf("%s can't be kept: %w; make room there, or set TMPDIR to a folder elsewhere", name, err)
			case err != nil:
				return 0, fmt.Errorf("%s can't be read: %w", name, err)
			case n > most:
				return 0, mistakef("%s has not ended after %d MB, and is no file", name, most>>20)
			default:
				return n, nil
			}
		case <-s.ctx.Done():
			return 0, errors.New("interrupted")
		case <-waits:
			if came.Load() == 0 {
				fmt.Fprintf(s.stderr, "concord: waiting for %s, from which nothing has come yet; Ctrl-C ends it\n", name)
			}
		}
	}
}

// tally counts bytes.
type tally atomic.Int64

func (t *tally) Write(p []byte) (int, error) {
	(*atomic.Int64)(t).Add(int64(len(p)))
	return len(p), nil
}

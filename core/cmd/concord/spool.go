package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"sync/atomic"
	"time"
)

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

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"concord/core/fit"
)

// host is the shell as the engine sees it.
type host struct {
	start      time.Time
	dir        string                      // where downloads go; empty: only to copies
	copies     map[string]io.Writer        // where downloads go too, by name
	paths      map[string]string           // downloads with a path of their own, by name
	read       []os.FileInfo               // opened files, which are not overwritten
	substitute func(fit.Method) fit.Method // see transport.Substituter; nil: none
	frugal     bool                        // results are only written to files
	refused    bool                        // to overwrite something: the error is the user's
}

func (h *host) Turn(ctx context.Context) error { return ctx.Err() }
func (h *host) Seconds() float64               { return time.Since(h.start).Seconds() }
func (h *host) Today() string                  { return time.Now().Format(time.DateOnly) }

// Substitute implements transport.Substituter.
func (h *host) Substitute(m fit.Method) fit.Method {
	if h.substitute == nil {
		return m
	}
	return h.substitute(m)
}

// Frugal implements analysis.Frugal.
func (h *host) Frugal() bool { return h.frugal }

// Create begins a file in dir that gets its name once it is complete. It never overwrites
// files that the user opened, nor anything but regular files, such as a terminal.
func (h *host) Create(name string) (io.WriteCloser, error) {
	d := &download{path: filepath.Join(h.dir, name), also: h.copies[name]}
	if path, ok := h.paths[name]; ok {
		d.path = path
	} else if h.dir == "" {
		return d, nil
	}
	if there, err := os.Stat(d.path); err == nil {
		wasRead := slices.ContainsFunc(h.read, func(one os.FileInfo) bool { return os.SameFile(one, there) })
		switch h.refused = wasRead || !there.Mode().IsRegular() && !there.IsDir(); {
		case wasRead:
			return nil, fmt.Errorf("it would be written over %s, which was read; choose another place", d.path)
		case h.refused:
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
	file   *os.File // nil: written to also alone
	buffer *bufio.Writer
	also   io.Writer // may be nil
	sync   bool      // it is to be on the disk when it gets its name
}

func (d *download) Write(p []byte) (int, error) {
	if d.also != nil {
		if _, err := d.also.Write(p); err != nil {
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
	for _, step := range []func() error{
		d.buffer.Flush,
		func() error { return d.file.Chmod(0o644) },
		func() error {
			if d.sync {
				return d.file.Sync()
			}
			return nil
		},
		d.file.Close,
		func() error { return os.Rename(d.file.Name(), d.path) },
	} {
		if err := step(); err != nil {
			d.Abort()
			return err
		}
	}
	return nil
}

// Abort removes what was written.
func (d *download) Abort() {
	if d.file != nil {
		d.file.Close()
		os.Remove(d.file.Name())
	}
}

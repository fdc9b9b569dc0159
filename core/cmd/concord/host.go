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
)

// host is the shell as the engine sees it.
type host struct {
	start   time.Time
	dir     string               // where downloads go; empty: only to copies
	copies  map[string]io.Writer // where downloads go too, by name
	paths   map[string]string    // downloads with a path of their own, by name
	read    []os.FileInfo        // opened files, which are not overwritten
	refused bool                 // to overwrite something: the error is the user's
}

func (h *host) Turn(ctx context.Context) error { return ctx.Err() }
func (h *host) Seconds() float64               { return time.Since(h.start).Seconds() }
func (h *host) Today() string                  { return time.Now().Format(time.DateOnly) }

// Create begins a file in dir, which gets its name once it is complete. It never
// overwrites what the user opened, nor what is no regular file, such as a terminal.
func (h *host) Create(name string) (io.WriteCloser, error) {
	d := &download{path: filepath.Join(h.dir, name), also: h.copies[name]}
	if path, ok := h.paths[name]; ok {
		d.path = path
	} else if h.dir == "" {
		return d, nil
	}
	if there, err := os.Stat(d.path); err == nil {
		switch {
		case slices.ContainsFunc(h.read, func(one os.FileInfo) bool { return os.SameFile(one, there) }):
			h.refused = true
			return nil, fmt.Errorf("it would be written over %s, which was read; choose another place", d.path)
		case !there.Mode().IsRegular() && !there.IsDir():
			h.refused = true
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

// Abort removes what was written.
func (d *download) Abort() {
	if d.file != nil {
		d.file.Close()
		os.Remove(d.file.Name())
	}
}

// makeDir makes the folder for the answers.
func makeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("the folder for the answers can't be made: %w", err)
	}
	return nil
}

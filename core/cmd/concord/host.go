package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"concord/internal/atomicfile"
)

// host is the shell as the engine sees it.
type host struct {
	start   time.Time
	clock   func() float64       // in place of the seconds since start, for tests; nil: there is none
	dir     string               // where downloads go; empty: only to copies
	copies  map[string]io.Writer // where downloads go too, by name
	paths   map[string]string    // downloads with a path of their own, by name
	read    []os.FileInfo        // opened files, which are not overwritten
	refused bool                 // to overwrite something: the error is the user's
	seal    string               // the name of a download in dir that is there only while all others are of its run

	files []*atomicfile.File // written, and not yet at their places

	frugal bool // results are only written to files
}

// Turn implements engine.Host.
func (h *host) Turn(ctx context.Context) error { return ctx.Err() }

func (h *host) Today() string { return time.Now().Format(time.DateOnly) }

// Seconds implements engine.Host.
func (h *host) Seconds() float64 {
	if h.clock != nil {
		return h.clock()
	}
	return time.Since(h.start).Seconds()
}

// Frugal implements analysis.Frugal.
func (h *host) Frugal() bool { return h.frugal }

// Create begins a file beside its place; commit gives it its name. It never overwrites files that the user opened, nor anything
// but regular files, such as a terminal.
func (h *host) Create(name string) (io.WriteCloser, error) {
	path, ok := h.paths[name]
	switch {
	case !ok && h.dir == "":
		return &download{also: h.copies[name]}, nil
	case !ok:
		path = filepath.Join(h.dir, name)
	}
	if there, err := os.Stat(path); err == nil {
		wasRead := slices.ContainsFunc(h.read, func(one os.FileInfo) bool { return os.SameFile(one, there) })
		switch h.refused = wasRead || !there.Mode().IsRegular(); {
		case wasRead:
			return nil, fmt.Errorf("it would be written over %s, which was read; choose another place", path)
		case h.refused:
			return nil, fmt.Errorf("%s is there already, and is no file that can be written over", path)
		}
	}
	file, err := atomicfile.Begin(path, name == h.seal)
	if err != nil {
		return nil, err
	}
	h.files = append(h.files, file)
	return &download{file, h.copies[name]}, nil
}

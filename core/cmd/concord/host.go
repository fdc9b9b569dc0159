package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"concord/core/engine"
	"concord/internal/atomicfile"
)

// host is the shell as the engine sees it.
type host struct {
	engine  engine.Host // what the engine uses of it
	start   time.Time
	clock   func() float64       // in place of the seconds since start, for tests; nil: there is none
	dir     string               // where downloads go; empty: only to copies
	copies  map[string]io.Writer // where downloads go too, by name
	paths   map[string]string    // downloads with a path of their own, by name
	read    []os.FileInfo        // opened files, which are not overwritten
	refused bool                 // to overwrite something: the error is the user's
	seal    string               // the name of a download in dir that is there only while all others are of its run

	files []*atomicfile.File // written, and not yet at their places
}

func newHost() *host {
	h := &host{start: time.Now(), copies: map[string]io.Writer{}, paths: map[string]string{}}
	h.engine = engine.Host{Seconds: h.seconds, Today: func() string { return time.Now().Format(time.DateOnly) }, Create: h.create}
	return h
}

func (h *host) seconds() float64 {
	if h.clock != nil {
		return h.clock()
	}
	return time.Since(h.start).Seconds()
}

// create begins a file beside its place; commit gives it its name. It never overwrites files that the user opened, nor anything
// but regular files, such as a terminal.
func (h *host) create(name string) (engine.Download, error) {
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

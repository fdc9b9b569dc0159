package main

import (
	"cmp"
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
	was     []string             // names of downloads in dir of which an earlier run's were there
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
	also := cmp.Or(h.copies[name], io.Discard)
	switch {
	case !ok && h.dir == "":
		return &download{also, nil}, nil
	case !ok:
		path = filepath.Join(h.dir, name)
	}
	if there, err := os.Stat(path); err == nil {
		wasRead := slices.ContainsFunc(h.read, func(one os.FileInfo) bool { return os.SameFile(one, there) })
		h.was = append(h.was, name)
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
	return &download{io.MultiWriter(also, file), file}, nil
}

// download is what the engine writes: a file, a copy for somebody else, or both.
type download struct {
	io.Writer
	file *atomicfile.File // nil: none
}

// Close ends the writing: all of the file is on the disk then.
func (d *download) Close() error {
	if d.file == nil {
		return nil
	}
	return d.file.Close()
}

// Abort removes what was written.
func (d *download) Abort() {
	if d.file != nil {
		d.file.Abort()
	}
}

// commit puts all downloads at their places: all, or, if one can't be, none, so that files of two runs never stand side by side.
func (h *host) commit() error {
	if err := atomicfile.Commit(h.files); err != nil {
		return err
	}
	h.files = nil
	return nil
}

// discard removes all downloads that are not at their places.
func (h *host) discard() {
	for _, f := range h.files {
		f.Abort()
	}
	h.files = nil
}

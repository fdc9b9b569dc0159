package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"concord/core/shard"
)

// download is a file that is written beside its place.
type download struct {
	path   string    // its place
	also   io.Writer // gets a copy; may be nil
	file   *os.File  // nil: written to also alone
	buffer *bufio.Writer
}

func (d *download) begin() error {
	f, err := os.CreateTemp(filepath.Dir(d.path), filepath.Base(d.path)+".*.part")
	if err != nil {
		return unwritable(d.path, err)
	}
	d.file, d.buffer = f, bufio.NewWriterSize(f, 1<<20)
	return nil
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
	n, err := d.buffer.Write(p)
	if err != nil {
		err = unwritable(d.path, err)
	}
	return n, err
}

// Close ends the writing: all of the file is on the disk then.
func (d *download) Close() error {
	if d.file == nil {
		return nil
	}
	for _, step := range []func() error{d.buffer.Flush, func() error { return d.file.Chmod(0o644) }, d.file.Sync, d.file.Close} {
		if err := step(); err != nil {
			d.Abort()
			return unwritable(d.path, err)
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

// unwritable says which file can't be written, and why; where it was to be written meanwhile is of no use to anybody.
func unwritable(path string, err error) error {
	return fmt.Errorf("%s can't be written: %w; what was there before is unchanged", path, cause(err))
}

// cause is an error of the system without the path, which messages name themselves.
func cause(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) {
		return link.Err
	}
	return err
}

// commit puts all downloads at their places: all, or, if one can't be, none, so that files of two runs never stand side by side.
func (h *host) commit() (err error) {
	var kept, dirs []string
	undo := func() {}
	for _, d := range h.downloads {
		part, was := d.file.Name(), d.file.Name()+"-was"
		_, missing := os.Lstat(d.path)
		linked := os.Link(d.path, was) == nil // not every file system has links; without them there is no way back
		before := undo
		if linked {
			kept = append(kept, was)
		}
		if err = os.Rename(part, d.path); err != nil {
			err = unwritable(d.path, err)
			undo()
			break
		}
		undo = func() {
			if linked {
				os.Rename(was, d.path)
			} else if missing != nil {
				os.Remove(d.path)
			}
			before()
		}
		dirs = append(dirs, filepath.Dir(d.path))
	}
	for _, path := range kept {
		os.Remove(path)
	}
	for _, dir := range dirs {
		syncFolder(dir)
	}
	if err == nil {
		h.downloads = nil
	}
	return err
}

// discard removes all downloads that are not at their places.
func (h *host) discard() {
	for _, d := range h.downloads {
		d.Abort()
	}
	h.downloads = nil
}

// syncFolder has the names in a folder outlive a loss of power, where the system can do that.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		f.Sync()
		f.Close()
	}
}

// probe finds out whether files can be made in a folder.
func probe(dir string) error {
	f, err := os.CreateTemp(dir, "concord-*.part")
	if err != nil {
		return fmt.Errorf("nothing can be written to %s: %w", dir, cause(err))
	}
	f.Close()
	return os.Remove(f.Name())
}

// folder is a directory on disk.
type folder string

func (f folder) String() string                   { return string(f) }
func (f folder) path(name string) string          { return filepath.Join(string(f), name) }
func (f folder) Remove(name string) error         { return os.Remove(f.path(name)) }
func (f folder) Read(name string) ([]byte, error) { return os.ReadFile(f.path(name)) }

func (f folder) Names() (names []string, err error) {
	all, err := os.ReadDir(string(f))
	for _, one := range all {
		names = append(names, one.Name())
	}
	return names, err
}

// Create begins a file that gets its name once it is complete and on the disk, so that neither kill -9 nor a power cut leaves half
// of it.
func (f folder) Create(name string) (shard.File, error) {
	d := &download{path: f.path(name)}
	return placed{d}, d.begin()
}

// placed is a download that is at its place as soon as it is complete.
type placed struct{ *download }

func (p placed) Close() error {
	if err := p.download.Close(); err != nil {
		return err
	}
	if err := os.Rename(p.file.Name(), p.path); err != nil {
		p.Abort()
		return unwritable(p.path, err)
	}
	syncFolder(filepath.Dir(p.path))
	return nil
}

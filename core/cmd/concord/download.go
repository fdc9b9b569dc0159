package main

import (
	"io"

	"concord/internal/atomicfile"
)

// download is what the engine writes: a file, a copy for somebody else, or both.
type download struct {
	file *atomicfile.File // nil: none
	also io.Writer        // gets a copy; may be nil
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
	return d.file.Write(p)
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

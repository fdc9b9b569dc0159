// Package atomicfile writes files beside their places and puts them there once they are whole, so that neither kill -9 nor a power cut
// leaves half of one.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sync"
)

// File is a file that is written beside its place.
type File struct {
	path   string // its place
	seal   bool   // see Commit
	file   *os.File
	buffer *bufio.Writer
	lock   *folderLock // on its folder, until it is at its place or given up

	fresh bool // nothing was at its place
	kept  bool // what was there is at was
}

// Begin begins a file for a place. A seal is the one of several that Commit puts there last.
func Begin(path string, seal bool) (*File, error) {
	file, held, err := aside(path)
	if err != nil {
		return nil, unwritable(path, err)
	}
	return &File{path: path, seal: seal, file: file, buffer: bufio.NewWriterSize(file, 1<<20), lock: held}, nil
}

// aside makes a file beside a place, which gets its name later. What processes of this machine left behind in that folder that were
// killed it removes: those that live have it locked. Other machines may share the folder, and see no locks.
func aside(path string) (*os.File, *folderLock, error) {
	dir := filepath.Dir(path)
	held := lockFolder(dir, func() { tidy(dir) })
	f, err := os.CreateTemp(dir, filepath.Base(path)+".concord-"+machine()+"-*.part")
	if err != nil {
		held.release()
	}
	return f, held, err
}

var leftover = regexp.MustCompile(`\.concord-([0-9a-f]{8})-[0-9]+\.part(-was)?$`)

// machine tells machines apart, in names of files.
var machine = sync.OnceValue(func() string {
	name, _ := os.Hostname() // without a name it is like all others that have none
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(name)))
})

// Leftover reports whether a name is that of a file beside its place, or of what was at it.
func Leftover(name string) bool { return leftover.MatchString(name) }

// tidy removes from a folder what this machine wrote beside its place. What can't be removed stays.
func tidy(dir string) {
	all, _ := os.ReadDir(dir)
	for _, one := range all {
		if of := leftover.FindStringSubmatch(one.Name()); one.Type().IsRegular() && of != nil && of[1] == machine() {
			os.Remove(filepath.Join(dir, one.Name()))
		}
	}
}

func (f *File) Write(p []byte) (int, error) {
	n, err := f.buffer.Write(p)
	if err != nil {
		err = unwritable(f.path, err)
	}
	return n, err
}

// Close ends the writing: all of the file is on the disk then, and still beside its place.
func (f *File) Close() error {
	for _, step := range []func() error{f.buffer.Flush, func() error { return f.file.Chmod(0o644) }, f.file.Sync, f.file.Close} {
		if err := step(); err != nil {
			f.Abort()
			return unwritable(f.path, err)
		}
	}
	return nil
}

// Abort removes what was written.
func (f *File) Abort() {
	f.file.Close()
	os.Remove(f.file.Name())
	f.lock.release()
}

// Finish ends the writing and puts the file at its place.
func (f *File) Finish() error {
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.file.Name(), f.path); err != nil {
		f.Abort()
		return unwritable(f.path, err)
	}
	syncFolder(filepath.Dir(f.path))
	f.lock.release()
	return nil
}

// Probe finds out whether files can be made in a folder.
func Probe(dir string) error {
	f, held, err := aside(filepath.Join(dir, "probe"))
	if err != nil {
		return fmt.Errorf("nothing can be written to %s: %w", dir, cause(err))
	}
	defer held.release()
	f.Close()
	return os.Remove(f.Name())
}

// ErrUnwritable is wrapped by all errors of files that can't be written.
var ErrUnwritable = errors.New("can't be written")

// unwritable says which file can't be written, and why; where it was to be written meanwhile is of no use to anybody.
func unwritable(path string, err error) error {
	return fmt.Errorf("%s %w: %w; what was there before is unchanged", path, ErrUnwritable, cause(err))
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

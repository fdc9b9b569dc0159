// Package mapped is memory in files that the system maps: of it as much is in memory as there is room for.
package mapped

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"unsafe"
)

// segment is how much a file holds of what is small.
const segment = 64 << 20

// Files is a scratch.Space in files of a folder. They have no names, so nothing of them stays however the program ends.
type Files struct {
	dir  string
	rest []byte // of the last segment
	own  map[*byte]int
	err  error
}

// New returns a Space in a folder, which it makes.
func New(dir string) (*Files, error) {
	f := &Files{dir: dir, own: map[*byte]int{}}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("the folder can't be made: %w", err)
	}
	f.mapped(1 << 12) // whether it can be written to
	return f, f.err
}

// Err returns why there was no room, if there was none.
func (f *Files) Err() error { return f.err }

// Take implements scratch.Space.
func (f *Files) Take(bytes int) []byte {
	size := (bytes + 63) &^ 63
	if size > segment/4 {
		b := f.mapped(size)
		if b != nil {
			f.own[unsafe.SliceData(b)] = size
			b = b[:bytes]
		}
		return b
	}
	if len(f.rest) < size {
		if f.rest = f.mapped(segment); f.rest == nil {
			return nil
		}
	}
	b := f.rest[:bytes:size]
	f.rest = f.rest[size:]
	return b
}

// Give implements scratch.Space. What is small stays until the end.
func (f *Files) Give(b []byte) {
	first := unsafe.SliceData(b)
	if size, ok := f.own[first]; ok {
		delete(f.own, first)
		syscall.Munmap(unsafe.Slice(first, size))
	}
}

// mapped returns a new file of so many bytes, which the disk has set aside, so that writing to them can't fail.
func (f *Files) mapped(size int) []byte {
	if f.err != nil {
		return nil
	}
	var b []byte
	b, f.err = f.reserve(size)
	return b
}

func (f *Files) reserve(size int) ([]byte, error) {
	file, err := os.CreateTemp(f.dir, "concord-*.scratch")
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	if err != nil {
		return nil, fmt.Errorf("nothing can be written to %s: %w", f.dir, err)
	}
	defer file.Close()
	os.Remove(file.Name())
	for err = syscall.EINTR; err == syscall.EINTR; { // a signal of whatever kind may come in between
		err = syscall.Fallocate(int(file.Fd()), 0, 0, int64(size))
	}
	switch {
	case err == syscall.EOPNOTSUPP:
		return nil, fmt.Errorf("%s is on a file system on which room can't be set aside. Choose a folder on a disk of this machine", f.dir)
	case err != nil:
		var at syscall.Statfs_t
		syscall.Statfs(f.dir, &at)
		return nil, fmt.Errorf("%s: %.1f GB more can't be set aside there, where %.1f GB are free (%w). Choose a folder on a larger disk",
			f.dir, float64(size)/1e9, float64(at.Bavail)*float64(at.Bsize)/1e9, err)
	}
	return syscall.Mmap(int(file.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
}

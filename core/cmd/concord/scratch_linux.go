package main

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"
)

// segment is how much a file holds of what is small.
const segment = 64 << 20

// files is a scratch.Space in files of a folder. They have no names, so that nothing of them stays however the program ends.
type files struct {
	dir  string
	rest []byte // of the last segment
	own  map[*byte]int
	err  error // what went wrong, once something did
}

func newScratch(dir string) (*files, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("the folder for -scratch can't be made: %w", err)
	}
	return &files{dir: dir, own: map[*byte]int{}}, probe(dir)
}

// Take implements scratch.Space.
func (f *files) Take(bytes int) []byte {
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
func (f *files) Give(b []byte) {
	if size, ok := f.own[unsafe.SliceData(b)]; ok {
		delete(f.own, unsafe.SliceData(b))
		syscall.Munmap(unsafe.Slice(unsafe.SliceData(b), size))
	}
}

// mapped returns a new file of so many bytes. The disk has set them aside, so writing to them can't fail.
func (f *files) mapped(size int) []byte {
	if f.err != nil {
		return nil
	}
	b, err := f.reserve(size)
	if err != nil {
		f.err = fmt.Errorf("-scratch %s: %w", f.dir, err)
	}
	return b
}

func (f *files) reserve(size int) ([]byte, error) {
	file, err := os.CreateTemp(f.dir, "concord-*.scratch")
	if err != nil {
		return nil, cause(err)
	}
	defer file.Close()
	os.Remove(file.Name())
	if err := syscall.Fallocate(int(file.Fd()), 0, 0, int64(size)); err != nil {
		var at syscall.Statfs_t
		syscall.Statfs(f.dir, &at)
		return nil, fmt.Errorf("%.1f GB more can't be set aside there, where %.1f GB are free (%w). Choose a folder on a larger disk of this machine",
			float64(size)/1e9, float64(at.Bavail)*float64(at.Bsize)/1e9, err)
	}
	return syscall.Mmap(int(file.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
}

package main

import (
	"os"
	"path/filepath"

	"concord/core/shard"
)

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

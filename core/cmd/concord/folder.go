package main

import (
	"bufio"
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
	to, err := os.CreateTemp(string(f), name+".*.part")
	if err != nil {
		return nil, err
	}
	return &download{path: f.path(name), file: to, buffer: bufio.NewWriterSize(to, 1<<20), sync: true}, nil
}

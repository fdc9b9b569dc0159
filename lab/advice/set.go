package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
)

// set is a data set with its truth.
type set struct {
	data  *crowd.Dataset
	truth []int32
}

// load reads a set of the data folder in the way of the app.
func load(dir, name string) (*set, error) {
	var given *labels.Set
	err := open(filepath.Join(dir, name, "labels.csv"), func(file string, r io.Reader, guess *layout.Layout) (err error) {
		guess.Numeric = false
		given, err = labels.Read(file, r, guess, scan.Options{})
		return err
	})
	if err != nil {
		return nil, err
	}
	s := &set{data: given.Data}
	err = open(filepath.Join(dir, name, "truth.csv"), func(file string, r io.Reader, guess *layout.Layout) (err error) {
		s.truth, _, err = sidefile.Truth(file, r, guess, given, sidefile.TruthOptions{Options: scan.Options{Skip: true}})
		return err
	})
	return s, err
}

func open(path string, read func(name string, r io.Reader, guess *layout.Layout) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 1<<20)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.ErrUnexpectedEOF {
		return err
	}
	guess, err := layout.Detect(filepath.Base(path), head[:n])
	if err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := read(filepath.Base(path), f, guess); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

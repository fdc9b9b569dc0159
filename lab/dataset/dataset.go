// Package dataset reads data sets of labels with a known truth as the app reads files.
package dataset

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"concord/core/intake"
)

// Set is a data set with its truth.
type Set struct {
	*intake.Set
	Truth []int32
}

// Load reads the classes of dir/name/file, with truth.csv beside it. It leaves out rows
// that can't be used.
func Load(dir, name, file string) (*Set, error) {
	raw, guess, err := Open(filepath.Join(dir, name, file))
	if err != nil {
		return nil, err
	}
	guess.Numeric = false
	s := &Set{}
	if s.Set, err = intake.Labels(file, bytes.NewReader(raw), guess, intake.Options{Skip: true}); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if raw, guess, err = Open(filepath.Join(dir, name, "truth.csv")); err != nil {
		return nil, err
	}
	if s.Truth, _, err = intake.Truth("truth.csv", bytes.NewReader(raw), guess, s.Set, intake.Options{Skip: true}); err != nil {
		return nil, fmt.Errorf("%s: truth: %w", name, err)
	}
	return s, nil
}

// Open reads a file, and detects how it is written.
func Open(path string) ([]byte, *intake.Guess, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	guess, err := intake.Detect(filepath.Base(path), raw[:min(len(raw), 1<<20)])
	return raw, guess, err
}

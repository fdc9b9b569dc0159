// Package dataset reads data sets of labels with a known truth as the app reads files.
package dataset

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
)

// Set is a data set with its truth.
type Set struct {
	*labels.Set
	Truth []int32
}

// Load reads the classes of dir/name/file, with truth.csv beside it. It leaves out rows
// that can't be used.
func Load(dir, name, file string) (*Set, error) {
	raw, guess, err := Open(filepath.Join(dir, name, file))
	if err != nil {
		return nil, err
	}
	guess.Numeric, guess.Skip = false, true
	s := &Set{}
	if s.Set, err = labels.Read(file, bytes.NewReader(raw), &guess.Layout, scan.Options{}); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if raw, guess, err = Open(filepath.Join(dir, name, "truth.csv")); err != nil {
		return nil, err
	}
	guess.Skip = true
	if s.Truth, _, err = sidefile.Truth("truth.csv", bytes.NewReader(raw), &guess.Layout, s.Set, sidefile.TruthOptions{}); err != nil {
		return nil, fmt.Errorf("%s: truth: %w", name, err)
	}
	return s, nil
}

// Open reads a file, and detects how it is written.
func Open(path string) ([]byte, *layout.Detection, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	guess, err := layout.Detect(filepath.Base(path), raw[:min(len(raw), 1<<20)])
	return raw, guess, err
}

// Records reads a CSV file without its header, packed or not.
func Records(path string) ([][]string, error) {
	f, err := os.Open(path)
	var in io.Reader = f
	if errors.Is(err, fs.ErrNotExist) {
		if f, err = os.Open(path + ".gz"); err == nil {
			in, err = gzip.NewReader(f)
		}
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(in).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[1:], nil
}

// Calibrated returns a posterior of d, N×K, calibrated by the curve of its method alone.
func Calibrated(c calibrate.Curve, d *crowd.Dataset, posterior []float64) []float64 {
	k, out := d.Classes, slices.Clone(posterior)
	by := calibrate.New(c, d.Gold, nil)
	for i := range d.Tasks {
		by.Row(&d.Labels, i, posterior[i*k:(i+1)*k], out[i*k:(i+1)*k])
	}
	return out
}

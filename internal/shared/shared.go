// Package shared finds the reference data and expected values beside the project. Only
// tests use it.
package shared

import (
	"compress/gzip"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"concord/core/crowd"
)

// Dir returns ../shared of the project's root. Where it is absent the test is
// skipped with a notice: a user's clone does not have it. In CI, where it must
// be there, the test fails.
func Dir(t testing.TB) string {
	t.Helper()
	_, file, _, _ := runtime.Caller(0)
	dir := os.Getenv("CONCORD_SHARED")
	if dir == "" {
		dir = filepath.Join(filepath.Dir(file), "..", "..", "..", "shared")
	}
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("the reference data are missing in CI: %v", err)
		}
		t.Skipf("skipped: the reference data are not beside the project (%v); set CONCORD_SHARED to their folder", err)
	}
	return dir
}

// Long skips a test of fits to large sets unless CONCORD_LONG is set: make test-long.
func Long(t testing.TB) {
	t.Helper()
	if os.Getenv("CONCORD_LONG") == "" {
		t.Skip("fits to large sets: make test-long runs it")
	}
}

// Records returns the rows of a CSV file below Dir, without its header. Where
// there is no such file but one with ".gz" after the name, it reads that.
func Records(t testing.TB, path ...string) [][]string {
	t.Helper()
	name := filepath.Join(append([]string{Dir(t)}, path...)...)
	f, err := os.Open(name)
	var in io.Reader = f
	if errors.Is(err, fs.ErrNotExist) {
		if f, err = os.Open(name + ".gz"); err == nil {
			in, err = gzip.NewReader(f)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(in)
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// Set is a data set of shared/data. Tasks, workers and classes are numbered in
// the order of their names: as numbers where all are whole numbers, else as text.
type Set struct {
	Data                    *crowd.Dataset
	Tasks, Workers, Classes []string
	Truth                   []int32 // by task; crowd.Unknown where there is none
}

// Load reads data/name/file ("labels.csv" mostly) and, where there is one,
// data/name/truth.csv.
func Load(t testing.TB, name, file string) *Set {
	t.Helper()
	rows := Records(t, "data", name, file)
	column := func(c int) []string {
		out := make([]string, len(rows))
		for n, row := range rows {
			out[n] = row[c]
		}
		return out
	}
	s := &Set{}
	var truth [][]string
	if _, err := os.Stat(filepath.Join(Dir(t), "data", name, "truth.csv")); err == nil {
		truth = Records(t, "data", name, "truth.csv")
	}
	labels := column(2)
	for _, row := range truth {
		labels = append(labels, row[1])
	}
	var task, worker, class map[string]int32
	s.Tasks, task = number(column(0))
	s.Workers, worker = number(column(1))
	s.Classes, class = number(labels)
	a, b, c := make([]int32, len(rows)), make([]int32, len(rows)), make([]int32, len(rows))
	for n, row := range rows {
		a[n], b[n], c[n] = task[row[0]], worker[row[1]], class[row[2]]
	}
	s.Data = &crowd.Dataset{Labels: crowd.NewLabels(len(s.Tasks), len(s.Workers), len(s.Classes), a, b, c)}
	s.Truth = slices.Repeat([]int32{crowd.Unknown}, len(s.Tasks))
	for _, row := range truth {
		if i, ok := task[row[0]]; ok {
			s.Truth[i] = class[row[1]]
		}
	}
	return s
}

// Error returns the share of tasks with truth whose label is wrong.
func (s *Set) Error(labels []int32) float64 {
	wrong, n := 0, 0
	for i, k := range s.Truth {
		if k != crowd.Unknown {
			n++
			if labels[i] != k {
				wrong++
			}
		}
	}
	return float64(wrong) / float64(n)
}

// Float parses a number of an expected-values file.
func Float(t testing.TB, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// ledger keeps the outcome of every run of a long experiment in a CSV file beside
// the section's page: the evidence, and where -resume goes on.
type ledger struct {
	lock sync.Mutex
	path string
	none bool // make no runs
	keys int  // columns that name the run; the rest are figures
	head []string
	rows map[string][]float64 // by the run's name, its keys joined by commas
}

// errAbsent says that a run has not been made.
var errAbsent = errors.New("this run has not been made")

// ledger opens the section's ledger; without -resume it is a new one.
func (p *page) ledger(keys, figures []string) (*ledger, error) {
	l := &ledger{path: filepath.Join(p.dir, p.name+".csv"), none: p.there, keys: len(keys), head: append(slices.Clone(keys), figures...),
		rows: map[string][]float64{}}
	if p.resume {
		if err := l.read(); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return l, l.write()
}

func (l *ledger) read() error {
	f, err := os.Open(l.path)
	if err != nil {
		return err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return err
	}
	if len(rows) > 0 && !slices.Equal(rows[0], l.head) {
		return fmt.Errorf("%s holds another experiment: make it anew without -resume", l.path)
	}
	for _, row := range rows[min(1, len(rows)):] {
		figures := make([]float64, len(row)-l.keys)
		for n, cell := range row[l.keys:] {
			if figures[n], err = strconv.ParseFloat(cell, 64); err != nil {
				return err
			}
		}
		l.rows[strings.Join(row[:l.keys], ",")] = figures
	}
	return nil
}

// write replaces the file, in the order of the names: the same runs make the same
// file, in whatever order they ended.
func (l *ledger) write() error {
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(l.head, ","))
	names := make([]string, 0, len(l.rows))
	for name := range l.rows {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		b.WriteString(name)
		for _, v := range l.rows[name] {
			fmt.Fprintf(&b, ",%.5f", v)
		}
		b.WriteByte('\n')
	}
	next := l.path + ".new"
	if err := os.WriteFile(next, []byte(b.String()), 0o644); err != nil {
		return err
	}
	return os.Rename(next, l.path)
}

// once returns the figures of a run, which is made where it is not there yet.
func (l *ledger) once(run func() ([]float64, error), keys ...any) ([]float64, error) {
	parts := make([]string, len(keys))
	for n, k := range keys {
		parts[n] = fmt.Sprint(k)
		if v, ok := k.(int); ok {
			parts[n] = fmt.Sprintf("%02d", v)
		}
	}
	name := strings.Join(parts, ",")
	l.lock.Lock()
	figures, ok := l.rows[name]
	l.lock.Unlock()
	if ok {
		return figures, nil
	}
	if l.none {
		return nil, fmt.Errorf("%s: %w", name, errAbsent)
	}
	figures, err := run()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	l.rows[name] = figures
	return figures, l.write()
}

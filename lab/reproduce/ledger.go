package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"concord/lab/dataset"
)

// ledger keeps the figures of every run of a long experiment in a CSV file of the cache, from where
// a section goes on. A run is named by its experiment, number and settings; the file by the columns
// and the data. What is kept knows nothing of changes to the program: -fresh makes it anew.
type ledger struct {
	lock  sync.Mutex
	title string
	path  string
	none  bool // make no runs
	count bool // only count those that are missing
	keys  int  // columns that name the run; the rest are figures
	head  []string
	rows  map[string][]float64 // by the run's name, its keys joined by commas
	used  map[string]bool      // by this report

	missing, made int
	begun         time.Time
}

// errAbsent says that a run has not been made.
var errAbsent = errors.New("this run has not been made")

// ledger opens the section's ledger.
func (p *page) ledger(keys, figures []string) (*ledger, error) {
	head := append(slices.Clone(keys), figures...)
	l := &ledger{
		title: p.name, none: p.there, count: p.counting, keys: len(keys), head: head,
		path: filepath.Join(p.cache, p.name+"-"+dataset.Digest(p.inputs, strings.Join(head, ","))+".csv"),
		rows: map[string][]float64{}, used: map[string]bool{}, begun: time.Now(), missing: p.missing,
	}
	p.book = l
	path := l.path
	if _, err := os.Stat(path); p.fresh && !p.counting || err != nil && !p.there {
		return l, nil
	} else if err != nil { // the runs of the last report
		path = filepath.Join(p.dir, p.name+".csv")
	}
	return l, l.read(path)
}

func (l *ledger) read(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return err
	}
	if len(rows) > 0 && !slices.Equal(rows[0], l.head) {
		return fmt.Errorf("%s holds another experiment", path)
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

// write replaces a file by the runs, in the order of their names: the same runs make the same file,
// in whatever order they ended.
func (l *ledger) write(path string, wanted func(name string) bool) error {
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(l.head, ","))
	names := make([]string, 0, len(l.rows))
	for name := range l.rows {
		if wanted(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		b.WriteString(name)
		for _, v := range l.rows[name] {
			fmt.Fprintf(&b, ",%.5f", v)
		}
		b.WriteByte('\n')
	}
	next := path + ".new"
	if err := os.WriteFile(next, []byte(b.String()), 0o644); err != nil {
		return err
	}
	return os.Rename(next, path)
}

// publish writes the runs that the report rests on beside it.
func (l *ledger) publish(path string) error {
	return l.write(path, func(name string) bool { return l.used[name] })
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
	l.used[name] = true
	if !ok && l.count {
		l.missing++
		figures, ok = make([]float64, len(l.head)-l.keys), true
		l.rows[name] = figures
	}
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
	l.made++
	took := time.Since(l.begun)
	left := took / time.Duration(l.made) * time.Duration(max(l.missing-l.made, 0))
	log.Printf("%s: run %d of %d (%s); about %v left", l.title, l.made, max(l.missing, l.made), name, left.Round(time.Second))
	return figures, l.write(l.path, func(string) bool { return true })
}

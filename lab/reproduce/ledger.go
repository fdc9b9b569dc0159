package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"maps"
	"math"
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
	none  bool            // make no runs
	count bool            // only count those that are missing
	anew  map[string]bool // runs to make again and compare, though they are there
	off   []string        // those that came out differently
	done  map[string]bool // those that were compared
	keys  int             // columns that name the run; the rest are figures
	head  []string
	rows  map[string][]float64 // by the run's name, its keys joined by commas
	used  map[string]bool      // by this report

	missing, made int
	begun         time.Time

	current bool // all runs are of the present code
}

// errAbsent says that a run has not been made.
var errAbsent = errors.New("this run has not been made")

// ledger opens the section's ledger.
func (p *page) ledger(keys, figures []string) (*ledger, error) {
	head := append(slices.Clone(keys), figures...)
	l := &ledger{
		title: p.name, none: p.there, count: p.counting, keys: len(keys), head: head,
		anew: p.anew, done: map[string]bool{},
		path: filepath.Join(p.cache, p.name+"-"+dataset.Digest(p.inputs, strings.Join(head, ","))+".csv"),
		rows: map[string][]float64{}, used: map[string]bool{}, begun: time.Now(), missing: p.missing,
	}
	p.book = l
	if p.published {
		return l, l.read(filepath.Join(p.dir, p.name+".csv"))
	}
	path := l.path
	if _, err := os.Stat(path); p.fresh && !p.counting || err != nil && !p.there {
		l.current = true
		if p.counting {
			return l, nil
		}
		return l, os.WriteFile(codeOf(path), []byte(p.code), 0o644)
	} else if err != nil { // the runs of the last report
		path = filepath.Join(p.dir, p.name+".csv")
	}
	begun, err := os.ReadFile(codeOf(l.path))
	l.current = err == nil && string(begun) == p.code && !p.there
	return l, l.read(path)
}

// codeOf is the file beside a ledger that holds the digest of the code it was begun with.
func codeOf(path string) string { return strings.TrimSuffix(path, ".csv") + ".code" }

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
		figures, err := read(row[l.keys:])
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
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
		fmt.Fprintln(&b, name+","+strings.Join(written(l.rows[name]), ","))
	}
	next := path + ".new"
	if err := os.WriteFile(next, []byte(b.String()), 0o644); err != nil {
		return err
	}
	return os.Rename(next, path)
}

// written are figures as the file has them.
func written(figures []float64) []string {
	out := make([]string, len(figures))
	for n, v := range figures {
		out[n] = fmt.Sprintf("%.5f", v)
	}
	return out
}

// read are figures from a file.
func read(cells []string) (figures []float64, err error) {
	figures = make([]float64, len(cells))
	for n, cell := range cells {
		if figures[n], err = strconv.ParseFloat(cell, 64); err != nil {
			return nil, err
		}
	}
	return figures, nil
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
	again := ok && l.anew[name] && !l.done[name]
	l.lock.Unlock()
	if again {
		return figures, l.compare(name, figures, run)
	}
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
	if figures, err = read(written(figures)); err != nil { // as the next report has them
		return nil, err
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

// compare makes a run again, and notes where its figures differ from those that are published, times aside.
func (l *ledger) compare(name string, published []float64, run func() ([]float64, error)) error {
	figures, err := run()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	l.done[name] = true
	was, now := written(published), written(figures)
	for n, column := range l.head[l.keys:] {
		if !isTime(column) && was[n] != now[n] {
			l.off = append(l.off, fmt.Sprintf("%s: %s was %s, is %s", name, column, was[n], now[n]))
		}
	}
	log.Printf("%s: compared %d of %d runs (%s)", l.title, len(l.done), len(l.anew), name)
	return nil
}

// isTime says whether a column holds times, which another run has others of.
func isTime(column string) bool { return strings.Contains(column, "seconds") }

// sampleLeast is how many fits a sample has at least.
const sampleLeast = 3

// sample chooses runs to make again: of every kind the cheapest, in an order that depends on the names alone. Runs that differ by
// their steps come of one fit, and are chosen together.
func (l *ledger) sample() map[string]bool {
	type fit struct {
		kind, name string
		cost       float64
		rows       []string
	}
	fits := map[string]*fit{}
	step := slices.Index(l.head[:l.keys], "step")
	for name := range l.used {
		cells := strings.Split(name, ",")
		if step >= 0 {
			cells = slices.Delete(cells, step, step+1)
		}
		key := strings.Join(cells, ",")
		f := fits[key]
		if f == nil {
			f = &fit{kind: l.kind(name), name: key}
			fits[key] = f
		}
		f.rows = append(f.rows, name)
		for n, column := range l.head[l.keys:] {
			if isTime(column) && !math.IsNaN(l.rows[name][n]) {
				f.cost = max(f.cost, l.rows[name][n])
			}
		}
	}
	order := slices.SortedFunc(maps.Values(fits), func(a, b *fit) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.name, b.name))
	})
	out, kinds := map[string]bool{}, map[string]bool{}
	take := func(f *fit) {
		kinds[f.kind] = true
		for _, name := range f.rows {
			out[name] = true
		}
	}
	for _, f := range order {
		if !kinds[f.kind] {
			take(f)
		}
	}
	for _, f := range order[:min(sampleLeast, len(order))] {
		if len(kinds) < sampleLeast {
			take(f)
		}
	}
	return out
}

// kind is what a run has in common with others that differ by chance: its method, whether in mini-batches, and its data.
func (l *ledger) kind(name string) string {
	var parts []string
	for n, cell := range strings.Split(name, ",") {
		switch l.head[n] {
		case "method":
			method, settings, _ := strings.Cut(cell, " ")
			if parts = append(parts, method); strings.Contains(settings, "batch=") {
				parts = append(parts, "batch")
			}
		case "data", "kernel":
			parts = append(parts, cell)
		}
	}
	return strings.Join(parts, " ")
}

//go:build linux

// Command peers measures Concord beside programs in Python: the same files through both by turns, as whole processes and the fits alone,
// their processor time, memory and accuracy. It writes lab/peers/record.json, and from that the tables of docs/performance.md and
// docs/comparison.md. `make peers` runs it.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"concord/lab/machine"
)

const kept = "lab/peers/record.json"

// record is all that was measured, and on what.
type record struct {
	Command, Date, Machine string
	Versions               map[string]string // of the libraries
	Files                  []file
	Runs                   []run
}

// file is a file of labels.
type file struct {
	Name   string
	Labels int
	Public bool // a public data set, measured for accuracy; the others are simulated, and measured for speed
	path   string
}

// run is what a program does with a file.
type run struct {
	File, Row, Program string
	Seconds            float64 // processor seconds of the whole process, the least of several
	Imports            float64 `json:",omitempty"` // of these until the libraries are there
	Fit                float64 `json:",omitempty"` // those of the fit alone, the least of several
	Memory             int     `json:",omitempty"` // MB at the peak
	Error              float64 // share of the tasks with a known truth
	Loss               float64 `json:",omitempty"` // log loss, nats a task; 0: it gives no probabilities
	Skipped            bool    `json:",omitempty"` // it would have taken too long, or too much memory
}

func main() {
	log.SetFlags(0)
	most := flag.Int("labels", 10_000_000, "the most simulated labels")
	data := flag.String("data", filepath.Join("..", "shared", "data"), "the `DIR` of the public data sets")
	sets := flag.String("sets", public, "the public data sets, with commas between them")
	limit := flag.Float64("limit", 45, "processor seconds that a run may take")
	tables := flag.Bool("tables", false, "measure nothing: write the tables of what was measured last")
	flag.Parse()
	if err := work(*most, *data, *sets, *limit, *tables); err != nil {
		log.Fatal("peers: ", err)
	}
}

func work(most int, data, sets string, limit float64, tables bool) error {
	if tables {
		r, err := recorded(kept)
		if err != nil {
			return err
		}
		return write(r)
	}
	r := &record{Command: command(), Date: time.Now().Format(time.DateOnly),
		Machine: machine.Describe(), Versions: map[string]string{}}
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := r.measure(dir, most, data, strings.Split(sets, ","), limit); err != nil {
		return err
	}
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	if err := os.WriteFile(kept, append(text, '\n'), 0o644); err != nil {
		return err
	}
	return write(r)
}

// command is how this program was called, but for where the data sets are on this machine.
func command() string {
	words := []string{"go run ./lab/peers"}
	flag.Visit(func(f *flag.Flag) {
		if f.Name != "data" {
			words = append(words, "-"+f.Name+" "+f.Value.String())
		}
	})
	return strings.Join(words, " ")
}

// recorded reads what was measured last.
func recorded(path string) (*record, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := &record{}
	return r, json.Unmarshal(text, r)
}

// of returns a run; a run that was never made is skipped.
func (r *record) of(f file, row, program string) run {
	for _, one := range r.Runs {
		if one.File == f.Name && one.Row == row && one.Program == program {
			return one
		}
	}
	return run{Skipped: true}
}

// measure runs every program on every file.
func (r *record) measure(dir string, most int, data string, sets []string, limit float64) error {
	for labels := 10_000; labels <= most; labels *= 10 {
		orders := []string{"sorted"}
		if labels == 1_000_000 {
			orders = append(orders, "shuffled")
		}
		for _, order := range orders {
			f, err := simulated(dir, labels, order)
			if err != nil {
				return err
			}
			if err := r.all(dir, f, filepath.Join(filepath.Dir(f.path), "truth.csv"), limit); err != nil {
				return err
			}
			if err := os.RemoveAll(filepath.Dir(f.path)); err != nil {
				return err
			}
		}
	}
	for _, name := range sets {
		f := file{Name: name, Public: true, path: filepath.Join(data, name, "labels.csv")}
		text, err := os.ReadFile(f.path)
		if err != nil {
			return err
		}
		f.Labels = strings.Count(string(text), "\n") - 1
		if err := r.all(dir, f, filepath.Join(data, name, "truth.csv"), limit); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

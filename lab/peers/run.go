//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"concord/lab/dataset"
	"concord/lab/reproduce/cpu"
)

const (
	ours   = "concord"       // that writes labels and their probabilities
	tables = "concord --out" // that writes all tables, and judges the workers
	rounds = 3               // of the programs of a row
	plenty = 15              // processor seconds after which no further round is begun
	most   = 12 * 1024       // MB that a program may take
	growth = 1.2             // of time and memory, beside that of the labels, where another run foretells them
	python = ".venv/peers/bin/python"
	shell  = "bin/concord"
)

// all measures each row on a file.
func (r *record) all(dir string, f file, truth string, limit float64) error {
	r.Files = append(r.Files, f)
	var set *dataset.Set
	if !f.Public {
		var err error
		if set, err = dataset.Load(filepath.Dir(filepath.Dir(f.path)), filepath.Base(filepath.Dir(f.path)), filepath.Base(f.path)); err != nil {
			return err
		}
	}
	known, err := readTruth(truth)
	if err != nil {
		return err
	}
	for _, w := range rows {
		if f.Public && !w.scored() {
			continue
		}
		if err := r.row(dir, f, w, set, known, limit); err != nil {
			return fmt.Errorf("%s of %s: %w", w.title, f.Name, err)
		}
	}
	return nil
}

// row lets the programs of a row take turns.
func (r *record) row(dir string, f file, w row, set *dataset.Set, truth map[string]string, limit float64) error {
	found := []run{}
	for _, program := range append([]string{ours, tables}, w.peers...) {
		found = append(found, run{File: f.Name, Row: w.name, Program: program, Skipped: r.tooMuch(f, w.name, program, limit)})
	}
	spent, n := 0.0, 1
	if !f.Public {
		n = rounds
	}
	for ; n > 0 && spent < plenty; n-- {
		for at := range found {
			one := &found[at]
			if one.Skipped {
				continue
			}
			now, err := r.once(dir, f, w, one.Program, truth, limit)
			if errors.Is(err, errLimit) {
				now, err = run{Skipped: true}, nil
			}
			if err != nil {
				return err
			}
			now.File, now.Row, now.Program = f.Name, w.name, one.Program
			if one.Seconds > 0 && !now.Skipped {
				now.Seconds, now.Fit, now.Imports = min(now.Seconds, one.Seconds), min(now.Fit, one.Fit), min(now.Imports, one.Imports)
				now.Memory = min(now.Memory, one.Memory)
			}
			*one = now
			spent += now.Seconds
		}
	}
	if set != nil {
		way, err := w.alone(set)
		if err != nil {
			return err
		}
		seconds, err := cpu.Alternately(rounds, way)
		if err != nil {
			return err
		}
		found[0].Fit = least(seconds[0])
	}
	for _, one := range found {
		log.Printf("%s: %s: %s: %.2f s", f.Name, w.name, one.Program, one.Seconds)
	}
	r.Runs = append(r.Runs, found...)
	return nil
}

// tooMuch foretells from the file before whether a program would take too long or too much memory.
func (r *record) tooMuch(f file, row, program string, limit float64) bool {
	if f.Public || len(r.Files) < 2 {
		return false
	}
	before := r.Files[len(r.Files)-2]
	last, more := r.of(before, row, program), growth*float64(f.Labels)/float64(before.Labels)
	return last.Skipped || (last.Seconds-last.Imports)*more > limit || float64(last.Memory)*more > most && f.Labels > before.Labels
}

var errLimit = errors.New("it takes too long")

// once runs a program.
func (r *record) once(dir string, f file, w row, program string, truth map[string]string, limit float64) (run, error) {
	out := filepath.Join(dir, "out")
	if err := os.RemoveAll(out); err != nil {
		return run{}, err
	}
	var args []string
	switch program {
	case ours:
		args = append([]string{shell}, append(w.args(), f.path)...)
	case tables:
		args = append([]string{shell}, append(w.args(), "--out", out, f.path)...)
	default:
		args = []string{python, "lab/peers/peer.py", program + " " + w.name, f.path, out}
	}
	c := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -t %.0f; exec "$0" "$@"`, limit)}, args...)...)
	var said, errs bytes.Buffer
	c.Stdout, c.Stderr = &said, &errs
	if program == ours {
		labels, err := os.Create(out)
		if err != nil {
			return run{}, err
		}
		defer labels.Close()
		c.Stdout = labels
	}
	if err := c.Run(); err != nil {
		if status, ok := c.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			return run{}, errLimit
		}
		return run{}, fmt.Errorf("%s: %w: %s", program, err, &errs)
	}
	u := c.ProcessState.SysUsage().(*syscall.Rusage)
	one := run{Seconds: time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds(), Memory: int(u.Maxrss >> 10)}
	var err error
	switch {
	case program == ours || program == tables && !w.scored():
		return one, nil
	case program == tables:
		if one.Error, _, err = score(filepath.Join(out, "labels.csv"), truth); err == nil {
			_, one.Loss, err = score(filepath.Join(out, "posteriors.csv"), truth)
		}
		return one, err
	case w.scored():
		if one.Error, one.Loss, err = score(out, truth); err != nil {
			return one, err
		}
	}
	var own struct {
		Import, Fit float64
		Version     string
	}
	if err := json.Unmarshal(said.Bytes(), &own); err != nil {
		return one, fmt.Errorf("%s: %w: %s", program, err, strings.TrimSpace(said.String()))
	}
	r.Versions[program], one.Imports, one.Fit = own.Version, own.Import, own.Fit
	return one, nil
}

func least(x []float64) float64 {
	least := x[0]
	for _, one := range x {
		least = min(least, one)
	}
	return least
}

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// hundred fits a hundred million labels with the shell program; unless asked to, it
// repeats the last measurement.
func (r *report) hundred(measure bool) error {
	const kept = "bin/hundred.txt"
	if measure {
		line, err := hundredMillion()
		if err != nil {
			return err
		}
		if err := os.WriteFile(kept, []byte(line), 0o644); err != nil {
			return err
		}
	}
	line, err := os.ReadFile(kept)
	if err != nil {
		return nil // it was never measured
	}
	r.line("## A hundred million labels")
	r.line("")
	r.line("%s", line)
	return nil
}

func hundredMillion() (string, error) {
	const labels, tasks, workers = 100_000_000, 20_000_000, 100_000
	dir, err := os.MkdirTemp("", "concord")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "labels.csv")
	log.Printf("writing %d labels into %s", labels, file)
	if err := simulate(file, labels, tasks, workers); err != nil {
		return "", err
	}
	parts := strconv.Itoa(runtime.NumCPU())
	cmd := exec.Command("bin/concord", "fit", "-method", "ds", "-parts", parts, "-out", filepath.Join(dir, "results"), file)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	log.Print(cmd)
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return "", err
	}
	took := time.Since(began)
	text, err := os.ReadFile(filepath.Join(dir, "results", "run.json"))
	if err != nil {
		return "", err
	}
	var run struct {
		Steps   int
		Seconds struct{ Read, Fit, Write float64 }
	}
	if err := json.Unmarshal(text, &run); err != nil {
		return "", err
	}
	peak := float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) / 1e6 // of kB
	return fmt.Sprintf("`concord fit --method ds --parts %s`, 100,000,000 labels of 20,000,000 tasks by 100,000 workers, shuffled: %.0f s in "+
		"all (reading %.0f, "+
		"fitting %.0f in %d steps, writing %.0f), %.1f GB at the peak.\n", parts, took.Seconds(), run.Seconds.Read, run.Seconds.Fit, run.Steps,
		run.Seconds.Write, peak), nil
}

// simulate writes a file of labels in random order, seven of ten labels right.
func simulate(file string, labels, tasks, workers int) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	if _, err := w.WriteString("task,worker,label\n"); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 1))
	// A linear congruential generator of full period (Hull and Dobell 1962) visits
	// every row once; numbers that are no rows are passed over.
	size := uint(bits.Len(uint(labels - 1)))
	for n, row := 0, 0; n < labels; {
		if row = (row*1_664_525 + 1_013_904_223) & (1<<size - 1); row >= labels {
			continue
		}
		n++
		i := row % tasks
		k := i % 4
		if random.Float64() < .3 {
			k = random.IntN(4)
		}
		if _, err := fmt.Fprintf(w, "task%08d,worker%06d,class%d\n", i, random.IntN(workers), k); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

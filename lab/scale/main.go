//go:build unix

// Command scale measures the ways to fit more labels than a tab holds, and writes the table of docs/scale.md.
//
//	go run ./lab/scale -labels 1000000
//
// It needs Linux, and PostgreSQL and DuckDB, which make tools installs.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"concord/internal/humanize"
	"concord/internal/warehouse"
)

const (
	classes = 4
	each    = 5 // labels of a task
	steps   = 5
	mark    = "<!-- make scale writes what follows -->\n"
	report  = "docs/scale.md"
)

func main() {
	log.SetFlags(0)
	labels := flag.Int("labels", 1_000_000, "how many labels there are")
	flag.Parse()
	if err := measure(*labels); err != nil {
		log.Fatal(err)
	}
}

func measure(labels int) error {
	dir, err := os.MkdirTemp("", "scale")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // the cluster is nobody's
		return err
	}
	shell := filepath.Join(dir, "concord")
	if out, err := exec.Command("go", "build", "-o", shell, "./core/cmd/concord").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	file := filepath.Join(dir, "labels.csv")
	var b strings.Builder
	if err := crowd(file, labels, classes); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n%s labels of %d classes, %d on each task, of 1,000 workers; %d plain steps of `ds`, on %d cores (%s).\n"+
		"Seconds are those of the processors, of client and server together.\n\n"+
		"| way | seconds for all | seconds a step | labels that differ |\n|---|---|---|---|\n",
		humanize.Number(labels), classes, each, steps, runtime.NumCPU(), runtime.GOARCH)
	fit := []string{"fit", "-method", "ds", "-set", "acceleration=off", "-seed", "0", "-out", filepath.Join(dir, "fit")}
	one, err := seconds(shell, append(fit, "-max-steps", "1", file)...)
	if err != nil {
		return err
	}
	all, err := seconds(shell, append(fit, "-max-steps", strconv.Itoa(steps), file)...)
	if err != nil {
		return err
	}
	row := func(way string, all, one float64, differ string) {
		fmt.Fprintf(&b, "| %s | %.1f | %.2f | %s |\n", way, all, max(0, all-one)/(steps-1), differ)
		log.Printf("%s: %.1f s", way, all)
	}
	row("`concord fit` of a file", all, one, "–")
	for _, dialect := range []string{"postgres", "duckdb"} {
		if err := inside(dir, shell, file, dialect, row); err != nil {
			return fmt.Errorf("%s: %w", dialect, err)
		}
	}
	b.WriteString("\n`make scale` measures them (`LABELS=10000000` for more); DuckDB may use 1 GB.\n")
	return write(b.String())
}

// write puts a text in the place of what the page had.
func write(tables string) error {
	text, err := os.ReadFile(report)
	if err != nil {
		return err
	}
	head, _, ok := bytes.Cut(text, []byte(mark))
	if !ok {
		return fmt.Errorf("%s has no line %s", report, mark)
	}
	return os.WriteFile(report, []byte(string(head)+mark+tables), 0o666)
}

// inside measures fits in a database, and a pipe out of it.
func inside(dir, shell, file, dialect string, row func(way string, all, one float64, differ string)) error {
	place := filepath.Join(dir, dialect)
	if err := os.Mkdir(place, 0o755); err != nil {
		return err
	}
	db, err := warehouse.Start(dialect, place)
	if err != nil {
		return err
	}
	defer db.Stop()
	title, load := "DuckDB", "CREATE TABLE labels AS SELECT * FROM read_csv('"+file+"', all_varchar = true);"
	if dialect == "postgres" {
		title, load = "PostgreSQL", "CREATE TABLE labels (task text, worker text, label text);\n"+
			"\\copy labels from '"+file+"' csv header\nANALYZE labels;\n"
	}
	if _, err := db.Run(load); err != nil {
		return err
	}
	var took [2]float64
	for n, most := range []int{1, steps} {
		before := db.Seconds()
		client, err := seconds(shell, "sql", "-dialect", dialect, "-run", "DUCKDB_MEMORY=1GB "+db.Command, "-table", "labels", "-method", "ds",
			"-steps", strconv.Itoa(most), "-out", filepath.Join(dir, dialect+"-sql"))
		if err != nil {
			return err
		}
		took[n] = client + db.Seconds() - before
	}
	differ, err := differences(filepath.Join(dir, "fit", "labels.csv"), filepath.Join(dir, dialect+"-sql", "labels.csv"))
	if err != nil {
		return err
	}
	row("`concord sql --run` in "+title, took[1], took[0], differ)
	if dialect != "postgres" {
		return nil
	}
	pipe := func(most int) (float64, error) {
		before := db.Seconds()
		client, err := seconds("sh", "-c", db.Command+" -c '\\copy labels to stdout csv header' | "+shell+
			" fit -method ds -set acceleration=off -seed 0 -max-steps "+strconv.Itoa(most)+" -out "+filepath.Join(dir, "piped")+" -")
		return client + db.Seconds() - before, err
	}
	for n, most := range []int{1, steps} {
		if took[n], err = pipe(most); err != nil {
			return err
		}
	}
	if differ, err = differences(filepath.Join(dir, "fit", "labels.csv"), filepath.Join(dir, "piped", "labels.csv")); err != nil {
		return err
	}
	row("`psql -c '\\copy …' \\| concord fit -`", took[1], took[0], differ)
	return nil
}

// crowd writes a file of labels.
func crowd(file string, labels, classes int) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	r := rand.New(rand.NewPCG(1, 2))
	fmt.Fprintln(w, "task,worker,label")
	for i := range labels / each {
		truth := r.IntN(classes)
		first := r.IntN(1000)
		for n := range each {
			j, l := (first+n*199)%1000, truth
			if r.Float64() > .5+float64(j)/2500 {
				l = r.IntN(classes)
			}
			fmt.Fprintf(w, "t%d,w%d,%c\n", i, j, 'a'+l)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// seconds runs a program, and returns what time of processors it and those that it started took.
func seconds(program string, args ...string) (float64, error) {
	c := exec.Command(program, args...)
	if out, err := c.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%s: %w: %s", program, err, out)
	}
	u := c.ProcessState.SysUsage().(*syscall.Rusage)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds(), nil
}

// differences counts the tasks that two files of labels give different labels.
func differences(a, b string) (string, error) {
	var labels [2]map[string]string
	for n, file := range []string{a, b} {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		labels[n] = map[string]string{}
		for line := range strings.Lines(string(text)) {
			cells := strings.Split(line, ",")
			labels[n][cells[0]] = cells[1]
		}
	}
	wrong := 0
	for task, label := range labels[0] {
		if labels[1][task] != label {
			wrong++
		}
	}
	return fmt.Sprintf("%d of %s", wrong, humanize.Number(len(labels[0])-1)), nil
}

// Command same checks that two builds of the shell do the same: it fits six methods to every set of labels with each of them, and
// compares what they print and every file that they write, byte by byte. `make same OLD=PROGRAM` runs it.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// classes and numbers are the methods to fit; a refusal is compared like any other output.
var (
	classes = []string{"consensus", "majority", "ds", "onecoin", "mace", "zbs"}
	numbers = []string{"biasprecision", "mean", "median", "crh", "catd", "consensus"}
)

// numeric are the sets whose labels are numbers.
var numeric = []string{"moviereviews", "we8there", "wordsim"}

// sets of labels by the name of their folder, with what else the shell is told of them.
func sets(data, cases string) (map[string][]string, error) {
	all := map[string][]string{
		"several labels of a cell": {filepath.Join(cases, "09-multilabel-agreement", "in.csv")},
		"several labels, no worst": {filepath.Join(cases, "33-multiselect-no-option-has-a-majority", "in.csv")},
	}
	files, err := filepath.Glob(filepath.Join(data, "*", "labels.csv"))
	for _, file := range files {
		dir := filepath.Dir(file)
		args := []string{file}
		if truth := filepath.Join(dir, "truth.csv"); exists(truth) {
			args = []string{"-truth", truth, file}
		}
		all[filepath.Base(dir)] = args
	}
	return all, err
}

// varying is what differs between two runs of one program in run.json: its times; and between two builds, the revision.
var varying = regexp.MustCompile(`(?m)^ *"(seconds": \{[^}]*\}|revision": "[^"]*"),?\n`)

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

func main() {
	log.SetFlags(0)
	before := flag.String("old", "", "the `PROGRAM` to compare with")
	after := flag.String("new", "bin/concord", "the `PROGRAM` to check")
	data := flag.String("data", filepath.Join("..", "shared", "data"), "`DIR` of the data sets")
	cases := flag.String("cases", filepath.Join("..", "shared", "cases"), "`DIR` of the cases")
	only := flag.String("only", "", "the `SET` to compare; empty: all")
	flag.Parse()
	all, err := sets(*data, *cases)
	if err != nil {
		log.Fatal(err)
	}
	runs, bad := 0, 0
	for _, set := range slices.Sorted(maps.Keys(all)) {
		if *only != "" && set != *only {
			continue
		}
		methods := classes
		if slices.Contains(numeric, set) {
			methods = numbers
		}
		for _, method := range methods {
			args := append([]string{"fit", "-method", method}, all[set]...)
			want, err := run(*before, args)
			got, gotErr := run(*after, args)
			if err := cmp.Or(err, gotErr); err != nil {
				log.Fatal(err)
			}
			runs++
			if diff := differ(want, got); diff != "" {
				bad++
				fmt.Printf("%s, %s: %s\n", set, method, diff)
			}
		}
	}
	fmt.Printf("%d of %d runs on %d sets did the same\n", runs-bad, runs, len(all))
	if bad > 0 {
		os.Exit(1)
	}
}

// run runs a program with -out and returns the files it writes, and what it prints under the names "stdout" and "stderr".
func run(program string, args []string) (map[string][]byte, error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "same")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for i, a := range args {
		if exists(a) {
			if args[i], err = filepath.Abs(a); err != nil {
				return nil, err
			}
		}
	}
	var stdout, stderr bytes.Buffer
	c := exec.Command(program, slices.Insert(slices.Clone(args), 1, "-out", "answers")...)
	c.Dir, c.Stdout, c.Stderr = dir, &stdout, &stderr
	if err := c.Run(); err != nil {
		fmt.Fprintln(&stderr, err) // a refusal is an answer
	}
	files := map[string][]byte{"stdout": stdout.Bytes(), "stderr": stderr.Bytes()}
	written, err := filepath.Glob(filepath.Join(dir, "answers", "*"))
	if err != nil {
		return nil, err
	}
	for _, f := range written {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		files[filepath.Base(f)] = varying.ReplaceAll(text, nil)
	}
	return files, nil
}

// differ says what of want is other in got; empty: nothing.
func differ(want, got map[string][]byte) string {
	var said []string
	names := maps.Clone(want)
	maps.Copy(names, got)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		a, b := bytes.Split(want[name], []byte("\n")), bytes.Split(got[name], []byte("\n"))
		for n := range max(len(a), len(b)) {
			x, y := line(a, n), line(b, n)
			if x != y {
				said = append(said, fmt.Sprintf("%s:%d: got %q, want %q", name, n+1, y, x))
				break
			}
		}
	}
	return strings.Join(said, "\n\t")
}

func line(all [][]byte, n int) string {
	if n < len(all) {
		return string(all[n])
	}
	return "(end)"
}

// Command split makes two programs of a WebAssembly program of Go: the first, which browsers load at once, and the rest, which they load
// when that is at work. The first has the functions on a list. Where it comes to another it asks for the rest, and pauses until it is there
// (web/worker.js), so that nothing in the source depends on which part it is in.
//
//	split -o FIRST -list LIST -rest REST PROGRAM   split
//	split -why -list LIST PROGRAM                  print how many bytes of code the first has of each package
//	split -profile -o OUT PROGRAM                  a program that tells which functions it enters; prints their names, in their order
//	split -o OUT PROGRAM                           leave out line numbers only
//
// All but the profile have no line numbers: stack traces name functions. What is written already stays as old as it is.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

func main() {
	out := flag.String("o", "", "the `file` to write")
	list := flag.String("list", "", "the `file` with the names of the first program's functions, one a line")
	rest := flag.String("rest", "", "the `file` for the rest")
	why := flag.Bool("why", false, "print the bytes of each package in the first program")
	profile := flag.Bool("profile", false, "have the program tell which functions it enters")
	flag.Parse()
	if err := run(os.Stdout, flag.Arg(0), *out, *list, *rest, *why, *profile); err != nil {
		fmt.Fprintln(os.Stderr, "split:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, program, out, list, rest string, why, profile bool) error {
	content, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	m, err := parse(content)
	if err != nil {
		return fmt.Errorf("%s: %w", program, err)
	}
	if profile {
		for _, f := range m.functions {
			fmt.Fprintln(w, f.name)
		}
		return os.WriteFile(out, m.profiled(), 0o644)
	}
	if err := m.dropLines(); err != nil {
		return err
	}
	if list == "" {
		return write(out, m.whole())
	}
	names, err := os.ReadFile(list)
	if err != nil {
		return err
	}
	m.divide(strings.Split(string(names), "\n"))
	if why {
		return m.explain(w)
	}
	memory, err := m.firstMemory()
	if err != nil {
		return err
	}
	return errors.Join(write(out, m.first(memory)), write(rest, m.rest(memory)))
}

// write writes a file, unless that is what it holds.
func write(file string, content []byte) error {
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, content) {
		return nil
	}
	return os.WriteFile(file, content, 0o644)
}

// explain prints the bytes of code that the first program has of each package, most first.
func (m *module) explain(w io.Writer) error {
	sizes, all := map[string]int{}, 0
	for _, f := range m.functions {
		if f.first {
			sizes[packageOf(f.name)] += len(f.body)
			all += len(f.body)
		}
	}
	b := bufio.NewWriter(w)
	for _, p := range slices.SortedFunc(maps.Keys(sizes), func(p, q string) int { return cmp.Or(sizes[q]-sizes[p], strings.Compare(p, q)) }) {
		fmt.Fprintf(b, "%9d %s\n", sizes[p], p)
	}
	fmt.Fprintf(b, "%9d in all, %d of them of memory\n", all, len(m.memory))
	return b.Flush()
}

// packageOf is the package of a function: what precedes the first point behind the last slash outside of brackets.
func packageOf(name string) string {
	path, _, _ := strings.Cut(name, "[")
	slash := strings.LastIndex(path, "/") + 1
	last, _, _ := strings.Cut(path[slash:], ".")
	return path[:slash] + last
}

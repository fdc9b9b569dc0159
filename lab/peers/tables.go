//go:build linux

package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"concord/internal/humanize"
	"concord/lab/section"
)

// documents are those that hold tables of the record.
var documents = map[string]func(*record) string{"docs/performance.md": (*record).speed, "docs/comparison.md": (*record).accuracy}

// write puts the tables into the documents.
func write(r *record) error {
	for path, of := range documents {
		there, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(section.Put(string(there), of(r))), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// made says how the record was made.
func (r *record) made() string {
	var versions []string
	for _, name := range slices.Sorted(maps.Keys(r.Versions)) {
		versions = append(versions, name+" "+r.Versions[name])
	}
	return fmt.Sprintf("Measured on %s by `%s` (`make peers`) with %s.\nMachine: %s.\n", r.Date, r.Command,
		strings.Join(versions, ", "), r.Machine)
}

// speed is the section of docs/performance.md.
func (r *record) speed() string {
	var b strings.Builder
	b.WriteString("## Beside programs in Python\n\n" + r.made() + `
The same simulated files through each program by turns, from CSV to CSV, the least of up to three runs; sorted by task unless it says
otherwise. "concord" writes labels with their probabilities; "concord --out" writes all tables, and judges the workers. The others write
the labels, and their probabilities where they have some. –: it would take too long, or too much memory.

Processor seconds of whole processes. In parentheses how many times those of "concord", then the same without Python's imports.

`)
	r.table(&b, "", func(one, concord run) string {
		if one.Imports == 0 {
			return digits(one.Seconds)
		}
		return fmt.Sprintf("%s (%s, %s)", digits(one.Seconds), digits(one.Seconds/concord.Seconds),
			digits((one.Seconds-one.Imports)/concord.Seconds))
	})
	b.WriteString("\nMB of memory at the peak.\n\n")
	r.table(&b, "", func(one, _ run) string { return humanize.Number(one.Memory) })
	b.WriteString("\nProcessor seconds of the fits alone, from labels in memory to posteriors. In parentheses how many times ours.\n\n")
	r.table(&b, tables, func(one, concord run) string {
		switch {
		case one.Fit == 0:
			return "–"
		case one.Imports == 0:
			return digits(one.Fit)
		}
		return fmt.Sprintf("%s (%s)", digits(one.Fit), digits(one.Fit/concord.Fit))
	})
	b.WriteString("\n")
	return b.String()
}

// table has a line for each program of each row, and a column for each simulated file.
func (r *record) table(b *strings.Builder, without string, cell func(one, concord run) string) {
	files := r.files(false)
	header(b, "program", files)
	for _, w := range rows {
		title := w.title
		for _, program := range append([]string{ours, tables}, w.peers...) {
			if program == without {
				continue
			}
			fmt.Fprintf(b, "| %s | %s |", title, program)
			title = ""
			for _, f := range files {
				one, concord := r.of(f, w.name, program), r.of(f, w.name, ours)
				if one.Skipped || concord.Skipped {
					b.WriteString(" – |")
					continue
				}
				fmt.Fprintf(b, " %s |", cell(one, concord))
			}
			b.WriteString("\n")
		}
	}
}

func (r *record) files(public bool) []file {
	return slices.DeleteFunc(slices.Clone(r.Files), func(f file) bool { return f.Public != public })
}

func header(b *strings.Builder, of string, files []file) {
	fmt.Fprintf(b, "| | %s |", of)
	for _, f := range files {
		fmt.Fprintf(b, " %s |", f.Name)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(files)) + "\n")
}

// accuracy is the section of docs/comparison.md.
func (r *record) accuracy() string {
	var b strings.Builder
	b.WriteString("## How right and how fast\n\n" + r.made() + `
Wrong labels on public data sets, %, each program with its own defaults. Of equally probable classes the first counts.

`)
	r.scores(&b, func(one run) string { return fmt.Sprintf("%.1f", 100*one.Error) })
	fmt.Fprintf(&b, "\nLog loss, nats a task, with no probability below %g; ours are calibrated.\n\n", leastProbability)
	r.scores(&b, func(one run) string {
		if one.Loss == 0 {
			return "–"
		}
		return fmt.Sprintf("%.2f", one.Loss)
	})
	b.WriteString("\nProcessor seconds of a whole process, as times those of `concord fit` (with `--out`): more is slower.\n\n")
	files := r.files(false)
	header(&b, "program", files)
	for _, w := range rows {
		title := w.title
		for _, program := range w.peers {
			fmt.Fprintf(&b, "| %s | %s |", title, program)
			title = ""
			for _, f := range files {
				one, labels, out := r.of(f, w.name, program), r.of(f, w.name, ours), r.of(f, w.name, tables)
				if one.Skipped || labels.Skipped || out.Skipped {
					b.WriteString(" – |")
					continue
				}
				fmt.Fprintf(&b, " %s (%s) |", digits(one.Seconds/labels.Seconds), digits(one.Seconds/out.Seconds))
			}
			b.WriteString("\n")
		}
	}
	b.WriteString("\n–: not measured, since it would take too long or too much memory, or there are no probabilities. Memory, and the " +
		"fits alone: [performance.md](performance.md).\n\n")
	return b.String()
}

// scores has a line for each program of each row, and a column for each public set.
func (r *record) scores(b *strings.Builder, cell func(one run) string) {
	files := r.files(true)
	header(b, "program", files)
	for _, w := range rows {
		if !w.scored() {
			continue
		}
		title := w.title
		for _, program := range append([]string{tables}, w.peers...) {
			fmt.Fprintf(b, "| %s | %s |", title, strings.TrimSuffix(program, " --out"))
			title = ""
			for _, f := range files {
				if one := r.of(f, w.name, program); one.Skipped {
					b.WriteString(" – |")
				} else {
					fmt.Fprintf(b, " %s |", cell(one))
				}
			}
			b.WriteString("\n")
		}
	}
}

// digits writes two significant digits, or all before the point.
func digits(x float64) string {
	decimals := 0
	for most := 10.0; x < most && decimals < 3; most /= 10 {
		decimals++
	}
	return fmt.Sprintf("%.*f", decimals, x)
}

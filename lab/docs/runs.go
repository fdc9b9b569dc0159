package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"concord/internal/humanize"
)

// longRuns are the targets of the Makefile that leave figures in lab/docs/figures (.ci/record).
var longRuns = []string{"sweep", "settled", "sweep-sql", "soak", "reproducible", "coverage"}

// noRun stands in the place of figures that there are not.
const noRun = "not recorded: no run since this page keeps its figures"

// figures are what a run of a target found: the day, and a line for each figure.
type figures struct {
	day   string
	lines []string
}

// recorded reads the figures of the last run of each target; one that was not recorded has none.
func recorded(root string) (map[string]figures, error) {
	all := map[string]figures{}
	files, err := filepath.Glob(filepath.Join(root, "lab", "docs", "figures", "*.txt"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		target := strings.TrimSuffix(filepath.Base(file), ".txt")
		if !slices.Contains(longRuns, target) {
			return nil, fmt.Errorf("%s is of no target in longRuns (lab/docs/runs.go)", file)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		if _, err := time.Parse(time.DateOnly, lines[0]); err != nil || len(lines) < 2 {
			return nil, fmt.Errorf("%s: want the day of the run and its figures, a line each", file)
		}
		all[target] = figures{lines[0], lines[1:]}
	}
	return all, nil
}

// longer lists what takes too long for make test, with what its last run found.
func (p *page) longer() {
	for _, target := range longRuns {
		run, ok := p.recorded[target]
		p.line("- `make %s`: %s", target, p.targets[target])
		if !ok {
			p.line("  - %s", noRun)
			continue
		}
		p.line("  - %s:", run.day)
		for _, line := range run.lines {
			p.line("    - %s", line)
		}
	}
	p.line("")
}

// targets are those of the Makefile, with what they say of themselves.
func targets(root string) (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^([a-z0-9-]+):.*?## (.*)$`).FindAllStringSubmatch(string(text), -1) {
		all[m[1]] = m[2]
	}
	return all, nil
}

// released is the table of what make test runs.
func (p *page) released() error {
	p.line("| target | what it does |\n|---|---|")
	for _, target := range []string{"check", "unit", "e2e", "race", "test-long", "test-wasm", "fuzz-short"} {
		says, ok := p.targets[target]
		if !ok {
			return fmt.Errorf("the Makefile has no target %s", target)
		}
		p.line("| `make %s` | %s |", target, says)
	}
	p.line("")
	return nil
}

// executions are how often each fuzz target was executed, as make fuzz-count added it up, by package and target.
func executions(root string) (map[[2]string]int, error) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "fuzzing.csv"))
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("docs/fuzzing.csv: %w", err)
	}
	all := map[[2]string]int{}
	for _, row := range rows[1:] {
		n, err := strconv.Atoi(row[2])
		if err != nil {
			return nil, fmt.Errorf("docs/fuzzing.csv: %w", err)
		}
		all[[2]string{row[0], row[1]}] = n
	}
	return all, nil
}

// fuzzed is the table of the fuzz targets.
func (p *page) fuzzed() {
	p.line("| package | target | what it does | executions |\n|---|---|---|---|")
	for _, s := range p.tests {
		for _, f := range declared(s, "Fuzz") {
			n := "none counted"
			if count := p.executions[[2]string{s.dir(), f.Name.Name}]; count > 0 {
				n = humanize.Number(count)
			}
			p.line("| %s | `%s` | %s | %s |", s.dir(), f.Name.Name, says(f), n)
		}
	}
	p.line("")
}

package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"concord/internal/humanize"
)

// testingPage lists what is tested, and how: names, no counts, so that the page changes
// only where a kind of test does.
func testingPage(root string) (string, error) {
	tests, err := sources(root, func(path string) bool { return strings.HasSuffix(path, "_test.go") })
	if err != nil {
		return "", err
	}
	laws, err := laws(root)
	if err != nil {
		return "", err
	}
	goldens, err := goldens(root)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(`# What is tested, and how

For those who ask what keeps it from being wrong.
Written by ` + "`make docs`" + ` from the tests themselves; do not edit by hand. ` + "`make test`" + ` runs all tests, ` + "`make fuzz`" + `
each fuzz target for fifteen seconds, ` + "`make bench`" + ` the benchmarks. Tests that need reference data skip with a notice where
these are absent; in continuous integration they fail.

## Laws

Every method of the catalog obeys these (core/fit/fittest), on simulated data and on edge cases. ` + "`TestLaws`" + ` in core/catalog runs
them; core/fit/fittest tests the laws themselves on methods that break them.

`)
	for _, law := range laws {
		fmt.Fprintf(&b, "- %s\n", law)
	}
	section(&b, "Outputs of reference programs", "Tests that compare with the outputs of other programs. These lie beside the project, "+
		"with the versions and\ncommand lines that made them.", byDir(tests, mentions("oracle")))
	section(&b, "Reference data and figures of papers", "Tests that read public data sets and compare with their known truth "+
		"or with printed figures.", byDir(tests, mentions(`internal/shared"`)))
	section(&b, "Fuzz targets", "Everything that reads bytes from outside, and what must survive a round trip.",
		byDir(tests, functions("Fuzz")))
	if err := fuzzed(&b, root); err != nil {
		return "", err
	}
	b.WriteString(`
## Goldens

Recorded outputs. ` + "`go test ./PACKAGE -run TEST -update`" + ` rewrites them; they change in a commit of their own.

`)
	for _, dir := range goldens {
		fmt.Fprintf(&b, "- %s\n", dir)
	}
	section(&b, "Examples", "Checked by their output, and shown by `go doc`.", byDir(tests, functions("Example")))
	section(&b, "Benchmarks", "", byDir(tests, functions("Benchmark")))
	if err := longer(&b, root); err != nil {
		return "", err
	}
	b.WriteString(`
## The whole app in Chromium

With CONCORD_SCREENSHOTS=DIR in the environment the visits (` + "`TestVisit…`" + `) picture their stations into that
folder, in both themes, in windows of 1280 by 800 and of 390 by 844 pixels. ` + "`make visits`" + ` sets it to screenshots/visits.

`)
	for _, s := range tests {
		if s.dir() != "e2e" {
			continue
		}
		for _, f := range declared(s, "Test") {
			if f.Name.Name != "TestMain" {
				fmt.Fprintf(&b, "- `%s`%s\n", f.Name.Name, described(f))
			}
		}
	}
	return b.String(), nil
}

// fuzzed lists how often fuzz targets were executed, as make fuzz-count added it up.
func fuzzed(b *strings.Builder, root string) error {
	text, err := os.ReadFile(filepath.Join(root, "docs", "fuzzing.csv"))
	if err != nil {
		return err
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return fmt.Errorf("docs/fuzzing.csv: %w", err)
	}
	sum := 0
	var list strings.Builder
	for _, row := range rows[1:] {
		n, err := strconv.Atoi(row[2])
		if err != nil {
			return fmt.Errorf("docs/fuzzing.csv: %w", err)
		}
		sum += n
		fmt.Fprintf(&list, "- %s: `%s` %s\n", row[0], row[1], humanize.Number(n))
	}
	fmt.Fprintf(b, "\n`make test` runs each on the inputs in testdata/fuzz and in the source, and fuzzes each for two seconds. "+
		"`make fuzz-keep` keeps some inputs that reached something new; "+
		"`make fuzz-count` adds up how often each was executed in longer runs: %s times in all.\n\n%s", humanize.Number(sum), list.String())
	return nil
}

// longer lists what takes too long for make test, with the figures that each target left in lab/docs/figures.
func longer(b *strings.Builder, root string) error {
	all, err := filepath.Glob(filepath.Join(root, "lab", "docs", "figures", "*.txt"))
	if err != nil || len(all) == 0 {
		return err
	}
	b.WriteString("\n## Longer runs\n\nWhat takes too long for `make test`, and what its last run found.\n\n")
	for _, file := range all {
		figures, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "- `make %s`\n", strings.TrimSuffix(filepath.Base(file), ".txt"))
		for line := range strings.Lines(string(figures)) {
			fmt.Fprintf(b, "  - %s", line)
		}
	}
	return nil
}

// described is what a test's comment says, after a colon.
func described(f *ast.FuncDecl) string {
	if f.Doc == nil {
		return ""
	}
	return ": " + sentence(f.Doc.Text())
}

// listing is a package and the names that are listed of it.
type listing struct {
	dir   string
	names []string
}

func section(b *strings.Builder, title, intro string, list []listing) {
	fmt.Fprintf(b, "\n## %s\n\n", title)
	if intro != "" {
		fmt.Fprintf(b, "%s\n\n", intro)
	}
	for _, l := range list {
		fmt.Fprintf(b, "- %s: %s\n", l.dir, code(l.names))
	}
}

// byDir lists what names finds in each file, by package.
func byDir(all []source, names func(source) []string) (list []listing) {
	for _, s := range all {
		found := names(s)
		switch n := len(list); {
		case len(found) == 0:
		case n > 0 && list[n-1].dir == s.dir():
			list[n-1].names = append(list[n-1].names, found...)
		default:
			list = append(list, listing{s.dir(), found})
		}
	}
	return list
}

// functions finds functions by the beginning of their names.
func functions(prefix string) func(source) []string {
	return func(s source) (names []string) {
		for _, f := range declared(s, prefix) {
			names = append(names, f.Name.Name)
		}
		return names
	}
}

// mentions finds files by what stands in their code.
func mentions(text string) func(source) []string {
	return func(s source) []string {
		if s.dir() == "lab/docs" || !strings.Contains(s.text, text) {
			return nil
		}
		return []string{filepath.Base(s.path)}
	}
}

func declared(s source, prefix string) (list []*ast.FuncDecl) {
	for _, d := range s.tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, prefix) {
			list = append(list, f)
		}
	}
	return list
}

// laws are the names of the laws, in the order of the table in core/fit/fittest.
func laws(root string) (names []string, err error) {
	all, err := sources(filepath.Join(root, "core/fit/fittest"), func(path string) bool { return !strings.HasSuffix(path, "_test.go") })
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		ast.Inspect(s.tree, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || v.Names[0].Name != "laws" {
				return true
			}
			ast.Inspect(v, func(n ast.Node) bool {
				if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
					name, _ := strconv.Unquote(l.Value)
					names = append(names, name)
				}
				return true
			})
			return false
		})
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("core/fit/fittest has no table of laws")
	}
	return names, nil
}

// goldens are the folders with golden files.
func goldens(root string) (dirs []string, err error) {
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() != "testdata" && notOurs(d.Name()):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".golden"):
			return nil
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if dir = filepath.ToSlash(dir); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
		return err
	})
	return dirs, err
}

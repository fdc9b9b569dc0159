// Command docs writes the pages about the methods and the figures, for docs/ and for the app
// (lab/docs/book), docs/testing.md, from the tests, and the tutorial's data. Run it by
// `make docs`; a test fails where any is out of date.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"concord/lab/docs/book"
)

// pages returns the generated files, by name.
func pages(root string) (map[string]string, error) {
	all, err := book.Pages(root)
	for name, page := range map[string]func(root string) (string, error){
		"docs/testing.md":             testingPage,
		"docs/data/tickets.csv":       ticketsExport,
		"docs/data/tickets-truth.csv": ticketsTruth,
		"docs/data/tickets-texts.csv": ticketsTexts,
	} {
		if err == nil {
			all[name], err = page(root)
		}
	}
	for name, text := range all {
		if strings.HasSuffix(name, ".md") {
			all[name] = fill(text)
		}
	}
	return all, err
}

func main() {
	log.SetFlags(0)
	root := flag.String("root", ".", "the `DIR` of the project")
	fresh := flag.Bool("fresh", false, "simulate all examples anew, not only those that are missing")
	flag.Parse()
	if err := book.Simulate(*root, *fresh); err != nil {
		log.Fatal(err)
	}
	all, err := pages(*root)
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range all {
		if err := os.WriteFile(filepath.Join(*root, name), []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// width is the longest line of a page, tables, code and formulas aside.
const width = 120

// fill breaks long lines of Markdown.
func fill(text string) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		indent := ""
		if item := strings.TrimLeft(line, " "); strings.HasPrefix(item, "- ") {
			indent = strings.Repeat(" ", len(line)-len(item)+2)
		}
		for utf8.RuneCountInString(line) > width && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line,
			"\t") && !strings.HasPrefix(line, "$$") {
			end := len(string([]rune(line)[:width+1]))
			cut := strings.LastIndexByte(line[:end], ' ')
			if cut <= len(indent) {
				break
			}
			out = append(out, line[:cut])
			line = indent + line[cut+1:]
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// source is a parsed file.
type source struct {
	path string // below the root, with slashes
	text string
	tree *ast.File
	set  *token.FileSet // of all that were parsed together
}

// dir is the folder of the file: its package.
func (s source) dir() string { return filepath.ToSlash(filepath.Dir(s.path)) }

// sources parses the Go files below the root that match, in the order of their paths.
func sources(root string, match func(path string) bool) ([]source, error) {
	var all []source
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != root && notOurs(name) {
				return filepath.SkipDir
			}
			return nil
		}
		path = filepath.ToSlash(path)
		short, err := filepath.Rel(root, path)
		if err != nil || !strings.HasSuffix(name, ".go") || !match(short) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(set, path, text, parser.ParseComments)
		all = append(all, source{filepath.ToSlash(short), string(text), tree, set})
		return err
	})
	slices.SortFunc(all, func(a, b source) int { return cmp.Compare(a.path, b.path) })
	return all, err
}

// sentence is the first sentence of a comment, on one line.
func sentence(comment string) string {
	text := strings.Join(strings.Fields(comment), " ")
	if end := strings.Index(text, ". "); end >= 0 {
		text = text[:end+1]
	}
	return text
}

// code writes names as code, with commas between them.
func code(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return fmt.Sprintf("`%s`", strings.Join(names, "`, `"))
}

// notOurs reports whether a folder of that name holds what is not written here: what is
// built, fetched or test data.
func notOurs(name string) bool {
	return len(name) > 2 && name[0] == '.' || slices.Contains([]string{"bin", "dist", "node_modules", "screenshots", "testdata"}, name)
}

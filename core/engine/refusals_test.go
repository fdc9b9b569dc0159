package engine

import (
	"errors"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"concord/internal/race"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// fileRefusals are the messages about files in the golden files of intake, each
// once, as they were first provoked there.
func fileRefusals(t *testing.T) string {
	var b strings.Builder
	b.WriteString("\n## Files\n\n")
	seen := map[string]bool{}
	numbers := regexp.MustCompile(`[0-9][0-9,]*|“[^”]*”`)
	for _, name := range []string{"labels/testdata/bad-files", "labels/testdata/bad-truth", "layout/testdata/formats",
		"scan/testdata/packed"} {
		text, err := os.ReadFile(filepath.Join("..", name+".golden"))
		if err != nil {
			t.Fatal(err)
		}
		refused := false
		for line := range strings.Lines(string(text)) {
			line = strings.TrimRight(line, "\n")
			said := strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "problem: "), "warning: "))
			problem := refused && strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "    ") || said != strings.TrimSpace(line)
			refused = strings.HasPrefix(line, "  refused") || refused && problem
			if !problem || strings.HasPrefix(line, "  refused") {
				continue
			}
			_, what, ok := strings.Cut(said, ": ")
			if key := numbers.ReplaceAllString(what, "#"); ok && !seen[key] {
				seen[key] = true
				b.WriteString("  " + said + "\n")
			}
		}
	}
	return b.String()
}

// TestRefusals pins every message by which something is refused, in one file to be
// read as its readers do.
func TestRefusals(t *testing.T) {
	race.Skip(t)
	got := "Everything that is refused, and how. In each message: where, what, what to do.\n" + engineRefusals(t) + fileRefusals(t)
	path := filepath.Join("testdata", "refusals.golden")
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(path, []byte(got), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for n := range min(len(g), len(w)) {
			if g[n] != w[n] {
				t.Fatalf("line %d (go test -update rewrites it):\ngot  %s\nwant %s", n+1, g[n], w[n])
			}
		}
		t.Fatalf("got %d lines, want %d", len(g), len(w))
	}
	// What the source can say is in the file.
	unprovoked := []string{
		// takes half a gigabyte
		"There are too many labels and classes to judge workers",
		// of a state that fits the labels always
		"The labels can't be folded in: ",
		// a remark
		"%s words are not in the vocabulary",
		// take gigabytes
		"the names of tasks or workers take ",
		"the file is larger than ", "the compressed file unpacks to more than", "more than %s labels, ", "%s and %s make more yes/no questions",
		"there is more text in this workbook", // takes as much
		// of comparisons: core/labels provokes them
		"the rankings decide %s comparisons", "other columns are said to explain votes than in the first file",
		"with this row the counts add up to more than %s votes", "not one of the %s compares two items",
		"no column holds features",       // of a file of one column, which is refused for that
		"it has %s now, and had %s when", // of a file that changes while it is open
	}
	for _, dir := range []string{".", "../labels"} {
		for _, said := range sayings(t, dir) {
			if pattern := asPattern(said); !pattern.MatchString(got) && !slices.ContainsFunc(unprovoked, func(s string) bool {
				return strings.HasPrefix(said, s)
			}) {
				t.Errorf("%s: nothing in %s says %q", dir, path, said)
			}
		}
	}
}

// asPattern finds what a format makes.
func asPattern(format string) *regexp.Regexp {
	verbs := regexp.MustCompile(`%[-+# 0-9.]*[a-zA-Z]`)
	parts := verbs.Split(strings.TrimSuffix(format, "."), -1)
	for n := range parts {
		parts[n] = regexp.QuoteMeta(strings.ReplaceAll(parts[n], "%%", "%"))
	}
	return regexp.MustCompile("(?s)" + strings.Join(parts, "[^\n]*?"))
}

// sayings are the texts in the source of a package that refuse something: what is
// handed to refuse and unnamed, and what a Problem is said to be.
func sayings(t *testing.T, dir string) (all []string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	text := func(e ast.Expr) {
		if call, ok := e.(*ast.CallExpr); ok && len(call.Args) > 0 { // fmt.Sprintf
			e = call.Args[0]
		}
		said := ""
		ast.Inspect(e, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				part, _ := strconv.Unquote(lit.Value)
				said += part
			}
			return true
		})
		if len(said) > 8 {
			all = append(all, said)
		}
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "refuse" || f.Name == "unnamed") && len(n.Args) > 0 {
					text(n.Args[0])
				}
			case *ast.KeyValueExpr:
				if k, ok := n.Key.(*ast.Ident); ok && k.Name == "What" {
					text(n.Value)
				}
			case *ast.AssignStmt:
				for i, to := range n.Lhs {
					if s, ok := to.(*ast.SelectorExpr); ok && s.Sel.Name == "What" && i < len(n.Rhs) {
						text(n.Rhs[i])
					}
				}
			}
			return true
		})
	}
	return all
}

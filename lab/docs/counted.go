package main

import (
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"concord/internal/humanize"
)

// area is a part of the project whose lines and tests are counted together.
type area struct {
	title string
	dirs  []string // folders below the root
}

var areas = []area{
	{"core: readers, methods, analysis, the shell", []string{"core"}},
	{"app, wasm: the page and its worker", []string{"app", "wasm"}},
	{"server", []string{"server"}},
	{"e2e: the whole app in Chromium", []string{"e2e"}},
	{"lab, internal: measurements, generators, help for tests", []string{"lab", "internal"}},
}

// count is what there is of an area.
type count struct{ code, tests, functions int }

// counted is the table of the areas.
func (p *page) counted(all []source) {
	p.line("| | lines of code | lines of tests | tests |\n|---|---|---|---|")
	var sum count
	generated := 0
	for _, a := range areas {
		var c count
		for _, s := range all {
			top, _, _ := strings.Cut(s.path, "/")
			switch lines := codeLines(s.text); {
			case !slices.Contains(a.dirs, top):
			case ast.IsGenerated(s.tree):
				generated += lines
			case strings.HasSuffix(s.path, "_test.go"):
				c.tests += lines
				c.functions += len(tests(s))
			default:
				c.code += lines
			}
		}
		sum = count{sum.code + c.code, sum.tests + c.tests, sum.functions + c.functions}
		p.line("| %s | %s | %s | %s |", a.title, about(c.code, 100), about(c.tests, 100), about(c.functions, 10))
	}
	p.line("| all | %s | %s | %s |", about(sum.code, 1000), about(sum.tests, 1000), about(sum.functions, 10))
	p.line("")
	p.prose("Lines without blank ones and comments. All figures of this table are rounded; generated kernels (%s lines of Go) and test data "+
		"are not counted, nor are the cases of a test that goes through a table.", about(generated, 100))
}

// about rounds a number, so that the page does not change with each line that does.
func about(n, to int) string { return humanize.Number((n + to/2) / to * to) }

// codeLines counts the lines that hold more than comments.
func codeLines(text string) int {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), nil, 0)
	lines, last := 0, 0
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return lines
		}
		if tok == token.SEMICOLON && lit == "\n" {
			continue // put in by the scanner
		}
		from := file.Line(pos)
		to := from + strings.Count(lit, "\n")
		lines += to - max(from-1, last)
		last = to
	}
}

// filesBelow are the files of a name, by their paths below the root; in folders that are ours, and those that are named.
func filesBelow(root string, match func(name string) bool, too ...string) (all []string, err error) {
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && notOurs(d.Name()) && !slices.Contains(too, d.Name()):
			return filepath.SkipDir
		case d.IsDir() || !match(d.Name()):
			return nil
		}
		short, err := filepath.Rel(root, path)
		all = append(all, filepath.ToSlash(short))
		return err
	})
	return all, err
}

// declared are the functions of a file, by the beginning of their names.
func declared(s source, prefix string) (list []*ast.FuncDecl) {
	for _, d := range s.tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, prefix) {
			list = append(list, f)
		}
	}
	return list
}

// exception is laws that do not bind some methods, and why.
type exception struct {
	laws    []string
	why     string
	methods []string
}

// exceptions reads those of core/catalog: a map of methods to maps of laws to reasons, any of which may be named elsewhere.
func exceptions(root string) (list []exception, err error) {
	all, err := sources(filepath.Join(root, "core/catalog"), func(path string) bool { return path == "laws_test.go" })
	if err != nil {
		return nil, err
	}
	values := map[string]ast.Expr{}
	for _, s := range all {
		ast.Inspect(s.tree, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok {
				for i, value := range v.Values {
					values[v.Names[i].Name] = value
				}
			}
			return true
		})
	}
	value := func(e ast.Expr) ast.Expr {
		if name, ok := e.(*ast.Ident); ok {
			return values[name.Name]
		}
		return e
	}
	var bad error
	text := func(e ast.Expr) string {
		l, ok := value(e).(*ast.BasicLit)
		if !ok {
			bad = fmt.Errorf("core/catalog/laws_test.go: an exception is not made of texts")
			return ""
		}
		s, err := strconv.Unquote(l.Value)
		if err != nil {
			bad = err
		}
		return s
	}
	pairs := func(e ast.Expr, see func(key, value ast.Expr)) {
		m, ok := e.(*ast.CompositeLit)
		if !ok {
			bad = fmt.Errorf("core/catalog/laws_test.go has no map of exceptions")
			return
		}
		for _, e := range m.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				see(kv.Key, kv.Value)
			}
		}
	}
	pairs(values["exceptions"], func(method, laws ast.Expr) {
		pairs(value(laws), func(law, why ast.Expr) {
			e := exception{[]string{text(law)}, text(why), nil}
			at := slices.IndexFunc(list, func(x exception) bool { return slices.Equal(x.laws, e.laws) && x.why == e.why })
			if at < 0 {
				at = len(list)
				list = append(list, e)
			}
			list[at].methods = append(list[at].methods, text(method))
		})
	})
	// Laws that do not bind the same methods, for the same reason, are one exception.
	for n := len(list) - 1; n > 0; n-- {
		before := list[:n]
		if at := slices.IndexFunc(before, func(x exception) bool {
			return x.why == list[n].why && slices.Equal(x.methods, list[n].methods)
		}); at >= 0 {
			list[at].laws = append(list[at].laws, list[n].laws...)
			list = slices.Delete(list, n, n+1)
		}
	}
	return list, bad
}

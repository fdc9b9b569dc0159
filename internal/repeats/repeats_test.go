//go:build !js

// Package repeats checks that no struct is written down twice.
package repeats

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Where results and requests are passed on: a struct that repeats another there means
// that every field is copied by hand.
var roots = []string{
	"../../app", "../../core/analysis", "../../core/engine", "../../core/export", "../../core/job", "../../core/report", "../../core/api",
	"../../core/session", "../../core/sheet",
}

// fewest is from how many fields on two structs may not be the same.
const fewest = 3

// structure is a struct type: its fields by name and type, in alphabetical order.
type structure struct {
	name   string
	fields []string
}

func TestNoStructRepeatsAnother(t *testing.T) {
	seen := map[string]string{}
	all := structs(t, roots...)
	if len(all) < 100 {
		t.Fatalf("found %d structs: where are the others?", len(all))
	}
	for _, s := range all {
		if len(s.fields) < fewest {
			continue
		}
		key := strings.Join(s.fields, "; ")
		if other, ok := seen[key]; ok {
			t.Errorf("%s has the fields of %s: %s", s.name, other, key)
		}
		seen[key] = s.name
	}
}

func TestRepetitionsAreFound(t *testing.T) {
	const source = `package a
type one struct { A int; B, c []api.Step; app.Compo }
type two struct { C []Step; a int; B []result.Step }
type three struct { A int; B []Step; C func(a.T) }`
	f, err := parser.ParseFile(token.NewFileSet(), "a.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := inFile("a", f)
	if len(all) != 3 || !slices.Equal(all[0].fields, all[1].fields) || slices.Equal(all[1].fields, all[2].fields) {
		t.Errorf("got %v, want the first two to be the same", all)
	}
}

// structs lists the named structs of the packages below the directories.
func structs(t *testing.T, dirs ...string) (all []structure) {
	t.Helper()
	for _, dir := range dirs {
		if matches, _ := filepath.Glob(dir); matches == nil {
			continue // there is no such package
		}
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			all = append(all, inFile(strings.TrimPrefix(filepath.Dir(path), "../../"), f)...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// inFile lists the named structs of a file. What is embedded does not count: it is how
// structs share fields.
func inFile(dir string, f *ast.File) (all []structure) {
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		st, ok := spec.Type.(*ast.StructType)
		if !ok {
			return true
		}
		s := structure{name: dir + "." + spec.Name.Name}
		for _, field := range st.Fields.List {
			for _, name := range field.Names {
				s.fields = append(s.fields, strings.ToLower(name.Name)+" "+typeText(field.Type))
			}
		}
		slices.Sort(s.fields)
		all = append(all, s)
		return true
	})
	return all
}

var qualifier = regexp.MustCompile(`\b[a-z]\w*\.`)

// typeText writes a type as if it were of the package at hand.
func typeText(e ast.Expr) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), e); err != nil {
		return fmt.Sprintf("%T", e)
	}
	return qualifier.ReplaceAllString(b.String(), "")
}

package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"concord/core/catalog"
)

// A test of the whole app, the server or the shell of which nobody says what it protects is found, and so is a line of the table of
// which there is no test any more.
func TestNoTestIsWithoutASection(t *testing.T) {
	all, err := sources(root, func(path string) bool { return strings.HasSuffix(path, "_test.go") })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := protected(all); err != nil {
		t.Fatal(err)
	}
	const text = "package e2e\n\nfunc TestMain(m *testing.M) {}\n\nfunc TestWhoKnowsWhat(t *testing.T) {}\n"
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, "new_test.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	with := append(slices.Clone(all), source{"e2e/new_test.go", text, tree, set})
	if _, err := protected(with); err == nil || !strings.Contains(err.Error(), "has e2e/new_test.go#TestWhoKnowsWhat?") {
		t.Errorf("a test that is new: got %v, want its name", err)
	}
	without := slices.DeleteFunc(slices.Clone(all), func(s source) bool { return s.path == "e2e/sealed_test.go" })
	if _, err := protected(without); err == nil || !strings.Contains(err.Error(), "e2e/sealed_test.go") {
		t.Errorf("a test that is gone: got %v, want its name", err)
	}
}

func TestCodeLines(t *testing.T) {
	for text, want := range map[string]int{
		"":                                      0,
		"package a\n":                           1,
		"// A\n\npackage a // b\n/* c\nd */\n":  1,
		"package a\n\nvar b = `c\n// d\n\ne`\n": 5,
		"package a\n\nvar b, c = 1, `d\ne`\n":   3,
	} {
		if got := codeLines(text); got != want {
			t.Errorf("%q: got %d lines, want %d", text, got, want)
		}
	}
}

// What is excepted from a law is a method that there is, and the law is one.
func TestExceptions(t *testing.T) {
	known, err := laws(root)
	if err != nil {
		t.Fatal(err)
	}
	all, err := exceptions(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Error("got no exceptions; core/catalog has some")
	}
	for _, e := range all {
		for _, law := range e.laws {
			if !slices.Contains(known, law) || e.why == "" {
				t.Errorf("got an exception from the law %q, because %q", law, e.why)
			}
		}
		for _, method := range e.methods {
			if _, err := catalog.Find(method); err != nil {
				t.Errorf("excepted: %v", err)
			}
		}
	}
}

func TestRecorded(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"soak.txt", "2026-11-24\n200 cycles\n1000 sequences\n", "map[soak:{2026-11-24 [200 cycles 1000 sequences]}]"},
		{"soak.txt", "200 cycles\n", "want the day of the run and its figures"},
		{"soak.txt", "2026-11-24\n", "want the day of the run and its figures"},
		{"walk.txt", "2026-11-24\n200 cycles\n", "is of no target"},
	} {
		dir := t.TempDir()
		folder := filepath.Join(dir, "lab", "docs", "figures")
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, c.file), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		all, err := recorded(dir)
		got := fmt.Sprint(all)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s with %q: got %s, want %s", c.file, c.text, got, c.want)
		}
	}
}

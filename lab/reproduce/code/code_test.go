package code

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sources of a small module, by file.
func sources() map[string]string {
	return map[string]string{
		"go.mod": "module m\n\nrequire (\n\texample.org/far v1.2.3\n)\n",
		"a/a.go": "package a\n\nimport (\n\t\"fmt\"\n\t\"m/b\"\n\t\"example.org/far/sub\"\n)\n\n" +
			"func A() { fmt.Println(b.B(1, 2), sub.X) }\n",
		"b/b.go": "package b\n\nimport \"m/deep\"\n\nfunc B(x, y int) int { return x + y + deep.D }\n\n" +
			"func S() string { return \"one two\" }\n",
		"b/b_test.go": "package b\n",
		"deep/d.go":   "package deep\n\nconst D = 1\n",
		"cmd/main.go": "package main\n\nimport \"m/a\"\n\nfunc main() { first(); second() }\n\nfunc first() { a.A(); help(\"word\") }\n\n" +
			"func help(s string) {}\n",
		"cmd/second.go": "package main\n\nimport \"m/b\"\n\ntype thing struct{}\n\n" +
			"func (thing) Shown() { third() }\n\nfunc (thing) hidden() {}\n\n" +
			"func second() { b.B(1, 2); var t thing; _ = t }\n\nfunc third() {}\n",
	}
}

// tree writes the module, changed by edits (file, old, new), and opens it.
func tree(t *testing.T, edits ...[3]string) *Tree {
	t.Helper()
	files := sources()
	for _, e := range edits {
		if !strings.Contains(files[e[0]], e[1]) {
			t.Fatalf("%s does not hold %q", e[0], e[1])
		}
		files[e[0]] = strings.Replace(files[e[0]], e[1], e[2], 1)
	}
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, err := Open(filepath.Join(root, "cmd"))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func closure(t *testing.T, of *Tree, stop string) map[string]string {
	t.Helper()
	c, err := of.Closure([]string{"m/a"}, func(folder string) bool { return folder == stop })
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestClosure(t *testing.T) {
	c := closure(t, tree(t), "")
	if got, want := slices.Sorted(maps.Keys(c)), []string{"a", "b", "deep", "example.org/far"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if c["example.org/far"] != "v1.2.3" {
		t.Errorf("got version %q of another module, want v1.2.3", c["example.org/far"])
	}
	if got, want := slices.Sorted(maps.Keys(closure(t, tree(t), "b"))), []string{"a", "example.org/far"}; !slices.Equal(got, want) {
		t.Errorf("stopping at b: got %v, want %v", got, want)
	}
}

// A digest changes with code, and with nothing else.
func TestDigest(t *testing.T) {
	was := closure(t, tree(t), "")["b"]
	for name, e := range map[string][3]string{
		"a comment": {"b/b.go", "func B", "// B adds.\nfunc B"},
		"broken lines": {"b/b.go", "func B(x, y int) int { return x + y + deep.D }",
			"func B(\n\tx,\n\ty int,\n) int {\n\treturn x +\n\t\ty + deep.D\n}"},
		"another package":   {"deep/d.go", "D = 1", "D = 2"},
		"a broken string":   {"b/b.go", `"one two"`, "\"one \" +\n\t\t`two`"},
		"a test":            {"b/b_test.go", "package b\n", "package b\n\nvar x = 1\n"},
		"the calling order": {"a/a.go", "b.B(1, 2)", "b.B(2, 1)"},
	} {
		if got := closure(t, tree(t, e), "")["b"]; got != was {
			t.Errorf("%s changes the digest", name)
		}
	}
	for name, e := range map[string][3]string{
		"a sign":  {"b/b.go", "x + y", "x - y"},
		"a name":  {"b/b.go", "func B(x, y int) int { return x", "func B(z, y int) int { return z"},
		"a comma": {"b/b.go", "x, y int", "x int, y int"},
		"a word":  {"b/b.go", `"one two"`, `"one" + "two"`},
		"a sum":   {"b/b.go", `"one two"`, `"one " + S()`},
	} {
		if got := closure(t, tree(t, e), "")["b"]; got == was {
			t.Errorf("%s doesn't change the digest", name)
		}
	}
}

func reach(t *testing.T, of *Tree, function string, without ...string) *Reached {
	t.Helper()
	r, err := of.Reach("cmd", function, without...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReach(t *testing.T) {
	r := reach(t, tree(t), "first")
	if !slices.Equal(r.Imports, []string{"m/a"}) || !slices.Equal(r.Words, []string{"word"}) {
		t.Errorf("got imports %v and words %v, want [m/a] and [word]", r.Imports, r.Words)
	}
	if got := reach(t, tree(t), "second").Imports; !slices.Equal(got, []string{"m/b"}) {
		t.Errorf("second: got imports %v, want [m/b]", got)
	}
	first, second := r.Digest, reach(t, tree(t), "second").Digest
	for name, c := range map[string]struct {
		edit          [3]string
		first, second bool // changes
	}{
		"what first calls":           {[3]string{"cmd/main.go", "func help(s string) {}", "func help(s string) { _ = s }"}, true, false},
		"a method others may call":   {[3]string{"cmd/second.go", "func third() {}", "func third() { return }"}, false, true},
		"a method that nobody calls": {[3]string{"cmd/second.go", "hidden() {}", "hidden() { return }"}, false, false},
		"the one that calls first":   {[3]string{"cmd/main.go", "func main() { first(); second() }", "func main() {}"}, false, false},
	} {
		changed := tree(t, c.edit)
		if got := reach(t, changed, "first").Digest != first; got != c.first {
			t.Errorf("%s: the digest of first changes: %v, want %v", name, got, c.first)
		}
		if got := reach(t, changed, "second").Digest != second; got != c.second {
			t.Errorf("%s: the digest of second changes: %v, want %v", name, got, c.second)
		}
	}
	if reach(t, tree(t), "second", "main.go").Digest != second {
		t.Error("a file left out that second does not need changes its digest")
	}
	if _, err := tree(t).Reach("cmd", "absent"); err == nil {
		t.Error("a function that is not there has a digest")
	}
}

func TestOpen(t *testing.T) {
	if _, err := Open(t.TempDir()); err == nil {
		t.Error("a folder without a module is opened")
	}
}

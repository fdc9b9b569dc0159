package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// The program of docs/library.md builds in a module of its own, without a network,
// and prints what the page says.
func TestLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "docs/library.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := func(kind string) []byte {
		found := regexp.MustCompile("(?s)```" + kind + "\n(.*?)```").FindSubmatch(text)
		if found == nil {
			t.Fatalf("docs/library.md has no block of %s", kind)
		}
		return found[1]
	}
	dir := t.TempDir()
	mod := regexp.MustCompile(`=> .*`).ReplaceAll(block(`go\.mod`), []byte("=> "+root))
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"go.mod": mod, "go.sum": sum, "main.go": block("go")} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", "-mod=mod", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOFLAGS=")
	got, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, got)
	}
	if want := block("text"); string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

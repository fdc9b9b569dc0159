package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// numbers are those of docs/testing.md, which would be out of date with nearly every change: they may lag behind until make docs.
var numbers = regexp.MustCompile(`[0-9][0-9,.]*`)

// The generated pages are up to date, and there are no others.
func TestPagesAreUpToDate(t *testing.T) {
	const root = "../.."
	all, err := pages(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range all {
		b, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Error(err)
			continue
		}
		got := string(b)
		if name == "docs/testing.md" {
			got, want = numbers.ReplaceAllString(got, "#"), numbers.ReplaceAllString(want, "#")
		}
		if got != want {
			t.Errorf("%s is out of date, first where it says %q; run make docs", name, difference(got, want))
		}
	}
	there, err := filepath.Glob(filepath.Join(root, "web/help/*.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range there {
		if name := "web/help/" + filepath.Base(path); all[name] == "" {
			t.Errorf("%s is a page of nothing: remove it", name)
		}
	}
}

// difference is the first line of a text that another one does not have there.
func difference(got, want string) string {
	lines := strings.Split(want, "\n")
	for n, line := range strings.Split(got, "\n") {
		if n >= len(lines) || line != lines[n] {
			return line
		}
	}
	return "nothing more"
}

func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"A page\nstarts. And goes on.": "A page starts.",
		"One.":                         "One.",
		"":                             "",
	} {
		if got := sentence(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

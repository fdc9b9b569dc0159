package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The generated pages are up to date.
func TestPagesAreUpToDate(t *testing.T) {
	for name, page := range pages {
		want, err := page(root)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want = fill(name, want)
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is out of date, first where it says %q; run make docs", name, difference(string(got), want))
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

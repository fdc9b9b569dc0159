package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"concord/core/api"
)

const root = "../.."

// documents calls look for each document, with its path below the root and its text.
func documents(t *testing.T, look func(path, text string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && notOurs(d.Name()):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".md"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil {
			look(strings.TrimPrefix(filepath.ToSlash(path), root+"/"), string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Links between the documents, and to files of the project, lead somewhere.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#\s]+)`)
	documents(t, func(path, text string) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if to := m[1]; !strings.Contains(to, ":") {
				if _, err := os.Stat(filepath.Join(root, filepath.Dir(path), to)); err != nil {
					t.Errorf("%s links to %s, which is not there", path, to)
				}
			}
		}
	})
}

// A document says in its first line for whom it is, and another one names it.
func TestDocumentsSayForWhom(t *testing.T) {
	var all strings.Builder
	var paths []string
	documents(t, func(path, text string) {
		title, rest, _ := strings.Cut(text, "\n\n")
		if !strings.HasPrefix(title, "# ") {
			return // a section of a document
		}
		if !strings.HasPrefix(rest, "For ") {
			first, _, _ := strings.Cut(rest, "\n")
			t.Errorf("%s begins %q; say first for whom it is", path, first)
		}
		paths = append(paths, path)
		all.WriteString(text)
	})
	for _, path := range paths {
		if path != "README.md" && !strings.Contains(all.String(), filepath.Base(path)) {
			t.Errorf("no document names %s", path)
		}
	}
}

// What documents for users call parts of the page, in *italics*, is what the page calls them.
func TestWordsOfThePage(t *testing.T) {
	var says strings.Builder
	for _, dir := range []string{"app", "core/catalog", "core/api", "core/kind", "core/session"} {
		all, err := sources(filepath.Join(root, dir), func(path string) bool { return !strings.HasSuffix(path, "_test.go") })
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			says.WriteString(s.text)
		}
	}
	word := regexp.MustCompile(`(?:^|[^*])\*([A-Z][^*]+)\*(?:[^*]|$)`)
	found := 0
	documents(t, func(path, text string) {
		if path != "docs/tutorial.md" && path != "docs/teaching.md" && path != "docs/which-method.md" && !strings.HasPrefix(path, "docs/howto/") {
			return
		}
		for _, m := range word.FindAllStringSubmatch(text, -1) {
			found++
			if name := strings.Join(strings.Fields(m[1]), " "); !strings.Contains(says.String(), `"`+name) {
				t.Errorf("%s: the page has nothing called %q", path, name)
			}
		}
	})
	if found < 10 {
		t.Errorf("got %d names of parts of the page, want 10 at least", found)
	}
}

// The citation names the version that the programs name.
func TestCitation(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "CITATION.cff"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "\nversion: " + api.Version + "\n"; !strings.Contains(string(text), want) {
		t.Errorf("CITATION.cff lacks %q", want)
	}
}

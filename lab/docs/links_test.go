package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Links between the documents, and to files of the project, lead somewhere.
func TestLinks(t *testing.T) {
	const root = "../.."
	link := regexp.MustCompile(`\]\(([^)#\s]+)`)
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
		if err != nil {
			return err
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if to := m[1]; !strings.Contains(to, ":") {
				if _, err := os.Stat(filepath.Join(filepath.Dir(path), to)); err != nil {
					t.Errorf("%s links to %s, which is not there", path, to)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

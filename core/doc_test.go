package core

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The order of reading names every package that others can use, and none that is not there.
func TestOrderIsWhole(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^//   - (.*)`).FindAllStringSubmatch(string(text), -1) {
		names, _, _ := strings.Cut(line[1], ":")
		dir := ""
		for name := range strings.SplitSeq(names, ", ") {
			if strings.HasPrefix(name, "method/") { // those that follow in the line are methods, too
				dir, name = "method/", strings.TrimPrefix(name, "method/")
			}
			listed[dir+name] = true
		}
	}
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() || path == "." {
			return err
		}
		switch name := filepath.ToSlash(path); {
		case d.Name() == "testdata" || name == "cmd":
			return filepath.SkipDir
		case name == "method" || strings.HasPrefix(name, "layout/"):
		case !listed[name]:
			t.Errorf("the order of reading leaves out %s", name)
		default:
			delete(listed, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range listed {
		t.Errorf("the order of reading names %s, which is not there", name)
	}
}

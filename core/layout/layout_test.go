package layout_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
)

// A Layout is plain data: its JSON says all that it takes to read a file.
func TestLayoutsAreReadFromTheirJSON(t *testing.T) {
	files, err := filepath.Glob("testdata/formats/*")
	wild, _ := filepath.Glob("testdata/wild/*")
	if err != nil || len(files) == 0 || len(wild) == 0 {
		t.Fatal("no files", err)
	}
	read := 0
	for _, path := range append(files, wild...) {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		g, err := layout.Detect(filepath.Base(path), labelstest.Head(file))
		if err != nil {
			continue
		}
		g.Skip = true
		o := scan.Options{}
		want, err := labels.Read(path, strings.NewReader(string(file)), &g.Layout, o)
		got, gotErr := labels.Read(path, strings.NewReader(string(file)), labelstest.ThroughJSON(g.Layout), o)
		if labelstest.Report(got, gotErr) != labelstest.Report(want, err) || err == nil && labelstest.Votes(got) != labelstest.Votes(want) {
			t.Errorf("%s: got %s, want %s", path, labelstest.Report(got, gotErr), labelstest.Report(want, err))
		}
		if err == nil {
			read++
		}
	}
	if read < len(files)/2 {
		t.Errorf("only %d of %d files were read", read, len(files))
	}
}

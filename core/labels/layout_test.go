package labels_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
)

// throughJSON returns the Layout that the JSON of a Layout is.
func throughJSON(g layout.Layout) *layout.Layout {
	text, err := json.Marshal(g)
	if err != nil {
		panic(err)
	}
	var back layout.Layout
	if err := json.Unmarshal(text, &back); err != nil {
		panic(err)
	}
	return &back
}

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
		g, err := layout.Detect(filepath.Base(path), head(file))
		if err != nil {
			continue
		}
		g.Skip = true
		o := scan.Options{}
		want, err := labels.Read(path, strings.NewReader(string(file)), &g.Layout, o)
		got, gotErr := labels.Read(path, strings.NewReader(string(file)), throughJSON(g.Layout), o)
		if report(got, gotErr) != report(want, err) || err == nil && votes(got) != votes(want) {
			t.Errorf("%s: got %s, want %s", path, report(got, gotErr), report(want, err))
		}
		if err == nil {
			read++
		}
	}
	if read < len(files)/2 {
		t.Errorf("only %d of %d files were read", read, len(files))
	}
}

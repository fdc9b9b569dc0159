package layout_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
	"concord/internal/golden"
)

// TestFormats opens a file of every format and compares what was understood, the
// messages and every label with the golden file.
func TestFormats(t *testing.T) {
	files, err := filepath.Glob("testdata/formats/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	var b strings.Builder
	for _, path := range files {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		fmt.Fprintf(&b, "%s\n%s", name, labelstest.Describe(name, string(file), nil, scan.Options{}))
		switch name {
		case "mturk.csv", "appen.csv", "toloka.tsv":
			fmt.Fprintf(&b, "%s, without what the platform rejected\n%s", name,
				labelstest.Describe(name, string(file), func(g *layout.Layout) { g.Drop = true }, scan.Options{}))
		}
		if g, err := layout.Detect(name, labelstest.Head(file)); err == nil && g.Sets {
			one := func(g *layout.Layout) { g.Sets = false }
			fmt.Fprintf(&b, "%s, one label a task\n%s", name, labelstest.Describe(name, string(file), one, scan.Options{}))
		}
	}
	golden.Check(t, "formats.golden", b.String())
}

// FuzzFormats opens anything, as whatever it is taken for: nothing may panic, and
// no label may be of a task, worker or class that is not there.
func FuzzFormats(f *testing.F) {
	files, err := filepath.Glob("testdata/formats/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		file, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file, false)
		f.Add(file[:len(file)/2], true)
	}
	f.Fuzz(func(t *testing.T, file []byte, several bool) {
		g, err := layout.Detect("file", labelstest.Head(file))
		if err != nil {
			return
		}
		if several {
			g.Separator = "|"
		}
		g.Skip, g.Drop = true, several
		set, err := labels.Read("file", strings.NewReader(string(file)), &g.Layout, scan.Options{Counted: 10_000})
		if err != nil {
			return
		}
		labelstest.Votes(set)
	})
}
